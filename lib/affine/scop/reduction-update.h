//===- reduction-update.h - Statements that update an element
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A[f] = A[f] op e. Updates of one element by the same op, which is associative
// and commutative to the bit, give the same in any order: a sum of integers, a
// maximum. What was made of an element is known when all are done.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_REDUCTION_UPDATE_H
#define AS_AFFINE_SCOP_REDUCTION_UPDATE_H

#include "affine/scop/scop.h"

typedef struct AsAffineUpdate {
  const char *by;  ///< The name of op; NULL where the statement is no update.
  int accumulator; ///< The access that reads A[f].
} AsAffineUpdate;

AsAffineUpdate asAffineUpdateOf(const AsScop *scop, int statement);

/// Whether the accesses of two statements are what updates of one element have
/// to do with each other.
bool asAffineUpdatesCommute(const AsAffineUpdate *a, int access,
                            const AsAffineUpdate *b, int otherAccess);

#endif // AS_AFFINE_SCOP_REDUCTION_UPDATE_H
