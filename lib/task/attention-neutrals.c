//===- attention-neutrals.c - What padded keys of attention must be
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See attention-neutrals.h.
//
//===----------------------------------------------------------------------===//

#include "task/attention-neutrals.h"
#include "graph/analysis/generic-op.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/attention-group.h"

/// The operation that is all of the body but its end; null if there are others.
static MlirOperation onlyOperation(MlirOperation op) {
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(op)),
                next = mlirOperationGetNextInBlock(first);
  bool isAll = asIrIsNamed(next, "linalg.yield") &&
               mlirValueEqual(mlirOperationGetOperand(next, 0),
                              mlirOperationGetResult(first, 0));
  return isAll ? first : (MlirOperation){NULL};
}

AsNeutral asNeutralOf(MlirOperation op) {
  static const struct {
    const char *name;
    AsNeutral neutral;
  } all[] = {{"arith.addf", AS_NEUTRAL_ZERO},
             {"arith.maximumf", AS_NEUTRAL_LEAST},
             {"arith.maxnumf", AS_NEUTRAL_LEAST},
             {"arith.minimumf", AS_NEUTRAL_MOST},
             {"arith.minnumf", AS_NEUTRAL_MOST}};
  if (mlirOperationGetNumOperands(op) != 2 ||
      !mlirAffineMapIsIdentity(asGenericMap(op, 0)))
    return AS_NEUTRAL_UNKNOWN;
  MlirOperation only = onlyOperation(op);
  MlirValue in = mlirBlockGetArgument(asIrBody(op), 0),
            out = mlirBlockGetArgument(asIrBody(op), 1);
  if (mlirOperationIsNull(only) || mlirOperationGetNumOperands(only) != 2)
    return AS_NEUTRAL_UNKNOWN;
  MlirValue left = mlirOperationGetOperand(only, 0),
            right = mlirOperationGetOperand(only, 1);
  if (!(mlirValueEqual(left, in) && mlirValueEqual(right, out)) &&
      !(mlirValueEqual(left, out) && mlirValueEqual(right, in)))
    return AS_NEUTRAL_UNKNOWN;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (asIrIsNamed(only, all[i].name))
      return all[i].neutral;
  return AS_NEUTRAL_UNKNOWN;
}

/// Whether the weights are zeros where an operand of theirs is: quotients.
static bool keepsZeros(const AsBlockGroups *groups, const bool *isMember,
                       int product, const AsNode *weights) {
  MlirOperation only = onlyOperation(weights->op);
  bool isQuotient =
      !mlirOperationIsNull(only) && asIrIsNamed(only, "arith.divf");
  if (!isQuotient &&
      (mlirOperationIsNull(only) || !asIrIsNamed(only, "arith.mulf")))
    return false;
  for (int i = 0; i < (isQuotient ? 1 : 2); i++) {
    MlirValue argument = mlirOperationGetOperand(only, i);
    if (!mlirValueIsABlockArgument(argument))
      continue;
    intptr_t number = mlirBlockArgumentGetArgNumber(argument);
    int p = asGroupProducer(groups, weights, number);
    if (p >= 0 && isMember[p] &&
        mlirAffineMapIsIdentity(asGenericMap(weights->op, number)) &&
        asNeutralBehind(groups, isMember, product, p) == AS_NEUTRAL_ZERO)
      return true;
  }
  return false;
}

static AsNeutral both(AsNeutral a, AsNeutral b) {
  return a == AS_NEUTRAL_ANYTHING || a == b ? b
         : b == AS_NEUTRAL_ANYTHING         ? a
                                            : AS_NEUTRAL_UNKNOWN;
}

AsNeutral asNeutralBehind(const AsBlockGroups *groups, const bool *isMember,
                          int product, int node) {
  const AsNode *nodes = groups->nodes;
  MlirValue result = mlirOperationGetResult(nodes[node].op, 0);
  AsNeutral neutral = AS_NEUTRAL_ANYTHING;
  if (mlirShapedTypeGetRank(mlirValueGetType(result)) !=
      asNodeRank(&nodes[product], asAttentionWeights(groups, product)))
    return neutral;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    int user = asGroupNode(groups, mlirOpOperandGetOwner(use));
    if (user < 0)
      return AS_NEUTRAL_UNKNOWN;
    if (user == product) {
      if (!keepsZeros(groups, isMember, product, &nodes[node]))
        neutral = both(neutral, AS_NEUTRAL_ZERO);
    } else if (nodes[user].kind == AS_NODE_REDUCTION) {
      neutral = both(neutral, asNeutralOf(nodes[user].op));
    }
  }
  return neutral;
}

/// The number of the operand that the value is an element of; -1 if it is none.
static intptr_t operandOf(MlirValue value) {
  return mlirValueIsABlockArgument(value) ? mlirBlockArgumentGetArgNumber(value)
                                          : -1;
}

bool asArePowersOfRest(const AsBlockGroups *groups, const bool *isMember,
                       int node) {
  const AsNode *nodes = groups->nodes, *powers = &nodes[node];
  MlirOperation rest = mlirBlockGetFirstOperation(asIrBody(powers->op)),
                exp = mlirOperationGetNextInBlock(rest);
  if (!asIrIsNamed(rest, "arith.subf") || !asIrIsNamed(exp, "math.exp") ||
      !mlirValueEqual(mlirOperationGetOperand(exp, 0),
                      mlirOperationGetResult(rest, 0)) ||
      !asIrMayBeInfinite(rest) || !asIrMayBeInfinite(exp))
    return false;
  MlirOperation end = mlirOperationGetNextInBlock(exp);
  intptr_t x = operandOf(mlirOperationGetOperand(rest, 0)),
           m = operandOf(mlirOperationGetOperand(rest, 1));
  if (!asIrIsNamed(end, "linalg.yield") ||
      !mlirValueEqual(mlirOperationGetOperand(end, 0),
                      mlirOperationGetResult(exp, 0)) ||
      x < 0 || m < 0 || !mlirAffineMapIsIdentity(asGenericMap(powers->op, x)))
    return false;
  int scores = asGroupProducer(groups, powers, x),
      most = asGroupProducer(groups, powers, m);
  if (scores < 0 || most < 0 || !isMember[scores] || !isMember[most] ||
      nodes[most].kind != AS_NODE_REDUCTION ||
      asNeutralOf(nodes[most].op) != AS_NEUTRAL_LEAST ||
      asGroupProducer(groups, &nodes[most], 0) != scores ||
      asNodeRank(powers, m) != powers->numDims - 1)
    return false;
  for (intptr_t r = 0; r < asNodeRank(powers, m); r++)
    if (asNodeLoop(powers, m, r) != r || asNodeLoop(&nodes[most], 1, r) != r)
      return false;
  return true;
}
