//===- kendall-tau.h - How alike two orders are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_KENDALL_TAU_H
#define AS_SUPPORT_KENDALL_TAU_H

/// Kendall's tau-b of two scores of the same things: 1 if both put them in the
/// same order, -1 if in opposite ones, 0 if all of one are equal.
double asKendallTau(const double *left, const double *right, int count);

#endif // AS_SUPPORT_KENDALL_TAU_H
