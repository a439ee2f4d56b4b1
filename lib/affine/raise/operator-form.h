//===- operator-form.h - Whether a statement is a tensor operator
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides whether all instances of a statement, within one iteration of the
// loops outside of `level`, are one linalg operation: the domain is a box whose
// extents are constants, or open: sizes known before the SCoP. Each written
// element has one instance or is a reduction over instances, and no instance
// reads what another one wrote.
//
//   for %i = 0 to 8 { for %k = 1 to 5 { C[%i] += A[%i, 2 * %k] } }
// at level 0 has the form
//   lower (0, 1), extent (8, 4), reduction (no, yes), combine arith.addf
//   slice of A: (start 0, size 8), (start 2, stride 2, size 4)
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_OPERATOR_FORM_H
#define AS_AFFINE_RAISE_OPERATOR_FORM_H

#include "affine/dependence/dependences.h"
#include "affine/scop/open-size.h"

enum { AS_AFFINE_MAX_READS = 12, AS_AFFINE_MAX_OFFSETS = 4 };

/// One index of an access: the slice of that dimension that the operation
/// accesses, and the index into the slice.
typedef struct AsAffineIndex {
  /// The first element is `start` plus the sum of outer[d] times the variable
  /// of enclosing loop d, and of multiples of parameters of the SCoP. Loops of
  /// the operation do not count as enclosing.
  int64_t start;
  int64_t outer[AS_AFFINE_MAX_DEPTH];
  int numOffsets;
  int parameter[AS_AFFINE_MAX_OFFSETS];
  int64_t multiple[AS_AFFINE_MAX_OFFSETS];
  /// With an open loop, the size is factor[openLoop] times the extent of that
  /// loop more than `size`; openLoop is -1 without one.
  int64_t stride, size;
  int openLoop;
  bool isPoint; ///< No loop of the operation is in the index.
  /// The index into the slice: the sum of factor[d] times loop d of the
  /// operation, which counts from 0 by 1.
  int64_t factor[AS_AFFINE_MAX_DEPTH];
} AsAffineIndex;

typedef struct AsAffineSlice {
  int rank;
  AsAffineIndex index[AS_AFFINE_MAX_RANK];
} AsAffineSlice;

typedef struct AsAffineForm {
  int statement, level;
  int numDims; ///< Loops of the operation: those from `level` on.
  int64_t lower[AS_AFFINE_MAX_DEPTH], extent[AS_AFFINE_MAX_DEPTH],
      step[AS_AFFINE_MAX_DEPTH];
  /// The extent of a loop for which extent[d] is 0: known at run time only.
  AsOpenSize open[AS_AFFINE_MAX_DEPTH];
  bool isReduction[AS_AFFINE_MAX_DEPTH]; ///< By loop of the operation.
  bool reduces;                          ///< Some loop is a reduction.
  int accumulator;       ///< The access that reads the written element, or -1.
  MlirOperation combine; ///< What combines it with the rest, if there is one.
  /// The operation for an extreme that `combine`, a select, chooses; or NULL.
  const char *extreme;
  AsAffineSlice slices[AS_AFFINE_MAX_READS + 1]; ///< By access.
} AsAffineForm;

/// Fills *form. If the statement has no form, returns false and says why in
/// `obstacle`. An empty list of dependences makes the answer optimistic.
bool asAffineFormOf(const AsScop *scop, const AsDependences *dependences,
                    int statement, int level, AsAffineForm *form,
                    AsAffineObstacle *obstacle);

/// Whether the extent of loop d of the operation is known at run time only.
bool asAffineIsOpen(const AsAffineForm *form, int d);

/// The same, but the iterations need not be a box: the form is that of the
/// smallest box around them, whose extents are constants.
bool asAffineFormOfHull(const AsScop *scop, const AsDependences *dependences,
                        int statement, int level, AsAffineForm *form,
                        AsAffineObstacle *obstacle);

#endif // AS_AFFINE_RAISE_OPERATOR_FORM_H
