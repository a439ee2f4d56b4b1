//===- isl-schedule.h - Schedules by isl
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds and tiles a schedule tree. isl's scheduler finds bands of permutable
// loops, skewed and shifted if need be; the options say how bands are fused,
// distributed, permuted, turned into wavefronts, tiled and parallelised
// (affine/schedule/shape-schedule.h). The caller tests the result
// (affine/schedule/schedule-legality.h), independent of what isl claims.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H
#define AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H

#include "affine/schedule/shape-schedule.h"
#include "affine/scop/isl-budget.h"
#include <isl/schedule_type.h>

/// Runs isl's scheduler by `fuse` and `keep`, for at most half of the budget at
/// a time. NULL if there are no statements or isl gave up. Free the schedule
/// before the SCoP.
__isl_give isl_schedule *asScheduleCompute(const AsScop *scop,
                                           const AsDependences *dependences,
                                           const AsScheduleOptions *options,
                                           AsIslBudget *budget);

/// Computes and shapes a schedule, with a larger budget than the search for
/// schedules has.
__isl_give isl_schedule *asScheduleFind(const AsScop *scop,
                                        const AsDependences *dependences,
                                        const AsScheduleOptions *options);

/// The number of members of the largest tileable band. Writes how many
/// different times each member has to `extents`; 0 if isl cannot tell.
int asScheduleDeepestBand(__isl_keep isl_schedule *schedule, int64_t *extents);

#endif // AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H
