//===- bias-to-epilogue.c - Add biases after sums
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites contractions and convolutions whose `outs` is a broadcast bias: they
// start from zero, and a linalg.generic adds the bias to the result.
//
// As an epilogue the bias costs as little and is never broadcast into memory,
// and all sums look alike to the rules of lib/sketch. It is rounded in another
// order, so the pass is not run with --fp=strict. For GPUs the same is done to
// initial tensors of full rank, as threads and tensor cores accumulate in
// registers that start from zero.
//
// Requires:    linalg on tensors.
// Provides:    contractions and convolutions that add up numbers start from
//              zero, apart from CPU code that accumulates into a tensor of full
//              rank.
// Invalidates: nothing.
//
//   %b = linalg.broadcast ins(%bias : tensor<16xf32>)
//       outs(%e : tensor<4x16xf32>) dimensions = [0]
//   %0 = linalg.matmul ins(%x, %w : ...) outs(%b : tensor<4x16xf32>) ...
// becomes
//   %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) ...
//   %1 = linalg.matmul ins(%x, %w : ...) outs(%z : tensor<4x16xf32>) ...
//   %0 = linalg.generic {indexing_maps = [(i,j) -> (i,j), (i,j) -> (j), ...]}
//       ins(%1, %bias : ...) outs(%e : ...) { ... arith.addf ... }
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "graph/layout/fold-transposes.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A body that adds its first two arguments; the third is the output's old
/// element.
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

typedef struct Moving {
  bool onCpu, changed;
} Moving;

/// The bias to add after the sums, before it is broadcast; null if the
/// operation may start from `initial`.
static MlirValue biasOf(MlirValue initial, bool onCpu) {
  bool isBroadcast = mlirValueIsAOpResult(initial) &&
                     asIsTransposeOrBroadcast(mlirOpResultGetOwner(initial));
  MlirValue bias =
      isBroadcast ? mlirOperationGetOperand(mlirOpResultGetOwner(initial), 0)
                  : initial;
  bool isSmall = mlirShapedTypeGetRank(mlirValueGetType(bias)) <
                 mlirShapedTypeGetRank(mlirValueGetType(initial));
  bool isStart = asIrIsMadeBy(initial, "linalg.fill") ||
                 asIrIsMadeBy(initial, "tensor.empty");
  return isSmall || (!onCpu && !isStart) ? bias : (MlirValue){NULL};
}

static MlirWalkResult moveToEpilogue(MlirOperation op, void *context) {
  Moving *moving = context;
  if (!asGenericSums(op))
    return MlirWalkResultAdvance;
  MlirValue initial = mlirOperationGetOperand(op, 2);
  MlirType type = mlirValueGetType(initial);
  if (!mlirTypeIsARankedTensor(type))
    return MlirWalkResultAdvance;
  MlirValue bias = biasOf(initial, moving->onCpu);
  if (mlirValueIsNull(bias))
    return MlirWalkResultAdvance;
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirValue empty = asGraphInsertEmptyLike(op, initial, element);
  mlirOperationSetOperand(op, 2, asGraphInsertZerosIn(op, empty));
  MlirAffineMap all =
      mlirAffineMapMultiDimIdentityGet(mlirOperationGetContext(op), rank);
  MlirAffineMap maps[] = {all, all, all};
  if (!mlirValueEqual(bias, initial))
    maps[1] = asGenericReadThrough(mlirOpResultGetOwner(initial), 0, all);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirOperation next = mlirOperationGetNextInBlock(op);
  MlirOperation sum =
      asGenericCreate(next, 2, (MlirValue[]){result, bias}, empty, maps,
                      sumOfTwo(mlirOperationGetLocation(op), element));
  mlirValueReplaceAllUsesExcept(result, mlirOperationGetResult(sum, 0), 1,
                                &sum);
  moving->changed = true;
  return MlirWalkResultAdvance;
}

AsStatus asGraphBiasesToEpilogues(MlirModule module, bool onCpu,
                                  AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  Moving moving = {.onCpu = onCpu};
  mlirOperationWalk(op, moveToEpilogue, &moving, MlirWalkPostOrder);
  // Erases the broadcasts, and merges equal fills.
  return moving.changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                               error)
             : AS_OK;
}
