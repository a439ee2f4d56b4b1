//===- splat-to-scalar.c - Constants of one value are scalars
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TOSA has no scalars: a three that is added to each element is a constant
// tensor of one element, which is broadcast. Read as such it would be an
// operand with a shape of its own, that has to be seen in other shapes with the
// others. So the body takes the scalar. Sums that start from such a constant
// start from a fill, as others do.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// The element of a constant tensor that has the same everywhere; null for
/// another, and where arith.constant cannot have it: a complex number.
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

/// Of what is computed with the elements that are there before.
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

AsStatus asGraphSplatsToScalars(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, takeScalars, &changed, MlirWalkPostOrder);
  mlirOperationWalk(op, startFromFills, &changed, MlirWalkPostOrder);
  if (!changed)
    return AS_OK;
  asGenericDropUnused(op);
  return asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true, error);
}
