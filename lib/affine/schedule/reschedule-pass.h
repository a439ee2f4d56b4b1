//===- reschedule-pass.h - The pass that gives nests another schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_RESCHEDULE_PASS_H
#define AS_AFFINE_SCHEDULE_RESCHEDULE_PASS_H

#include "affine/schedule/isl-schedule.h"

/// How scripts and pipelines call the pass, on a function.
#define AS_RESCHEDULE_PASS "as-reschedule"

/// Makes the pass known, once, however often it is called.
void asRescheduleRegister(void);

/// Gives each nest in the function the schedule that isl finds for it. False
/// where there is none, where its arrays may overlap, or where a dependence
/// would not be kept: such a nest stays as it is.
bool asReschedule(MlirOperation function, const AsScheduleOptions *options,
                  AsAffineObstacle *obstacle);

#endif // AS_AFFINE_SCHEDULE_RESCHEDULE_PASS_H
