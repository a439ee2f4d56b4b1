//===- band-loops.h - Schedules of loop nests
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sketch of a loop nest over memrefs has a step reschedule, by which a point
// chooses one of the schedules that were found for the nest. Here is what
// others ask of it; what it does to the loops is in steps/reschedule.c.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_BAND_LOOPS_H
#define AS_SKETCH_BAND_LOOPS_H

#include "sketch/loop-nest.h"

/// The schedule that the point gives to a loop nest; NULL where its sketch is
/// of something else.
const AsNestSchedule *asBandsSchedule(const AsSketch *sketch,
                                      const AsPoint *point);

/// Whether the point's schedule has the member that knob `k` is a tile of, and
/// two tiles of `size` in it, or the size is 0.
bool asBandsFit(const AsSketch *sketch, const AsPoint *point, int k,
                int64_t size);

/// What the innermost loop of stage `s` carries in the order of the text, as
/// far as schedules tell: what it carries in all of them.
AsNestCarry asBandsCarry(const AsProgram *program, int s);

/// Whether the schedule has the member, and two tiles of `size` in it, or the
/// size is 0. Tiles that are to be unrolled must be there, and short.
bool asBandFitsMember(const AsNestSchedule *schedule, int member, int64_t size);

#endif // AS_SKETCH_BAND_LOOPS_H
