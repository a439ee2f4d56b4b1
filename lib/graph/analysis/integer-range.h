//===- integer-range.h - Which integers a tensor may contain
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Front ends that have no type of four bits take numbers out of bytes by shifts
// and masks, and put the halves together by slices and shapes:
//
//   %0 = linalg.generic ins(%w : tensor<48x16xi8>) ... {
//     %1 = arith.andi %in, %c15 : i8                  // 0 to 15
//   %2 = tensor.expand_shape %0 ...                   // 0 to 15
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_ANALYSIS_INTEGER_RANGE_H
#define AS_GRAPH_ANALYSIS_INTEGER_RANGE_H

#include "ir/ir.h"
#include <stdint.h>

/// Integers with a sign, both ends included. There are none where `least` is
/// greater than `most`.
typedef struct AsIntegerRange {
  int64_t least, most;
} AsIntegerRange;

/// The range of the elements of a tensor of integers of up to 32 bits: of how
/// it is computed, or of its type.
AsIntegerRange asIntegerRange(MlirValue tensor);

#endif // AS_GRAPH_ANALYSIS_INTEGER_RANGE_H
