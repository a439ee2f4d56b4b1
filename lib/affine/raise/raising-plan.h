//===- raising-plan.h - Which statements are raised, in which order
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans how loops are distributed (Allen and Kennedy): each statement that is
// an operator at this level becomes one. Statements that depend on each other
// in a cycle stay in their loop, and its body is planned again with that loop
// fixed.
//
//   for %i { S0: A[i] = 0; for %k { S1: A[i] += B[i, k] }; S2: D[i] = D[i-1] }
// has the plan
//   operator S0, operator S1, loops of S2
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_RAISING_PLAN_H
#define AS_AFFINE_RAISE_RAISING_PLAN_H

#include "affine/dependence/dependence-components.h"
#include "affine/raise/operator-form.h"

typedef struct AsRaisingPlan AsRaisingPlan;

/// One step of a plan: an operation, or loops with the remaining statements.
typedef struct AsAffineItem {
  uint64_t statements;  ///< Bit s: statement s.
  AsAffineForm *form;   ///< Of the operation; NULL: the loops stay. Owned.
  AsRaisingPlan *inner; ///< The plan for the body of `loop`, or NULL. Owned.
  int loop;
} AsAffineItem;

struct AsRaisingPlan {
  int numItems;
  AsAffineItem *items;
  bool raises; ///< Some item, at any depth, is an operator worth a task.
  /// It is the body of a loop over blocks of rows: each operator is stored
  /// before the next, so that blocks are written in place.
  bool isInRowBlocks;
};

/// Called with the reason for each statement that is not raised.
typedef void (*AsAffineRemarker)(MlirOperation op, const char *why,
                                 void *context);

/// Plans all statements of the SCoP. NULL if there are none or more than
/// AS_AFFINE_MAX_STATEMENTS. The caller destroys the plan.
AsRaisingPlan *asRaisingPlanCreate(const AsScop *scop,
                                   const AsDependences *dependences,
                                   AsAffineRemarker remark, void *context);

/// Accepts NULL.
void asRaisingPlanDestroy(AsRaisingPlan *plan);

#endif // AS_AFFINE_RAISE_RAISING_PLAN_H
