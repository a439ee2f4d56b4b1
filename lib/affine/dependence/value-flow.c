//===- value-flow.c - Which write each read gets its value from
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/dependence/value-flow.h"
#include <isl/flow.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>

/// The reads and writes of one array, and when they happen.
typedef struct Uses {
  isl_union_map *reads, *writes, *schedule;
} Uses;

static Uses usesOf(const AsScop *scop, int array) {
  Uses uses = {NULL, NULL, NULL};
  isl_space *space = isl_space_params_alloc(scop->isl, 0);
  uses.reads = isl_union_map_empty(isl_space_copy(space));
  uses.writes = isl_union_map_empty(isl_space_copy(space));
  uses.schedule = isl_union_map_empty(space);
  for (int s = 0; s < scop->numStatements; s++) {
    const AsAffineStatement *statement = &scop->statements[s];
    for (int a = 0; a < statement->numAccesses; a++) {
      const AsAffineAccess *access = &statement->accesses[a];
      isl_union_map **list = access->isWrite ? &uses.writes : &uses.reads;
      if (access->array == array)
        *list = isl_union_map_add_map(*list, isl_map_copy(access->relation));
    }
    uses.schedule = isl_union_map_add_map(
        uses.schedule, asAffineTimes(scop, &statement->accesses[0]));
  }
  return uses;
}

__isl_give isl_union_map *asValueFlow(const AsScop *scop, int array,
                                      bool *isComplete) {
  Uses uses = usesOf(scop, array);
  isl_union_access_info *info = isl_union_access_info_from_sink(uses.reads);
  info = isl_union_access_info_set_must_source(info, uses.writes);
  info = isl_union_access_info_set_schedule_map(info, uses.schedule);
  isl_union_flow *flow = isl_union_access_info_compute_flow(info);
  isl_union_map *none = isl_union_flow_get_must_no_source(flow);
  isl_union_map *values = isl_union_flow_get_must_dependence(flow);
  *isComplete = isl_union_map_is_empty(none) == isl_bool_true;
  isl_union_map_free(none);
  isl_union_flow_free(flow);
  return values;
}

bool asFlowStaysWithin(__isl_keep isl_map *pairs, int loops) {
  isl_map *same = isl_map_copy(pairs);
  for (int l = 0; l < loops; l++)
    same = isl_map_equate(same, isl_dim_in, l, isl_dim_out, l);
  bool isWithin = isl_map_is_equal(pairs, same) == isl_bool_true;
  isl_map_free(same);
  return isWithin;
}
