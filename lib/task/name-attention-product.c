//===- name-attention-product.c - Products that weights do not become part of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations before a linalg.generic become a part of it, by
// upstream's fusion. Of attention that would compute weights that are rounded,
// or divided, once for each column. A product with a name of its own stays one.
// Those of one row have none, as they were without their unit dimension.
//
// Requires:    linalg on tensors.
// Provides:    the last product of attention is no linalg.generic, where that
//              makes it a task.
// Invalidates: nothing.
//
//   %h = linalg.generic ins(%w) { arith.truncf }       heads x keys, f16
//   %r = linalg.generic ins(%h, %v) { arith.extf, arith.mulf, arith.addf }
// becomes
//   %h = linalg.generic ins(%w) { arith.truncf }
//   %r = linalg.contract indexing_maps = [...] ins(%h, %v)
//
//===----------------------------------------------------------------------===//

#include "task/name-attention-product.h"
#include "graph/analysis/generic-op.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include <stdlib.h>

/// Whether the body is what a linalg.contract has: the product of two numbers
/// that may be widened before is added.
static bool isPlain(MlirOperation op) {
  if (!asIrIsNamed(op, "linalg.generic") || !mlirLinalgIsAContractionOp(op) ||
      mlirOperationGetNumOperands(op) != 3)
    return false;
  MlirOperation next = mlirBlockGetFirstOperation(asIrBody(op));
  for (; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    if (!asIrIsNamed(next, "arith.extf") && !asIrIsNamed(next, "arith.mulf") &&
        !asIrIsNamed(next, "arith.addf") && !asIrIsNamed(next, "linalg.yield"))
      return false;
  return true;
}

/// The product with a name. `product` is destroyed.
static MlirOperation insertContract(MlirOperation product) {
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(product, 0));
  MlirValue operands[3];
  for (intptr_t i = 0; i < 3; i++)
    operands[i] = mlirOperationGetOperand(product, i);
  MlirType type = mlirValueGetType(mlirOperationGetResult(product, 0));
  MlirContext context = mlirOperationGetContext(product);
  MlirOperation contract = asIrInsert(
      product,
      &(AsIrParts){
          .name = "linalg.contract",
          .numOperands = 3,
          .operands = operands,
          .numResults = 1,
          .results = &type,
          .attributes =
              (AsIrAttribute[]){
                  {"indexing_maps",
                   mlirLinalgGetIndexingMapsAttribute(product)},
                  {"operandSegmentSizes",
                   mlirDenseI32ArrayGet(context, 2, (int32_t[]){2, 1})},
                  {0}},
          .region = body});
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(product, 0),
                                mlirOperationGetResult(contract, 0));
  mlirOperationDestroy(product);
  return contract;
}

/// The product without a name again. `contract` is destroyed.
static MlirOperation insertGeneric(MlirOperation contract) {
  MlirValue inputs[2];
  MlirAffineMap maps[3];
  for (intptr_t i = 0; i < 3; i++)
    maps[i] = asGenericMap(contract, i);
  for (intptr_t i = 0; i < 2; i++)
    inputs[i] = mlirOperationGetOperand(contract, i);
  return asGenericReplace(contract, 2, inputs, maps);
}

/// Has all pairs name the operation that is in place of another one, which may
/// also be the scores of other attention.
static void replace(AsAttentionPair *pairs, int count, MlirOperation old,
                    MlirOperation own) {
  for (int p = 0; p < count; p++) {
    if (mlirOperationEqual(pairs[p].product, old))
      pairs[p].product = own;
    if (mlirOperationEqual(pairs[p].scores, old))
      pairs[p].scores = own;
  }
}

void asNameAttentionProducts(AsAttentionPair *pairs, int count) {
  bool *areGroups = asAlloc(sizeof *areGroups * (size_t)(count + 1)),
       *isNamed = asAlloc(sizeof *isNamed * (size_t)(count + 1));
  bool any = false;
  asAreGroups(pairs, count, areGroups);
  for (int p = 0; p < count; p++) {
    MlirOperation product = pairs[p].product;
    isNamed[p] = !areGroups[p] && isPlain(product);
    any |= isNamed[p];
    if (isNamed[p])
      replace(pairs, count, product, insertContract(product));
  }
  if (any)
    asAreGroups(pairs, count, areGroups);
  for (int p = 0; p < count; p++)
    if (isNamed[p] && !areGroups[p])
      replace(pairs, count, pairs[p].product, insertGeneric(pairs[p].product));
  free(isNamed);
  free(areGroups);
}
