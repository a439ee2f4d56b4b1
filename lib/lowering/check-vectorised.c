//===- check-vectorised.c - Find what a script left scalar
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See check-vectorised.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/check-vectorised.h"
#include "lowering/gpu/tensorcore/warp-loops.h"
#include "mlir-c/BuiltinAttributes.h"

/// Whether it moves elements and does nothing to them: a transpose, or what
/// im2col leaves.
static bool onlyMoves(MlirOperation op) {
  return asIrIsNamed(op, "linalg.transpose") ||
         (asIrIsNamed(op, "linalg.generic") &&
          asIrIsNamed(mlirBlockGetFirstOperation(asIrBody(op)),
                      "linalg.yield"));
}

/// What merges partial results of a GPU's threads or blocks is shared out by
/// lowering (gpu/reductions.h).
static bool mergesThreads(MlirOperation op) {
  if (!asIrIsNamed(op, "linalg.reduce") ||
      mlirOperationGetNumDiscardableAttributes(op))
    return false;
  MlirValue parts = mlirOperationGetOperand(op, 0);
  return !mlirOperationIsNull(asGpuForallAround(op)) ||
         (mlirValueIsAOpResult(parts) &&
          asGpuIsMapped(mlirOpResultGetOwner(parts)));
}

/// Nor is what tensor cores do (gpu/mma.h).
static bool isMma(MlirOperation op) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      op, asIrString(AS_MMA_ATTRIBUTE)));
}

/// Fills and copies are left in place, such as those around what is padded;
/// they are a few stores to LLVM, too. What moves elements is a copy unless it
/// is an operation of the task, which have marks.
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
