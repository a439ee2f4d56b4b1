//===- band-loops.c - Schedules of loop nests
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See band-loops.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/band-loops.h"

_Static_assert(AS_NEST_MAX_SCHEDULES <= AS_MAX_OPTIONS,
               "a schedule is an option of a knob");
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
  return &sketch->program->schedules[asPointValue(
      sketch, point, step->reschedule.scheduleKnob)];
}

const AsNestSchedule *asBandsSchedule(const AsSketch *sketch,
                                      const AsPoint *point) {
  const AsStep *step = rescheduling(sketch);
  return step ? chosen(sketch, step, point) : NULL;
}

bool asBandFitsMember(const AsNestSchedule *schedule, int member,
                      int64_t size) {
  if (schedule->jam && member == schedule->members - 1 &&
      (size == 0 || size > AS_NEST_MOST_UNROLLED))
    return false;
  return size == 0 ||
         (member < schedule->members && 2 * size <= schedule->extent[member]);
}

bool asBandsFit(const AsSketch *sketch, const AsPoint *point, int k,
                int64_t size) {
  const AsStep *step = rescheduling(sketch);
  for (int m = 0; step && m < AS_MAX_DIMS; m++)
    if (step->reschedule.memberSize[m].knob == k)
      return asBandFitsMember(chosen(sketch, step, point), m, size);
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
