//===- dialect-bridge/math.cpp - Math functions as polynomials ------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patterns are upstream's, but only a test pass applies them.
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

extern "C" void asBridgeApproximateMath(MlirOperation op) {
  RewritePatternSet patterns(unwrap(op)->getContext());
  populateMathPolynomialApproximationPatterns(patterns);
  // Not to converge leaves calls of the math library, which are right too.
  (void)applyPatternsGreedily(unwrap(op), std::move(patterns));
}
