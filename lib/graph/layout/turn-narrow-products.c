//===- turn-narrow-products.c - Turn products with few columns
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the transpose of products whose result has few columns, where an
// operand has the rows of the result contiguous. Runs for CPUs only.
//
// Vectors lie along the last dimension of the result. One with two columns
// fills two of eight lanes. If the first operand is transposed, its columns are
// contiguous, so that the transposed result has as many lanes as it has rows,
// and the operand is read as it lies in memory. To transpose the few columns
// afterwards takes little. Each sum has the same terms in the same order.
//
// Requires:    linalg on tensors.
// Provides:    such products of floats that start from a fill have their rows
//              as lanes, and a linalg.transpose behind them.
// Invalidates: named contractions that are rewritten become linalg.generic.
//
//   %0 = linalg.matmul indexing_maps = [(m,n,k) -> (k,m), (m,n,k) -> (k,n),
//       (m,n,k) -> (m,n)]
//       ins(%a, %b : tensor<900x312xf32>, tensor<900x2xf32>) outs(%zeros : ...)
// becomes
//   %t = linalg.generic {indexing_maps = [(n,m,k) -> (k,n), (n,m,k) -> (k,m),
//       (n,m,k) -> (n,m)]} ins(%b, %a : ...) outs(%z : tensor<2x312xf32>) ...
//   %0 = linalg.transpose ins(%t : ...) ... permutation = [1, 0]
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

/// A product that is turned.
typedef struct Product {
  intptr_t row, column; ///< Loops of the last two dimensions of the result.
  int wide;             ///< The operand that has the rows contiguous.
} Product;

/// Whether both operands have floats of the result's type.
static bool isOfOneFloat(MlirOperation op) {
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetResult(op, 0)));
  for (int i = 0; i < 2; i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
        !mlirTypeEqual(mlirShapedTypeGetElementType(type), element))
      return false;
  }
  return mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
}

/// Whether the result is so narrow, and so long, and of such sums, that turning
/// it pays: rows of it fill half of a vector at most, columns several, and what
/// is summed up outweighs the transpose.
static bool hasNarrowRows(MlirType result, int64_t terms) {
  enum { fewestTerms = 32, vectorBytes = 32, fewestVectors = 2 };
  intptr_t rank = mlirShapedTypeGetRank(result);
  int64_t bytes = asIrElementBits(result) / 8;
  int64_t row = bytes * mlirShapedTypeGetDimSize(result, rank - 1),
          column = bytes * mlirShapedTypeGetDimSize(result, rank - 2);
  return row > bytes && row <= vectorBytes / 2 &&
         column >= fewestVectors * vectorBytes && terms >= fewestTerms;
}

/// The terms of a sum: the elements of the wide operand for each of its rows.
static int64_t numTerms(MlirOperation op, int operand, MlirAffineMap result) {
  MlirAffineMap map = asGenericMap(op, operand);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, operand));
  int64_t terms = 1;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    if (!asGenericMapUses(result, asGenericMapLoop(map, r)))
      terms *= mlirShapedTypeGetDimSize(type, r);
  return terms;
}

static bool isNarrowProduct(MlirOperation op, Product *product) {
  if (!asGenericIsProduct(op) || !asGenericSums(op) ||
      !asIrIsMadeBy(mlirOperationGetOperand(op, 2), "linalg.fill"))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirAffineMap result = asGenericMap(op, 2);
  intptr_t rank = mlirAffineMapGetNumResults(result);
  if (rank < 2 || !mlirShapedTypeHasStaticShape(type) || !isOfOneFloat(op))
    return false;
  for (int i = 0; i < 3; i++)
    if (!mlirAffineMapIsProjectedPermutation(asGenericMap(op, i)))
      return false;
  product->row = asGenericMapLoop(result, rank - 2);
  product->column = asGenericMapLoop(result, rank - 1);
  for (int i = 0; i < 2; i++) {
    MlirAffineMap wide = asGenericMap(op, i), other = asGenericMap(op, 1 - i);
    product->wide = i;
    if (asGenericLastLoop(wide) == product->row &&
        !asGenericMapUses(wide, product->column) &&
        !asGenericMapUses(other, product->row))
      return hasNarrowRows(type, numTerms(op, i, result));
  }
  return false;
}

/// The map with the two loops of the product in each other's place.
static MlirAffineMap swapped(MlirAffineMap map, const Product *product) {
  MlirAffineExpr indices[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  MlirContext context = mlirAffineMapGetContext(map);
  for (intptr_t r = 0; r < rank; r++) {
    intptr_t loop = asGenericMapLoop(map, r);
    indices[r] =
        mlirAffineDimExprGet(context, loop == product->row ? product->column
                                      : loop == product->column ? product->row
                                                                : loop);
  }
  return mlirAffineMapGet(context, mlirAffineMapGetNumDims(map), 0, rank,
                          indices);
}

/// The map of the result with its last two dimensions in each other's place.
static MlirAffineMap turned(MlirAffineMap map) {
  MlirAffineExpr indices[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < rank; r++)
    indices[r] = mlirAffineMapGetResult(map, r < rank - 2    ? r
                                             : r == rank - 1 ? rank - 2
                                                             : rank - 1);
  return mlirAffineMapGet(mlirAffineMapGetContext(map),
                          mlirAffineMapGetNumDims(map), 0, rank, indices);
}

static MlirWalkResult turn(MlirOperation op, void *context) {
  (void)context;
  Product product;
  if (!isNarrowProduct(op, &product))
    return MlirWalkResultAdvance;
  MlirOperation fill =
      asIrMadeBy(mlirOperationGetOperand(op, 2), "linalg.fill");
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t order[AS_MOST_DIMENSIONS];
  for (intptr_t r = 0; r < rank; r++)
    order[r] = r < rank - 2 ? r : r == rank - 1 ? rank - 2 : rank - 1;
  MlirValue output = asGraphInsertFill(op, mlirOperationGetOperand(fill, 0),
                                       asGraphPermuted(type, order));
  // The rows of the turned result are those of the first operand.
  MlirValue inputs[] = {mlirOperationGetOperand(op, 1 - product.wide),
                        mlirOperationGetOperand(op, product.wide)};
  MlirAffineMap maps[] = {swapped(asGenericMap(op, 1 - product.wide), &product),
                          swapped(asGenericMap(op, product.wide), &product),
                          turned(swapped(asGenericMap(op, 2), &product))};
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirOperation generic = asGenericCreate(op, 2, inputs, output, maps, body);
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(op, 0),
      asGraphInsertTranspose(op, mlirOperationGetResult(generic, 0), order));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGraphTurnNarrowProducts(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), turn, NULL,
                    MlirWalkPostOrder);
}
