//===- hoist-weight-arithmetic.c - Hoist arithmetic on weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites elementwise linalg.generic operations: what the body computes from
// weights of fewer dimensions becomes an operation of its own.
//
// A batch norm of an importer is one operation over the image, which takes the
// root of each channel's variance for every pixel. Hoisted, it is an operation
// over the channels that reads weights only, so it is computed once
// (lowering/constants/constant-hoisting.h). Results do not change.
//
// Requires:    linalg on tensors.
// Provides:    arithmetic on weights of fewer dimensions is in operations over
//              these dimensions, apart from casts, conditions and integers of
//              more than 32 bits.
// Invalidates: nothing.
//
//   %0 = linalg.generic {indexing_maps = [(i,j) -> (i,j), (i,j) -> (j), ...]}
//       ins(%x, %var : tensor<16x8xf32>, tensor<8xf32>) outs(%e : ...) {
//     %1 = math.rsqrt %v : f32
//     %2 = arith.mulf %in, %1 : f32
// becomes
//   %r = linalg.generic {indexing_maps = [(j) -> (j), (j) -> (j)]}
//       ins(%var : tensor<8xf32>) outs(%f : ...) { ... math.rsqrt ... }
//   %0 = linalg.generic {indexing_maps = [(i,j) -> (i,j), (i,j) -> (j), ...]}
//       ins(%x, %r : tensor<16x8xf32>, tensor<8xf32>) outs(%e : ...) {
//     %2 = arith.mulf %in, %v : f32
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/elementwise-body.h"
#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

//===----------------------------------------------------------------------===//
// Finding the arithmetic
//===----------------------------------------------------------------------===//

/// Whether reading the result would take longer than computing it: that of a
/// cast, a condition, or an integer of more than 32 bits, as multipliers and
/// shifts of bytes become.
static bool isBetterInPlace(MlirOperation op) {
  static const char *const casts[] = {"arith.extf", "arith.truncf",
                                      "arith.sitofp", "arith.extsi",
                                      "arith.extui"};
  enum { mostBits = 32 };
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  int bits = mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 0;
  return asIrIsOneOf(op, casts, sizeof casts / sizeof *casts) || bits == 1 ||
         bits > mostBits;
}

/// The last operation of the body that can be hoisted and is better read; -1 if
/// there is none. Operations that use its result depend on other inputs too.
static int findHoistable(const AsBody *body) {
  uint32_t all = (1u << body->numLoops) - 1;
  for (int i = body->numOps - 1; i >= 0; i--)
    if (body->isDetermined[i] && body->reads[i] &&
        !isBetterInPlace(body->op[i]) &&
        asBodyLoops(body, body->reads[i]) != all)
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// Hoisting
//===----------------------------------------------------------------------===//

/// The map from the loops in `loops` alone to the indices of `map`.
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

/// The map from all loops to those in `loops`.
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

/// Inserts the operation on weights. Its result has the dimensions `loops`.
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

/// Replaces the operation's result in the body by an element of `value`.
static void replaceByInput(const AsBody *body, int op, uint32_t loops,
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

static MlirWalkResult hoist(MlirOperation op, void *context) {
  AsBody body;
  if (!asBodyIsElementwise(op) || !asBodyRead(op, &body))
    return MlirWalkResultAdvance;
  int hoistable = findHoistable(&body);
  if (hoistable < 0)
    return MlirWalkResultAdvance;
  uint32_t loops = asBodyLoops(&body, body.reads[hoistable]);
  MlirValue value = createOperation(&body, hoistable, loops);
  replaceByInput(&body, hoistable, loops, value);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphHoistWeightArithmetic(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  AsStatus status = AS_OK;
  bool any = false;
  // Each round hoists one value from an operation, which is replaced by a new
  // one. What computes the value has fewer loops, so this ends.
  for (bool changed = true; changed && !status;) {
    changed = false;
    mlirOperationWalk(op, hoist, &changed, MlirWalkPostOrder);
    any |= changed;
    if (changed)
      status =
          asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true, error);
  }
  if (any && !status)
    asGenericDropUnused(op);
  return status;
}
