//===- loop-order.h - What the search needs of a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads an AsNestSchedule (ir/nest-schedule.h) off a schedule tree: which loop
// of the statement each loop of the schedule walks, which loops are the band,
// which are shared, and what the innermost loop carries.
//
//   schedule: [t], [2 t + i], [j]                        of S0[t, i, j]
// has
//   loop (0, 1, 2), shift (0, 2, 0)
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_LOOP_ORDER_H
#define AS_AFFINE_SCHEDULE_LOOP_ORDER_H

#include "affine/dependence/dependences.h"
#include "ir/nest-schedule.h"
#include <isl/schedule_type.h>

/// Fills in bands and loops. `banded` is the schedule before distribution,
/// which takes the last member out of bands, and before wavefronts. False if
/// there are more loops than a schedule can have.
bool asLoopOrderRead(const AsScop *scop, __isl_keep isl_schedule *banded,
                     __isl_keep isl_schedule *shaped, AsNestSchedule *schedule);

/// Fills in what the innermost loop of each statement carries.
void asLoopOrderFindCarry(const AsScop *scop, const AsDependences *dependences,
                          __isl_keep isl_schedule *shaped,
                          AsNestSchedule *schedule);

#endif // AS_AFFINE_SCHEDULE_LOOP_ORDER_H
