//===- scheduler-effort.c - Predict what isl's scheduler takes
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
// Otherwise the pivots of its integer programs take the time. Their tables have
// a row for each vertex and ray of each disjunct, and with parameters some more
// columns; numbers get longer with each pivot, and most where constraints are
// coupled and coefficients are large.
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/scheduler-effort.h"
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <math.h>
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

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static void raiseTo(int *most, int value) {
  *most = value > *most ? value : *most;
}

/// The bits of a number.
static int bitsOf(__isl_take isl_val *value) {
  double number = fabs(isl_val_get_d(value));
  isl_val_free(value);
  return number < 1 ? 0 : ilogb(number) + 1;
}

/// Raises *bits to those of the coefficients. Constants do not count, for they
/// are no coefficients of the integer program.
static isl_stat findBits(__isl_take isl_constraint *constraint, void *context) {
  static const enum isl_dim_type types[] = {isl_dim_in, isl_dim_out,
                                            isl_dim_div};
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    for (int d = 0; d < (int)isl_constraint_dim(constraint, types[t]); d++)
      raiseTo(context, bitsOf(isl_constraint_get_coefficient_val(constraint,
                                                                 types[t], d)));
  isl_constraint_free(constraint);
  return isl_stat_ok;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

static isl_stat addDisjunct(__isl_take isl_basic_map *pairs, void *context) {
  static const enum isl_dim_type types[] = {isl_dim_in, isl_dim_out,
                                            isl_dim_div};
  AsSchedulerEffort *effort = context;
  Groups groups = {0};
  isl_stat done =
      isl_basic_map_foreach_constraint(pairs, addConstraint, &groups);
  for (int g = 0; g < groups.count; g++)
    raiseTo(&effort->group, groups.list[g].constraints);
  if (groups.isFull)
    effort->group = mostConstraints + 1;
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    effort->dims += (int)isl_basic_map_dim(pairs, types[t]);
  raiseTo(&effort->parameters, (int)isl_basic_map_dim(pairs, isl_dim_param));
  isl_basic_map_foreach_constraint(pairs, findBits, &effort->bits);
  isl_basic_map_free(pairs);
  return done;
}

static isl_stat addMap(__isl_take isl_map *pairs, void *context) {
  isl_stat done = isl_map_foreach_basic_map(pairs, addDisjunct, context);
  isl_map_free(pairs);
  return done;
}

bool asSchedulerEffortAdd(AsSchedulerEffort *effort,
                          __isl_keep isl_union_map *pairs) {
  return isl_union_map_foreach_map(pairs, addMap, effort) == isl_stat_ok &&
         effort->group <= mostConstraints;
}

/// Fitted to programs of up to 16 statements, of which the slowest took 90
/// microseconds for an operation.
double asSchedulerEffortPrice(const AsSchedulerEffort *effort) {
  double tables = effort->dims * 0.01 * (effort->parameters ? 4 : 1);
  double longer = effort->bits / 4.0, coupled = effort->group / 8.0;
  return (5 + tables) * (1 + longer * longer) * (1 + pow(coupled, 4));
}
