//===- schedule-legality.c - Test schedules against dependences
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/schedule-legality.h"
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/space.h>
#include <isl/union_map.h>

isl_bool asTimesBreak(__isl_keep isl_union_map *times,
                      const AsDependence *dependence) {
  isl_union_map *pairs =
      isl_union_map_from_map(isl_map_copy(dependence->relation));
  pairs = isl_union_map_apply_domain(pairs, isl_union_map_copy(times));
  pairs = isl_union_map_apply_range(pairs, isl_union_map_copy(times));
  isl_map *moved = isl_map_from_union_map(pairs);
  isl_space *space = isl_space_domain(isl_map_get_space(moved));
  moved = isl_map_intersect(moved, isl_map_lex_ge(space));
  isl_bool isKept = isl_map_is_empty(moved);
  isl_map_free(moved);
  return isl_bool_not(isKept);
}

const AsDependence *asScheduleBreaks(__isl_keep isl_schedule *schedule,
                                     const AsDependences *dependences,
                                     bool *failed) {
  isl_union_map *times = isl_schedule_get_map(schedule);
  const AsDependence *found = NULL;
  *failed = false;
  for (int d = 0; d < dependences->size && !found && !*failed; d++) {
    if (dependences->list[d].commutes)
      continue;
    isl_bool broken = asTimesBreak(times, &dependences->list[d]);
    *failed = broken == isl_bool_error;
    if (broken == isl_bool_true)
      found = &dependences->list[d];
  }
  isl_union_map_free(times);
  return found;
}
