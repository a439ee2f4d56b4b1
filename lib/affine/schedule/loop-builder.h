//===- loop-builder.h - Build affine loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_LOOP_BUILDER_H
#define AS_AFFINE_SCHEDULE_LOOP_BUILDER_H

#include "ir/ir-mapping.h"

/// Inserts an affine.for over [first, first + extent) before `next`, with the
/// location of `loop`. Returns the terminator of its body.
MlirOperation asAffineLoopOver(MlirOperation loop, int64_t first,
                               int64_t extent, MlirOperation next);

/// Inserts an affine.for with the bounds of `loop`, their operands replaced by
/// `map`. Adds the loop variable to `map`. Returns the terminator of its body.
MlirOperation asAffineLoopLike(MlirOperation loop, AsIrMap *map,
                               MlirOperation next);

/// The variable of the loop whose body ends with `end`.
MlirValue asAffineLoopVariable(MlirOperation end);

/// Inserts a loop with the iterations of `loop`, an affine.for or scf.for,
/// before it, with the iter_args `starts` instead of its own, and moves the
/// body into it. The caller adapts the block arguments and the terminator, and
/// destroys `loop`.
MlirOperation asAffineLoopCarrying(MlirOperation loop, const MlirValue *starts,
                                   intptr_t count);

#endif // AS_AFFINE_SCHEDULE_LOOP_BUILDER_H
