//===- chosen-extreme.h - Minima and maxima by comparison and select
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_CHOSEN_EXTREME_H
#define AS_AFFINE_SCOP_CHOSEN_EXTREME_H

#include "ir/ir.h"

typedef struct AsAffineExtreme {
  /// The operation that computes it: "arith.maxsi", ...; of floats
  /// "arith.maxnumf" or "arith.minnumf", which differ in NaNs and the sign of
  /// zeros.
  const char *by;
  MlirValue values[2];
  MlirOperation comparison;
  MlirValue ifNan; ///< Of floats, the value that is chosen if one is a NaN.
} AsAffineExtreme;

/// Reads an arith.select as the minimum or maximum of two values. False if it
/// is none.
bool asAffineExtremeOf(MlirOperation select, AsAffineExtreme *extreme);

#endif // AS_AFFINE_SCOP_CHOSEN_EXTREME_H
