//===- reduction-update.c - Statements that update one element
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises op as one operation, or as a comparison and a select:
//
//   %c = arith.cmpi slt, %a, %b
//   %m = arith.select %c, %a, %b                         "arith.minsi"
//
//===----------------------------------------------------------------------===//

#include "affine/scop/reduction-update.h"
#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

/// How two values are combined: by one operation, or by a select of a
/// comparison.
typedef struct Combination {
  const char *by;
  MlirValue values[2];
  MlirOperation choice, comparison; ///< `comparison` is null without a select.
} Combination;

/// The name of an operation whose result does not depend on the order of
/// updates. Floating-point sums and products round, so they are not in the
/// list.
static const char *exactName(MlirOperation op) {
  static const char *const names[] = {
      "arith.addi",  "arith.muli",     "arith.andi",    "arith.ori",
      "arith.xori",  "arith.maxsi",    "arith.minsi",   "arith.maxui",
      "arith.minui", "arith.maximumf", "arith.minimumf"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (asIrIsNamed(op, names[i]))
      return names[i];
  return NULL;
}

/// The minimum or maximum that a select computes. `predicate` is arith's
/// number: slt is 2, then sle, sgt, sge, ult, ule, ugt, uge. `isLeft`: the
/// select gives the left operand where the comparison holds.
static const char *chosenBy(int64_t predicate, bool isLeft) {
  static const char *const names[2][2] = {{"arith.minsi", "arith.maxsi"},
                                          {"arith.minui", "arith.maxui"}};
  int64_t number = predicate - 2;
  if (number < 0 || number > 7)
    return NULL;
  bool isGreater = number / 2 % 2;
  return names[number / 4][isGreater == isLeft];
}

static bool readChoice(MlirOperation choice, Combination *combination) {
  MlirValue condition = mlirOperationGetOperand(choice, 0),
            first = mlirOperationGetOperand(choice, 1),
            second = mlirOperationGetOperand(choice, 2);
  if (!mlirValueIsAOpResult(condition))
    return false;
  MlirOperation comparison = mlirOpResultGetOwner(condition);
  if (!asIrIsNamed(comparison, "arith.cmpi"))
    return false;
  MlirValue left = mlirOperationGetOperand(comparison, 0),
            right = mlirOperationGetOperand(comparison, 1);
  bool isLeft = mlirValueEqual(first, left) && mlirValueEqual(second, right),
       isRight = mlirValueEqual(first, right) && mlirValueEqual(second, left);
  int64_t predicate =
      mlirIntegerAttrGetValueInt(mlirOperationGetInherentAttributeByName(
          comparison, asIrString("predicate")));
  *combination = (Combination){
      chosenBy(predicate, isLeft), {left, right}, choice, comparison};
  return (isLeft || isRight) && combination->by;
}

static bool readCombination(MlirOperation op, Combination *combination) {
  if (asIrIsNamed(op, "arith.select"))
    return readChoice(op, combination);
  *combination = (Combination){.by = exactName(op), .choice = op};
  for (int v = 0; v < 2 && combination->by; v++)
    combination->values[v] = mlirOperationGetOperand(op, v);
  return combination->by;
}

/// Whether only the combination uses the value, and the two values differ.
static bool isOnlyCombined(const Combination *combination, MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(user, combination->choice) &&
        (mlirOperationIsNull(combination->comparison) ||
         !mlirOperationEqual(user, combination->comparison)))
      return false;
  }
  return !mlirValueEqual(combination->values[0], combination->values[1]);
}

AsAffineUpdate asAffineUpdateOf(const AsScop *scop, int statement) {
  const AsAffineStatement *own = &scop->statements[statement];
  MlirValue stored = mlirOperationGetOperand(own->store, 0);
  Combination combination;
  AsAffineUpdate none = {NULL, -1};
  if (!mlirValueIsAOpResult(stored) ||
      !asScopContains(scop, mlirOpResultGetOwner(stored)) ||
      !readCombination(mlirOpResultGetOwner(stored), &combination))
    return none;
  for (int a = 1; a < own->numAccesses; a++) {
    const AsAffineAccess *read = &own->accesses[a];
    MlirValue loaded = mlirOperationGetResult(read->op, 0);
    if ((mlirValueEqual(loaded, combination.values[0]) ||
         mlirValueEqual(loaded, combination.values[1])) &&
        asAffineSameElement(read, &own->accesses[0]) &&
        isOnlyCombined(&combination, loaded))
      return (AsAffineUpdate){combination.by, a};
  }
  return none;
}

bool asAffineUpdatesCommute(const AsAffineUpdate *a, int access,
                            const AsAffineUpdate *b, int otherAccess) {
  return a->by && b->by && strcmp(a->by, b->by) == 0 &&
         (access == 0 || access == a->accumulator) &&
         (otherAccess == 0 || otherAccess == b->accumulator);
}
