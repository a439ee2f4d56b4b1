//===- size-analysis.h - Sizes of values from those of arguments
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each dynamic dimension of an argument of a function is a symbol, numbered in
// order. The sizes of other values are affine expressions of these, where the
// operations say so: "s0", "s0 + s1 + 2", "s0 * s1".
//
// Operations that always run make symbols equal: both operands of an addition
// have one size. The equal symbol of the lowest number stands for all of them.
// Other equations, such as s1 = s0 + 1, are kept as expressions that are 0.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SIZES_SIZE_ANALYSIS_H
#define AS_GRAPH_SIZES_SIZE_ANALYSIS_H

#include "ir/ir.h"
#include "mlir-c/AffineExpr.h"

/// What a function says of sizes. An expression that is null is not known.
typedef struct AsSizeSummary {
  intptr_t numSymbols;
  MlirAffineExpr *symbols; ///< What each symbol is equal to; itself, or one of
                           ///< a lower number.
  intptr_t numResultDims;
  MlirAffineExpr *resultDims; ///< Of all results with shapes, in order.
  intptr_t numZeros;
  MlirAffineExpr *zeros; ///< Expressions that are 0.
  bool lacksSize;        ///< The size of a result is not known:
  intptr_t result, dim;  ///< ... of the first such result and dimension ...
  MlirOperation culprit; ///< ... because of this operation; or null.
} AsSizeSummary;

/// Whether the type is a tensor or memref with a rank.
bool asIsRanked(MlirType type);

/// How many dimensions are known at run time only; 0 for other types.
intptr_t asNumDynamicDims(MlirType type);

/// Analyses a function with a body. `names[s]` is the name that symbol s was
/// given, or null; symbols of one name are equal. The caller frees *summary.
void asSizesAnalyse(MlirModule module, MlirOperation function,
                    const MlirAttribute *names, AsSizeSummary *summary);
void asSizeSummaryFree(AsSizeSummary *summary);

/// Replaces symbols by expressions; null where one of those is.
MlirAffineExpr asSizeSubstitute(MlirAffineExpr expr,
                                const MlirAffineExpr *symbols,
                                const MlirAffineExpr *dims);

#endif // AS_GRAPH_SIZES_SIZE_ANALYSIS_H
