//===- script-writer.c - The lines of a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the functions for the steps are made of.
//
//===----------------------------------------------------------------------===//

#include "sketch/script-writer.h"
#include <stdarg.h>

void asWriteLine(AsWriter *writer, const char *format, ...) {
  asTextAppendString(writer->text, "    ");
  va_list arguments;
  va_start(arguments, format);
  asTextFormatV(writer->text, format, arguments);
  va_end(arguments);
  asTextAppendString(writer->text, "\n");
}

int asWriterMark(const AsWriter *writer, int stage) {
  return writer->sketch->program->stages[stage].order;
}

int asWriteMatchPart(AsWriter *writer, const char *name, int s) {
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.structured.match attributes {%s%d} in %%f%d : "
              "(" ANY ") -> " ANY,
              h, name, asWriterMark(writer, s), writer->function);
  return h;
}

int asWriteMatch(AsWriter *writer, int s) {
  return asWriteMatchPart(writer, "as.op", s);
}

void asWriteTypes(AsText *text, int numLoops) {
  asTextAppendString(text, ANY);
  for (int i = 0; i < numLoops; i++)
    asTextAppendString(text, ", " ANY);
}

bool asWriterChangedLayout(const AsWriter *writer, const AsStep *step) {
  return writer->layout && writer->layout->stage == step->stage;
}

/// The loop of the stage that loop `i` of the operation to be tiled is; -1
/// after the last. What is fused into an operation with another layout is fused
/// into the linalg.unpack after it, which has the loops of the result.
static int loopAt(const AsWriter *writer, const AsStep *step, int i) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  if (!asWriterChangedLayout(writer, step) || step->kind != AS_STEP_FUSE)
    return i < stage->numDims ? i : -1;
  const AsAccess *result = asStageResult(stage);
  return i < program->tensors[result->tensor].rank
             ? asAccessLoop(result, stage, i)
             : -1;
}

int asWriteSizes(AsWriter *writer, const AsStep *step, AsText *list,
                 AsText *types) {
  int tiled = 0;
  for (int i = 0, d; (d = loopAt(writer, step, i)) >= 0; i++) {
    const AsSize *size = &step->size[d];
    asTextAppendString(list, i ? ", " : "");
    if (size->knob >= 0) {
      asTextFormat(list, "%%k%d", size->knob);
      asTextAppendString(types, ", " PARAM);
    } else {
      asTextFormat(list, "%lld", (long long)size->constant);
    }
    tiled += size->knob >= 0 || size->constant;
  }
  if (asWriterChangedLayout(writer, step) && step->kind != AS_STEP_FUSE)
    asTextAppendString(list, ", 0"); // The innermost loop, which is new.
  return tiled;
}

void asWriteClean(AsWriter *writer) {
  asWriteLine(writer, "transform.apply_patterns to %%f%d {", writer->function);
  asWriteLine(writer, "  transform.apply_patterns.canonicalization");
  asWriteLine(writer, "  transform.apply_patterns.tensor."
                      "merge_consecutive_insert_extract_slice");
  asWriteLine(writer, "} : " ANY);
  asWriteLine(writer, "transform.apply_cse to %%f%d : " ANY, writer->function);
}

void asWritePass(AsWriter *writer, const char *name, const char *options) {
  int before = writer->function++;
  asWriteLine(
      writer,
      "%%f%d = transform.apply_registered_pass \"%s\"%s to %%f%d : (" ANY
      ") -> " ANY,
      before + 1, name, options, before);
}

void asWritePatterns(AsWriter *writer, const char *const names[]) {
  asWriteLine(writer, "transform.apply_patterns to %%f%d {", writer->function);
  for (int i = 0; names[i]; i++)
    asWriteLine(writer, "  transform.apply_patterns.%s", names[i]);
  asWriteLine(writer, "} : " ANY);
}
