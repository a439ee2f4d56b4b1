//===- apply-plan.h - Replace a nest by its raising plan
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_APPLY_PLAN_H
#define AS_AFFINE_RAISE_APPLY_PLAN_H

#include "affine/raise/memref-to-tensor.h"
#include "affine/raise/raising-plan.h"

/// Replaces the operations of the SCoP by what the plan says. With a
/// `condition` (may be null) only the version under that condition is replaced.
/// Sums of products are added in another order if `mayReorder`. Invalidates the
/// SCoP.
void asRaisingPlanApply(const AsScop *scop, AsAffineTensors *tensors,
                        const AsRaisingPlan *plan, bool mayReorder,
                        MlirValue condition);

#endif // AS_AFFINE_RAISE_APPLY_PLAN_H
