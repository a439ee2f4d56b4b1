//===- attention-quotients.c - Divide behind the last product of attention
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A softmax ends with a quotient for each score. The sum that it divides by is
// one of the row, so that the product with the values may as well be divided:
// once for each result, which are fewer, and the quotients are never stored.
//
// A product that starts from anything but zeros stays as it was, since its
// start is not divided. So does what is no attention for the rules
// (attention.h).
//
// Requires:    linalg on tensors, sums that may be rounded in another order.
// Provides:    attention whose weights are powers; the quotients are behind its
//              last product.
// Invalidates: nothing.
//
//   %p = linalg.generic ins(%x, %l) { divf }        heads x rows x keys
//   %o = linalg.batch_matmul ins(%p, %v)
// becomes
//   %y = linalg.batch_matmul ins(%x, %v)
//   %o = linalg.generic ins(%y, %l) { divf }        heads x rows x columns
//
//===----------------------------------------------------------------------===//

#include "task/attention-quotients.h"
#include "graph/analysis/generic-op.h"
#include "ir/known-range.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include <stdlib.h>

/// Of quotients: the operands that are divided, and by what.
typedef struct Quotients {
  MlirOperation op;
  int dividend, divisor;
} Quotients;

/// Whether the operation divides, or multiplies, an element by something of its
/// row alone: the last loop does not move that.
static bool areQuotients(MlirOperation op, Quotients *quotients) {
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumOperands(op) != 3 ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  MlirBlock body = asIrBody(op);
  MlirOperation first = mlirBlockGetFirstOperation(body);
  bool isQuotient = asIrIsNamed(first, "arith.divf");
  if (!isQuotient && !asIrIsNamed(first, "arith.mulf"))
    return false;
  MlirOperation yield = mlirOperationGetNextInBlock(first);
  if (!asIrIsNamed(yield, "linalg.yield") ||
      !mlirValueEqual(mlirOperationGetOperand(yield, 0),
                      mlirOperationGetResult(first, 0)))
    return false;
  for (int i = 0; i < 2; i++) {
    MlirAffineMap all = asGenericMap(op, i), row = asGenericMap(op, 1 - i);
    MlirValue element = mlirBlockGetArgument(body, i);
    MlirValue other = mlirBlockGetArgument(body, 1 - i);
    bool isOrdered =
        mlirValueEqual(mlirOperationGetOperand(first, 0), element) &&
        mlirValueEqual(mlirOperationGetOperand(first, 1), other);
    bool isTurned =
        mlirValueEqual(mlirOperationGetOperand(first, 1), element) &&
        mlirValueEqual(mlirOperationGetOperand(first, 0), other);
    bool isOfRow = true;
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(row); r++)
      isOfRow &= !mlirAffineExprIsFunctionOfDim(
          mlirAffineMapGetResult(row, r), mlirAffineMapGetNumDims(row) - 1);
    if (mlirAffineMapIsIdentity(all) && isOfRow &&
        (isOrdered || (isTurned && !isQuotient))) {
      *quotients = (Quotients){op, i, 1 - i};
      return true;
    }
  }
  return false;
}

/// The index of the product's result that moves with index `r` of operand `i`;
/// -1 for none.
static intptr_t resultIndexOf(MlirAttribute maps, int i, intptr_t r) {
  MlirAffineMap from =
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
  MlirAffineMap to =
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 2));
  for (intptr_t q = 0; q < mlirAffineMapGetNumResults(to); q++)
    if (mlirAffineExprEqual(mlirAffineMapGetResult(from, r),
                            mlirAffineMapGetResult(to, q)))
      return q;
  return -1;
}

/// The maps of quotients of the results of the product, whose operand `i` had
/// quotients with these maps; null if there are none.
static MlirAttribute movedMaps(MlirOperation product, int i,
                               const Quotients *quotients) {
  MlirContext context = mlirOperationGetContext(product);
  MlirAffineMap row = asGenericMap(quotients->op, quotients->divisor);
  intptr_t dims = mlirAffineMapGetNumDims(row);
  intptr_t rank = mlirAffineMapGetNumResults(row);
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(product);
  MlirType type = mlirValueGetType(mlirOperationGetResult(product, 0));
  MlirAffineExpr indices[AS_MOST_DIMENSIONS];
  if (mlirShapedTypeGetRank(type) != dims || rank > AS_MOST_DIMENSIONS)
    return mlirAttributeGetNull();
  for (intptr_t r = 0; r < rank; r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(row, r);
    indices[r] = index;
    if (!mlirAffineExprIsADim(index))
      continue;
    intptr_t q = resultIndexOf(maps, i, mlirAffineDimExprGetPosition(index));
    if (q < 0)
      return mlirAttributeGetNull();
    indices[r] = mlirAffineDimExprGet(context, q);
  }
  MlirAffineMap all = mlirAffineMapMultiDimIdentityGet(context, dims);
  MlirAttribute moved[3];
  moved[quotients->dividend] = moved[2] = mlirAffineMapAttrGet(all);
  moved[quotients->divisor] =
      mlirAffineMapAttrGet(mlirAffineMapGet(context, dims, 0, rank, indices));
  return mlirArrayAttrGet(context, 3, moved);
}

/// The same quotients of `value`, in front of `next`, without what is known of
/// what they divided.
static MlirOperation copyFor(MlirOperation next, const Quotients *quotients,
                             MlirValue value, MlirAttribute maps) {
  MlirType type = mlirValueGetType(value);
  MlirOperation copy = mlirOperationClone(quotients->op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, copy);
  mlirOperationSetOperand(copy, quotients->dividend, value);
  mlirOperationSetOperand(copy, 2, asGraphInsertEmpty(copy, type));
  mlirOperationSetAttributeByName(copy, asIrString("indexing_maps"), maps);
  mlirOperationRemoveDiscardableAttributeByName(
      mlirBlockGetFirstOperation(asIrBody(copy)),
      asIrString(AS_FRACTION_ATTRIBUTE));
  mlirValueSetType(mlirOperationGetResult(copy, 0), type);
  return copy;
}

/// Quotients that were moved behind a product.
typedef struct Moved {
  AsAttentionPair pair;
  Quotients quotients; ///< Behind the product.
  MlirAttribute maps;  ///< What they had before it,
  MlirValue powers;    ///< and what they divided.
  int operand;         ///< The product's.
} Moved;

/// Moves the quotients of operand `i` of the product behind it.
static bool moveBehind(AsAttentionPair pair, int i, Quotients quotients,
                       Moved *moved) {
  MlirOperation product = pair.product;
  MlirAttribute maps = movedMaps(product, i, &quotients);
  if (mlirAttributeIsNull(maps))
    return false;
  *moved =
      (Moved){pair, quotients, mlirLinalgGetIndexingMapsAttribute(quotients.op),
              mlirOperationGetOperand(quotients.op, quotients.dividend), i};
  MlirValue result = mlirOperationGetResult(product, 0);
  MlirOperation behind =
      copyFor(mlirOperationGetNextInBlock(product), &quotients, result, maps);
  mlirValueReplaceAllUsesExcept(result, mlirOperationGetResult(behind, 0), 1,
                                &behind);
  mlirOperationSetOperand(product, i, moved->powers);
  mlirOperationDestroy(quotients.op);
  moved->quotients.op = behind;
  return true;
}

static void moveBack(const Moved *moved) {
  MlirOperation product = moved->pair.product, behind = moved->quotients.op;
  MlirOperation before =
      copyFor(product, &moved->quotients, moved->powers, moved->maps);
  mlirOperationSetOperand(product, moved->operand,
                          mlirOperationGetResult(before, 0));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(behind, 0),
                                mlirOperationGetResult(product, 0));
  mlirOperationDestroy(behind);
}

/// Moves the quotients of the weights, if there are any. Nothing else may be in
/// the product's sums, as it would be divided, too.
static bool moveQuotients(AsAttentionPair pair, Moved *moved) {
  if (!asGenericStartsFromZero(pair.product))
    return false;
  for (int i = 0; i < 2; i++) {
    MlirValue weights = mlirOperationGetOperand(pair.product, i);
    Quotients quotients;
    if (mlirValueIsAOpResult(weights) &&
        areQuotients(mlirOpResultGetOwner(weights), &quotients))
      return moveBehind(pair, i, quotients, moved);
  }
  return false;
}

void asDivideAfterAttention(const AsAttentionPair *pairs, int count) {
  Moved *moved = asAlloc(sizeof *moved * (size_t)(count + 1));
  AsAttentionPair *ends = asAlloc(sizeof *ends * (size_t)(count + 1));
  bool *areGroups = asAlloc(sizeof *areGroups * (size_t)(count + 1));
  int size = 0;
  for (int p = 0; p < count; p++)
    if (moveQuotients(pairs[p], &moved[size])) {
      ends[size] = (AsAttentionPair){pairs[p].scores, moved[size].quotients.op};
      size++;
    }
  asAreGroups(ends, size, areGroups);
  while (size-- > 0)
    if (!areGroups[size])
      moveBack(&moved[size]);
  free(areGroups);
  free(ends);
  free(moved);
}
