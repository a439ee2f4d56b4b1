//===- pairwise-reduction.h - Reductions over pairs of rows and columns
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances, shortest paths and products over other semirings have the loops of
// a matrix product, but another body: a value is computed of each pair of
// elements, and these values are reduced. Upstream takes them for no
// contraction, as they need not multiply or add.
//
//   %0 = linalg.generic {...} ins(%a, %b : tensor<64x32xf32>,
//       tensor<32x48xf32>) outs(%c : tensor<64x48xf32>) {
//     %1 = arith.subf %x, %y
//     %2 = math.absf %1
//     %3 = arith.addf %out, %2
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_PAIRWISE_REDUCTION_H
#define AS_TASK_PAIRWISE_REDUCTION_H

#include "ir/ir.h"

/// Whether the linalg.generic reduces what it computes of pairs of elements of
/// two inputs, each of which has a loop of the result for itself, and the one
/// with the last loop of the result is contiguous along that. False for
/// contractions.
bool asIsPairwiseReduction(MlirOperation op);

#endif // AS_TASK_PAIRWISE_REDUCTION_H
