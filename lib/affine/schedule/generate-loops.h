//===- generate-loops.h - Generate affine loops from a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_GENERATE_LOOPS_H
#define AS_AFFINE_SCHEDULE_GENERATE_LOOPS_H

#include "affine/scop/scop.h"
#include "ir/ir-mapping.h"
#include <isl/schedule_type.h>

/// Replaces the operations of the SCoP by affine.for, affine.parallel and
/// affine.if that run its statements in the order of the schedule. On success
/// the operations are destroyed. On failure the IR is unchanged, and *why says
/// what affine maps cannot express.
bool asGenerateLoops(const AsScop *scop, __isl_keep isl_schedule *schedule,
                     const char **why);

/// Clones the computation of `value` inside of the SCoP before `next`. `map`
/// holds the replacements of loop variables, and gets the clones.
void asAffineCloneValue(const AsScop *scop, MlirValue value, AsIrMap *map,
                        MlirOperation next);

#endif // AS_AFFINE_SCHEDULE_GENERATE_LOOPS_H
