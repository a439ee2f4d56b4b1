//===- check-vectorised.c - Check that a script vectorised everything
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fails if a linalg operation that computes something is left after a script.
// Exempt are fills, copies, operations that only move elements, and operations
// that the GPU lowering handles itself.
//
// A transform that matches no operation succeeds silently. The operation that
// it should have vectorised would become scalar loops.
//
//===----------------------------------------------------------------------===//

#include "lowering/check-vectorised.h"
#include "lowering/gpu/tensorcore/warp-loops.h"
#include "mlir-c/BuiltinAttributes.h"

/// Whether the operation only moves elements: a linalg.transpose, or a
/// linalg.generic that only yields an input, as im2col leaves.
static bool onlyMoves(MlirOperation op) {
  return asIrIsNamed(op, "linalg.transpose") ||
         (asIrIsNamed(op, "linalg.generic") &&
          asIrIsNamed(mlirBlockGetFirstOperation(asIrBody(op)),
                      "linalg.yield"));
}

/// Whether the operation reduces partial results of a GPU's threads or blocks;
/// the lowering distributes those (lowering/gpu/thread-reductions.h).
static bool mergesThreads(MlirOperation op) {
  if (!asIrIsNamed(op, "linalg.reduce") ||
      mlirOperationGetNumDiscardableAttributes(op))
    return false;
  MlirValue parts = mlirOperationGetOperand(op, 0);
  return !mlirOperationIsNull(asGpuForallAround(op)) ||
         (mlirValueIsAOpResult(parts) &&
          asGpuIsMapped(mlirOpResultGetOwner(parts)));
}

/// Whether the operation is lowered to tensor cores
/// (lowering/gpu/tensorcore/mma-sync.h).
static bool isMma(MlirOperation op) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      op, asIrString(AS_MMA_ATTRIBUTE)));
}

/// Fills and copies, such as those around a pad, become a few stores in LLVM as
/// well. A transpose is a copy, unless it is an operation of the task itself,
/// which carries an attribute.
static MlirWalkResult findScalar(MlirOperation op, void *context) {
  if (!asIrHasPrefix(op, "linalg.") || !mlirOperationGetNumRegions(op))
    return MlirWalkResultAdvance;
  if (asIrIsNamed(op, "linalg.fill") || asIrIsNamed(op, "linalg.copy") ||
      mergesThreads(op) || isMma(op) ||
      (onlyMoves(op) && mlirOperationGetNumDiscardableAttributes(op) == 0))
    return MlirWalkResultSkip;
  *(MlirOperation *)context = op;
  return MlirWalkResultInterrupt;
}

AsStatus asCheckVectorised(MlirOperation payload, AsError *error) {
  MlirOperation found = {NULL};
  mlirOperationWalk(payload, findScalar, &found, MlirWalkPreOrder);
  if (mlirOperationIsNull(found))
    return AS_OK;
  AsText where = {0};
  asIrPrintLocation(mlirOperationGetLocation(found), &where);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(found));
  AsStatus status =
      asFail(error, AS_INVALID_INPUT,
             "%s: the script should vectorise this %.*s, but matched something "
             "else or nothing",
             where.data, (int)name.length, name.data);
  asTextFree(&where);
  return status;
}
