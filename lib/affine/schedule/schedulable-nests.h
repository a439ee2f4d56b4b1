//===- schedulable-nests.h - Mark nests that can be rescheduled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H
#define AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H

#include "ir/ir.h"

/// Marks the nests of `module` that stay loops but have other schedules with
/// as.nest (ir/nest-schedule.h). With `assumeNoalias`, function arguments never
/// overlap.
void asMarkSchedulableNests(MlirModule module, bool assumeNoalias);

#endif // AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H
