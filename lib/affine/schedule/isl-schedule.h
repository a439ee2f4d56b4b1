//===- isl-schedule.h - Schedules by isl, with tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds and tiles a schedule tree. isl's scheduler finds bands of permutable
// loops, skewed and shifted if need be; the options say how bands are fused,
// distributed, permuted, turned into wavefronts, tiled and parallelised.
// asScheduleBreaks tests the result, independent of what isl claims.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H
#define AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H

#include "affine/dependence/dependences.h"
#include "affine/scop/isl-budget.h"
#include <isl/schedule_type.h>

typedef struct AsScheduleOptions {
  /// Statements that depend on each other share loops where possible. Otherwise
  /// they share loops only where necessary.
  bool fuse;
  /// The common outermost loop stays around all other loops. No effect if the
  /// statements have none in common.
  bool keep;
  /// Each statement in an innermost loop gets a loop of its own, where
  /// dependences allow it.
  bool distribute;
  /// The outermost loops that carry no dependence become parallel
  /// (affine/schedule/parallel-loops.h).
  bool parallel;
  /// The member of each tileable permutable band that becomes its last loop.
  /// Without such a member the last one stays.
  int innermost;
  /// The last two members of each such band are replaced by a wavefront and the
  /// last member (affine/schedule/schedule-band.h). Tiles stay those of the
  /// members.
  bool wave;
  /// Tile sizes of the band members in their final order; 0: not tiled.
  int64_t tile[AS_AFFINE_MAX_DEPTH];
} AsScheduleOptions;

/// Runs isl's scheduler by `fuse` and `keep`, for at most half of the budget at
/// a time. NULL if there are no statements or isl gave up. Free the schedule
/// before the SCoP.
__isl_give isl_schedule *asScheduleCompute(const AsScop *scop,
                                           const AsDependences *dependences,
                                           const AsScheduleOptions *options,
                                           AsIslBudget *budget);

/// Applies the other options to a schedule. Accepts NULL.
__isl_give isl_schedule *asScheduleShape(const AsScop *scop,
                                         const AsDependences *dependences,
                                         const AsScheduleOptions *options,
                                         __isl_take isl_schedule *schedule);

/// Both, with a larger budget than the search for schedules has.
__isl_give isl_schedule *asScheduleFind(const AsScop *scop,
                                        const AsDependences *dependences,
                                        const AsScheduleOptions *options);

/// The number of members of the largest tileable band. Writes how many
/// different times each member has to `extents`; 0 if isl cannot tell.
int asScheduleDeepestBand(__isl_keep isl_schedule *schedule, int64_t *extents);

/// The first dependence with a pair of instances that the schedule does not
/// keep in order; NULL if there is none. Updates that commute need not stay in
/// order. *failed if isl gave up.
const AsDependence *asScheduleBreaks(__isl_keep isl_schedule *schedule,
                                     const AsDependences *dependences,
                                     bool *failed);

#endif // AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H
