//===- script-peel.c - What tiles leave over, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See script-peel.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/script-peel.h"
#include <stdio.h>

int asWriteSplitCopies(AsWriter *writer, int s, const char *handle) {
  int h = writer->next;
  writer->next += writer->copies[s] + 1;
  AsText types = {0}, names = {0};
  asWriteTypes(&types, writer->copies[s]);
  for (int i = 0; i <= writer->copies[s]; i++)
    asTextFormat(&names, "%s%%h%d", i ? ", " : "", h + i);
  asWriteLine(
      writer,
      "%s = transform.split_handle %s {fail_on_payload_too_small = false} "
      ": (" ANY ") -> (%s)",
      names.data, handle, types.data);
  asTextFree(&types);
  asTextFree(&names);
  return h;
}

int asWriteMatchCopies(AsWriter *writer, int s) {
  int h = asWriteMatch(writer, s);
  if (!writer->copies[s])
    return h;
  char handle[32];
  snprintf(handle, sizeof handle, "%%h%d", h);
  return asWriteSplitCopies(writer, s, handle);
}

/// Each operation became so many at most. What is fused shares its loops with
/// the stages before it.
static void countCopies(AsWriter *writer, const AsStep *step, int times) {
  int from = step->kind == AS_STEP_TILE ? step->stage : 0;
  for (int s = from; s <= step->stage; s++)
    writer->copies[s] = (writer->copies[s] + 1) * times - 1;
}

void asWritePeelLoops(AsWriter *writer) {
  asWritePass(writer, "scf-for-loop-peeling",
              " with options = {\"skip-partial\" = false}");
  asWriteClean(writer);
}

/// Whether tiles of the step leave something over of loop `d`. Of a smaller
/// share of the lanes they may, whatever they divide.
static bool leavesRest(const AsWriter *writer, const AsStep *step, int d) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsSize *size = &asStepSizes(step)[d];
  bool isShare = writer->sharesLanes && d == asStageLaneLoop(program, stage) &&
                 asSizeTiles(size);
  return isShare || asSizeLeavesRest(writer->sketch, size, stage->extent[d]);
}

/// How many loops of the step leave something over.
static int numRests(const AsWriter *writer, const AsStep *step) {
  int dims = 0;
  for (int d = 0; d < writer->sketch->program->stages[step->stage].numDims; d++)
    dims += leavesRest(writer, step, d);
  return dims;
}

/// The step that packs an operand right after this one, or NULL.
static const AsStep *packingAfter(const AsSketch *sketch, const AsStep *step) {
  const AsStep *end = sketch->steps + sketch->numSteps;
  for (step++; step < end && step->kind == AS_STEP_CLEAN; step++)
    ;
  return step < end && step->kind == AS_STEP_PACK ? step : NULL;
}

/// Whether peeling can wait for what is packed next. Not for windows, where the
/// other operand would be padded with it.
static bool isPackedFirst(const AsWriter *writer, const AsStep *step) {
  const AsStep *packing = packingAfter(writer->sketch, step);
  return packing && writer->sketch->program->stages[packing->stage].kind ==
                        AS_STAGE_CONTRACTION;
}

static bool leavesLanes(const AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  int lane = asStageLaneLoop(writer->sketch->program, stage);
  return lane >= 0 && leavesRest(writer, step, lane);
}

/// The remainders of a stage by single vectors along the lanes: `op` is the
/// transform that tiles them. What that leaves over is to be peeled.
static void writeVectors(AsWriter *writer, int s, const char *op,
                         const char *options) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[s];
  int lane = asStageLaneLoop(program, stage);
  AsElement element = program->tensors[asStageResult(stage)->tensor].element;
  int lanes = writer->sketch->vectorBytes / asElementBytes(element);
  AsText list = {0};
  for (int d = 0; d < stage->numDims; d++)
    asTextFormat(&list, "%s%d", d ? ", " : "", d == lane ? lanes : 0);
  int first = asWriteMatchCopies(writer, s);
  AsText copies = {0};
  for (int i = 1; i <= writer->copies[s]; i++)
    asTextFormat(&copies, "%s%%h%d", i > 1 ? ", " : "", first + i);
  int rest = writer->next++, h = writer->next++;
  asWriteLine(writer, "%%h%d = transform.merge_handles %s : " ANY, rest,
              copies.data);
  asWriteLine(
      writer,
      "%%h%d, %%l%d = transform.structured.%s %%h%d tile_sizes [%s]%s : (" ANY
      ") -> (" ANY ", " ANY ")",
      h, h, op, rest, list.data, options);
  asTextFree(&list);
  asTextFree(&copies);
}

/// What is computed with a product whose lanes are padded is not padded itself.
static void writeVectorsAround(AsWriter *writer, const AsStep *step,
                               int product) {
  const AsStage *stages = writer->sketch->program->stages;
  for (int s = 0; s <= step->stage; s++)
    if (s != product && stages[s].kind != AS_STAGE_PAD && writer->copies[s]) {
      writeVectors(writer, s, "tile_using_for", "");
      writer->copies[s] = 2 * writer->copies[s] + 1;
    }
  asWritePeelLoops(writer);
}

bool asWritePeelLate(AsWriter *writer) {
  const AsStep *step = writer->unpeeled;
  if (!step)
    return false;
  // How many tiles there are of the copy becomes a part of its type now, while
  // a single loop reads it: else what weights determine would be copied.
  asWriteClean(writer);
  asWritePeelLoops(writer);
  countCopies(writer, step, 1 << numRests(writer, step));
  writer->unpeeled = NULL;
  if (leavesLanes(writer, step)) {
    int product = packingAfter(writer->sketch, step)->stage;
    writer->isPadded = true;
    if (step->kind == AS_STEP_FUSE && !writer->sharesLanes)
      writeVectorsAround(writer, step, product);
  }
  return true;
}

void asWritePeel(AsWriter *writer, const AsStep *step) {
  int dims = numRests(writer, step);
  if (!dims)
    return;
  // Of what threads left over there is a copy already, which is not packed.
  if (!writer->copies[step->stage] && isPackedFirst(writer, step)) {
    writer->unpeeled = step;
    return;
  }
  asWritePeelLoops(writer);
  countCopies(writer, step, 1 << dims);
  // In another layout the lanes are other ones, of which nothing is left over.
  if (!leavesLanes(writer, step) || writer->sharesLanes ||
      writer->changedLayout >= 0)
    return;
  bool isTile = step->kind == AS_STEP_TILE;
  writeVectors(writer, step->stage, isTile ? "tile_using_for" : "fuse",
               isTile ? "" : " {apply_cleanup}");
  asWritePeelLoops(writer);
  countCopies(writer, step, 2);
}

/// The iterations of loop `d` that tiles of threads divide, as a parameter.
static int wholePart(AsWriter *writer, const AsStep *step, int d) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  int k = asStepSizes(step)[d].knob, h = writer->next++;
  const AsKnob *knob = &writer->sketch->knobs[k];
  AsText handle = {0};
  asTextFormat(&handle, "%%h%d = ", h);
  asWriteOpenAlternatives(writer, k, handle.data, " -> " PARAM);
  asTextFree(&handle);
  for (int o = 0; asWriteRegion(writer, k, o); o++) {
    int64_t rest = stage->extent[d] % knob->options[o];
    asWriteLine(writer,
                "  %%whole = transform.param.constant %lld : i64 -> " PARAM,
                (long long)(stage->extent[d] - rest));
    asWriteLine(writer, "  transform.yield %%whole : " PARAM);
  }
  return h;
}

/// Loops of threads cannot be peeled. So there is a loop around them first, of
/// a whole iteration and one that is peeled off.
int asWriteSplitRest(AsWriter *writer, const AsStep *step, int target) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  for (int d = 0; d < stage->numDims; d++) {
    if (!asSizeLeavesRest(writer->sketch, &asStepSizes(step)[d],
                          stage->extent[d]))
      continue;
    int whole = wholePart(writer, step, d), h = writer->next++;
    AsText list = {0};
    for (int i = 0; i < stage->numDims; i++) {
      asTextAppendString(&list, i ? ", " : "");
      asTextFormat(&list, i == d ? "%%h%d" : "0", whole);
    }
    asWriteLine(writer,
                "%%h%d, %%l%d = transform.structured.fuse %%h%d tile_sizes "
                "[%s] {apply_cleanup} : (" ANY ", " PARAM ") -> (" ANY ", " ANY
                ")",
                h, h, target, list.data);
    asTextFree(&list);
    asWritePeelLoops(writer);
    countCopies(writer, step, 2);
    target = asWriteMatchCopies(writer, step->stage);
  }
  return target;
}
