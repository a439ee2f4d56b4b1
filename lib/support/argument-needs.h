//===- argument-needs.h - What a function needs its arguments to be
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers do not suit every argument: an index has to be in bounds, and
// a variance positive. The function's code shows which are such
// (ir/infer-argument-needs.h), and who makes arguments goes by it
// (measure/fill-arguments.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_ARGUMENT_NEEDS_H
#define AS_SUPPORT_ARGUMENT_NEEDS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AsNeed {
  bool isKnown;    ///< The code was looked at.
  bool isPositive; ///< It is divided by, or its root or logarithm is taken.
  int64_t extent;  ///< The least of the dimensions that it indexes; 0: none.
} AsNeed;

/// What suits both.
static inline AsNeed asNeedBoth(AsNeed a, AsNeed b) {
  int64_t extent = a.extent;
  if (!extent || (b.extent && b.extent < extent))
    extent = b.extent;
  return (AsNeed){a.isKnown || b.isKnown, a.isPositive || b.isPositive, extent};
}

#endif // AS_SUPPORT_ARGUMENT_NEEDS_H
