//===- divisors.h - The divisors of an extent
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extents go up to 2^63, so nothing may count up to one. Divisors come in pairs
// of which the smaller is no larger than the square root. Of extents above 2^40
// only those are found that are below 2^20, and what they pair with: no tile
// would have another size.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_DIVISORS_H
#define AS_SKETCH_DIVISORS_H

#include <stdint.h>

/// The least divisor of `extent` that is `least` or more; `extent` where there
/// is none.
int64_t asLeastDivisor(int64_t extent, int64_t least);

#endif // AS_SKETCH_DIVISORS_H
