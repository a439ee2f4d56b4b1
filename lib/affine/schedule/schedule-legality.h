//===- schedule-legality.h - Test schedules against dependences
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule is legal if the source of each dependence runs before its target.
// This is tested pair by pair, exactly, whatever the schedule was made by.
//
//   S0[i] : A[i] = A[i - 1]
// has the dependence
//   { S0[i] -> S0[i + 1] }
// which is kept by the times { S0[i] -> [i] } and broken by { S0[i] -> [-i] }
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULE_LEGALITY_H
#define AS_AFFINE_SCHEDULE_SCHEDULE_LEGALITY_H

#include "affine/dependence/dependences.h"
#include <isl/schedule_type.h>
#include <isl/union_map_type.h>

/// Whether some pair gets the same time, or is reversed. `times` maps all
/// statements to one space.
isl_bool asTimesBreak(__isl_keep isl_union_map *times,
                      const AsDependence *dependence);

/// The first dependence with a pair of instances that the schedule does not
/// keep in order; NULL if there is none. Updates that commute need not stay in
/// order. *failed if isl gave up.
const AsDependence *asScheduleBreaks(__isl_keep isl_schedule *schedule,
                                     const AsDependences *dependences,
                                     bool *failed);

#endif // AS_AFFINE_SCHEDULE_SCHEDULE_LEGALITY_H
