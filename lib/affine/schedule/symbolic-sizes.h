//===- symbolic-sizes.h - Large numbers as parameters
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isl's scheduler solves integer programs whose coefficients are the numbers in
// the dependences. With a size of 2500 in them they grow to hundreds of digits,
// and what takes it milliseconds takes it minutes. So a size is hidden behind a
// parameter of which nothing is known: 2499 becomes n0 - 1. What is found for
// all sizes is then written with the ones that there are.
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

/// The sizes that are hidden; n0, n1, ... in isl's text.
typedef struct AsSymbolicSizes {
  int count;
  int64_t value[AS_SIZES_MAX];
} AsSymbolicSizes;

/// Adds the sizes that these pairs are made of; false where there are too many.
bool asSymbolicSizesCollect(AsSymbolicSizes *sizes,
                            __isl_keep isl_union_map *pairs);

/// The same pairs for all sizes. Takes them.
__isl_give isl_union_map *asSymbolicSizesHide(const AsSymbolicSizes *sizes,
                                              __isl_take isl_union_map *pairs);

/// Gives a schedule that was found for all sizes those that there are. Takes
/// it; `domain` is what it is to be a schedule of, and is taken as well.
__isl_give isl_schedule *
asSymbolicSizesReveal(const AsSymbolicSizes *sizes,
                      __isl_take isl_schedule *schedule,
                      __isl_take isl_union_set *domain);

#endif // AS_AFFINE_SCHEDULE_SYMBOLIC_SIZES_H
