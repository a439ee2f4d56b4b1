//===- lower-linalg.c - Linalg on memrefs to loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After bufferisation linalg works on memrefs, by side effect. Which operation
// reads what another wrote, and whether arrays overlap, is what raising finds
// out of loops. So linalg on memrefs is lowered to affine loops by the upstream
// pass, and raised again with all that is around it.
//
// Requires:    nothing.
// Provides:    in functions with static shapes, no linalg on memrefs.
// Invalidates: nothing.
//
//   linalg.matmul ins(%a, %b : memref<...>, ...) outs(%c : memref<...>)
// becomes
//   affine.for %i, affine.for %j, affine.for %k {
//     %c[%i, %j] += %a[%i, %k] * %b[%k, %j]
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/lower-linalg.h"
#include "mlir-c/BuiltinTypes.h"

/// Whether it works on memrefs alone, all of static shape.
static bool isStatic(MlirOperation op) {
  intptr_t memrefs = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (!mlirTypeIsAShaped(type))
      continue;
    if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type))
      return false;
    memrefs++;
  }
  return memrefs > 0;
}

static MlirWalkResult find(MlirOperation op, void *context) {
  bool *found = context;
  *found = asIrHasPrefix(op, "linalg.") && mlirOperationGetNumRegions(op) &&
           mlirOperationGetNumResults(op) == 0 && isStatic(op);
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

typedef struct Lowering {
  AsStatus status;
  AsError *error;
} Lowering;

static void lowerFunction(MlirOperation function, void *context) {
  Lowering *lowering = context;
  bool found = false;
  if (!lowering->status)
    mlirOperationWalk(function, find, &found, MlirWalkPreOrder);
  if (found)
    lowering->status =
        asIrRunPipeline(function, "func.func(convert-linalg-to-affine-loops)",
                        false, lowering->error);
}

AsStatus asAffineLowerLinalg(MlirModule module, AsError *error) {
  Lowering lowering = {AS_OK, error};
  asIrVisitFunctions(module, lowerFunction, &lowering);
  return lowering.status;
}
