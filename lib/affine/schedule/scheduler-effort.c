//===- scheduler-effort.c - Predict when isl's scheduler blows up
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Predicts when isl's scheduler will blow up: Fourier-Motzkin elimination
// squares the constraints. By Farkas' lemma the scheduler has a variable for
// each constraint of a dependence, and eliminates these one after another.
// Constraints without common dimensions, as those of a box, are eliminated
// separately, so only the largest coupled group counts. Heat-3d has 4 coupled
// constraints; 20 take seconds, 30 more than ten minutes.
//
//   0 <= i < 9 and 0 <= j < 9           two groups of 2
//   0 <= i and i <= j and j < 2i        one group of 3
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/scheduler-effort.h"
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <stdint.h>

enum { mostConstraints = 14, maxDims = 64 };

/// Dimensions coupled by constraints, and the number of these constraints.
typedef struct Group {
  uint64_t dims;
  int constraints;
} Group;

typedef struct Groups {
  int count;
  Group list[maxDims];
  bool isFull; ///< There are more than `maxDims` dimensions.
} Groups;

/// A bit for each dimension in the constraint.
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

/// Merges all groups that share a dimension with the constraint.
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
