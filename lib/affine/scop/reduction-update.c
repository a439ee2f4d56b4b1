//===- reduction-update.c - Statements that update one element
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises op as one operation, or as a comparison and a select
// (chosen-extreme.h).
//
//===----------------------------------------------------------------------===//

#include "affine/scop/reduction-update.h"
#include "affine/scop/chosen-extreme.h"
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

/// Floats that are chosen by a comparison depend on the order.
static bool readChoice(MlirOperation choice, Combination *combination) {
  AsAffineExtreme extreme;
  if (!asAffineExtremeOf(choice, &extreme) ||
      asIrIsNamed(extreme.comparison, "arith.cmpf"))
    return false;
  *combination = (Combination){extreme.by,
                               {extreme.values[0], extreme.values[1]},
                               choice,
                               extreme.comparison};
  return true;
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
