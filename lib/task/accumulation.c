//===- accumulation.c - What a reduction adds up
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds reductions that combine their result with a value that no tensor gives,
// as in `out + 1`. Loops do that once for each iteration. Upstream's vectoriser
// takes such a value for one that is reduced already and does it once, so these
// operations stay as they are.
//
//===----------------------------------------------------------------------===//

#include "task/accumulation.h"
#include "dialect-bridge/bridge.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/program.h"

typedef struct Body {
  MlirOperation op;
  MlirBlock block;
  intptr_t numInputs;
} Body;

static bool isArgument(const Body *body, MlirValue value) {
  return mlirValueIsABlockArgument(value) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(value), body->block);
}

/// Whether `value` differs between iterations because a tensor is read.
static bool isRead(const Body *body, MlirValue value) {
  if (isArgument(body, value)) {
    intptr_t number = mlirBlockArgumentGetArgNumber(value);
    return number < body->numInputs &&
           mlirTypeIsAShaped(
               mlirValueGetType(mlirOperationGetOperand(body->op, number)));
  }
  if (mlirValueIsABlockArgument(value) || !asIrIsInside(value, body->op))
    return false;
  MlirOperation owner = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(owner); i++)
    if (isRead(body, mlirOperationGetOperand(owner, i)))
      return true;
  return false;
}

/// Whether the value that is yielded as result `number` is that result so far,
/// combined with values of which none is read.
static bool combinesNothingRead(const Body *body, intptr_t number,
                                MlirValue yielded) {
  if (mlirValueIsABlockArgument(yielded))
    return false;
  MlirOperation combiner = mlirOpResultGetOwner(yielded);
  MlirValue before =
      mlirBlockGetArgument(body->block, body->numInputs + number);
  bool isCombined = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(combiner); i++) {
    MlirValue operand = mlirOperationGetOperand(combiner, i);
    if (mlirValueEqual(operand, before))
      isCombined = true;
    else if (isRead(body, operand))
      return false;
  }
  return isCombined;
}

static bool hasReduction(MlirOperation op) {
  AsBridgeIterator types[AS_MAX_DIMS];
  int count = asBridgeIteratorTypes(op, types, AS_MAX_DIMS);
  for (int i = 0; i < count && i < AS_MAX_DIMS; i++)
    if (types[i] == AS_ITERATOR_REDUCTION)
      return true;
  return false;
}

bool asAccumulatesUnread(MlirOperation op) {
  if (mlirOperationGetNumRegions(op) == 0 || !hasReduction(op))
    return false;
  Body body = {op, asIrBody(op),
               mlirOperationGetNumOperands(op) -
                   mlirOperationGetNumResults(op)};
  MlirOperation yield = mlirBlockGetTerminator(body.block);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(yield); i++)
    if (combinesNothingRead(&body, i, mlirOperationGetOperand(yield, i)))
      return true;
  return false;
}
