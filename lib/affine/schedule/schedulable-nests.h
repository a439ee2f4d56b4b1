//===- schedulable-nests.h - Which nests can be given another schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H
#define AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H

#include "ir/ir.h"

/// Marks (ir/nest-schedule.h) the nests of `module` that stay loops but can be
/// given another schedule. Different arguments overlap with nothing where
/// `assumeNoalias`.
void asMarkSchedulableNests(MlirModule module, bool assumeNoalias);

#endif // AS_AFFINE_SCHEDULE_SCHEDULABLE_NESTS_H
