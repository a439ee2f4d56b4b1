//===- affine/loop.h - A loop that carries other values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_LOOP_H
#define AS_AFFINE_LOOP_H

#include "ir/ir.h"

/// Puts before an affine.for one of the same iterations that carries these
/// values, and none that the other one did, and moves the body to it. Arguments
/// of the body, and what it ends with, are left to the caller.
MlirOperation asAffineLoopCarrying(MlirOperation loop, const MlirValue *starts,
                                   intptr_t count);

#endif // AS_AFFINE_LOOP_H
