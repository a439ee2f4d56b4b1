//===- hoist-weight-arithmetic.c - What weights determine is taken out
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batch norm reaches us as one operation over the image, which takes the root
// of each channel's variance again for every pixel. What the body of an
// elementwise operation computes from weights of fewer dimensions becomes an
// operation of its own, over these dimensions only; as it reads nothing else,
// it is computed once (lowering/constants/constant-hoisting.h). No result
// changes by it.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/elementwise-body.h"
#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

//===----------------------------------------------------------------------===//
// What can be taken out
//===----------------------------------------------------------------------===//

static bool isCast(MlirOperation op) {
  return asIrIsNamed(op, "arith.extf") || asIrIsNamed(op, "arith.truncf") ||
         asIrIsNamed(op, "arith.sitofp");
}

/// The last operation that is worth it: what needs its result needs other
/// things too. -1 where there is none.
static int findFrontier(const AsBody *body) {
  uint32_t all = (1u << body->numLoops) - 1;
  for (int i = body->numOps - 1; i >= 0; i--)
    if (body->isDetermined[i] && body->reads[i] && !isCast(body->op[i]) &&
        asBodyLoops(body, body->reads[i]) != all)
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// Taking it out
//===----------------------------------------------------------------------===//

/// Maps from the loops in `loops` alone to the indices of `map`.
static MlirAffineMap project(MlirAffineMap map, uint32_t loops) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr results[AS_BODY_LOOPS];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < rank; r++) {
    intptr_t loop =
        mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, r));
    int before = __builtin_popcount(loops & ((1u << loop) - 1));
    results[r] = mlirAffineDimExprGet(context, before);
  }
  return mlirAffineMapGet(context, __builtin_popcount(loops), 0, rank, results);
}

/// From all loops to those in `loops`.
static MlirAffineMap select(MlirContext context, int numLoops, uint32_t loops) {
  MlirAffineExpr results[AS_BODY_LOOPS];
  intptr_t rank = 0;
  for (int l = 0; l < numLoops; l++)
    if (loops >> l & 1)
      results[rank++] = mlirAffineDimExprGet(context, l);
  return mlirAffineMapGet(context, numLoops, 0, rank, results);
}

/// The body of an operation that computes `op` of `body` from its inputs.
static MlirRegion createRegion(const AsBody *body, int op) {
  MlirLocation location = mlirOperationGetLocation(body->generic);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  AsIrMap map = {0};
  for (intptr_t i = 0; i < body->numInputs; i++)
    if (body->reads[op] >> i & 1) {
      MlirValue element = mlirBlockGetArgument(body->block, i);
      asIrMapAdd(
          &map, element,
          mlirBlockAddArgument(block, mlirValueGetType(element), location));
    }
  MlirValue value = mlirOperationGetResult(body->op[op], 0);
  mlirBlockAddArgument(block, mlirValueGetType(value), location);
  asBodyClone(body, op, &map, block);
  MlirValue result = map.to[asIrMapFind(&map, value)];
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  mlirOperationStateAddOperands(&yield, 1, &result);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  asIrMapFree(&map);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// The operation on weights; its result has the dimensions `loops`.
static MlirValue createOperation(const AsBody *body, int op, uint32_t loops) {
  MlirContext context = mlirOperationGetContext(body->generic);
  MlirValue inputs[AS_BODY_INPUTS];
  MlirAffineMap maps[AS_BODY_INPUTS + 1];
  int64_t shape[AS_BODY_LOOPS];
  intptr_t count = 0;
  for (intptr_t i = 0; i < body->numInputs; i++) {
    if (!(body->reads[op] >> i & 1))
      continue;
    MlirAffineMap map = asGenericMap(body->generic, i);
    inputs[count] = mlirOperationGetOperand(body->generic, i);
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
      intptr_t loop =
          mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, r));
      shape[__builtin_popcount(loops & ((1u << loop) - 1))] =
          mlirShapedTypeGetDimSize(mlirValueGetType(inputs[count]), r);
    }
    maps[count++] = project(map, loops);
  }
  int rank = __builtin_popcount(loops);
  maps[count] = mlirAffineMapMultiDimIdentityGet(context, rank);
  MlirType type = mlirRankedTensorTypeGet(
      rank, shape, mlirValueGetType(mlirOperationGetResult(body->op[op], 0)),
      mlirAttributeGetNull());
  MlirOperation generic = asGenericCreate(
      body->generic, count, inputs, asGraphInsertEmpty(body->generic, type),
      maps, createRegion(body, op));
  return mlirOperationGetResult(generic, 0);
}

/// Lets the body read `value` in place of what the operation computes.
static void readInstead(const AsBody *body, int op, uint32_t loops,
                        MlirValue value) {
  MlirContext context = mlirOperationGetContext(body->generic);
  MlirValue inputs[AS_BODY_INPUTS + 1];
  MlirAffineMap maps[AS_BODY_INPUTS + 2];
  for (intptr_t i = 0; i < body->numInputs; i++) {
    inputs[i] = mlirOperationGetOperand(body->generic, i);
    maps[i] = asGenericMap(body->generic, i);
  }
  inputs[body->numInputs] = value;
  maps[body->numInputs] = select(context, body->numLoops, loops);
  maps[body->numInputs + 1] = asGenericMap(body->generic, body->numInputs);
  MlirValue result = mlirOperationGetResult(body->op[op], 0);
  MlirValue element = mlirBlockInsertArgument(
      body->block, body->numInputs, mlirValueGetType(result),
      mlirOperationGetLocation(body->generic));
  mlirValueReplaceAllUsesOfWith(result, element);
  mlirOperationDestroy(body->op[op]);
  asGenericReplace(body->generic, body->numInputs + 1, inputs, maps);
}

static MlirWalkResult takeOut(MlirOperation op, void *context) {
  AsBody body;
  if (!asBodyIsElementwise(op) || !asBodyRead(op, &body))
    return MlirWalkResultAdvance;
  int frontier = findFrontier(&body);
  if (frontier < 0)
    return MlirWalkResultAdvance;
  uint32_t loops = asBodyLoops(&body, body.reads[frontier]);
  MlirValue value = createOperation(&body, frontier, loops);
  readInstead(&body, frontier, loops, value);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphHoistWeightArithmetic(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  AsStatus status = AS_OK;
  bool any = false;
  // Each round takes one value out of an operation, which is another one then.
  for (bool changed = true; changed && !status;) {
    changed = false;
    mlirOperationWalk(op, takeOut, &changed, MlirWalkPostOrder);
    any |= changed;
    if (changed)
      status =
          asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true, error);
  }
  if (any && !status)
    asGenericDropUnused(op);
  return status;
}
