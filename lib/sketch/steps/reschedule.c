//===- reschedule.c - Run a loop nest in another order
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop nest over memrefs gets one of the schedules that were found for it
// when the task was extracted, with tiles for the members of its innermost
// bands. Upstream has no transform for it: the pass is ours
// (affine/schedule/reschedule-pass.h), so that such a script takes as-opt or
// its plugin to replay. Each schedule of the nest is the pass with options of
// its own.
//
// Knobs: `scheduleKnob`, of kind schedule, an alternative; a tile size of kind
// member for each member of a band; `parallelKnob`, of kind order, says whether
// threads share loops.
//
//   %f5 = transform.tune.alternatives<"schedule"> {
//     %other = transform.apply_registered_pass "as-reschedule" with options =
//         {"fuse" = 1, "keep" = 0, ..., "tile" = [%k1, %k2]} to %f4
//
// Loop nest: the loops of a statement in the order of the schedule, with tiles
// of the members of its band before these, as if nothing were skewed: what a
// tile touches is about the same, but for what it is moved on by as time goes
// on. Threads share the outermost loops, as if there were no waves. The point
// is not valid where a tile is of no member, where one that is to be unrolled
// is missing or too long, or where another schedule does the same.
//
//===----------------------------------------------------------------------===//

#include "sketch/band-loops.h"
#include "sketch/sanity.h"
#include "sketch/steps/step-ops.h"

static void clear(AsStep *step) {
  asClearSizes(step->reschedule.memberSize);
  step->reschedule.scheduleKnob = -1;
  step->reschedule.parallelKnob = -1;
}

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  int schedule = step->reschedule.scheduleKnob;
  return asStageStepIsSane(sketch, step) &&
         asKnobIsSane(sketch, schedule, AS_KNOB_SCHEDULE) &&
         sketch->knobs[schedule].numOptions == sketch->program->numSchedules &&
         asSizesAreSane(sketch, step->reschedule.memberSize, AS_KNOB_MEMBER) &&
         asKnobOrNoneIsSane(sketch, step->reschedule.parallelKnob,
                            AS_KNOB_ORDER);
}

/// Which loops of the schedule are around what is being made.
static void noteShared(AsNestStage *stage, const AsNestOrder *order, int r) {
  if (r < order->shared)
    stage->shared = stage->numLoops;
}

/// Tiles of the members of the statement's band.
static bool tileBand(AsNest *nest, int s, const AsNestOrder *order,
                     const AsStep *step, const AsPoint *point) {
  const AsStage *stage = &nest->sketch->program->stages[s];
  for (int m = 0; m < order->members; m++) {
    int loop = order->loop[order->first + m];
    int64_t size =
        asSizeValue(nest->sketch, point, &step->reschedule.memberSize[m]);
    if (loop >= 0 && 2 * size <= stage->extent[loop] &&
        !asNestCut(nest, s, loop, size, AS_LOOP_SERIAL))
      return false;
  }
  noteShared(&nest->stage[s], order, order->first);
  return true;
}

/// What the tiles of a skewed band do as time goes on.
static void noteShifts(AsNestStage *stage, const AsNestOrder *order) {
  stage->mover = order->members ? order->loop[order->first] : -1;
  for (int r = 0; r < order->numLoops; r++)
    if (order->loop[r] >= 0)
      stage->shift[order->loop[r]] = order->shift[r];
}

/// The loop at place `r` of those up to `last`. A loop that is unrolled into
/// the one around it counts as outside of that: the one around is innermost in
/// the code, and goes through memory.
static int loopAt(const AsNestSchedule *schedule, const AsNestOrder *order,
                  int last, int r) {
  bool isJammed = schedule->jam && last == order->numLoops - 1 && last > 0 &&
                  order->loop[last - 1] >= 0;
  return order->loop[isJammed && r >= last - 1 ? 2 * last - 1 - r : r];
}

/// The last loop is what is left of the tile.
static bool orderLoops(AsNest *nest, int s, const AsNestSchedule *schedule,
                       const AsStep *step, const AsPoint *point) {
  const AsNestOrder *order = &schedule->order[s];
  AsNestStage *stage = &nest->stage[s];
  int last = order->numLoops - 1;
  while (last > 0 && order->loop[last] < 0)
    last--;
  for (int r = 0; r <= last; r++) {
    if (r == order->first && !tileBand(nest, s, order, step, point))
      return false;
    int loop = loopAt(schedule, order, last, r);
    if (r < last && loop >= 0 && !asNestCut(nest, s, loop, 1, AS_LOOP_SERIAL))
      return false;
    noteShared(stage, order, r);
  }
  stage->carry = order->carry;
  stage->isDiagonal = schedule->wave && order->members > 1;
  noteShifts(stage, order);
  return true;
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  const AsSketch *sketch = nest->sketch;
  const AsNestSchedule *schedule = asBandsSchedule(sketch, point);
  bool isShared = step->reschedule.parallelKnob >= 0 &&
                  asPointValue(sketch, point, step->reschedule.parallelKnob);
  bool isTiled = false;
  for (int m = 0; m < AS_MAX_DIMS; m++) {
    int64_t size = asSizeValue(sketch, point, &step->reschedule.memberSize[m]);
    isTiled |= size != 0;
    if (!asBandFitsMember(schedule, m, size))
      return false;
  }
  if (schedule->same >= 0 && !isTiled)
    return false;
  for (int s = 0; s < nest->numStages; s++) {
    if (!orderLoops(nest, s, schedule, step, point))
      return false;
    if (isShared && nest->stage[s].numLoops > 0)
      nest->stage[s].loop[0].kind = AS_LOOP_PARALLEL;
  }
  return true;
}

/// Sizes of tiles for all members that may have some.
static void writeSizes(AsWriter *writer, const AsStep *step, AsText *sizes,
                       AsText *types) {
  int last = AS_MAX_DIMS - 1;
  while (last >= 0 && step->reschedule.memberSize[last].knob < 0)
    last--;
  asTextAppendString(sizes, last < 0 ? "" : ", \"tile\" = [");
  for (int m = 0; m <= last; m++) {
    const AsSize *size = &step->reschedule.memberSize[m];
    if (size->knob >= 0) {
      asTextFormat(sizes, "%s%%k%d", m ? ", " : "", size->knob);
      asTextFormat(types, ", " PARAM);
    } else {
      asTextFormat(sizes, "%s%lld", m ? ", " : "", (long long)size->constant);
    }
  }
  asTextAppendString(sizes, last < 0 ? "" : "]");
}

static void writePass(AsWriter *writer, const AsNestSchedule *schedule,
                      const char *sizes, const char *parallel,
                      const char *types) {
  asWriteLine(
      writer,
      "  %%other = transform.apply_registered_pass \"as-reschedule\" with "
      "options = {\"fuse\" = %d, \"keep\" = %d, \"distribute\" = %d, "
      "\"innermost\" = %d, \"wave\" = %d%s%s%s} to %%f%d : (" ANY "%s) -> " ANY,
      schedule->fuse, schedule->keep, schedule->distribute, schedule->innermost,
      schedule->wave, schedule->jam ? ", \"jam\" = 1" : "", sizes, parallel,
      writer->function, types);
  asWriteLine(writer, "  transform.yield %%other : " ANY);
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  AsText sizes = {0}, types = {0}, parallel = {0}, handle = {0};
  writeSizes(writer, step, &sizes, &types);
  if (step->reschedule.parallelKnob >= 0) {
    asTextFormat(&parallel, ", \"parallel\" = %%k%d",
                 step->reschedule.parallelKnob);
    asTextFormat(&types, ", " PARAM);
  }
  asTextFormat(&handle, "%%f%d = ", writer->function + 1);
  asWriteOpenAlternatives(writer, step->reschedule.scheduleKnob, handle.data,
                          " -> " ANY);
  for (int o = 0; asWriteRegion(writer, step->reschedule.scheduleKnob, o); o++)
    writePass(writer, &writer->sketch->program->schedules[o],
              asTextString(&sizes), asTextString(&parallel),
              asTextString(&types));
  writer->function++;
  asTextFree(&sizes);
  asTextFree(&types);
  asTextFree(&parallel);
  asTextFree(&handle);
  asWritePass(writer, "canonicalize", "");
  asWritePass(writer, "cse", "");
}

const AsStepOps asRescheduleStep = {.name = "reschedule",
                                    .clear = clear,
                                    .isSane = isSane,
                                    .applyToNest = applyToNest,
                                    .writeScript = writeScript};
