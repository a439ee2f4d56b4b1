//===- bias-to-epilogue.c - Sums start from zero
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Front ends let the sums of a convolution or a product start from a bias that
// was broadcast to the shape of the result. Added at the end it costs as
// little, is never an array, and all sums look alike to the rules. It rounds in
// another order, so it is not for --fp=strict. On GPUs the same is done to
// arrays as large as the result: what tensor cores and the threads of a block
// add up is in their registers from the beginning.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/layout/fold-transposes.h"
#include "graph/prepare-module.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A block that adds two elements; the third is of what is overwritten.
static MlirRegion sumOfTwo(MlirLocation location, MlirType element) {
  MlirType types[] = {element, element, element};
  MlirLocation locations[] = {location, location, location};
  MlirBlock block = mlirBlockCreate(3, types, locations);
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  MlirValue summands[] = {mlirBlockGetArgument(block, 0),
                          mlirBlockGetArgument(block, 1)};
  MlirOperationState add = mlirOperationStateGet(
      asIrString(mlirTypeIsAInteger(element) ? "arith.addi" : "arith.addf"),
      location);
  mlirOperationStateAddOperands(&add, 2, summands);
  mlirOperationStateAddResults(&add, 1, &element);
  MlirOperation sum = mlirOperationCreate(&add);
  mlirBlockAppendOwnedOperation(block, sum);
  MlirValue result = mlirOperationGetResult(sum, 0);
  mlirOperationStateAddOperands(&yield, 1, &result);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

typedef struct Adding {
  bool onCpu, changed;
} Adding;

/// What is to be added last, of fewer dimensions than `initial` where it is a
/// broadcast; null for what sums may start from.
static MlirValue biasOf(MlirValue initial, bool onCpu) {
  bool isMove = mlirValueIsAOpResult(initial) &&
                asIsTranspose(mlirOpResultGetOwner(initial));
  MlirValue bias =
      isMove ? mlirOperationGetOperand(mlirOpResultGetOwner(initial), 0)
             : initial;
  bool isSmall = mlirShapedTypeGetRank(mlirValueGetType(bias)) <
                 mlirShapedTypeGetRank(mlirValueGetType(initial));
  bool isStart = asIrIsMadeBy(initial, "linalg.fill") ||
                 asIrIsMadeBy(initial, "tensor.empty");
  return isSmall || (!onCpu && !isStart) ? bias : (MlirValue){NULL};
}

static MlirWalkResult addLast(MlirOperation op, void *context) {
  Adding *adding = context;
  if (!asGenericSums(op))
    return MlirWalkResultAdvance;
  MlirValue initial = mlirOperationGetOperand(op, 2);
  MlirType type = mlirValueGetType(initial);
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
    return MlirWalkResultAdvance;
  MlirValue bias = biasOf(initial, adding->onCpu);
  if (mlirValueIsNull(bias))
    return MlirWalkResultAdvance;
  intptr_t rank = mlirShapedTypeGetRank(type);
  mlirOperationSetOperand(op, 2, asGraphInsertZeros(op, type));
  MlirAffineMap all =
      mlirAffineMapMultiDimIdentityGet(mlirOperationGetContext(op), rank);
  MlirAffineMap maps[] = {all, all, all};
  if (!mlirValueEqual(bias, initial))
    maps[1] = asGenericReadThrough(mlirOpResultGetOwner(initial), 0, all);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirOperation next = mlirOperationGetNextInBlock(op);
  MlirOperation sum =
      asGenericCreate(next, 2, (MlirValue[]){result, bias},
                      asGraphInsertEmpty(next, type), maps,
                      sumOfTwo(mlirOperationGetLocation(op),
                               mlirShapedTypeGetElementType(type)));
  mlirValueReplaceAllUsesExcept(result, mlirOperationGetResult(sum, 0), 1,
                                &sum);
  adding->changed = true;
  return MlirWalkResultAdvance;
}

AsStatus asGraphBiasesToEpilogues(MlirModule module, bool onCpu,
                                  AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  Adding adding = {.onCpu = onCpu};
  mlirOperationWalk(op, addLast, &adding, MlirWalkPostOrder);
  // The broadcasts go, and what is equal is one.
  return adding.changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                               error)
             : AS_OK;
}
