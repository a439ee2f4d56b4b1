//===- splat-to-scalar.c - Replace splat constants by scalars
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites splat constants that the body of a linalg.generic reads into scalar
// constants, and splat constants that sums start from, or that are copied, into
// linalg.fill.
//
// TOSA has no scalars: a 3 that is added to each element is a
// tensor<1x1x1x1xf32>. As an operand it would have a shape of its own, which
// collapses and expansions of the other operands would have to match. And MLIR
// 22 dies of copies of constants without dimensions
// (linalg-fuse-elementwise-ops, where it folds transposes).
//
// Requires:    linalg on tensors.
// Provides:    elementwise linalg.generic operations read no splat constants,
//              apart from complex numbers; no operation copies one.
// Invalidates: nothing. Unused operands of linalg.generic are dropped.
//
//   %c = arith.constant dense<3.0> : tensor<1x1x1x1xf32>
//   %0 = linalg.generic {...} ins(%x, %c : ...) outs(%e : ...) {
//   ^bb0(%a: f32, %b: f32, %out: f32):
//     %1 = arith.addf %a, %b : f32
// becomes
//   %three = arith.constant 3.0 : f32
//   %0 = linalg.generic {...} ins(%x : ...) outs(%e : ...) {
//   ^bb0(%a: f32, %out: f32):
//     %1 = arith.addf %a, %three : f32
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// The element of a splat constant; null for other values, and for complex
/// elements, which arith.constant cannot hold.
static MlirAttribute splatOf(MlirValue value) {
  MlirAttribute none = mlirAttributeGetNull();
  MlirOperation constant = asIrMadeBy(value, "arith.constant");
  if (mlirOperationIsNull(constant) ||
      !mlirTypeIsARankedTensor(mlirValueGetType(value)))
    return none;
  MlirAttribute elements =
      mlirOperationGetInherentAttributeByName(constant, asIrString("value"));
  if (!mlirAttributeIsADenseElements(elements) ||
      !mlirDenseElementsAttrIsSplat(elements))
    return none;
  MlirAttribute element = mlirDenseElementsAttrGetSplatValue(elements);
  return mlirAttributeIsAInteger(element) || mlirAttributeIsAFloat(element)
             ? element
             : none;
}

static MlirWalkResult takeScalars(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumResults(op) != 1 || !asGenericIsParallel(op))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) - 1; i++) {
    MlirAttribute scalar = splatOf(mlirOperationGetOperand(op, i));
    MlirValue element = mlirBlockGetArgument(asIrBody(op), i);
    if (mlirAttributeIsNull(scalar) ||
        mlirOpOperandIsNull(mlirValueGetFirstUse(element)))
      continue;
    mlirValueReplaceAllUsesOfWith(element, asIrInsertConstant(op, scalar));
    *(bool *)context = true;
  }
  return MlirWalkResultAdvance;
}

/// Replaces splat constants in `outs` that the body reads by fills.
static MlirWalkResult startFromFills(MlirOperation op, void *context) {
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumRegions(op) != 1 ||
      mlirBlockIsNull(asIrBody(op)))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = count - mlirOperationGetNumResults(op); i < count; i++) {
    MlirValue initial = mlirOperationGetOperand(op, i);
    MlirAttribute scalar = splatOf(initial);
    MlirValue element = mlirBlockGetArgument(asIrBody(op), i);
    if (mlirAttributeIsNull(scalar) ||
        mlirOpOperandIsNull(mlirValueGetFirstUse(element)))
      continue;
    mlirOperationSetOperand(op, i,
                            asGraphInsertFill(op,
                                              asIrInsertConstant(op, scalar),
                                              mlirValueGetType(initial)));
    *(bool *)context = true;
  }
  return MlirWalkResultAdvance;
}

/// The number that is copied if the operation copies, transposes or broadcasts
/// a splat constant; else null.
static MlirAttribute copiedSplat(MlirOperation op) {
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumOperands(op) != 2 ||
      mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumRegions(op) != 1 || mlirBlockIsNull(asIrBody(op)))
    return mlirAttributeGetNull();
  MlirBlock body = asIrBody(op);
  MlirOperation yield = mlirBlockGetTerminator(body);
  return mlirOperationGetNumOperands(yield) == 1 &&
                 mlirValueEqual(mlirOperationGetOperand(yield, 0),
                                mlirBlockGetArgument(body, 0))
             ? splatOf(mlirOperationGetOperand(op, 0))
             : mlirAttributeGetNull();
}

static MlirWalkResult fillCopies(MlirOperation op, void *context) {
  MlirAttribute scalar = copiedSplat(op);
  if (mlirAttributeIsNull(scalar))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(op, 0),
      asGraphInsertFillOf(op, asIrInsertConstant(op, scalar),
                          mlirOperationGetOperand(op, 1)));
  *(bool *)context = true;
  return MlirWalkResultAdvance;
}

AsStatus asGraphSplatsToScalars(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, takeScalars, &changed, MlirWalkPostOrder);
  mlirOperationWalk(op, startFromFills, &changed, MlirWalkPostOrder);
  mlirOperationWalk(op, fillCopies, &changed, MlirWalkPostOrder);
  if (!changed)
    return AS_OK;
  asGenericDropUnused(op);
  return asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true, error);
}
