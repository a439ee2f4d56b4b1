//===- affine/effort.c - What isl's scheduler would take too long for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By Farkas' lemma what a schedule has to keep for all pairs of instances is
// said with a variable for each constraint on them, and isl eliminates these
// one after another (Fourier and Motzkin), which squares the number of
// constraints at worst. A heat equation in three dimensions has 12; 20 take
// seconds, and 30 have been seen to take more than ten minutes.
//
//===----------------------------------------------------------------------===//

#include "affine/effort.h"
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/union_map.h>

enum { mostConstraints = 16 };

static isl_stat countConstraint(isl_constraint *constraint, void *context) {
  int *count = context;
  ++*count;
  isl_constraint_free(constraint);
  return isl_stat_ok;
}

static isl_stat findLargest(isl_basic_map *pairs, void *context) {
  int count = 0, *largest = context;
  isl_basic_map_foreach_constraint(pairs, countConstraint, &count);
  *largest = count > *largest ? count : *largest;
  isl_basic_map_free(pairs);
  return isl_stat_ok;
}

static isl_stat findLargestOf(isl_map *pairs, void *context) {
  isl_stat done = isl_map_foreach_basic_map(pairs, findLargest, context);
  isl_map_free(pairs);
  return done;
}

bool asEffortIsTooLarge(isl_union_map *pairs) {
  int largest = 0;
  return isl_union_map_foreach_map(pairs, findLargestOf, &largest) !=
             isl_stat_ok ||
         largest > mostConstraints;
}
