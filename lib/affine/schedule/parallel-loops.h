//===- parallel-loops.h - Loops of a schedule that threads share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_PARALLEL_LOOPS_H
#define AS_AFFINE_SCHEDULE_PARALLEL_LOOPS_H

#include "affine/dependence/dependences.h"
#include <isl/ctx.h>
#include <isl/schedule_node.h>

/// The names of the marks above and below a band of one member that threads
/// share. There may be no loop between them: isl writes none for a member that
/// has one time only.
#define AS_PARALLEL_MARK "parallel"
#define AS_SERIAL_MARK "serial"

/// Whether instances at different times of the member depend on each other
/// while the bands around this one stand still; also where isl cannot tell. A
/// member that carries nothing can be the first of the band, and shared.
bool asBandCarries(__isl_keep isl_schedule_node *band, int member,
                   const AsDependences *dependences);

/// Whether nearly each time of the member waits for one before, by a value that
/// is handed on; false where this happens now and then, as at i == j.
bool asBandIsChained(__isl_keep isl_schedule_node *band, int member,
                     const AsDependences *dependences);

/// Marks the outermost loops that carry nothing. Where a band of tiles has no
/// such member its tiles go in waves: those whose places add up to the same do
/// not depend on each other. Takes the schedule, and returns a legal one.
__isl_give isl_schedule *
asScheduleMarkParallel(__isl_take isl_schedule *schedule,
                       const AsDependences *dependences);

#endif // AS_AFFINE_SCHEDULE_PARALLEL_LOOPS_H
