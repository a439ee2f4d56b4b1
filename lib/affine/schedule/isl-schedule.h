//===- isl-schedule.h - Another order for the instances of a nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule tree of isl: its scheduler finds bands of loops that may be
// permuted, skewed where that is what it takes, and the bands are tiled as the
// options say. Whether a schedule keeps all dependences is asked by itself, of
// the schedule that came out, and so it is of loops that threads share.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H
#define AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H

#include "affine/dependence/dependences.h"
#include <isl/schedule_type.h>

typedef struct AsScheduleOptions {
  /// Statements that depend on each other share loops where they can, rather
  /// than only where they have to.
  bool fuse;
  /// The outermost loop stays what it is, and goes around all others; a nest of
  /// several has none.
  bool keep;
  /// The statements of an innermost loop get a loop each, where dependences
  /// allow that.
  bool distribute;
  /// Threads share the outermost loops that carry nothing
  /// (affine/schedule/parallel-loops.h).
  bool parallel;
  /// The member of each innermost band that becomes its last loop; the last one
  /// where a band has no such member.
  int innermost;
  /// The last two members of each innermost band are walked in waves, each of
  /// instances that do not depend on each other
  /// (affine/schedule/schedule-band.h). Tiles stay those of the members.
  bool wave;
  /// Of the members of each innermost band, in the order that they have then; 0
  /// for one that is not tiled.
  int64_t tile[AS_AFFINE_MAX_DEPTH];
} AsScheduleOptions;

/// What isl's scheduler finds, as `fuse` and `keep` say. NULL where the nest is
/// too complex for isl. The caller owns it, and frees it before the scop.
__isl_give isl_schedule *asScheduleCompute(const AsScop *scop,
                                           const AsDependences *dependences,
                                           const AsScheduleOptions *options);

/// The same as the other options say. Takes the schedule.
__isl_give isl_schedule *asScheduleShape(const AsScop *scop,
                                         const AsDependences *dependences,
                                         const AsScheduleOptions *options,
                                         __isl_take isl_schedule *schedule);

/// Both, with all the time that isl may take.
__isl_give isl_schedule *asScheduleFind(const AsScop *scop,
                                        const AsDependences *dependences,
                                        const AsScheduleOptions *options);

/// How many members the deepest of the innermost bands has, and how many
/// different times each of these has; 0 where isl cannot tell.
int asScheduleDeepestBand(__isl_keep isl_schedule *schedule, int64_t *extents);

/// The first dependence of which some pair is not in its order under the
/// schedule, NULL where there is none. *failed where isl could not tell.
const AsDependence *asScheduleBreaks(__isl_keep isl_schedule *schedule,
                                     const AsDependences *dependences,
                                     bool *failed);

#endif // AS_AFFINE_SCHEDULE_ISL_SCHEDULE_H
