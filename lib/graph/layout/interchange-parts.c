//===- interchange-parts.c - Read bytes of two numbers along rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interchanges the last two loops of a product of a vector, or of a few rows,
// with weights of four bits that lie along what is summed up, two in a byte.
// Runs for CPUs only, and not with --fp=strict: the terms of a sum get another
// order.
//
// The innermost loop takes two numbers out of a byte, so that lanes along it
// would be two. Lanes along the bytes have all of a vector: it is loaded once,
// and two operations take the numbers out of each byte of it. The rows are
// transposed, which is few elements beside the weights. Weights that are fixed
// have the results contiguous instead (pretranspose-weights.c).
//
// Requires:    linalg on tensors; dequantisation fused; fixed weights
//              transposed.
// Provides:    no product of a few rows with weights along what is summed up,
//              of which an element has a few numbers, takes these out by its
//              last loop.
// Invalidates: nothing.
//
//   %0 = linalg.generic {indexing_maps = [(n,k,p) -> (k,p), (n,k,p) -> (n,k),
//       (n,k,p) -> (p), (n,k,p) -> (n)]}
//       ins(%x, %w, %shifts : tensor<32x2xf32>, tensor<48x32xi8>, ...) ...
// becomes
//   %t = linalg.transpose ins(%x : ...) ... permutation = [1, 0]
//   %0 = linalg.generic {indexing_maps = [(n,p,k) -> (p,k), (n,p,k) -> (n,k),
//       (n,p,k) -> (p), (n,p,k) -> (n)]}
//       ins(%t, %w, %shifts : tensor<2x32xf32>, tensor<48x32xi8>, ...) ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/invariant-values.h"
#include "ir/memref.h"
#include "ir/scaled-product.h"
#include "ir/widened-rows.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  MOST_INPUTS = 14,
  MOST_PARTS = 4,  ///< Numbers in an element, as of rows in sketch/rules.
  LEAST_ALONG = 8, ///< Elements in a row: fewer do not fill a vector.
  FEW = 4,         ///< The weights have so many times the bytes of a row.
};

typedef struct Product {
  MlirOperation op;
  intptr_t numInputs;
  intptr_t along, parts; ///< Its last loops: over elements, and within them.
  intptr_t weights;      ///< The input with several numbers in an element.
  intptr_t rows;         ///< The input that has an element for each number.
} Product;

static MlirType typeOf(const Product *product, intptr_t input) {
  return mlirValueGetType(mlirOperationGetOperand(product->op, input));
}

static bool uses(const Product *product, intptr_t input, intptr_t loop) {
  return asGenericMapUses(asGenericMap(product->op, input), loop);
}

/// How many rows of the result share the weights, which all other loops index
/// but that over the parts; 0 if they are too many, or there are other loops.
static int64_t numRows(const Product *product, intptr_t weights) {
  const intptr_t result = product->numInputs;
  MlirAffineMap map = asGenericMap(product->op, result);
  MlirType type = typeOf(product, result);
  intptr_t numOthers = product->parts;
  int64_t rows = 1;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    intptr_t loop = asGenericMapLoop(map, r);
    if (loop < 0 || uses(product, weights, loop))
      continue;
    if (mlirShapedTypeIsDynamicDim(type, r) ||
        mlirShapedTypeGetDimSize(type, r) > AS_MOST_WIDENED_ROWS)
      return 0;
    rows *= mlirShapedTypeGetDimSize(type, r);
    numOthers--;
  }
  bool isIndexed = !uses(product, weights, product->parts) &&
                   mlirAffineMapGetNumResults(
                       asGenericMap(product->op, weights)) == numOthers;
  return isIndexed && rows <= AS_MOST_WIDENED_ROWS ? rows : 0;
}

/// Whether it is an array that is not fixed, along what is summed up, which
/// the rows of the result share.
static bool isWeights(const Product *product, intptr_t input) {
  MlirType type = typeOf(product, input);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
         mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)) &&
         asGenericLastLoop(asGenericMap(product->op, input)) ==
             product->along &&
         numRows(product, input) > 0 &&
         !asIrIsFixed(mlirOperationGetOperand(product->op, input));
}

/// Whether it is an array of few elements whose last dimensions are the last
/// loops.
static bool isRows(const Product *product, intptr_t input) {
  MlirType type = typeOf(product, input);
  MlirAffineMap map = asGenericMap(product->op, input);
  intptr_t rank = mlirAffineMapGetNumResults(map);
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
      rank < 2 || asGenericLastLoop(map) != product->parts ||
      asGenericMapLoop(map, rank - 2) != product->along)
    return false;
  int64_t parts = mlirShapedTypeGetDimSize(type, rank - 1);
  return parts > 1 && parts <= MOST_PARTS &&
         mlirShapedTypeGetDimSize(type, rank - 2) >= LEAST_ALONG &&
         FEW * asIrShapedBytes(type) <=
             asIrShapedBytes(typeOf(product, product->weights)) *
                 numRows(product, product->weights);
}

/// Finds the one input for which that holds; -1 if there is none, or several.
static intptr_t findInput(const Product *product,
                          bool (*is)(const Product *, intptr_t)) {
  intptr_t found = -1;
  for (intptr_t i = 0; i < product->numInputs; i++) {
    if (!is(product, i))
      continue;
    if (found >= 0)
      return -1;
    found = i;
  }
  return found;
}

static bool findProduct(MlirOperation op, Product *product) {
  if (!asIrIsScaledProduct(op))
    return false;
  product->op = op;
  product->numInputs = mlirOperationGetNumOperands(op) - 1;
  product->parts =
      mlirAffineMapGetNumDims(asGenericMap(op, product->numInputs)) - 1;
  product->along = product->parts - 1;
  if (product->numInputs > MOST_INPUTS || product->along < 1 ||
      uses(product, product->numInputs, product->along) ||
      uses(product, product->numInputs, product->parts))
    return false;
  product->weights = findInput(product, isWeights);
  product->rows = product->weights < 0 ? -1 : findInput(product, isRows);
  return product->rows >= 0;
}

static MlirWalkResult interchange(MlirOperation op, void *context) {
  (void)context;
  Product product;
  if (!findProduct(op, &product))
    return MlirWalkResultAdvance;
  MlirValue inputs[MOST_INPUTS];
  MlirAffineMap maps[MOST_INPUTS + 1];
  for (intptr_t i = 0; i <= product.numInputs; i++) {
    maps[i] = asGenericMap(op, i);
    if (i < product.numInputs)
      inputs[i] = mlirOperationGetOperand(op, i);
    if (i == product.rows)
      asGenericMoveLast(op, mlirAffineMapGetNumResults(maps[i]) - 2, &inputs[i],
                        &maps[i]);
    maps[i] = asGenericSwapLoops(maps[i], product.along, product.parts);
  }
  asGenericReplace(op, product.numInputs, inputs, maps);
  return MlirWalkResultSkip;
}

void asGraphInterchangeParts(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), interchange, NULL,
                    MlirWalkPostOrder);
}
