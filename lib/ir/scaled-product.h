//===- scaled-product.h - Products of which a factor is computed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantised weights have a scale, and often a zero point, for each group of
// what is summed up. A product that reads them as they are computes one of its
// factors from several inputs, which upstream does not take for a contraction:
//
//   %0 = linalg.generic {...} ins(%x, %w, %s : tensor<4x2x32xf32>,
//       tensor<2x32x8xi8>, tensor<2x8xf32>) outs(%y : tensor<4x8xf32>) {
//     %1 = arith.sitofp %b : i8 to f32
//     %2 = arith.mulf %1, %scale : f32
//     %3 = arith.mulf %a, %2 : f32
//     %4 = arith.addf %out, %3 : f32
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_SCALED_PRODUCT_H
#define AS_IR_SCALED_PRODUCT_H

#include "ir/ir.h"

/// Whether the linalg.generic adds up products of an input with what is
/// computed from others, of which one is narrower than the sum. False for what
/// upstream takes for a contraction.
bool asIrIsScaledProduct(MlirOperation op);

#endif // AS_IR_SCALED_PRODUCT_H
