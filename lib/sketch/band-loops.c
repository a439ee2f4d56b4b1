//===- band-loops.c - Schedules of loop nests
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a statement in the order of the schedule, with tiles of the
// members of its band before these, as if nothing were skewed: what a tile
// touches is about the same, but for what it is moved on by as time goes on.
// Threads share the outermost loops, as if there were no waves.
//
//===----------------------------------------------------------------------===//

#include "sketch/band-loops.h"

_Static_assert(AS_NEST_MAX_LOOPS == AS_MAX_DIMS &&
                   AS_NEST_MAX_STATEMENTS <= AS_MAX_STAGES,
               "a statement is a stage");

static const AsStep *rescheduling(const AsSketch *sketch) {
  for (int i = 0; i < sketch->numSteps; i++)
    if (sketch->steps[i].kind == AS_STEP_RESCHEDULE)
      return &sketch->steps[i];
  return NULL;
}

static const AsNestSchedule *chosen(const AsSketch *sketch, const AsStep *step,
                                    const AsPoint *point) {
  return &sketch->program->schedules[asPointValue(sketch, point, step->knob)];
}

const AsNestSchedule *asBandsSchedule(const AsSketch *sketch,
                                      const AsPoint *point) {
  const AsStep *step = rescheduling(sketch);
  return step ? chosen(sketch, step, point) : NULL;
}

static bool fitsMember(const AsNestSchedule *schedule, int member,
                       int64_t size) {
  return size == 0 ||
         (member < schedule->members && 2 * size <= schedule->extent[member]);
}

bool asBandsFit(const AsSketch *sketch, const AsPoint *point, int k,
                int64_t size) {
  const AsStep *step = rescheduling(sketch);
  for (int m = 0; step && m < AS_MAX_DIMS; m++)
    if (step->size[m].knob == k)
      return fitsMember(chosen(sketch, step, point), m, size);
  return true;
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
    int64_t size = asSizeValue(nest->sketch, point, &step->size[m]);
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

/// The last loop is what is left of the tile.
static bool orderLoops(AsNest *nest, int s, const AsNestOrder *order,
                       const AsStep *step, const AsPoint *point) {
  AsNestStage *stage = &nest->stage[s];
  int last = order->numLoops - 1;
  while (last > 0 && order->loop[last] < 0)
    last--;
  for (int r = 0; r <= last; r++) {
    if (r == order->first && !tileBand(nest, s, order, step, point))
      return false;
    if (r < last && order->loop[r] >= 0 &&
        !asNestCut(nest, s, order->loop[r], 1, AS_LOOP_SERIAL))
      return false;
    noteShared(stage, order, r);
  }
  stage->carry = order->carry;
  stage->isDiagonal =
      chosen(nest->sketch, step, point)->wave && order->members > 1;
  noteShifts(stage, order);
  return true;
}

AsNestCarry asBandsCarry(const AsProgram *program, int s) {
  AsNestCarry least =
      program->numSchedules ? AS_NEST_CARRY_CHAIN : AS_NEST_CARRY_NONE;
  for (int i = 0; i < program->numSchedules; i++) {
    const AsNestSchedule *schedule = &program->schedules[i];
    if (!schedule->wave && schedule->order[s].carry < least)
      least = schedule->order[s].carry;
  }
  return least;
}

bool asBandsReschedule(AsNest *nest, const AsStep *step, const AsPoint *point) {
  const AsSketch *sketch = nest->sketch;
  const AsNestSchedule *schedule = chosen(sketch, step, point);
  bool isShared =
      step->operand >= 0 && asPointValue(sketch, point, step->operand);
  bool isTiled = false;
  for (int m = 0; m < AS_MAX_DIMS; m++) {
    int64_t size = asSizeValue(sketch, point, &step->size[m]);
    isTiled |= size != 0;
    if (!fitsMember(schedule, m, size))
      return false;
  }
  if (schedule->same >= 0 && !isTiled)
    return false;
  for (int s = 0; s < nest->numStages; s++) {
    if (!orderLoops(nest, s, &schedule->order[s], step, point))
      return false;
    if (isShared && nest->stage[s].numLoops > 0)
      nest->stage[s].loop[0].kind = AS_LOOP_PARALLEL;
  }
  return true;
}
