//===- interleave.h - Interleave vectors and take them apart
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that add products of several pairs of narrow numbers to a lane
// want the numbers of a lane side by side: those of two rows as x0 y0 x1 y1 ...
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_INTERLEAVE_H
#define AS_LOWERING_VECTOR_INTERLEAVE_H

#include "lowering/arith-builder.h"

/// The most elements of all rows together, and the most rows.
enum { AS_INTERLEAVE_MOST = 512, AS_INTERLEAVE_ROWS = 4 };

/// The number of elements in all dimensions.
int64_t asVectorSize(MlirValue vector);

/// How many rows, of the last dimension, the vector has.
int64_t asVectorNumRows(MlirValue vector);

/// Row `number` of all, as a vector of one dimension.
MlirValue asVectorRow(const AsArith *arith, MlirValue vector, int64_t number);

/// The vector with another row `number`.
MlirValue asVectorSetRow(const AsArith *arith, MlirValue vector, MlirValue row,
                         int64_t number);

/// The row that a vector.broadcast repeats in all rows, or the vector itself.
MlirValue asVectorRepeatedRow(MlirValue vector);

/// Lanes of row `number` of all, `count` from `first` on.
MlirValue asVectorPart(const AsArith *arith, MlirValue vector, int64_t number,
                       int64_t first, int64_t count);

/// A vector.shape_cast where the types differ.
MlirValue asVectorReshape(const AsArith *arith, MlirValue vector,
                          MlirType type);

/// A vector.shuffle of two vectors of one type, which may be the same value.
MlirValue asVectorShuffle(const AsArith *arith, MlirValue x, MlirValue y,
                          const int64_t *lanes, int64_t count);

/// `count` elements from `first` on.
MlirValue asVectorSlice(const AsArith *arith, MlirValue x, int64_t first,
                        int64_t count);

/// The elements of x, then those of y.
MlirValue asVectorConcat(const AsArith *arith, MlirValue x, MlirValue y);

/// The first `count` lanes of a 1-D vector; itself where it has no more.
MlirValue asVectorFirst(const AsArith *arith, MlirValue x, int64_t count);

/// `count` lanes, of which the first are those of the 1-D vector, and the
/// others undefined.
MlirValue asVectorPad(const AsArith *arith, MlirValue x, int64_t count);

/// Interleaves the elements of `count` rows of one length, a power of two many.
MlirValue asInterleave(const AsArith *arith, const MlirValue *rows, int count);

/// Row `index` of `count` rows that are interleaved.
MlirValue asDeinterleave(const AsArith *arith, MlirValue all, int count,
                         int index);

/// The vector that asDeinterleave took all the rows from, in this order; null
/// if there is none. Looks through casts of the rows to other shapes.
MlirValue asInterleavedRows(const MlirValue *rows, int count);

#endif // AS_LOWERING_VECTOR_INTERLEAVE_H
