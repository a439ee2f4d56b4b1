//===- sum-of-products.c - Build contractions and their epilogues
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits acc + a * b * scale into a sum of products from zero, which is
// recognised as a contraction or convolution, and an elementwise epilogue that
// scales and adds. Without the split the scale hides the contraction.
//
// Requires:    permission to round in another order, or integers.
// Provides:    linalg.generic for the sum of products, then for the epilogue.
// Invalidates: an elementwise update of acc just before, which joins the
//              epilogue.
//
//   C = C * beta; C += A * B * alpha
// becomes
//   %s = linalg.generic ins(%A, %B) outs(%zeros) { %out + %a * %b }
//   %c = linalg.generic ins(%s) outs(%C) { %out * %beta + %s * %alpha }
//
//===----------------------------------------------------------------------===//

#include "affine/raise/linalg-body.h"
#include "graph/analysis/generic-op.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Whether the factor varies along the last parallel loop.
static bool goesAlongRows(const AsAffineOperator *op, int factor) {
  int last = -1;
  for (int d = 0; d < op->form->numDims; d++)
    if (!op->form->isReduction[d] && op->place[d] > last)
      last = op->place[d];
  const AsAffineSlice *slice = &op->form->slices[factor];
  for (int r = 0; r < slice->rank; r++)
    for (int d = 0; d < op->form->numDims; d++)
      if (op->place[d] == last && slice->index[r].factor[d])
        return true;
  return false;
}

/// Whether some index is a sum of loops, as for the image of a convolution.
static bool hasWindow(const AsAffineOperator *op, int factor) {
  const AsAffineSlice *slice = &op->form->slices[factor];
  for (int r = 0; r < slice->rank; r++) {
    int loops = 0;
    for (int d = 0; d < op->form->numDims; d++)
      loops += slice->index[r].factor[d] != 0;
    if (loops > 1)
      return true;
  }
  return false;
}

/// Whether the second factor comes first. Upstream convolutions have the image
/// before the filter. In products A B, schedules take the second factor for the
/// one that gives rows of vectors.
static bool isSwapped(const AsAffineOperator *op,
                      const AsAffineProduct *product) {
  int first = product->factors[0], second = product->factors[1];
  if (hasWindow(op, first) || hasWindow(op, second))
    return !hasWindow(op, first);
  return goesAlongRows(op, first) && !goesAlongRows(op, second);
}

/// Inserts the sum of the products of the two factors, starting from `initial`.
static MlirValue insertSum(const AsAffineOperator *op,
                           const AsAffineProduct *product, MlirValue initial) {
  bool swapped = isSwapped(op, product);
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  MlirType type = asOperatorElement(op, &op->statement->accesses[0]);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  AsAffineOperands operands = {.count = 2};
  MlirValue arguments[2];
  for (int f = 0; f < 2; f++) {
    int factor = product->factors[swapped ? 1 - f : f];
    operands.values[f] = asOperatorRead(op, factor);
    operands.maps[f] = asOperatorMap(op, &op->form->slices[factor]);
    arguments[f] = mlirBlockAddArgument(block, type, location);
  }
  operands.maps[2] = asOperatorMap(op, &op->form->slices[0]);
  MlirValue sum = mlirBlockAddArgument(block, type, location);
  asOperatorCover(op, &operands, block, location);
  bool isFloat = mlirTypeIsAFloat(type);
  MlirOperation multiply =
      asBodyAppend(block, isFloat ? "arith.mulf" : "arith.muli", location, 2,
                   arguments, type, NULL);
  MlirOperation add = asBodyAppend(
      block, isFloat ? "arith.addf" : "arith.addi", location, 2,
      (MlirValue[]){sum, mlirOperationGetResult(multiply, 0)}, type, NULL);
  AsAffineBody body = {.op = op, .block = block};
  return asOperatorGeneric(
      op, &operands, initial,
      asBodyEnd(&body, mlirOperationGetResult(add, 0), location));
}

/// Whether `value` is an elementwise function of the tensor whose place it
/// takes, and has no users yet.
static bool isUpdate(MlirValue value) {
  if (!mlirValueIsAOpResult(value) ||
      !mlirOpOperandIsNull(mlirValueGetFirstUse(value)))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  return asIrIsNamed(op, "linalg.generic") &&
         mlirOperationGetNumOperands(op) == 1 && asGenericIsParallel(op) &&
         mlirAffineMapIsIdentity(asGenericMap(op, 0));
}

/// Clones the arithmetic of an update into `body`, for `argument`. Returns its
/// result.
static MlirValue appendUpdate(AsAffineBody *body, MlirOperation update,
                              MlirValue argument) {
  MlirBlock block = asIrBody(update);
  MlirOperation end = mlirBlockGetTerminator(block);
  asIrMapAdd(&body->map, mlirBlockGetArgument(block, 0), argument);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    asIrMapClone(&body->map, op, body->block);
  MlirValue given = mlirOperationGetOperand(end, 0);
  int known = asIrMapFind(&body->map, given);
  return known < 0 ? given : body->map.to[known];
}

/// Inserts initial + or - sum * scales elementwise. An update that made
/// `initial` is fused. A null `initial` means zero.
static MlirValue insertScaling(const AsAffineOperator *op,
                               const AsAffineProduct *product, MlirValue sum,
                               MlirValue initial) {
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  MlirType tensor = asOperatorResultType(op),
           type = mlirShapedTypeGetElementType(tensor);
  MlirAffineMap all = mlirAffineMapMultiDimIdentityGet(
      op->context, mlirShapedTypeGetRank(tensor));
  AsAffineOperands operands = {.count = 1, .values = {sum}, .maps = {all, all}};
  AsAffineBody body = {.op = op, .block = mlirBlockCreate(0, NULL, NULL)};
  MlirValue value = mlirBlockAddArgument(body.block, type, location);
  MlirValue before = mlirBlockAddArgument(body.block, type, location);
  bool isFloat = mlirTypeIsAFloat(type), adds = !mlirValueIsNull(initial);
  MlirOperation update = {NULL};
  if (adds && isUpdate(initial)) {
    update = mlirOpResultGetOwner(initial);
    initial = mlirOperationGetOperand(update, 0);
    before = appendUpdate(&body, update, before);
  }
  for (int s = 0; s < product->numScales; s++)
    value = mlirOperationGetResult(
        asBodyAppend(body.block, isFloat ? "arith.mulf" : "arith.muli",
                     location, 2,
                     (MlirValue[]){value, asBodyValue(&body, product->scales[s],
                                                      location)},
                     type, NULL),
        0);
  if (!adds && product->isDifference)
    before = asBodyConstant(body.block, location, type, 0);
  if (adds || product->isDifference)
    value = mlirOperationGetResult(
        asBodyAppend(body.block,
                     product->isDifference
                         ? (isFloat ? "arith.subf" : "arith.subi")
                     : isFloat ? "arith.addf"
                               : "arith.addi",
                     location, 2, (MlirValue[]){before, value}, type, NULL),
        0);
  MlirValue output = adds ? initial : asOperatorEmpty(op);
  MlirRegion region = asBodyEnd(&body, value, location);
  if (!mlirOperationIsNull(update))
    mlirOperationDestroy(update);
  return asOperatorGeneric(op, &operands, output, region);
}

/// Whether the value is a linalg.fill with zero.
static bool isZeros(MlirValue value) {
  MlirOperation fill = asIrMadeBy(value, "linalg.fill");
  return !mlirOperationIsNull(fill) &&
         asIrIsZero(mlirOperationGetOperand(fill, 0));
}

/// Whether both are scaled by the same values, and both added or both
/// subtracted.
static bool sharesScaling(const AsAffineProduct *a, const AsAffineProduct *b) {
  bool isSame =
      a->isDifference == b->isDifference && a->numScales == b->numScales;
  for (int s = 0; isSame && s < a->numScales; s++)
    isSame = mlirValueEqual(a->scales[s], b->scales[s]);
  return isSame;
}

/// Inserts `count` products that share their scaling.
static void insertProducts(const AsAffineOperator *op,
                           const AsAffineProduct *products, int count) {
  MlirValue initial = asOperatorInitial(op);
  bool fromZero = isZeros(initial);
  bool isPlain =
      fromZero && products->numScales == 0 && !products->isDifference;
  MlirValue sum =
      isPlain ? initial : asGraphInsertZerosIn(op->next, asOperatorEmpty(op));
  for (int p = 0; p < count; p++)
    sum = insertSum(op, &products[p], sum);
  if (!isPlain)
    sum = insertScaling(op, products, sum,
                        fromZero ? (MlirValue){NULL} : initial);
  asOperatorWrite(op, sum);
}

void asOperatorInsertProducts(const AsAffineOperator *op,
                              const AsAffineProducts *products) {
  for (int first = 0, next; first < products->count; first = next) {
    const AsAffineProduct *product = &products->list[first];
    next = first + 1;
    while (next < products->count &&
           sharesScaling(product, &products->list[next]))
      next++;
    insertProducts(op, product, next - first);
  }
}
