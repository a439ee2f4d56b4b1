//===- lift-control-flow.c - Loops of blocks to structured loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites branches between blocks into scf operations with an upstream pass,
// if a function of the module has a loop of blocks or a cf.switch.
//
// Buffer deallocation supports neither. Tensor code in structured loops is
// scheduled as elsewhere. Other branches stay as they are.
//
// Requires:    nothing.
// Provides:    func.func without loops of blocks and without cf.switch.
// Invalidates: nothing.
//
//   ^head(%i: index):                          scf.while (%i = ...) {
//     cf.cond_br %more, ^body, ^end              scf.condition(%more) %i
//   ^body:                            ->       } do {
//     ...                                        ...
//     cf.br ^head(%next : index)                 scf.yield %next
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinTypes.h"

/// Whether `later` follows `block` in its region.
static bool follows(MlirBlock later, MlirBlock block) {
  do
    block = mlirBlockGetNextInRegion(block);
  while (!mlirBlockIsNull(block) && !mlirBlockEqual(block, later));
  return !mlirBlockIsNull(block);
}

static MlirWalkResult note(MlirOperation op, void *context) {
  bool *found = context;
  if (!asIrHasPrefix(op, "cf."))
    return MlirWalkResultAdvance;
  *found = asIrIsNamed(op, "cf.switch");
  for (intptr_t s = 0; s < mlirOperationGetNumSuccessors(op); s++)
    *found |=
        !follows(mlirOperationGetSuccessor(op, s), mlirOperationGetBlock(op));
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Replaces a tensor that nobody may read by an empty one: bufferisation does
/// not know ub.poison, which stands for what a branch does not compute.
static MlirWalkResult replacePoison(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "ub.poison"))
    return MlirWalkResultAdvance;
  MlirValue poison = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(poison);
  enum { maxRank = 16 };
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeGetRank(type) > maxRank)
    return MlirWalkResultAdvance;
  MlirValue sizes[maxRank];
  intptr_t numSizes = 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    if (mlirShapedTypeIsDynamicDim(type, d))
      sizes[numSizes++] = asIrInsertIndex(op, 0);
  MlirValue empty = asIrInsertValue(op, &(AsIrParts){.name = "tensor.empty",
                                                     .numOperands = numSizes,
                                                     .operands = sizes,
                                                     .numResults = 1,
                                                     .results = &type});
  mlirValueReplaceAllUsesOfWith(poison, empty);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

AsStatus asGraphLiftControlFlow(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool found = false;
  mlirOperationWalk(op, note, &found, MlirWalkPreOrder);
  if (!found)
    return AS_OK;
  if (asIrRunPipeline(op, "builtin.module(lift-cf-to-scf,canonicalize)", true,
                      error))
    return asFailContext(error, "structuring branches");
  mlirOperationWalk(op, replacePoison, NULL, MlirWalkPostOrder);
  return AS_OK;
}
