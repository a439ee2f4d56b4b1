//===- check-input.c - What lowering does not begin with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fails on operations that passes may skip or take for others, those of foreign
// dialects and on tensors with encodings, and on loops for which bufferisation
// takes too long: where loops carry several tensors, upstream compares them
// level by level, and each level takes two to three times as long as all within
// it.
//
//===----------------------------------------------------------------------===//

#include "ir/tensor-encoding.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinTypes.h"

enum { mostLevels = 10 };

/// Whether it is a loop that carries several tensors.
static bool carriesTensors(MlirOperation op) {
  static const char *const loops[] = {"scf.for", "scf.while", "affine.for"};
  int count = 0;
  if (!asIrIsOneOf(op, loops, sizeof loops / sizeof *loops))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    count += mlirTypeIsATensor(mlirValueGetType(mlirOperationGetResult(op, i)));
  return count > 1;
}

static MlirWalkResult findDeep(MlirOperation op, void *context) {
  int levels = 0;
  if (carriesTensors(op))
    for (MlirOperation outer = op; !mlirOperationIsNull(outer);
         outer = mlirOperationGetParentOperation(outer))
      levels += carriesTensors(outer);
  if (levels <= mostLevels)
    return MlirWalkResultAdvance;
  *(MlirOperation *)context = op;
  return MlirWalkResultInterrupt;
}

AsStatus asCheckInput(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module), deep = {NULL};
  MlirOperation foreign = asIrFindForeign(op);
  if (!mlirOperationIsNull(foreign))
    return asIrFailNaming(foreign, AS_UNSUPPORTED, error,
                          "belongs to a dialect that MLIR does not have, and "
                          "as-opt does not know how to lower it; run a pass "
                          "that does so first");
  mlirOperationWalk(op, findDeep, &deep, MlirWalkPreOrder);
  if (!mlirOperationIsNull(deep))
    return asIrFailNaming(deep, AS_UNSUPPORTED, error,
                          "is in %d loops that carry several tensors each; "
                          "lowering takes too long beyond %d; make one loop of "
                          "some of them",
                          mostLevels, mostLevels);
  return asIrCheckEncodings(op, error);
}
