//===- scheduler-effort.c - What isl's scheduler would take too long for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By Farkas' lemma what a schedule has to keep for all pairs of instances is
// said with a variable for each constraint on them, and isl eliminates these
// one after another (Fourier and Motzkin), which squares the number of
// constraints at worst. Dimensions that no constraint has in common it does one
// at a time, as those of a box. Of constraints that hang together a heat
// equation in three dimensions has 4; 20 took seconds, and 30 more than ten
// minutes.
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/scheduler-effort.h"
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <stdint.h>

enum { mostConstraints = 14, maxDims = 64 };

/// Dimensions that constraints have in common, and how many of these there are.
typedef struct Group {
  uint64_t dims;
  int constraints;
} Group;

typedef struct Groups {
  int count;
  Group list[maxDims];
  bool isFull; ///< There are more dimensions than can be told apart.
} Groups;

/// A bit for each dimension that the constraint has a factor for.
static uint64_t dimsOf(__isl_keep isl_constraint *constraint, bool *isFull) {
  static const enum isl_dim_type types[] = {isl_dim_param, isl_dim_in,
                                            isl_dim_out, isl_dim_div};
  uint64_t dims = 0;
  unsigned first = 0;
  for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
    unsigned count = (unsigned)isl_constraint_dim(constraint, types[t]);
    *isFull |= first + count > maxDims;
    for (unsigned d = 0; d < count && !*isFull; d++)
      if (isl_constraint_involves_dims(constraint, types[t], d, 1) ==
          isl_bool_true)
        dims |= (uint64_t)1 << (first + d);
    first += count;
  }
  return dims;
}

/// Makes one group of all that the constraint has dimensions of.
static isl_stat addConstraint(__isl_take isl_constraint *constraint,
                              void *context) {
  Groups *groups = context;
  Group merged = {dimsOf(constraint, &groups->isFull), 1};
  isl_constraint_free(constraint);
  int kept = 0;
  for (int g = 0; g < groups->count; g++) {
    Group group = groups->list[g];
    bool isTouched = group.dims & merged.dims;
    merged.dims |= isTouched ? group.dims : 0;
    merged.constraints += isTouched ? group.constraints : 0;
    groups->list[kept] = group;
    kept += !isTouched;
  }
  groups->count = kept;
  if (merged.dims)
    groups->list[groups->count++] = merged;
  return isl_stat_ok;
}

static isl_stat findLargest(__isl_take isl_basic_map *pairs, void *context) {
  int *largest = context;
  Groups groups = {0};
  isl_stat done =
      isl_basic_map_foreach_constraint(pairs, addConstraint, &groups);
  for (int g = 0; g < groups.count; g++)
    if (groups.list[g].constraints > *largest)
      *largest = groups.list[g].constraints;
  if (groups.isFull)
    *largest = mostConstraints + 1;
  isl_basic_map_free(pairs);
  return done;
}

static isl_stat findLargestOf(__isl_take isl_map *pairs, void *context) {
  isl_stat done = isl_map_foreach_basic_map(pairs, findLargest, context);
  isl_map_free(pairs);
  return done;
}

bool asSchedulerEffortIsTooLarge(__isl_keep isl_union_map *pairs) {
  int largest = 0;
  return isl_union_map_foreach_map(pairs, findLargestOf, &largest) !=
             isl_stat_ok ||
         largest > mostConstraints;
}
