//===- broadcast-choice.c - Whether a size of one is broadcast
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See broadcast-choice.h.
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/broadcast-choice.h"
#include "ir/def-use.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"

static MlirValue yielded(MlirOperation op, intptr_t region) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
  return mlirOperationGetOperand(mlirBlockGetTerminator(block), 0);
}

/// Whether the body gives the input as it is.
static bool isCopy(MlirOperation generic) {
  MlirOperation yield = mlirBlockGetTerminator(asIrBody(generic));
  return mlirOperationGetNumOperands(generic) == 2 &&
         mlirOperationGetNumResults(generic) == 1 &&
         mlirValueEqual(mlirOperationGetOperand(yield, 0),
                        mlirBlockGetArgument(asIrBody(generic), 0));
}

/// The only dimension of the input that is read at 0 rather than by the loop of
/// its number; -1 if there is none, or another reading.
static intptr_t repeatedDim(MlirOperation generic) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(generic);
  MlirAffineMap in =
                    mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 0)),
                out =
                    mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 1));
  intptr_t repeated = -1, rank = mlirAffineMapGetNumResults(in);
  if (!mlirAffineMapIsIdentity(out) || rank != mlirAffineMapGetNumResults(out))
    return -1;
  for (intptr_t d = 0; d < rank; d++) {
    MlirAffineExpr index = mlirAffineMapGetResult(in, d);
    if (mlirAffineExprIsADim(index) && mlirAffineDimExprGetPosition(index) == d)
      continue;
    bool isZero = mlirAffineExprIsAConstant(index) &&
                  mlirAffineConstantExprGetValue(index) == 0;
    if (!isZero || repeated >= 0)
      return -1;
    repeated = d;
  }
  return repeated;
}

/// The number that is compared with 1; null if the condition is another.
static MlirValue comparedWithOne(MlirValue condition) {
  enum { equal = 0 };
  int64_t number;
  if (!asIrIsMadeBy(condition, "arith.cmpi"))
    return (MlirValue){NULL};
  MlirOperation op = mlirOpResultGetOwner(condition);
  bool isAsked =
      mlirIntegerAttrGetValueInt(asIrAttribute(op, "predicate")) == equal &&
      asIrConstantInteger(mlirOperationGetOperand(op, 1), &number) &&
      number == 1;
  return isAsked ? mlirOperationGetOperand(op, 0) : (MlirValue){NULL};
}

bool asReadBroadcastChoice(MlirOperation op, AsBroadcastChoice *choice) {
  if (!asIrIsNamed(op, "scf.if") || mlirOperationGetNumResults(op) != 1)
    return false;
  choice->to = yielded(op, 0);
  choice->from = yielded(op, 1);
  choice->size = comparedWithOne(mlirOperationGetOperand(op, 0));
  if (mlirValueIsNull(choice->size) ||
      !asIrIsMadeBy(choice->to, "linalg.generic"))
    return false;
  MlirOperation generic = mlirOpResultGetOwner(choice->to);
  if (!isCopy(generic) ||
      !mlirValueEqual(mlirOperationGetOperand(generic, 0), choice->from) ||
      !mlirTypeEqual(mlirValueGetType(choice->from),
                     mlirValueGetType(choice->to)))
    return false;
  choice->dim = repeatedDim(generic);
  return choice->dim >= 0;
}
