//===- carry-corrections.c - Correct dot products of bytes after loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the corrections of dot products of bytes (lowering/vector/
// dot-products.c) out of loops. All rows of a tile of sums have the same
// corrections: they depend on the operand with the lanes only. So they are
// added up beside the sums, one vector for all rows, and subtracted after the
// loop. Rows may also be sums of their own, which have the same corrections.
//
// Requires:    structured loops; CSE after asFormDotProducts, so that equal
//              corrections are one value.
// Provides:    no correction in a loop that does nothing else with its sums.
// Invalidates: these loops.
//
//   %0 = scf.for ... iter_args(%s = %x) -> vector<16xi32> {
//     %d = vector.contract %a, %b, %s
//     %c = vector.contract %c128, %b, %c0
//     %n = arith.subi %d, %c
//     scf.yield %n
//   }
//
// becomes
//
//   %0:2 = scf.for ... iter_args(%s = %x, %t = %c0) {
//     %d = vector.contract %a, %b, %s
//     %c = vector.contract %c128, %b, %t
//     scf.yield %d, %c
//   }
//   %1 = arith.subi %0#0, %0#1
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/loop-builder.h"
#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/byte-dots.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

enum { MOST_ROWS = 64, MOST_STEPS = 16, BOUNDS = 3 };

/// The sums that a loop carries as one of its iter_args, a vector of rows.
typedef struct Sums {
  MlirValue argument;
  int numRows;
  MlirValue starts[MOST_ROWS]; ///< Each row of the argument,
  MlirValue ends[MOST_ROWS];   ///< and what becomes of it.
  int numSteps;
  MlirOperation steps[MOST_STEPS]; ///< The corrections of each row, in order.
} Sums;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static bool isZeros(MlirValue sums) {
  MlirOperation op = asIrMadeBy(sums, "arith.constant");
  if (mlirOperationIsNull(op))
    return false;
  MlirAttribute all = asIrAttribute(op, "value");
  return mlirDenseElementsAttrIsSplat(all) &&
         mlirDenseElementsAttrGetInt32SplatValue(all) == 0;
}

/// The operation that subtracts a correction from `value`, which is only used
/// so; else null.
static MlirOperation correctionOf(MlirOperation user, MlirValue value) {
  if (!asIrIsNamed(user, "arith.subi") ||
      !mlirValueEqual(mlirOperationGetOperand(user, 0), value))
    return (MlirOperation){NULL};
  MlirOperation step = asIrDefinition(mlirOperationGetOperand(user, 1));
  return !mlirOperationIsNull(step) && asIsByteDot(step) &&
                 isZeros(mlirOperationGetOperand(step, 2))
             ? step
             : (MlirOperation){NULL};
}

/// Follows a row through all that is added to it and subtracted from it, and
/// notes the corrections. With `removes` these are removed.
static MlirValue follow(MlirValue value, MlirOperation steps[MOST_STEPS],
                        int *numSteps, bool removes) {
  while (asIrHasOneUse(value)) {
    MlirOperation user = mlirOpOperandGetOwner(mlirValueGetFirstUse(value));
    MlirOperation step = correctionOf(user, value);
    if (!mlirOperationIsNull(step) && *numSteps < MOST_STEPS) {
      steps[(*numSteps)++] = step;
      if (removes) {
        mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(user, 0), value);
        mlirOperationDestroy(user);
        continue;
      }
    } else if (!asIrIsNamed(user, "arith.addi") &&
               !(asIsByteDot(user) &&
                 mlirValueEqual(mlirOperationGetOperand(user, 2), value))) {
      break;
    }
    value = mlirOperationGetResult(user, 0);
  }
  return value;
}

static bool addRow(Sums *sums, MlirValue start) {
  MlirOperation steps[MOST_STEPS];
  int numSteps = 0, row = sums->numRows;
  if (row == MOST_ROWS || !asIrHasOneUse(start) ||
      !asCanAddFourBytes(mlirValueGetType(start)))
    return false;
  sums->starts[row] = start;
  sums->ends[row] = follow(start, steps, &numSteps, false);
  if (row == 0) {
    sums->numSteps = numSteps;
    for (int s = 0; s < numSteps; s++)
      sums->steps[s] = steps[s];
  }
  bool areSame = numSteps == sums->numSteps;
  for (int s = 0; s < numSteps && areSame; s++)
    areSame = mlirOperationEqual(steps[s], sums->steps[s]);
  sums->numRows++;
  return areSame && numSteps > 0;
}

static bool addRows(Sums *sums) {
  if (mlirShapedTypeGetRank(mlirValueGetType(sums->argument)) == 1)
    return addRow(sums, sums->argument);
  for (MlirOpOperand use = mlirValueGetFirstUse(sums->argument);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "vector.extract") ||
        mlirOperationGetNumOperands(user) != 1 ||
        !addRow(sums, mlirOperationGetResult(user, 0)))
      return false;
  }
  return sums->numRows > 0;
}

static bool isEnd(const Sums *sums, MlirValue value) {
  for (int r = 0; r < sums->numRows; r++)
    if (mlirValueEqual(sums->ends[r], value))
      return true;
  return false;
}

/// Whether `value` consists of rows as they are after the corrections.
static bool consistsOfEnds(const Sums *sums, MlirValue value) {
  MlirOperation op = asIrDefinition(value);
  if (isEnd(sums, value))
    return true;
  if (mlirOperationIsNull(op))
    return false;
  if (asIrIsNamed(op, "vector.broadcast") ||
      asIrIsNamed(op, "vector.shape_cast"))
    return consistsOfEnds(sums, mlirOperationGetOperand(op, 0));
  if (!asIrIsNamed(op, "vector.from_elements"))
    return false;
  int64_t lanes =
      mlirShapedTypeGetDimSize(mlirValueGetType(sums->starts[0]), 0);
  for (intptr_t e = 0; e < mlirOperationGetNumOperands(op); e++) {
    MlirValue element = mlirOperationGetOperand(op, e);
    MlirOperation row = asIrMadeBy(element, "vector.to_elements");
    if (mlirOperationIsNull(row) ||
        mlirOpResultGetResultNumber(element) != e % lanes ||
        !isEnd(sums, mlirOperationGetOperand(row, 0)))
      return false;
  }
  return true;
}

static bool findSums(MlirBlock body, intptr_t index, Sums *sums) {
  *sums = (Sums){.argument = mlirBlockGetArgument(body, index + 1)};
  MlirType type = mlirValueGetType(sums->argument);
  return mlirTypeIsAVector(type) && !mlirVectorTypeIsScalable(type) &&
         mlirShapedTypeGetRank(type) > 0 && addRows(sums) &&
         consistsOfEnds(sums, mlirOperationGetOperand(
                                  mlirBlockGetTerminator(body), index));
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static void appendOperand(MlirOperation op, MlirValue value) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *all = asAlloc(sizeof *all * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    all[i] = mlirOperationGetOperand(op, i);
  all[count] = value;
  mlirOperationSetOperands(op, count + 1, all);
  free(all);
}

/// The same loop with one more iter_arg of the type of `like`, which starts as
/// zeros and is the last argument of its body. The caller yields a value for
/// it.
static MlirOperation carryOneMore(MlirOperation loop, MlirValue like) {
  intptr_t count = mlirOperationGetNumResults(loop);
  MlirValue *starts = asAlloc(sizeof *starts * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    starts[i] = mlirOperationGetOperand(loop, BOUNDS + i);
  AsArith before = asArithBefore(loop);
  starts[count] = asArithNumber(&before, like, 0);
  MlirOperation other = asAffineLoopCarrying(loop, starts, count + 1);
  free(starts);
  for (intptr_t i = 0; i < count; i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, i),
                                  mlirOperationGetResult(other, i));
  mlirBlockAddArgument(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(other, 0)),
      mlirValueGetType(like), mlirOperationGetLocation(other));
  mlirOperationDestroy(loop);
  return other;
}

/// A loop that carries corrections as its last iter_arg for the sums that it
/// carries as another.
typedef struct Carrying {
  MlirOperation loop;
  intptr_t sums;
} Carrying;

static MlirValue lastArgument(MlirBlock body) {
  return mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
}

static MlirValue lastResult(MlirOperation op) {
  return mlirOperationGetResult(op, mlirOperationGetNumResults(op) - 1);
}

static void removeSteps(const Sums *sums) {
  for (int r = 0; r < sums->numRows; r++) {
    MlirOperation steps[MOST_STEPS];
    int numSteps = 0;
    follow(sums->starts[r], steps, &numSteps, true);
  }
}

static Carrying carry(MlirBlock body, intptr_t index, const Sums *sums) {
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirOperation loop =
      carryOneMore(mlirBlockGetParentOperation(body), sums->starts[0]);
  AsArith arith = asArithBefore(end);
  MlirValue all = lastArgument(body);
  for (int s = 0; s < sums->numSteps; s++)
    all = asByteDot(&arith, mlirOperationGetOperand(sums->steps[s], 0),
                    mlirOperationGetOperand(sums->steps[s], 1), all);
  appendOperand(end, all);
  removeSteps(sums);
  return (Carrying){loop, index};
}

/// The loop around, if all it does with the sums is to carry them; *sums is
/// then their number in it. Null otherwise.
static MlirOperation loopAround(MlirOperation loop, intptr_t *sums) {
  MlirValue start = mlirOperationGetOperand(loop, BOUNDS + *sums),
            result = mlirOperationGetResult(loop, *sums);
  MlirBlock body = mlirOperationGetBlock(loop);
  MlirOperation around = mlirBlockGetParentOperation(body),
                end = mlirBlockGetTerminator(body), none = {NULL};
  if (!asIrIsNamed(around, "scf.for") || !mlirValueIsABlockArgument(start) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(start), body) ||
      !asIrHasOneUse(start) || !asIrHasOneUse(result))
    return none;
  intptr_t index = mlirBlockArgumentGetArgNumber(start) - 1;
  if (index < 0 || !mlirValueEqual(mlirOperationGetOperand(end, index), result))
    return none;
  *sums = index;
  return around;
}

/// Lets the loop around carry the corrections as well, if it carries the sums.
static bool carryAround(Carrying *carrying) {
  MlirOperation loop = carrying->loop;
  intptr_t index = carrying->sums;
  MlirOperation around = loopAround(loop, &index);
  if (mlirOperationIsNull(around))
    return false;
  MlirBlock body = mlirOperationGetBlock(loop);
  around = carryOneMore(around, lastResult(loop));
  mlirOperationSetOperand(loop, mlirOperationGetNumOperands(loop) - 1,
                          lastArgument(body));
  appendOperand(mlirBlockGetTerminator(body), lastResult(loop));
  *carrying = (Carrying){around, index};
  return true;
}

/// Subtracts a result of the loop, the corrections, from another one.
static void subtractAfter(const Carrying *carrying, intptr_t number) {
  MlirOperation loop = carrying->loop;
  MlirValue sums = mlirOperationGetResult(loop, carrying->sums),
            corrections = mlirOperationGetResult(loop, number);
  AsArith arith = asArithBefore(mlirOperationGetNextInBlock(loop));
  MlirType type = mlirValueGetType(sums);
  if (!mlirTypeEqual(mlirValueGetType(corrections), type))
    corrections = asArithEmit(&arith, "vector.broadcast", type, 1, &corrections,
                              NULL, (MlirAttribute){NULL});
  MlirValue corrected = asArithBinary(&arith, "arith.subi", sums, corrections);
  MlirOperation subtraction = asIrDefinition(corrected);
  mlirValueReplaceAllUsesExcept(sums, corrected, 1, &subtraction);
}

/// Corrections that a body adds up, and that so many loops carry.
typedef struct Carried {
  Sums sums; ///< Those that they were found for.
  intptr_t number;
  int depth;
} Carried;

/// Corrects sums of the same body that have the same corrections, if the same
/// loops carry them: rows that are sums of their own. False otherwise.
static bool shareCarried(const Carried *carried, MlirBlock body, intptr_t index,
                         const Sums *sums) {
  bool areSame = carried->sums.numSteps == sums->numSteps;
  for (int s = 0; s < sums->numSteps && areSame; s++)
    areSame = mlirOperationEqual(carried->sums.steps[s], sums->steps[s]);
  Carrying carrying = {mlirBlockGetParentOperation(body), index};
  for (int d = 1; d < carried->depth && areSame; d++) {
    carrying.loop = loopAround(carrying.loop, &carrying.sums);
    areSame = !mlirOperationIsNull(carrying.loop);
  }
  if (!areSame)
    return false;
  removeSteps(sums);
  subtractAfter(&carrying, carried->number);
  return true;
}

/// The bodies of loops that contain dot products of bytes. They outlive their
/// loops.
typedef struct Bodies {
  MlirBlock *blocks;
  size_t count;
} Bodies;

static MlirWalkResult collect(MlirOperation op, void *context) {
  Bodies *bodies = context;
  MlirBlock block = mlirOperationGetBlock(op);
  if (!asIsByteDot(op) ||
      !asIrIsNamed(mlirBlockGetParentOperation(block), "scf.for") ||
      (bodies->count &&
       mlirBlockEqual(bodies->blocks[bodies->count - 1], block)))
    return MlirWalkResultAdvance;
  bodies->blocks =
      asRealloc(bodies->blocks, sizeof *bodies->blocks * (bodies->count + 1));
  bodies->blocks[bodies->count++] = block;
  return MlirWalkResultAdvance;
}

/// Corrects all sums that the loop of this body carries.
static void correctAfter(MlirBlock body) {
  intptr_t count =
      mlirOperationGetNumResults(mlirBlockGetParentOperation(body));
  Carried *all = asAlloc(sizeof *all * (size_t)(count ? count : 1));
  int numCarried = 0;
  for (intptr_t i = 0; i < count; i++) {
    Sums sums;
    bool isShared = false;
    if (!findSums(body, i, &sums))
      continue;
    for (int c = 0; c < numCarried && !isShared; c++)
      isShared = shareCarried(&all[c], body, i, &sums);
    if (isShared)
      continue;
    Carrying carrying = carry(body, i, &sums);
    int depth = 1;
    while (carryAround(&carrying))
      depth++;
    intptr_t number = mlirOperationGetNumResults(carrying.loop) - 1;
    all[numCarried++] = (Carried){sums, number, depth};
    subtractAfter(&carrying, number);
  }
  free(all);
}

void asCarryCorrections(MlirModule module) {
  Bodies bodies = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), collect, &bodies,
                    MlirWalkPreOrder);
  for (size_t b = 0; b < bodies.count; b++)
    correctAfter(bodies.blocks[b]);
  free(bodies.blocks);
}
