//===- isl-budget.h - What isl may spend on a SCoP
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isl counts its operations (allocations and pivots) and can be told to stop
// after a number of them. How long one takes depends on what it computes: a
// pivot of the scheduler's integer program takes a hundred times as long as one
// of a test for emptiness. So a budget counts units of about a microsecond, and
// each period of it has a price for an operation. All of it is counted, nothing
// is timed: the same input stops at the same place on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_ISL_BUDGET_H
#define AS_AFFINE_SCOP_ISL_BUDGET_H

#include <isl/ctx.h>
#include <stdbool.h>

typedef struct AsIslBudget {
  isl_ctx *isl;
  double all, left; ///< Units.
  double price;     ///< Units of an operation in the current period.
} AsIslBudget;

/// Starts a budget, and a period at the price of 1.
void asIslBudgetStart(AsIslBudget *budget, isl_ctx *isl, double units);

/// Ends the period before, and lets isl do operations at this price for `most`
/// units, or for the rest of the budget. Clears an error of isl.
void asIslBudgetAllow(AsIslBudget *budget, double most, double price);

/// Ends the period before. Whether nothing is left.
bool asIslBudgetIsSpent(AsIslBudget *budget);

#endif // AS_AFFINE_SCOP_ISL_BUDGET_H
