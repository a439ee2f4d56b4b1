//===- script.c - Sketches as Transform-dialect scripts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kind of step has one function that writes its lines. Operations are
// numbered once, at the start of the sequence, by an attribute as.opN that
// survives tiling and fusion, so that later steps find them again.
//
//===----------------------------------------------------------------------===//

#include "sketch/script.h"
#include "sketch/steps/steps.h"
#include "task/task.h"

static void writeStep(AsWriter *writer, const AsStep *step) {
  switch (step->kind) {
  case AS_STEP_IM2COL:
    asWriteIm2col(writer, step);
    break;
  case AS_STEP_ROUND:
    asWriteRound(writer, step);
    break;
  case AS_STEP_MATERIALISE_PADS:
    asWritePads(writer);
    break;
  case AS_STEP_FUSE:
  case AS_STEP_PARALLEL:
  case AS_STEP_GRID:
  case AS_STEP_BLOCKS:
    asWriteFuse(writer, step);
    break;
  case AS_STEP_FEED:
    asWriteFeed(writer);
    break;
  case AS_STEP_THREADS:
  case AS_STEP_WARPS:
  case AS_STEP_WARPGROUPS:
  case AS_STEP_LANES:
    asWriteThreads(writer, step);
    break;
  case AS_STEP_MMA:
  case AS_STEP_WGMMA:
    asWriteMma(writer, step);
    break;
  case AS_STEP_SHARE:
    asWriteShare(writer, step);
    break;
  case AS_STEP_RFACTOR:
    asWriteRfactor(writer, step);
    break;
  case AS_STEP_CLEAN:
    asWriteClean(writer);
    break;
  case AS_STEP_TILE:
    asWriteTile(writer, step);
    break;
  case AS_STEP_SPLIT_REDUCTION:
    asWriteSplitReduction(writer, step);
    break;
  case AS_STEP_PACK:
    asWritePack(writer, step);
    break;
  case AS_STEP_KEEP:
    asWriteKeep(writer, step);
    break;
  case AS_STEP_LAYOUT:
    asWriteLayout(writer, step);
    break;
  case AS_STEP_LOWER_PACK:
    asWriteLowerPack(writer, step);
    break;
  case AS_STEP_RESTORE:
    asWriteRestore(writer);
    break;
  case AS_STEP_DECOMPOSE:
    asWriteDecompose(writer, step);
    break;
  case AS_STEP_DROP_UNITS:
    asWriteDropUnits(writer, step);
    break;
  case AS_STEP_VECTORISE:
    asWriteVectorise(writer, step);
    break;
  case AS_STEP_LOWER_VECTORS:
    asWriteLowerVectors(writer, step);
    break;
  case AS_STEP_RESCHEDULE:
    asWriteReschedule(writer, step);
    break;
  case AS_STEP_UNROLL:
    asWriteUnroll(writer, step);
    break;
  case AS_NUM_STEP_KINDS:
    break;
  }
}

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
  AsWriter writer = {.sketch = sketch, .point = point, .text = text};
  asTextFormat(text,
               "  transform.named_sequence @%s(%%f0: " ANY
               " {transform.consumed}) {\n",
               name);
  if (sketch->numSteps) {
    prologue(&writer);
    for (int k = 0; k < sketch->numKnobs; k++)
      asWriteKnob(&writer, k);
    for (int i = 0; i < sketch->numSteps; i++) {
      AsStepKind kind = sketch->steps[i].kind;
      if (structureOnly &&
          (kind == AS_STEP_VECTORISE || kind == AS_STEP_DECOMPOSE ||
           kind == AS_STEP_DROP_UNITS))
        break;
      writeStep(&writer, &sketch->steps[i]);
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
