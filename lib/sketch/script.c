//===- script.c - Sketches as Transform-dialect scripts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A script is the lines of the sketch's steps, one after the other; each kind
// of step writes its own (steps/). Operations are numbered once, at the start
// of the sequence, by an attribute as.opN that survives tiling and fusion, so
// that later steps find them again.
//
//===----------------------------------------------------------------------===//

#include "sketch/script.h"
#include "sketch/sanity.h"
#include "sketch/steps/step-ops.h"
#include "task/task.h"
#include <assert.h>

static int numLinalgOps(const AsProgram *program) {
  int count = program->numAfter;
  for (int s = 0; s < program->numStages; s++)
    count += program->stages[s].order >= 0;
  return count;
}

static bool hasInserts(const AsProgram *program) {
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == AS_STAGE_INSERT)
      return true;
  return false;
}

/// Pieces of a concatenation become operations that can be tiled.
static void writeInserts(AsWriter *writer) {
  int h = writer->next;
  writer->next += 2;
  asWriteLine(writer,
              "%%h%d = transform.structured.match "
              "ops{[\"tensor.insert_slice\"]} in %%f%d : (" ANY ") -> " ANY,
              h, writer->function);
  asWriteLine(writer,
              "%%h%d = transform.structured.insert_slice_to_copy %%h%d : (" ANY
              ") -> " ANY,
              h + 1, h);
}

/// Canonical form, then as.opN on each operation in program order.
static void prologue(AsWriter *writer) {
  for (int i = 0; asTaskCanonicalPasses[i]; i++)
    asWritePass(writer, asTaskCanonicalPasses[i], "");
  if (hasInserts(writer->sketch->program))
    writeInserts(writer);
  int count = numLinalgOps(writer->sketch->program);
  if (count == 0)
    return; // A loop nest.
  asWriteLine(
      writer,
      "%%ops = transform.structured.match interface{LinalgOp} in %%f%d : "
      "(" ANY ") -> " ANY,
      writer->function);
  if (count == 1) {
    asWriteLine(writer, "transform.annotate %%ops \"as.op0\" : " ANY);
    return;
  }
  AsText types = {0};
  asWriteTypes(&types, count - 1);
  asWriteLine(writer,
              "%%op:%d = transform.split_handle %%ops : (" ANY ") -> (%s)",
              count, types.data);
  asTextFree(&types);
  for (int i = 0; i < count; i++)
    asWriteLine(writer, "transform.annotate %%op#%d \"as.op%d\" : " ANY, i, i);
}

void asScriptSequence(const AsSketch *sketch, const AsPoint *point,
                      const char *name, bool structureOnly, AsText *text) {
  assert(asSketchIsSane(sketch));
  assert(!point || asPointIsSane(sketch, point));
  AsWriter writer = {
      .sketch = sketch, .point = point, .text = text, .changedLayout = -1};
  asTextFormat(text,
               "  transform.named_sequence @%s(%%f0: " ANY
               " {transform.consumed}) {\n",
               name);
  if (sketch->numSteps) {
    prologue(&writer);
    for (int k = 0; k < sketch->numKnobs; k++)
      asWriteKnob(&writer, k);
    for (int i = 0; i < sketch->numSteps; i++) {
      const AsStepOps *ops = asStepOps(sketch->steps[i].kind);
      if (structureOnly && ops->endsTensors)
        break;
      ops->writeScript(&writer, &sketch->steps[i]);
    }
  } else {
    asWritePass(&writer, "canonicalize", "");
  }
  asWriteLine(&writer, "transform.yield");
  asTextAppendString(text, "  }\n");
}

void asScriptModule(const AsSketch *sketch, const AsPoint *point,
                    bool structureOnly, AsText *text) {
  asTextAppendString(text,
                     "module attributes {transform.with_named_sequence} {\n");
  asScriptSequence(sketch, point, AS_SCRIPT_SEQUENCE, structureOnly, text);
  asTextAppendString(text, "}\n");
}
