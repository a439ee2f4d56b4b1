//===- script-writer.c - The lines of a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See script-writer.h.
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

bool asWriterChangedLayout(const AsWriter *writer, int stage) {
  return writer->changedLayout == stage;
}

void asWriteSize(const AsSize *size, bool isFirst, AsText *list,
                 AsText *types) {
  asTextAppendString(list, isFirst ? "" : ", ");
  if (size->knob >= 0) {
    asTextFormat(list, "%%k%d", size->knob);
    asTextAppendString(types, ", " PARAM);
  } else {
    asTextFormat(list, "%lld", (long long)size->constant);
  }
}

void asWriteSizes(AsWriter *writer, int stage, const AsSize size[AS_MAX_DIMS],
                  AsText *list, AsText *types) {
  for (int d = 0; d < writer->sketch->program->stages[stage].numDims; d++)
    asWriteSize(&size[d], d == 0, list, types);
  if (asWriterChangedLayout(writer, stage))
    asTextAppendString(list, ", 0"); // The innermost loop, which is new.
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

void asWriteMarkInitial(AsWriter *writer, int stage) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *of = &program->stages[stage];
  int fill = program->tensors[asStageResult(of)->initial].producer;
  if (fill < 0)
    return;
  int target = asWriteMatch(writer, stage), h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
              ") -> " ANY,
              h, target, asStageNumOperands(of) - 1);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, fill));
}
