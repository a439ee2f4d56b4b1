//===- reassociate-sums.c - Sums that LLVM may take apart
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that sums up floating-point numbers waits for each addition, unless it
// may have a sum in each lane of a vector: what a schedule does with the
// reductions of a tensor operator. So a loop's sums of one element, or of a
// value that it carries, may be reordered by LLVM, and nothing else.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/trip-count.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

static bool isSum(MlirOperation op) {
  return asIrIsNamed(op, "arith.addf") || asIrIsNamed(op, "arith.subf");
}

static bool isProduct(MlirOperation op) {
  return asIrIsNamed(op, "arith.mulf");
}

//===----------------------------------------------------------------------===//
// What is summed up
//===----------------------------------------------------------------------===//

/// What a loop begins an iteration with: a load of an element that is the same
/// in all iterations, or an argument of its body.
typedef struct Start {
  MlirOperation load;
  MlirValue carried;
} Start;

static bool isStart(MlirValue value, const Start *start) {
  return mlirOperationIsNull(start->load)
             ? mlirValueEqual(value, start->carried)
             : mlirOperationEqual(asIrDefinition(value), start->load);
}

static void allowReordering(MlirOperation op) {
  MlirStringRef name = asIrString("fastmath");
  AsText flags = {0};
  asIrPrintAttribute(mlirOperationGetInherentAttributeByName(op, name), &flags);
  flags.length--; // The closing bracket.
  asTextAppendString(&flags, ",reassoc>");
  mlirOperationSetInherentAttributeByName(
      op, name,
      mlirAttributeParseGet(mlirOperationGetContext(op),
                            asIrString(flags.data)));
  asTextFree(&flags);
}

/// Whether nothing but sums, or nothing but products, is between the start and
/// the value. Lets LLVM reorder them where that is so.
static bool reorderTo(MlirValue value, const Start *start, bool multiplies) {
  MlirOperation op = asIrDefinition(value);
  if (mlirOperationIsNull(op) || !(multiplies ? isProduct(op) : isSum(op)) ||
      !mlirTypeIsAFloat(mlirValueGetType(value)) || !asIrHasOneUse(value))
    return false;
  // What is subtracted from something is no sum.
  int count = asIrIsNamed(op, "arith.subf") ? 1 : 2;
  for (int i = 0; i < count; i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    bool reaches = isStart(operand, start) && asIrHasOneUse(operand);
    if (reaches || reorderTo(operand, start, multiplies)) {
      allowReordering(op);
      return true;
    }
  }
  return false;
}

static void reorder(MlirValue value, const Start *start) {
  if (!reorderTo(value, start, false))
    reorderTo(value, start, true);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The load of what the store writes, in the same block; null where there is
/// none, or several.
static MlirOperation loadOf(MlirOperation store) {
  bool isAffine = asIrIsNamed(store, "affine.store");
  MlirOperation found = {NULL};
  MlirOperation op = mlirBlockGetFirstOperation(mlirOperationGetBlock(store));
  for (; !mlirOperationEqual(op, store); op = mlirOperationGetNextInBlock(op)) {
    if (!asIrIsNamed(op, isAffine ? "affine.load" : "memref.load") ||
        mlirOperationGetNumOperands(op) + 1 !=
            mlirOperationGetNumOperands(store))
      continue;
    bool isSame = !isAffine || mlirAttributeEqual(asIrAttribute(op, "map"),
                                                  asIrAttribute(store, "map"));
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && isSame; i++)
      isSame = mlirValueEqual(mlirOperationGetOperand(op, i),
                              mlirOperationGetOperand(store, i + 1));
    if (isSame && !mlirOperationIsNull(found))
      return (MlirOperation){NULL};
    found = isSame ? op : found;
  }
  return found;
}

/// Whether the store writes the same element in each iteration of the loop.
static bool staysInPlace(MlirOperation store, MlirOperation loop) {
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(store); i++)
    if (asIrIsInside(mlirOperationGetOperand(store, i), loop))
      return false;
  return true;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (mlirOperationIsNull(parent) || !asIrIsLoop(parent))
    return MlirWalkResultAdvance;
  if (asIrIsNamed(op, "affine.store") || asIrIsNamed(op, "memref.store")) {
    Start start = {.load = loadOf(op)};
    if (!mlirOperationIsNull(start.load) && staysInPlace(op, parent))
      reorder(mlirOperationGetOperand(op, 0), &start);
  } else if (asIrIsNamed(op, "affine.yield") || asIrIsNamed(op, "scf.yield")) {
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
      Start start = {
          .carried = mlirBlockGetArgument(mlirOperationGetBlock(op), i + 1)};
      reorder(mlirOperationGetOperand(op, i), &start);
    }
  }
  return MlirWalkResultAdvance;
}

void asReassociateSums(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPreOrder);
}
