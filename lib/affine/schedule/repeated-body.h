//===- repeated-body.h - Nests that a loop repeats
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_REPEATED_BODY_H
#define AS_AFFINE_SCHEDULE_REPEATED_BODY_H

#include "ir/ir.h"
#include "ir/nest-schedule.h"

/// Whether the loop only repeats its body, which is long enough to be called.
bool asRepeats(MlirOperation loop);

/// Whether all `count` schedules, one at least, run the outermost loop as it
/// is, and its iterations one after another.
bool asRepetitionStays(const AsNestSchedule *schedules, int count,
                       int numStatements);

/// Moves the body of the loop into a loop of one iteration in it, and returns
/// that.
MlirOperation asEncloseBody(MlirOperation loop);

/// Moves it back.
void asReleaseBody(MlirOperation enclosing);

#endif // AS_AFFINE_SCHEDULE_REPEATED_BODY_H
