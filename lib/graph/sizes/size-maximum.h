//===- size-maximum.h - The larger one of two sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine expressions have no maximum of two symbols. It is written as
//
//   s0 + (s1 - s0) * ((s1 - s0) ceildiv 2^62)
//
// where the quotient is 1 if s1 is larger, and else 0, as no difference of
// sizes is that large.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SIZES_SIZE_MAXIMUM_H
#define AS_GRAPH_SIZES_SIZE_MAXIMUM_H

#include "mlir-c/AffineExpr.h"
#include <stdbool.h>

MlirAffineExpr asSizeMaximum(MlirAffineExpr left, MlirAffineExpr right);

/// Whether the expression is such a maximum, however it was simplified, and of
/// what.
bool asSizeIsMaximum(MlirAffineExpr expr, MlirAffineExpr *left,
                     MlirAffineExpr *right);

#endif // AS_GRAPH_SIZES_SIZE_MAXIMUM_H
