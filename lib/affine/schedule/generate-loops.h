//===- generate-loops.h - Loops of a schedule
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

/// Puts affine.for and affine.if in the place of the operations of the scop,
/// which are destroyed, so that its statements happen as the schedule says. On
/// failure the IR is as it was, and *why says what affine maps cannot.
bool asGenerateLoops(const AsScop *scop, __isl_keep isl_schedule *schedule,
                     const char **why);

/// Clones before `next` what `value` is computed from within the nest, with
/// what the map has in the place of loops' variables.
void asAffineCloneValue(const AsScop *scop, MlirValue value, AsIrMap *map,
                        MlirOperation next);

#endif // AS_AFFINE_SCHEDULE_GENERATE_LOOPS_H
