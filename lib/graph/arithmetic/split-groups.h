//===- split-groups.h - Sums by groups
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A contraction that reads a collapsed array can sum up over the dimensions
// that were collapsed instead, where they are all summed up:
//
//   %c = tensor.collapse_shape %d [[0], [1, 2]] : tensor<8x2x32xf32> ...
//   %0 = linalg.generic {...(m,n,k)} ins(%x, %c : tensor<4x64xf32>, ...) ...
// becomes
//   %e = tensor.expand_shape %x [[0], [1, 2]] ... into tensor<4x2x32xf32>
//   %0 = linalg.generic {...(m,n,g,k)} ins(%e, %d : ...) ...
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_ARITHMETIC_SPLIT_GROUPS_H
#define AS_GRAPH_ARITHMETIC_SPLIT_GROUPS_H

#include "ir/ir.h"

/// Whether asSplitGroups is possible: one loop of the contraction, over static
/// extents, is split.
bool asCanSplitGroups(MlirOperation product, intptr_t operand);

/// Replaces the contraction by one that reads what operand `operand` was
/// collapsed from; returns that.
MlirOperation asSplitGroups(MlirOperation product, intptr_t operand);

#endif // AS_GRAPH_ARITHMETIC_SPLIT_GROUPS_H
