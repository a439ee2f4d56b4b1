//===- operator-form.h - A statement as a tensor operator
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether all instances of a statement, of one iteration of the loops outside
// of `level`, are a linalg operation: its domain is a box of known extents,
// each element that is written has an instance of its own or is a reduction
// over instances, and nothing reads what another instance has written.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_OPERATOR_FORM_H
#define AS_AFFINE_RAISE_OPERATOR_FORM_H

#include "affine/dependence/dependences.h"

enum { AS_AFFINE_MAX_READS = 12 };

/// One index of an access: what part of that dimension is accessed, and which
/// element of the part.
typedef struct AsAffineIndex {
  /// The first element: a constant, and multiples of the loops outside.
  int64_t start;
  int64_t outer[AS_AFFINE_MAX_DEPTH];
  int64_t stride, size;
  bool isPoint; ///< No loop of the operation is in it.
  /// Of the loops of the operation, counted from 0 in steps of 1.
  int64_t factor[AS_AFFINE_MAX_DEPTH];
} AsAffineIndex;

typedef struct AsAffineSlice {
  int rank;
  AsAffineIndex index[AS_AFFINE_MAX_RANK];
} AsAffineSlice;

typedef struct AsAffineForm {
  int statement, level;
  int numDims; ///< Of the operation: the loops from `level` on.
  int64_t lower[AS_AFFINE_MAX_DEPTH], extent[AS_AFFINE_MAX_DEPTH],
      step[AS_AFFINE_MAX_DEPTH];
  bool isReduction[AS_AFFINE_MAX_DEPTH]; ///< Of each of these loops.
  bool reduces;                          ///< Some loop is.
  int accumulator;       ///< The access that reads what is summed up, or -1.
  MlirOperation combine; ///< The operation that sums up, where there is one.
  AsAffineSlice slices[AS_AFFINE_MAX_READS + 1]; ///< Of each access.
} AsAffineForm;

/// Fills *form; false where the statement has none, and why.
bool asAffineFormOf(const AsScop *scop, const AsDependences *dependences,
                    int statement, int level, AsAffineForm *form,
                    AsAffineObstacle *obstacle);

/// The same, with the smallest box around the iterations in their place.
bool asAffineFormOfHull(const AsScop *scop, const AsDependences *dependences,
                        int statement, int level, AsAffineForm *form,
                        AsAffineObstacle *obstacle);

#endif // AS_AFFINE_RAISE_OPERATOR_FORM_H
