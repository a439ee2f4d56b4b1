//===- graph/invariants.c - What weights determine is taken out
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batch norm reaches us as one operation over the image, which takes the root
// of each channel's variance again for every pixel. What the body of an
// elementwise operation computes from weights of fewer dimensions becomes an
// operation of its own, over these dimensions only; as it reads nothing else,
// it is computed once (build/load.h). No result changes by it.
//
//===----------------------------------------------------------------------===//

#include "graph/generic.h"
#include "graph/graph.h"
#include "graph/insert.h"
#include "ir/constant.h"
#include "ir/map.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { MAX_INPUTS = 14, MAX_LOOPS = 8, MAX_OPS = 64 };

/// The body of a linalg.generic, operation by operation.
typedef struct Body {
  MlirOperation generic;
  MlirBlock block;
  intptr_t numInputs;
  int numLoops;
  int numOps; ///< Without the yield.
  MlirOperation op[MAX_OPS];
  bool isDetermined[MAX_OPS]; ///< By weights, or by nothing at all.
  uint32_t reads[MAX_OPS];    ///< The inputs that it depends on, as bits.
} Body;

//===----------------------------------------------------------------------===//
// What can be taken out
//===----------------------------------------------------------------------===//

/// Whether the operation is elementwise with one result.
static bool isElementwise(MlirOperation op) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumResults(op) != 1 || numOperands < 2 ||
      numOperands > MAX_INPUTS + 1 || !asGenericIsParallel(op))
    return false;
  return mlirAffineMapGetNumDims(asGenericMap(op, 0)) <= MAX_LOOPS;
}

/// The loops that index the input, as bits; all of them where it is no tensor
/// that is read by some of the loops.
static uint32_t loopsOf(MlirOperation op, intptr_t input) {
  MlirAffineMap map = asGenericMap(op, input);
  uint32_t all = (1u << mlirAffineMapGetNumDims(map)) - 1, loops = 0;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, input));
  if (!mlirAffineMapIsProjectedPermutation(map) ||
      !mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
    return all;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    loops |= 1u << mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, r));
  return loops;
}

static bool isWeight(const Body *body, intptr_t input) {
  uint32_t all = (1u << body->numLoops) - 1;
  return asIrIsFixed(mlirOperationGetOperand(body->generic, input)) &&
         loopsOf(body->generic, input) != all;
}

static int numberOf(const Body *body, MlirOperation op) {
  for (int i = 0; i < body->numOps; i++)
    if (mlirOperationEqual(body->op[i], op))
      return i;
  return -1;
}

/// Whether weights determine the value; adds what it reads.
static bool isDetermined(const Body *body, MlirValue value, uint32_t *reads) {
  if (mlirValueIsABlockArgument(value)) {
    intptr_t input = mlirBlockArgumentGetArgNumber(value);
    bool isInput =
        mlirBlockEqual(mlirBlockArgumentGetOwner(value), body->block) &&
        input < body->numInputs;
    *reads |= isInput ? 1u << input : 0;
    return isInput && isWeight(body, input);
  }
  int op = numberOf(body, mlirOpResultGetOwner(value));
  if (op < 0) // A scalar from outside.
    return asIrIsConstant(value);
  *reads |= body->reads[op];
  return body->isDetermined[op];
}

static bool isArithmetic(MlirOperation op) {
  return (asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.")) &&
         mlirOperationGetNumResults(op) == 1 &&
         mlirOperationGetNumRegions(op) == 0;
}

static bool readBody(MlirOperation generic, Body *body) {
  *body = (Body){.generic = generic,
                 .block = asIrBody(generic),
                 .numInputs = mlirOperationGetNumOperands(generic) - 1,
                 .numLoops =
                     (int)mlirAffineMapGetNumDims(asGenericMap(generic, 0))};
  for (MlirOperation op = mlirBlockGetFirstOperation(body->block);
       !asIrIsNamed(op, "linalg.yield"); op = mlirOperationGetNextInBlock(op)) {
    if (body->numOps == MAX_OPS || !isArithmetic(op))
      return false;
    int number = body->numOps;
    body->isDetermined[number] = true;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      body->isDetermined[number] &= isDetermined(
          body, mlirOperationGetOperand(op, i), &body->reads[number]);
    body->op[body->numOps++] = op;
  }
  return true;
}

static uint32_t loopsOfReads(const Body *body, uint32_t reads) {
  uint32_t loops = 0;
  for (intptr_t i = 0; i < body->numInputs; i++)
    if (reads >> i & 1)
      loops |= loopsOf(body->generic, i);
  return loops;
}

static bool isCast(MlirOperation op) {
  return asIrIsNamed(op, "arith.extf") || asIrIsNamed(op, "arith.truncf") ||
         asIrIsNamed(op, "arith.sitofp");
}

/// The last operation that is worth it: what needs its result needs other
/// things too. -1 where there is none.
static int findFrontier(const Body *body) {
  uint32_t all = (1u << body->numLoops) - 1;
  for (int i = body->numOps - 1; i >= 0; i--)
    if (body->isDetermined[i] && body->reads[i] && !isCast(body->op[i]) &&
        loopsOfReads(body, body->reads[i]) != all)
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// Taking it out
//===----------------------------------------------------------------------===//

/// Maps from the loops in `loops` alone to the indices of `map`.
static MlirAffineMap project(MlirAffineMap map, uint32_t loops) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr results[MAX_LOOPS];
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
  MlirAffineExpr results[MAX_LOOPS];
  intptr_t rank = 0;
  for (int l = 0; l < numLoops; l++)
    if (loops >> l & 1)
      results[rank++] = mlirAffineDimExprGet(context, l);
  return mlirAffineMapGet(context, numLoops, 0, rank, results);
}

/// Clones what the operation is computed from, then itself.
static void cloneInto(const Body *body, int op, AsIrMap *map, MlirBlock block) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(body->op[op]); i++) {
    MlirValue value = mlirOperationGetOperand(body->op[op], i);
    int producer = mlirValueIsAOpResult(value)
                       ? numberOf(body, mlirOpResultGetOwner(value))
                       : -1;
    if (producer >= 0 && asIrMapFind(map, value) < 0)
      cloneInto(body, producer, map, block);
  }
  asIrMapClone(map, body->op[op], block);
}

/// The body of an operation that computes `op` of `body` from its inputs.
static MlirRegion createRegion(const Body *body, int op) {
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
  cloneInto(body, op, &map, block);
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
static MlirValue createOperation(const Body *body, int op, uint32_t loops) {
  MlirContext context = mlirOperationGetContext(body->generic);
  MlirValue inputs[MAX_INPUTS];
  MlirAffineMap maps[MAX_INPUTS + 1];
  int64_t shape[MAX_LOOPS];
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
static void readInstead(const Body *body, int op, uint32_t loops,
                        MlirValue value) {
  MlirContext context = mlirOperationGetContext(body->generic);
  MlirValue inputs[MAX_INPUTS + 1];
  MlirAffineMap maps[MAX_INPUTS + 2];
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
  Body body;
  if (!isElementwise(op) || !readBody(op, &body))
    return MlirWalkResultAdvance;
  int frontier = findFrontier(&body);
  if (frontier < 0)
    return MlirWalkResultAdvance;
  uint32_t loops = loopsOfReads(&body, body.reads[frontier]);
  MlirValue value = createOperation(&body, frontier, loops);
  readInstead(&body, frontier, loops, value);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphTakeOutInvariants(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  AsStatus status = AS_OK;
  // Each round takes one value out of an operation, which is another one then.
  for (bool changed = true; changed && !status;) {
    changed = false;
    mlirOperationWalk(op, takeOut, &changed, MlirWalkPostOrder);
    if (changed)
      status =
          asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true, error);
  }
  return status;
}
