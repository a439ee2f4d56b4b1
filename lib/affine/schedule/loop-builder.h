//===- loop-builder.h - Making loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_LOOP_BUILDER_H
#define AS_AFFINE_SCHEDULE_LOOP_BUILDER_H

#include "ir/ir-mapping.h"

/// Puts an affine.for of `extent` iterations from `first` on before `next`;
/// `loop` says where it comes from. Returns the end of its body.
MlirOperation asAffineLoopOver(MlirOperation loop, int64_t first,
                               int64_t extent, MlirOperation next);

/// The same with the bounds of `loop`, in which values are replaced that the
/// map has. Maps the variable of `loop` to its own.
MlirOperation asAffineLoopLike(MlirOperation loop, AsIrMap *map,
                               MlirOperation next);

/// The variable of the loop whose body ends with `end`.
MlirValue asAffineLoopVariable(MlirOperation end);

/// Puts before an affine.for one of the same iterations that carries these
/// values, and none that the other one did, and moves the body to it. Arguments
/// of the body, and what it ends with, are left to the caller.
MlirOperation asAffineLoopCarrying(MlirOperation loop, const MlirValue *starts,
                                   intptr_t count);

#endif // AS_AFFINE_SCHEDULE_LOOP_BUILDER_H
