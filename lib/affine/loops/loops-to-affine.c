//===- loops-to-affine.c - Write a nest of scf.for as affine loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a SCoP says of scf.for and of arithmetic on indices can also be written
// with affine operations. A nest that becomes a task is written so, because
// that is the form that tasks and their programs have. Canonicalisation
// composes the maps.
//
// Requires:    a nest that has a SCoP without parameters.
// Provides:    the same nest of affine.for, affine.load and affine.store.
// Invalidates: the scf.for, and any SCoP of the nest.
//
//   scf.for %i = %c1 to %c9 step %c1 {
//     %j = arith.subi %i, %c1
//     memref.store %x, %A[%j]
//   }
// becomes
//   affine.for %i = 1 to 9 {
//     %j = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%i, %c1)
//     affine.store %x, %A[%j]
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/loops/loops-to-affine.h"
#include "affine/loops/serial-loops.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

static MlirAttribute identity(MlirContext context, intptr_t rank) {
  return mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(context, rank));
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether affine operations may use the value: it is a loop's, a number, or
/// made of those by an affine.apply.
static bool isAffine(MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return asIrIsNamed(
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)),
        "affine.for");
  MlirOperation op = mlirOpResultGetOwner(value);
  return asIrIsNamed(op, "arith.constant") || asIrHasPrefix(op, "affine.");
}

/// What the operation computes of its two operands; null if that is not affine.
static MlirAffineExpr formulaOf(MlirOperation op) {
  MlirContext context = mlirOperationGetContext(op);
  MlirAffineExpr x = mlirAffineDimExprGet(context, 0),
                 y = mlirAffineDimExprGet(context, 1), none = {NULL};
  if (asIrIsNamed(op, "arith.addi"))
    return mlirAffineAddExprGet(x, y);
  if (asIrIsNamed(op, "arith.subi"))
    return mlirAffineAddExprGet(
        x, mlirAffineMulExprGet(y, mlirAffineConstantExprGet(context, -1)));
  int64_t factor;
  for (int i = 0; i < 2 && asIrIsNamed(op, "arith.muli"); i++)
    if (asIrConstantInteger(mlirOperationGetOperand(op, i), &factor))
      return mlirAffineMulExprGet(i ? x : y,
                                  mlirAffineConstantExprGet(context, factor));
  return none;
}

/// Replaces arithmetic on indices by an affine.apply.
static void rewriteIndex(MlirOperation op) {
  MlirValue operands[] = {mlirOperationGetOperand(op, 0),
                          mlirOperationGetOperand(op, 1)};
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirAffineExpr formula = formulaOf(op);
  if (!mlirTypeIsAIndex(type) || mlirAffineExprIsNull(formula) ||
      !isAffine(operands[0]) || !isAffine(operands[1]))
    return;
  MlirAffineMap map =
      mlirAffineMapGet(mlirOperationGetContext(op), 2, 0, 1, &formula);
  MlirValue value = asIrInsertValue(
      op, &(AsIrParts){.name = "affine.apply",
                       .numOperands = 2,
                       .operands = operands,
                       .numResults = 1,
                       .results = &type,
                       .attributes = (AsIrAttribute[]){
                           {"map", mlirAffineMapAttrGet(map)}, {0}}});
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static void rewriteAccess(MlirOperation op) {
  bool isStore = asIrIsNamed(op, "memref.store");
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = asAlloc(sizeof *operands * (size_t)count);
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, i);
  AsIrAttribute attributes[] = {
      {"map", identity(mlirOperationGetContext(op), count - 1 - isStore)}, {0}};
  AsIrParts parts = {.name = isStore ? "affine.store" : "affine.load",
                     .numOperands = count,
                     .operands = operands,
                     .attributes = attributes};
  asIrReplaceAccess(op, &parts);
  free(operands);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static MlirOperation rewriteLoop(MlirOperation loop) {
  MlirContext context = mlirOperationGetContext(loop);
  MlirType index = mlirIndexTypeGet(context);
  MlirValue bounds[] = {mlirOperationGetOperand(loop, 0),
                        mlirOperationGetOperand(loop, 1)};
  MlirAttribute one = identity(context, 1);
  AsIrAttribute attributes[] = {
      {"lowerBoundMap", one},
      {"upperBoundMap", one},
      {"step", mlirIntegerAttrGet(index, (int64_t)asIrLoopStep(loop))},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(context, 3, (int32_t[]){1, 1, 0})},
      {0}};
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(loop, 0));
  MlirOperation other = asIrInsert(loop, &(AsIrParts){.name = "affine.for",
                                                      .numOperands = 2,
                                                      .operands = bounds,
                                                      .attributes = attributes,
                                                      .region = region});
  MlirAttribute mark = asIrAttribute(loop, AS_PARALLEL_ATTRIBUTE);
  if (!mlirAttributeIsNull(mark))
    mlirOperationSetDiscardableAttributeByName(
        other, asIrString(AS_PARALLEL_ATTRIBUTE), mark);
  MlirOperation yield = mlirBlockGetTerminator(asIrBody(other));
  asIrInsert(yield, &(AsIrParts){.name = "affine.yield"});
  mlirOperationDestroy(yield);
  mlirOperationDestroy(loop);
  return other;
}

static void rewriteBlock(MlirBlock block);

static MlirOperation rewrite(MlirOperation op) {
  if (asIrIsNamed(op, "scf.for"))
    op = rewriteLoop(op);
  if (asIrIsOneOf(op, (const char *[]){"memref.load", "memref.store"}, 2)) {
    rewriteAccess(op);
  } else if (asIrHasPrefix(op, "arith.") &&
             mlirOperationGetNumOperands(op) == 2) {
    rewriteIndex(op);
  } else {
    for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
      rewriteBlock(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r)));
  }
  return op;
}

static void rewriteBlock(MlirBlock block) {
  if (mlirBlockIsNull(block))
    return;
  MlirOperation next, op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    rewrite(op);
  }
}

MlirOperation asLoopsToAffine(MlirOperation loop) { return rewrite(loop); }
