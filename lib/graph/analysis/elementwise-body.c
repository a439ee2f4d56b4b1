//===- elementwise-body.c - Bodies of elementwise operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a body in one pass over its operations: which inputs each depends on,
// and whether weights alone determine it.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/elementwise-body.h"
#include "graph/analysis/generic-op.h"
#include "ir/invariant-values.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

bool asBodyIsElementwise(MlirOperation op) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumResults(op) != 1 || numOperands < 2 ||
      numOperands > AS_BODY_INPUTS + 1 || !asGenericIsParallel(op))
    return false;
  return mlirAffineMapGetNumDims(asGenericMap(op, 0)) <= AS_BODY_LOOPS;
}

/// The loops that index the input, as bits. All loops if it is not a static
/// tensor that is indexed by a projected permutation.
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

static bool isWeight(const AsBody *body, intptr_t input) {
  uint32_t all = (1u << body->numLoops) - 1;
  return asIrIsFixed(mlirOperationGetOperand(body->generic, input)) &&
         loopsOf(body->generic, input) != all;
}

int asBodyNumber(const AsBody *body, MlirOperation op) {
  for (int i = 0; i < body->numOps; i++)
    if (mlirOperationEqual(body->op[i], op))
      return i;
  return -1;
}

bool asBodyDetermines(const AsBody *body, MlirValue value, uint32_t *reads) {
  if (mlirValueIsABlockArgument(value)) {
    intptr_t input = mlirBlockArgumentGetArgNumber(value);
    bool isInput =
        mlirBlockEqual(mlirBlockArgumentGetOwner(value), body->block) &&
        input < body->numInputs;
    *reads |= isInput ? 1u << input : 0;
    return isInput && isWeight(body, input);
  }
  int op = asBodyNumber(body, mlirOpResultGetOwner(value));
  if (op < 0) // A scalar from outside of the body.
    return asIrIsConstant(value);
  *reads |= body->reads[op];
  return body->isDetermined[op];
}

static bool isArithmetic(MlirOperation op) {
  return (asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.")) &&
         mlirOperationGetNumResults(op) == 1 &&
         mlirOperationGetNumRegions(op) == 0;
}

bool asBodyRead(MlirOperation generic, AsBody *body) {
  *body = (AsBody){.generic = generic,
                   .block = asIrBody(generic),
                   .numInputs = mlirOperationGetNumOperands(generic) - 1,
                   .numLoops =
                       (int)mlirAffineMapGetNumDims(asGenericMap(generic, 0))};
  for (MlirOperation op = mlirBlockGetFirstOperation(body->block);
       !asIrIsNamed(op, "linalg.yield"); op = mlirOperationGetNextInBlock(op)) {
    if (body->numOps == AS_BODY_OPS || !isArithmetic(op))
      return false;
    int number = body->numOps;
    body->isDetermined[number] = true;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      body->isDetermined[number] &= asBodyDetermines(
          body, mlirOperationGetOperand(op, i), &body->reads[number]);
    body->op[body->numOps++] = op;
  }
  return true;
}

uint32_t asBodyLoops(const AsBody *body, uint32_t reads) {
  uint32_t loops = 0;
  for (intptr_t i = 0; i < body->numInputs; i++)
    if (reads >> i & 1)
      loops |= loopsOf(body->generic, i);
  return loops;
}

uint32_t asBodyReads(const AsBody *body, MlirValue value) {
  uint32_t reads = 0;
  asBodyDetermines(body, value, &reads);
  return reads;
}

MlirValue asBodyYielded(const AsBody *body) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(body->block), 0);
}

bool asBodyWritesInOrder(const AsBody *body) {
  MlirValue before = mlirBlockGetArgument(body->block, body->numInputs);
  return mlirAffineMapIsPermutation(
             asGenericMap(body->generic, body->numInputs)) &&
         mlirOpOperandIsNull(mlirValueGetFirstUse(before));
}

void asBodyClone(const AsBody *body, int op, AsIrMap *map, MlirBlock block) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(body->op[op]); i++) {
    MlirValue value = mlirOperationGetOperand(body->op[op], i);
    int producer = mlirValueIsAOpResult(value)
                       ? asBodyNumber(body, mlirOpResultGetOwner(value))
                       : -1;
    if (producer >= 0 && asIrMapFind(map, value) < 0)
      asBodyClone(body, producer, map, block);
  }
  asIrMapClone(map, body->op[op], block);
}
