//===- trip-count.h - Compute the trip counts of loops
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

/// The lower or upper bound of a loop. A bound that depends on outer loops is
/// evaluated at their middle iterations, which gives the mean for triangular
/// nests. NAN if it is not known.
double asIrLoopBound(MlirOperation loop, bool isLower);

/// The step of a loop; NAN if it is not known.
double asIrLoopStep(MlirOperation loop);

/// The mean number of iterations of a loop; NAN if it is not known.
double asIrLoopIterations(MlirOperation loop);

/// A dimension of the iterations of an scf.forall.
typedef struct AsIrForallDim {
  int64_t begin, step, count;
} AsIrForallDim;

/// Finds a dimension; false if its bounds are not known.
bool asIrForallDim(MlirOperation forall, intptr_t number, AsIrForallDim *dim);

#endif // AS_IR_TRIP_COUNT_H
