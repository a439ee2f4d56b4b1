//===- concat-to-inserts.c - Concatenations as chains of inserts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces tensor.concat of static shapes by a chain of tensor.insert_slice
// into an empty tensor, which extraction knows: as a task, or as pieces that
// are computed where they belong (task/concatenation.h).
//
// Requires:    nothing.
// Provides:    no tensor.concat of several pieces of static shapes.
// Invalidates: nothing.
//
//   %r = tensor.concat dim(1) %a, %b
// becomes
//   %e = tensor.empty() : tensor<4x40xf32>
//   %0 = tensor.insert_slice %a into %e[0, 0] [4, 16] [1, 1]
//   %r = tensor.insert_slice %b into %0[0, 16] [4, 24] [1, 1]
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/memref.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 8 };

static bool isPiece(MlirType type) {
  return mlirShapedTypeHasStaticShape(type) && !asIrHasNoElements(type);
}

/// Whether there are several pieces, all of static shapes with elements.
static bool hasPieces(MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  bool arePieces = count > 1;
  for (intptr_t i = 0; i < count; i++)
    arePieces &= isPiece(mlirValueGetType(mlirOperationGetOperand(op, i)));
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return arePieces && mlirShapedTypeHasStaticShape(type) &&
         mlirShapedTypeGetRank(type) <= maxRank;
}

/// Inserts `piece` into `whole` at `at` along `dim`.
static MlirValue insertPiece(MlirOperation next, MlirValue piece,
                             MlirValue whole, intptr_t dim, int64_t at) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType type = mlirValueGetType(piece), result = mlirValueGetType(whole);
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t offsets[maxRank], sizes[maxRank], strides[maxRank];
  for (intptr_t r = 0; r < rank; r++) {
    offsets[r] = r == dim ? at : 0;
    sizes[r] = mlirShapedTypeGetDimSize(type, r);
    strides[r] = 1;
  }
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "tensor.insert_slice",
          .numOperands = 2,
          .operands = (MlirValue[]){piece, whole},
          .numResults = 1,
          .results = &result,
          .attributes = (AsIrAttribute[]){
              {"static_offsets", mlirDenseI64ArrayGet(context, rank, offsets)},
              {"static_sizes", mlirDenseI64ArrayGet(context, rank, sizes)},
              {"static_strides", mlirDenseI64ArrayGet(context, rank, strides)},
              {"operandSegmentSizes",
               mlirDenseI32ArrayGet(context, 5, (int32_t[]){1, 1, 0, 0, 0})},
              {0}}});
}

static MlirWalkResult replace(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "tensor.concat") || !hasPieces(op))
    return MlirWalkResultAdvance;
  intptr_t dim = mlirIntegerAttrGetValueInt(
      mlirOperationGetInherentAttributeByName(op, asIrString("dim")));
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue whole = asGraphInsertEmpty(op, mlirValueGetType(result));
  int64_t at = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue piece = mlirOperationGetOperand(op, i);
    whole = insertPiece(op, piece, whole, dim, at);
    at += mlirShapedTypeGetDimSize(mlirValueGetType(piece), dim);
  }
  mlirValueReplaceAllUsesOfWith(result, whole);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGraphConcatToInserts(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), replace, NULL,
                    MlirWalkPostOrder);
}
