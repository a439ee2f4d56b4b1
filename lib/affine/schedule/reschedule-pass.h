//===- reschedule-pass.h - The pass as-reschedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_RESCHEDULE_PASS_H
#define AS_AFFINE_SCHEDULE_RESCHEDULE_PASS_H

#include "affine/schedule/isl-schedule.h"

/// The name of the pass in scripts and pipelines. It runs on a function.
#define AS_RESCHEDULE_PASS "as-reschedule"

/// Registers the pass. Further calls do nothing.
void asRescheduleRegister(void);

/// Gives each nest of the function the schedule that isl finds by the options.
/// False, with the reason in `obstacle`, if there is no nest, a nest has no
/// SCoP or no schedule, its arrays may overlap, or a dependence would break.
/// Nests that fail stay as they are.
bool asReschedule(MlirOperation function, const AsScheduleOptions *options,
                  AsAffineObstacle *obstacle);

#endif // AS_AFFINE_SCHEDULE_RESCHEDULE_PASS_H
