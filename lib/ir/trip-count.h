//===- trip-count.h - How often loops run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_TRIP_COUNT_H
#define AS_IR_TRIP_COUNT_H

#include "ir/ir.h"

/// Whether it is an affine.for or an scf.for.
bool asIrIsLoop(MlirOperation op);

/// Where a loop begins or ends. Bounds that depend on loops around it are those
/// that there are in the middle of these, which of a triangle is the mean. NAN
/// where that is not known.
double asIrLoopBound(MlirOperation loop, bool isLower);

/// NAN where it is not known.
double asIrLoopStep(MlirOperation loop);

/// Iterations of a loop, on average; NAN where they are not known.
double asIrLoopIterations(MlirOperation loop);

#endif // AS_IR_TRIP_COUNT_H
