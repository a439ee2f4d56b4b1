//===- op-arithmetic.c - Counting the arithmetic of operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/op-arithmetic.h"
#include "graph/analysis/generic-op.h"
#include "ir/def-use.h"
#include "support/arena.h"
#include <stdlib.h>

static const struct {
  const char *name;
  AsArithmetic kind;
} arithmeticOps[] = {
    {"arith.addf", AS_ARITHMETIC_ADD},
    {"arith.subf", AS_ARITHMETIC_ADD},
    {"arith.negf", AS_ARITHMETIC_ADD},
    {"arith.mulf", AS_ARITHMETIC_MUL},
    {"arith.divf", AS_ARITHMETIC_DIV},
    {"arith.remf", AS_ARITHMETIC_DIV},
    {"math.sqrt", AS_ARITHMETIC_DIV},
    {"math.rsqrt", AS_ARITHMETIC_DIV},
    {"arith.maximumf", AS_ARITHMETIC_COMPARE},
    {"arith.minimumf", AS_ARITHMETIC_COMPARE},
    {"arith.maxnumf", AS_ARITHMETIC_COMPARE},
    {"arith.minnumf", AS_ARITHMETIC_COMPARE},
    {"arith.cmpf", AS_ARITHMETIC_COMPARE},
    {"arith.cmpi", AS_ARITHMETIC_COMPARE},
    {"arith.select", AS_ARITHMETIC_COMPARE},
    {"math.absf", AS_ARITHMETIC_COMPARE},
    {"arith.addi", AS_ARITHMETIC_ADD},
    {"arith.subi", AS_ARITHMETIC_ADD},
    {"arith.muli", AS_ARITHMETIC_MUL},
    {"arith.constant", AS_NUM_ARITHMETIC},
    {"linalg.yield", AS_NUM_ARITHMETIC},
    {"tensor.extract", AS_NUM_ARITHMETIC},
    {"arith.truncf", AS_ARITHMETIC_CAST},
    {"arith.extf", AS_ARITHMETIC_CAST},
    {"arith.extsi", AS_ARITHMETIC_CAST},
    {"arith.extui", AS_ARITHMETIC_CAST},
    {"arith.trunci", AS_ARITHMETIC_CAST},
    {"arith.sitofp", AS_ARITHMETIC_CAST},
    {"arith.uitofp", AS_ARITHMETIC_CAST},
    {"arith.fptosi", AS_ARITHMETIC_CAST},
    {"arith.fptoui", AS_ARITHMETIC_CAST},
    {"arith.index_cast", AS_ARITHMETIC_CAST},
};

void asCountArithmetic(MlirOperation op, int counts[AS_NUM_ARITHMETIC]) {
  for (size_t i = 0; i < sizeof arithmeticOps / sizeof *arithmeticOps; i++)
    if (asIrIsNamed(op, arithmeticOps[i].name)) {
      if (arithmeticOps[i].kind != AS_NUM_ARITHMETIC)
        counts[arithmeticOps[i].kind]++;
      return;
    }
  counts[asIrHasPrefix(op, "math.") ? AS_ARITHMETIC_MATH
                                    : AS_ARITHMETIC_INTEGER]++;
}

/// Operations of a body, among others.
typedef struct Ops {
  MlirOperation *all;
  int count;
} Ops;

static bool hasOp(const Ops *ops, MlirOperation op) {
  bool has = false;
  for (int i = 0; i < ops->count && !has; i++)
    has = mlirOperationEqual(ops->all[i], op);
  return has;
}

/// Whether the loop changes an operand of an operation in the body; `changed`
/// has the operations before that it changes.
static bool changesOperand(MlirOperation general, MlirOperation op,
                           intptr_t loop, const Ops *changed) {
  bool changes = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && !changes; i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!mlirValueIsABlockArgument(value))
      changes = hasOp(changed, mlirOpResultGetOwner(value));
    else if (mlirBlockEqual(mlirBlockArgumentGetOwner(value),
                            asIrBody(general)))
      changes = asGenericMapUses(
          asGenericMap(general, mlirBlockArgumentGetArgNumber(value)), loop);
  }
  return changes;
}

void asCountRowArithmetic(MlirOperation general, int numLoops,
                          int counts[AS_NUM_ARITHMETIC]) {
  Ops changed = {0};
  int capacity = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(asIrBody(general));
       !mlirOperationIsNull(op) && numLoops > 0;
       op = mlirOperationGetNextInBlock(op)) {
    if (!asIrIsNamed(op, "linalg.index") &&
        !asIrIsNamed(op, "tensor.extract") &&
        !changesOperand(general, op, numLoops - 1, &changed)) {
      asCountArithmetic(op, counts);
      continue;
    }
    if (changed.count == capacity) {
      capacity = capacity ? 2 * capacity : 16;
      changed.all =
          asRealloc(changed.all, sizeof *changed.all * (size_t)capacity);
    }
    changed.all[changed.count++] = op;
  }
  free(changed.all);
}

/// Operations whose neutral element upstream knows.
static bool isMerger(MlirOperation op) {
  static const char *const names[] = {
      "arith.addf",    "arith.mulf",    "arith.maximumf", "arith.minimumf",
      "arith.maxnumf", "arith.minnumf", "arith.addi",     "arith.muli",
      "arith.maxsi",   "arith.minsi",   "arith.maxui",    "arith.minui",
      "arith.andi",    "arith.ori",     "arith.xori"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (asIrIsNamed(op, names[i]))
      return true;
  return false;
}

bool asArithmeticMerges(MlirBlock body, intptr_t result) {
  MlirValue soFar = mlirBlockGetArgument(body, result);
  MlirOperation end = mlirBlockGetTerminator(body);
  if (!asIrHasOneUse(soFar) || mlirOperationGetNumOperands(end) != 1)
    return false;
  MlirOperation op = mlirOpOperandGetOwner(mlirValueGetFirstUse(soFar));
  return isMerger(op) && mlirValueEqual(mlirOperationGetResult(op, 0),
                                        mlirOperationGetOperand(end, 0));
}
