//===- raising-plan.h - Which statements are raised, in which order
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops are distributed over their statements as far as the dependences let
// them be, after Allen and Kennedy: statements that depend on each other in a
// circle stay together, in their loop, and what is inside of it is looked at
// again with that loop fixed.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_RAISING_PLAN_H
#define AS_AFFINE_RAISE_RAISING_PLAN_H

#include "affine/dependence/dependence-components.h"
#include "affine/raise/operator-form.h"

typedef struct AsRaisingPlan AsRaisingPlan;

/// What is done one after another: an operation, or what is left of the loops.
typedef struct AsAffineItem {
  uint64_t statements;  ///< Bit s: the statement s.
  AsAffineForm *form;   ///< Of the operation; NULL: these stay as they are.
  AsRaisingPlan *inner; ///< What becomes of them within `loop`; NULL: nothing.
  int loop;
} AsAffineItem;

struct AsRaisingPlan {
  int numItems;
  AsAffineItem *items;
  bool raises; ///< Some item, however deep, is an operation worth a task.
};

/// Called for each statement that is not raised.
typedef void (*AsAffineRemarker)(MlirOperation op, const char *why,
                                 void *context);

/// NULL where there are too many statements. The caller owns the plan.
AsRaisingPlan *asRaisingPlanCreate(const AsScop *scop,
                                   const AsDependences *dependences,
                                   AsAffineRemarker remark, void *context);

void asRaisingPlanDestroy(AsRaisingPlan *plan);

#endif // AS_AFFINE_RAISE_RAISING_PLAN_H
