//===- loop-order.h - The order of a nest's loops in a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a search has to know of a schedule (ir/nest-schedule.h), read off its
// tree: which loops of the program its loops walk, which of them make up the
// band, which are shared, and whether the innermost carries a dependence.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_LOOP_ORDER_H
#define AS_AFFINE_SCHEDULE_LOOP_ORDER_H

#include "affine/dependence/dependences.h"
#include "ir/nest-schedule.h"
#include <isl/schedule_type.h>

/// Fills in bands and loops of the schedule. `banded` is the same before it was
/// distributed, which takes the last member out of bands. False where there are
/// more loops than a schedule can have.
bool asLoopOrderRead(const AsScop *scop, __isl_keep isl_schedule *banded,
                     __isl_keep isl_schedule *shaped, AsNestSchedule *schedule);

/// Fills in what the innermost loop of each statement carries.
void asLoopOrderFindCarry(const AsScop *scop, const AsDependences *dependences,
                          __isl_keep isl_schedule *shaped,
                          AsNestSchedule *schedule);

#endif // AS_AFFINE_SCHEDULE_LOOP_ORDER_H
