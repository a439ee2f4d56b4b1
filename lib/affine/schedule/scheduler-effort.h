//===- scheduler-effort.h - Predict what isl's scheduler takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULER_EFFORT_H
#define AS_AFFINE_SCHEDULE_SCHEDULER_EFFORT_H

#include <isl/ctx.h>
#include <isl/union_map_type.h>
#include <stdbool.h>

/// What is known of the dependences. Starts with zeros.
typedef struct AsSchedulerEffort {
  int group;      ///< The constraints of the largest coupled group.
  int dims;       ///< Dimensions, summed over disjuncts.
  int parameters; ///< The most of a disjunct.
  int bits;       ///< Of the largest number.
} AsSchedulerEffort;

/// Adds dependences. False if scheduling under them could take isl hours. Its
/// limit on operations does not help then, since single operations get that
/// long.
bool asSchedulerEffortAdd(AsSchedulerEffort *effort,
                          __isl_keep isl_union_map *pairs);

/// The price of an operation of isl's scheduler (affine/scop/isl-budget.h).
double asSchedulerEffortPrice(const AsSchedulerEffort *effort);

#endif // AS_AFFINE_SCHEDULE_SCHEDULER_EFFORT_H
