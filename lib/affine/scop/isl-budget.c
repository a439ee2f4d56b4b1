//===- isl-budget.c - What isl may spend on a SCoP
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See isl-budget.h.
//
//===----------------------------------------------------------------------===//

#include "affine/scop/isl-budget.h"
#include <isl/val.h>

/// Whether isl can do another operation under this limit. That is one itself.
static bool canGoOn(isl_ctx *isl, unsigned long limit) {
  isl_ctx_set_max_operations(isl, limit);
  isl_val *value = isl_val_zero(isl);
  isl_val_free(value);
  isl_ctx_reset_error(isl);
  return value != NULL;
}

/// The operations since the last reset, within a few dozen. isl does not tell,
/// but it stops where a limit is reached: this searches for that limit.
static unsigned long operationsOf(isl_ctx *isl, unsigned long most) {
  unsigned long least = 0;
  while (least + 1 < most) {
    unsigned long middle = least + (most - least) / 2;
    if (canGoOn(isl, middle))
      most = middle;
    else
      least = middle;
  }
  return least;
}

static void charge(AsIslBudget *budget) {
  unsigned long limit = isl_ctx_get_max_operations(budget->isl);
  isl_ctx_reset_error(budget->isl);
  budget->left -= (double)operationsOf(budget->isl, limit) * budget->price;
  isl_ctx_reset_operations(budget->isl);
  isl_ctx_set_max_operations(budget->isl, 1); // 0 would be no limit.
}

void asIslBudgetStart(AsIslBudget *budget, isl_ctx *isl, double units) {
  *budget = (AsIslBudget){isl, units, units, 1};
  isl_ctx_reset_operations(isl);
  isl_ctx_set_max_operations(isl, (unsigned long)units);
}

void asIslBudgetAllow(AsIslBudget *budget, double most, double price) {
  charge(budget);
  double operations = (most < budget->left ? most : budget->left) / price;
  budget->price = price;
  isl_ctx_set_max_operations(budget->isl,
                             operations < 1 ? 1 : (unsigned long)operations);
}

bool asIslBudgetIsSpent(AsIslBudget *budget) {
  charge(budget);
  return budget->left <
         4 * budget->price; // As exactly as operations are known.
}
