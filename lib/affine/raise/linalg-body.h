//===- linalg-body.h - Linalg operations under construction
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by build-linalg.c, sum-of-products.c and linalg-body.c only: the loops
// of an operation, its operands, and the arithmetic of its body.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_LINALG_BODY_H
#define AS_AFFINE_RAISE_LINALG_BODY_H

#include "affine/raise/memref-to-tensor.h"
#include "affine/raise/product-factors.h"
#include "mlir-c/AffineMap.h"

/// A statement that becomes an operation before `next`.
typedef struct AsAffineOperator {
  AsAffineTensors *tensors;
  const AsAffineForm *form;
  const AsAffineStatement *statement;
  const AsIrMap *outer;
  MlirOperation next;
  MlirContext context;
  int numLoops;                   ///< Loops of the operation.
  int place[AS_AFFINE_MAX_DEPTH]; ///< Of the form's loops; -1: extent 1.
} AsAffineOperator;

/// Inputs of the operation.
typedef struct AsAffineOperands {
  intptr_t count;
  MlirValue values[AS_AFFINE_MAX_READS + 2];
  MlirAffineMap maps[AS_AFFINE_MAX_READS + 2]; ///< The output's map is last.
} AsAffineOperands;

/// A body under construction.
typedef struct AsAffineBody {
  const AsAffineOperator *op;
  MlirBlock block;
  AsIrMap map; ///< From values of the SCoP to values in the body.
} AsAffineBody;

// build-linalg.c

/// The indexing map for a slice.
MlirAffineMap asOperatorMap(const AsAffineOperator *op,
                            const AsAffineSlice *slice);
/// The element type of the accessed array.
MlirType asOperatorElement(const AsAffineOperator *op,
                           const AsAffineAccess *access);
/// The tensor type of the written slice.
MlirType asOperatorResultType(const AsAffineOperator *op);

/// Inserts an empty tensor of the shape of the written slice. For a dynamic
/// shape it is the old content, which is not read: what is computed in tiles
/// would else be computed elsewhere and copied.
MlirValue asOperatorEmpty(const AsAffineOperator *op);

/// The tensor that the access reads.
MlirValue asOperatorRead(const AsAffineOperator *op, int access);
/// Makes `value` the new content of the written slice.
void asOperatorWrite(const AsAffineOperator *op, MlirValue value);

/// The tensor whose place the result takes; null if no old value is read.
MlirValue asOperatorInitial(const AsAffineOperator *op);

/// linalg derives loop extents from operands. Loops that only occur in sums of
/// loops (the window of a pooling) get an empty tensor of their shape as an
/// operand, and `block` an argument for it.
void asOperatorCover(const AsAffineOperator *op, AsAffineOperands *operands,
                     MlirBlock block, MlirLocation location);

/// Inserts the linalg.generic and returns its result.
MlirValue asOperatorGeneric(const AsAffineOperator *op,
                            const AsAffineOperands *operands, MlirValue output,
                            MlirRegion body);

// sum-of-products.c

/// Inserts the operations for a sum of products, and writes the result.
void asOperatorInsertProducts(const AsAffineOperator *op,
                              const AsAffineProducts *products);

// linalg-body.c

/// Appends an operation with at most one result (`result` may be null) and at
/// most one attribute.
MlirOperation asBodyAppend(MlirBlock block, const char *name,
                           MlirLocation location, intptr_t numOperands,
                           const MlirValue *operands, MlirType result,
                           const MlirNamedAttribute *attribute);
/// Appends an arith.constant.
MlirValue asBodyConstant(MlirBlock block, MlirLocation location, MlirType type,
                         int64_t value);

/// The value inside of the body: an argument, a clone of its computation,
/// linalg.index for a loop variable, or the value itself if it is from outside.
MlirValue asBodyValue(AsAffineBody *body, MlirValue value,
                      MlirLocation location);

/// Ends the body with a yield of `value` and frees it; returns its region.
MlirRegion asBodyEnd(AsAffineBody *body, MlirValue value,
                     MlirLocation location);

#endif // AS_AFFINE_RAISE_LINALG_BODY_H
