//===- linalg-body.h - Operations in the making
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to what makes linalg operations of statements: which loops they have,
// what they read, and the arithmetic in their bodies.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_LINALG_BODY_H
#define AS_AFFINE_RAISE_LINALG_BODY_H

#include "affine/raise/memref-to-tensor.h"
#include "affine/raise/product-factors.h"
#include "mlir-c/AffineMap.h"

/// A statement on its way to an operation before `next`.
typedef struct AsAffineOperator {
  AsAffineTensors *tensors;
  const AsAffineForm *form;
  const AsAffineStatement *statement;
  const AsIrMap *outer;
  MlirOperation next;
  MlirContext context;
  int numLoops;                   ///< Of the operation.
  int place[AS_AFFINE_MAX_DEPTH]; ///< Of each loop of the form; -1: one step.
} AsAffineOperator;

/// What the operation reads.
typedef struct AsAffineOperands {
  intptr_t count;
  MlirValue values[AS_AFFINE_MAX_READS + 2];
  MlirAffineMap maps[AS_AFFINE_MAX_READS + 2]; ///< The output's last.
} AsAffineOperands;

/// A body in the making.
typedef struct AsAffineBody {
  const AsAffineOperator *op;
  MlirBlock block;
  AsIrMap map; ///< Also from what loads gave to arguments.
} AsAffineBody;

// build-linalg.c

/// How the operation indexes what the access does.
MlirAffineMap asOperatorMap(const AsAffineOperator *op,
                            const AsAffineSlice *slice);
MlirType asOperatorElement(const AsAffineOperator *op,
                           const AsAffineAccess *access);
/// The type of the slice that is written.
MlirType asOperatorResultType(const AsAffineOperator *op);

MlirValue asOperatorRead(const AsAffineOperator *op, int access);
void asOperatorWrite(const AsAffineOperator *op, MlirValue value);

/// What the operation starts from, which its result takes the place of; null
/// where it is all made anew.
MlirValue asOperatorInitial(const AsAffineOperator *op);

/// linalg knows the extents of loops from its operands: a loop that is part of
/// sums alone needs one that only has a shape, as the window of a pooling. It
/// is added to the operands and to the arguments of `block`.
void asOperatorCover(const AsAffineOperator *op, AsAffineOperands *operands,
                     MlirBlock block, MlirLocation location);

/// The operation, at the place of the statement; its result.
MlirValue asOperatorGeneric(const AsAffineOperator *op,
                            const AsAffineOperands *operands, MlirValue output,
                            MlirRegion body);

// sum-of-products.c

/// Inserts sums of products, and what makes the statement of them.
void asOperatorInsertProducts(const AsAffineOperator *op,
                              const AsAffineProducts *products);

// linalg-body.c

/// Appends an operation of at most one result (`result` may be null) and one
/// attribute.
MlirOperation asBodyAppend(MlirBlock block, const char *name,
                           MlirLocation location, intptr_t numOperands,
                           const MlirValue *operands, MlirType result,
                           const MlirNamedAttribute *attribute);
MlirValue asBodyConstant(MlirBlock block, MlirLocation location, MlirType type,
                         int64_t value);

/// The value within the body: computed there from the arguments, or as it is
/// outside.
MlirValue asBodyValue(AsAffineBody *body, MlirValue value,
                      MlirLocation location);

/// Ends a body with what it gives; returns its region.
MlirRegion asBodyEnd(AsAffineBody *body, MlirValue value,
                     MlirLocation location);

#endif // AS_AFFINE_RAISE_LINALG_BODY_H
