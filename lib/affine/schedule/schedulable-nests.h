//===- schedulable-nests.h - Mark nests that can be rescheduled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H
#define AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H

#include "affine/raise-loop-nests.h"

/// Marks the nests of `module` that stay loops but have other schedules with
/// as.nest (ir/nest-schedule.h). Remarks on those for which isl would take too
/// long.
void asMarkSchedulableNests(MlirModule module, const AsAffineOptions *options);

#endif // AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H
