//===- shape-schedule.h - Permute, distribute and tile the bands of a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SHAPE_SCHEDULE_H
#define AS_AFFINE_SCHEDULE_SHAPE_SCHEDULE_H

#include "affine/dependence/dependences.h"
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
  /// The last loop of each such band, within a tile, is unrolled into the one
  /// around it: several sums or recurrences run side by side in that loop.
  bool jam;
  /// Tile sizes of the band members in their final order; 0: not tiled.
  int64_t tile[AS_AFFINE_MAX_DEPTH];
} AsScheduleOptions;

/// Applies the options to a schedule, all but `fuse` and `keep`, which isl's
/// scheduler needs. Accepts NULL.
__isl_give isl_schedule *asScheduleShape(const AsScop *scop,
                                         const AsDependences *dependences,
                                         const AsScheduleOptions *options,
                                         __isl_take isl_schedule *schedule);

#endif // AS_AFFINE_SCHEDULE_SHAPE_SCHEDULE_H
