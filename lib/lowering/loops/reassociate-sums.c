//===- reassociate-sums.c - Let LLVM reassociate reductions in loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds the fast-math flag `reassoc` to the arith.addf, arith.subf and
// arith.mulf of a reduction that a loop carries in an iter_arg or in one memref
// element.
//
// Without the flag a loop that sums floating-point numbers waits for each
// addition. With it, LLVM keeps one partial sum in each lane of a vector, as a
// schedule does for reductions of tensor operators. Other arithmetic keeps its
// order.
//
// Requires:    bufferised IR with scf.for or affine.for, and the fast-math
//              flags of asAllowFlags.
// Provides:    each such chain of sums, or of products, has `reassoc`.
// Invalidates: nothing.
//
//   %old = affine.load %sum[] : memref<f32>
//   %new = arith.addf %old, %v : f32
//   affine.store %new, %sum[] : memref<f32>
//
// becomes
//
//   %old = affine.load %sum[] : memref<f32>
//   %new = arith.addf %old, %v fastmath<reassoc> : f32
//   affine.store %new, %sum[] : memref<f32>
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
// Reduction chains
//===----------------------------------------------------------------------===//

/// The partial result at the start of an iteration: either a load of an element
/// that is the same in all iterations, or an iter_arg of the loop.
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

/// Whether a chain of only sums (or, with `multiplies`, only products) leads
/// from the start to `value`, and nothing else uses the intermediate results.
/// If so, adds `reassoc` to each operation of the chain.
static bool reorderTo(MlirValue value, const Start *start, bool multiplies) {
  MlirOperation op = asIrDefinition(value);
  if (mlirOperationIsNull(op) || !(multiplies ? isProduct(op) : isSum(op)) ||
      !mlirTypeIsAFloat(mlirValueGetType(value)) || !asIrHasOneUse(value))
    return false;
  // In a - b, only a may be the partial sum.
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
// Reductions into an element
//===----------------------------------------------------------------------===//

/// The load before the store, in its block, of the element that it writes. Null
/// if there is none or more than one.
static MlirOperation loadOfStoredElement(MlirOperation store) {
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

/// Whether the store writes the same element in each iteration: its indices are
/// defined outside of the loop.
static bool isInvariantElement(MlirOperation store, MlirOperation loop) {
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
    Start start = {.load = loadOfStoredElement(op)};
    if (!mlirOperationIsNull(start.load) && isInvariantElement(op, parent))
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
