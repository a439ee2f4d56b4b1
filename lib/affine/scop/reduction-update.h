//===- reduction-update.h - Statements that update one element
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An update is a statement A[f] = A[f] op e whose op is associative and
// commutative bit for bit: integer sums and products, bitwise operations,
// maxima and minima. Updates of one element with the same op may run in any
// order; the element has its final value after the last.
//
//   A[j] = max(A[j], B[i][j])              "arith.maxsi", any order of i
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_REDUCTION_UPDATE_H
#define AS_AFFINE_SCOP_REDUCTION_UPDATE_H

#include "affine/scop/scop.h"

typedef struct AsAffineUpdate {
  const char *by;  ///< The name of op; NULL if the statement is not an update.
  int accumulator; ///< The access that reads A[f].
} AsAffineUpdate;

/// Classifies the statement; .by is NULL if it is not an update.
AsAffineUpdate asAffineUpdateOf(const AsScop *scop, int statement);

/// Whether a dependence between these two accesses only orders updates of one
/// element: both statements update with the same op, and both accesses are the
/// write or the accumulator.
bool asAffineUpdatesCommute(const AsAffineUpdate *a, int access,
                            const AsAffineUpdate *b, int otherAccess);

#endif // AS_AFFINE_SCOP_REDUCTION_UPDATE_H
