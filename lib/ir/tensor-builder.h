//===- tensor-builder.h - Build tensor operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_TENSOR_BUILDER_H
#define AS_IR_TENSOR_BUILDER_H

#include "ir/op-builder.h"

/// Inserts a tensor.empty.
MlirValue asGraphInsertEmpty(MlirOperation next, MlirType type);

/// The same with the sizes of dynamic dimensions.
MlirValue asGraphInsertEmptyOf(MlirOperation next, MlirType type,
                               intptr_t numSizes, const MlirValue *sizes);

enum { AS_MOST_DIMENSIONS = 32 };

/// Inserts the size of a dimension: a constant, or a tensor.dim.
MlirValue asGraphInsertDim(MlirOperation next, MlirValue tensor, intptr_t dim);

/// Inserts a tensor.empty of the shape of the ranked tensor `value`, whose
/// dimensions may be dynamic, with elements of another type.
MlirValue asGraphInsertEmptyLike(MlirOperation next, MlirValue value,
                                 MlirType element);

/// Inserts a linalg.fill of `tensor` with `scalar`.
MlirValue asGraphInsertFillOf(MlirOperation next, MlirValue scalar,
                              MlirValue tensor);

/// Inserts a linalg.fill of a new tensor with `scalar`.
MlirValue asGraphInsertFill(MlirOperation next, MlirValue scalar,
                            MlirType type);

/// Inserts a linalg.fill of `tensor` with zeros.
MlirValue asGraphInsertZerosIn(MlirOperation next, MlirValue tensor);

/// Inserts a linalg.fill of a new tensor with zeros.
MlirValue asGraphInsertZeros(MlirOperation next, MlirType type);

/// The tensor type with its dimensions in another order.
MlirType asGraphPermuted(MlirType type, const int64_t *order);

/// Inserts a linalg.transpose with the permutation `order`.
MlirValue asGraphInsertTranspose(MlirOperation next, MlirValue value,
                                 const int64_t *order);

/// A slice with stride 1: for each dimension where it begins, and its size.
typedef struct AsIrSlice {
  intptr_t rank, numPlaces, numExtents;
  int64_t offsets[AS_MOST_DIMENSIONS], sizes[AS_MOST_DIMENSIONS],
      strides[AS_MOST_DIMENSIONS];
  MlirValue places[AS_MOST_DIMENSIONS];  ///< Offsets that are values.
  MlirValue extents[AS_MOST_DIMENSIONS]; ///< Sizes that are values.
} AsIrSlice;

/// Adds a dimension that begins at `place`; at 0 if that is null.
void asIrSliceAdd(AsIrSlice *slice, int64_t size, MlirValue place);

/// The same with a size that is a value.
void asIrSliceAddOpen(AsIrSlice *slice, MlirValue size, MlirValue place);

/// Inserts a tensor.extract_slice with a result of `type`.
MlirValue asIrInsertExtractSlice(MlirOperation next, MlirValue tensor,
                                 MlirType type, const AsIrSlice *slice);

/// Inserts a tensor.insert_slice of `piece` into `whole`.
MlirValue asIrInsertInsertSlice(MlirOperation next, MlirValue piece,
                                MlirValue whole, const AsIrSlice *slice);

#endif // AS_IR_TENSOR_BUILDER_H
