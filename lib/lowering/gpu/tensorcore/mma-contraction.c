//===- mma-contraction.c - Contractions for tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a contraction of two tiles from its indexing maps, and accesses the
// registers of its sums.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/tensorcore/mma-contraction.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The dimension of operand `o` that loop `d` indexes, or -1.
static int placeOf(MlirOperation op, int o, int d) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op), o));
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    MlirAffineExpr expr = mlirAffineMapGetResult(map, r);
    if (mlirAffineExprIsADim(expr) && mlirAffineDimExprGetPosition(expr) == d)
      return (int)r;
  }
  return -1;
}

static bool isUnit(MlirOperation op, int o, int place) {
  return mlirShapedTypeGetDimSize(
             mlirValueGetType(mlirOperationGetOperand(op, o)), place) == 1;
}

/// Reads operand `o`. It is contiguous along loop `k`, or along its `own` loop:
/// that of the contraction's rows or of its columns.
static bool readOperand(MlirOperation op, int o, int k, int own, bool isOfRows,
                        AsGpuOperand *operand) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, o));
  int alongK = placeOf(op, o, k), along = placeOf(op, o, own);
  *operand = (AsGpuOperand){.memory = mlirOperationGetOperand(op, o),
                            .rank = (int)mlirShapedTypeGetRank(type),
                            .element = mlirShapedTypeGetElementType(type)};
  operand->isAlongK = alongK == operand->rank - 1;
  operand->last = operand->isAlongK ? alongK : along;
  operand->first = operand->isAlongK ? along : alongK;
  // Squares of A are in registers with its rows first, those of B with k first.
  operand->isOwnFirst = isOfRows;
  return operand->last == operand->rank - 1 && operand->first >= 0;
}

/// Reads the registers of the sums: f16 comes in pairs.
static void readSums(MlirOperation op, AsGpuProduct *product) {
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(op, 2)));
  bool isPair = mlirTypeIsAF16(element);
  product->mark =
      mlirIntegerAttrGetValueInt(asIrAttribute(op, AS_MMA_ATTRIBUTE));
  product->sum =
      isPair ? mlirVectorTypeGet(1, (int64_t[]){2}, element) : element;
  product->numSums = isPair ? AS_GPU_SUMS / 2 : AS_GPU_SUMS;
}

/// Whether it is a linalg operation of three operands with AS_MMA_ATTRIBUTE.
static bool isProduct(MlirOperation op) {
  return mlirOperationGetNumOperands(op) == 3 && asIrHasPrefix(op, "linalg.") &&
         !mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) &&
         mlirAttributeIsAInteger(asIrAttribute(op, AS_MMA_ATTRIBUTE));
}

bool asGpuProductRead(MlirOperation op, const AsGpuFragments *fragments,
                      AsGpuProduct *product) {
  *product = (AsGpuProduct){.op = op, .fragments = fragments};
  if (!isProduct(op))
    return false;
  intptr_t numDims = mlirAffineMapGetNumDims(mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op), 0)));
  int rank = (int)mlirShapedTypeGetRank(
      mlirValueGetType(mlirOperationGetOperand(op, 2)));
  int rows = -1, columns = -1, k = -1;
  for (int d = 0; d < numDims; d++) {
    int place = placeOf(op, 2, d), inFirst = placeOf(op, 0, d);
    if (place >= 0 && place == rank - 2)
      rows = d;
    else if (place >= 0 && place == rank - 1)
      columns = d;
    else if (place < 0 && inFirst >= 0 && (k < 0 || !isUnit(op, 0, inFirst)))
      k = d;
  }
  if (rows < 0 || columns < 0 || k < 0)
    return false;
  // One operand is indexed by rows, the other by columns, in either order.
  int first = placeOf(op, 0, rows) >= 0 ? 0 : 1;
  if (placeOf(op, first, columns) >= 0 || placeOf(op, !first, rows) >= 0 ||
      !readOperand(op, first, k, rows, true, &product->a) ||
      !readOperand(op, !first, k, columns, false, &product->b))
    return false;
  product->terms = mlirShapedTypeGetDimSize(mlirValueGetType(product->a.memory),
                                            placeOf(op, first, k));
  readSums(op, product);
  product->a.width = product->b.width = asGpuSquareWidth(product->a.element);
  return mlirTypeEqual(product->a.element, product->b.element) &&
         product->terms % (2 * product->a.width) == 0;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Fills `operands` for an access to register `r` of a lane's sums. 16 rows are
/// two pieces, of each of which a lane has two elements. Returns how many
/// operands there are.
static intptr_t addressOf(const AsGpuProduct *product, int64_t row,
                          int64_t column, int r, MlirValue *operands) {
  const AsGpuFragments *fragments = product->fragments;
  int each = AS_GPU_PIECE_OWN * 2 / product->numSums, first = r * each;
  int64_t piece = row * 2 + first / AS_GPU_PIECE_OWN;
  operands[0] = fragments->piece[piece * fragments->columns + column];
  for (int d = 0; d < fragments->rank; d++)
    operands[d + 1] = asIrInsertIndex(
        product->op, d == fragments->rank - 1 ? first % AS_GPU_PIECE_OWN : 0);
  return fragments->rank + 1;
}

MlirValue asGpuProductLoadSum(const AsGpuProduct *product, int64_t row,
                              int64_t column, int r) {
  MlirValue operands[AS_GPU_MAX_RANK + 1];
  bool isVector = mlirTypeIsAVector(product->sum);
  intptr_t count = addressOf(product, row, column, r, operands);
  return asIrInsertValue(
      product->op,
      &(AsIrParts){.name = isVector ? "vector.load" : "memref.load",
                   .numOperands = count,
                   .operands = operands,
                   .numResults = 1,
                   .results = &product->sum});
}

void asGpuProductStoreSum(const AsGpuProduct *product, MlirValue value,
                          int64_t row, int64_t column, int r) {
  MlirValue operands[AS_GPU_MAX_RANK + 2] = {value};
  bool isVector = mlirTypeIsAVector(product->sum);
  intptr_t count = addressOf(product, row, column, r, operands + 1);
  asIrInsert(product->op,
             &(AsIrParts){.name = isVector ? "vector.store" : "memref.store",
                          .numOperands = count + 1,
                          .operands = operands});
}

MlirValue asGpuProductExtractSum(const AsGpuProduct *product, MlirValue all,
                                 int64_t r) {
  MlirContext context = mlirOperationGetContext(product->op);
  return asIrInsertValue(
      product->op,
      &(AsIrParts){
          .name = "llvm.extractvalue",
          .numOperands = 1,
          .operands = &all,
          .numResults = 1,
          .results = &product->sum,
          .attributes = (AsIrAttribute[]){
              {"position", mlirDenseI64ArrayGet(context, 1, &r)}, {0}}});
}
