//===- saturate.h - Products that may be too large
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extents go up to 2^63 each, and so what is counted over several of them may
// not fit. It is only compared with limits and with each other; the largest
// number there is stands for all that are larger.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_SATURATE_H
#define AS_SUPPORT_SATURATE_H

#include <stdint.h>

/// The product of two numbers that are not negative; INT64_MAX where it is
/// larger.
static inline int64_t asTimes(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

#endif // AS_SUPPORT_SATURATE_H
