//===- symbolic-sizes.h - Replace large sizes by parameters
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isl's scheduler solves integer programs whose coefficients come from the
// numbers in the dependences. A size of 2500 makes them grow to hundreds of
// digits, and milliseconds become minutes. So a size is replaced by a parameter
// without constraints. The schedule, found for all sizes, then gets the numbers
// back.
//
//   { S0[i] -> S1[j] : i <= 2500 and j <= 2499 }
// becomes
//   [n0] -> { S0[i] -> S1[j] : i <= n0 and j <= n0 - 1 }  n0 = 2500
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SYMBOLIC_SIZES_H
#define AS_AFFINE_SCHEDULE_SYMBOLIC_SIZES_H

#include <isl/ctx.h>
#include <isl/schedule_type.h>
#include <isl/union_map_type.h>
#include <isl/union_set_type.h>
#include <stdbool.h>
#include <stdint.h>

enum { AS_SIZES_MAX = 6 };

/// The hidden sizes; n0, n1, ... in isl's text.
typedef struct AsSymbolicSizes {
  int count;
  int64_t value[AS_SIZES_MAX];
} AsSymbolicSizes;

/// Adds the sizes in the constraints of these pairs. False if there are more
/// than AS_SIZES_MAX, or isl gave up.
bool asSymbolicSizesCollect(AsSymbolicSizes *sizes,
                            __isl_keep isl_union_map *pairs);

/// Replaces the sizes by parameters. NULL if isl gave up.
__isl_give isl_union_map *asSymbolicSizesHide(const AsSymbolicSizes *sizes,
                                              __isl_take isl_union_map *pairs);

/// Replaces the parameters of a schedule by the sizes. `domain` is the domain
/// of the result.
__isl_give isl_schedule *
asSymbolicSizesReveal(const AsSymbolicSizes *sizes,
                      __isl_take isl_schedule *schedule,
                      __isl_take isl_union_set *domain);

#endif // AS_AFFINE_SCHEDULE_SYMBOLIC_SIZES_H
