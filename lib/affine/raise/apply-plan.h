//===- apply-plan.h - Plans carried out
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_APPLY_PLAN_H
#define AS_AFFINE_RAISE_APPLY_PLAN_H

#include "affine/raise/memref-to-tensor.h"
#include "affine/raise/raising-plan.h"

/// Puts what the plan says in the place of the operations of the scop: where
/// `condition` holds, if there is one. The scop's operations are no longer
/// valid.
void asRaisingPlanApply(const AsScop *scop, AsAffineTensors *tensors,
                        const AsRaisingPlan *plan, bool mayReorder,
                        MlirValue condition);

#endif // AS_AFFINE_RAISE_APPLY_PLAN_H
