//===- elementwise-to-linalg.c - Arithmetic on tensors to linalg
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites operations of arith and math whose operands are tensors, and
// tensor.bitcast, into linalg.generic, with an upstream pass. A module without
// them stays as it is.
//
// Many front ends write elementwise arithmetic so. Bufferisation refuses it,
// and tasks are made of linalg.
//
// Requires:    nothing.
// Provides:    no arith or math operation on tensors but arith.constant.
// Invalidates: nothing.
//
//   %0 = arith.addf %a, %b fastmath<contract> : tensor<4x8xf32>
// becomes
//   %e = tensor.empty() : tensor<4x8xf32>
//   %0 = linalg.generic {...} ins(%a, %b : ...) outs(%e : ...) {
//   ^bb0(%x: f32, %y: f32, %out: f32):
//     %1 = arith.addf %x, %y fastmath<contract> : f32
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinTypes.h"

static bool isOnTensors(MlirOperation op) {
  return (asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.")) &&
         mlirOperationGetNumOperands(op) && mlirOperationGetNumResults(op) &&
         mlirTypeIsARankedTensor(
             mlirValueGetType(mlirOperationGetResult(op, 0)));
}

/// Whether arith may work on the elements.
static bool isSignless(MlirType tensor) {
  MlirType element = mlirShapedTypeGetElementType(tensor);
  return mlirTypeIsAFloat(element) ||
         (mlirTypeIsAInteger(element) && mlirIntegerTypeIsSignless(element));
}

/// tensor.bitcast has no bufferisation.
static MlirOperation takeBitcast(MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsARankedTensor(type) || !isSignless(type) ||
      !isSignless(mlirValueGetType(from)))
    return op;
  MlirValue bits = asIrInsertUnary(op, "arith.bitcast", from, type);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), bits);
  mlirOperationDestroy(op);
  return mlirOpResultGetOwner(bits);
}

static MlirWalkResult note(MlirOperation op, void *context) {
  bool isBitcast = asIrIsNamed(op, "tensor.bitcast");
  if (isBitcast)
    op = takeBitcast(op);
  *(bool *)context |= isOnTensors(op);
  return isBitcast ? MlirWalkResultSkip : MlirWalkResultAdvance;
}

static bool isInput(MlirOperation op, MlirValue value, intptr_t numInputs) {
  for (intptr_t i = 0; i < numInputs; i++)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), value))
      return true;
  return false;
}

/// Upstream passes an input as the initial value of a result of the same type.
/// The body does not read it, yet it would count as one more use.
static MlirWalkResult startFromEmpty(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "linalg.generic"))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumOperands(op);
  intptr_t numInputs = count - mlirOperationGetNumResults(op);
  for (intptr_t i = numInputs; i < count; i++) {
    MlirValue initial = mlirOperationGetOperand(op, i);
    MlirType type = mlirValueGetType(initial);
    MlirValue element = mlirBlockGetArgument(asIrBody(op), i);
    if (mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
        mlirOpOperandIsNull(mlirValueGetFirstUse(element)) &&
        isInput(op, initial, numInputs))
      mlirOperationSetOperand(op, i, asGraphInsertEmpty(op, type));
  }
  return MlirWalkResultAdvance;
}

AsStatus asGraphElementwiseToLinalg(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool found = false;
  mlirOperationWalk(op, note, &found, MlirWalkPostOrder);
  if (!found)
    return AS_OK;
  if (asIrRunPipeline(op, "builtin.module(convert-elementwise-to-linalg)", true,
                      error))
    return asFailContext(error, "lowering arithmetic on tensors");
  mlirOperationWalk(op, startFromEmpty, NULL, MlirWalkPostOrder);
  return AS_OK;
}
