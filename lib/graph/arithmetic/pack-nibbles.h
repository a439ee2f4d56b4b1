//===- pack-nibbles.h - Weights of four bits, two in a byte
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In MLIR's lowering each element of a tensor of i4 takes a byte of memory, and
// vectors of i4 are laid out otherwise. So fixed weights of a product are
// packed once, two in a byte that are next to each other along the sum, and
// taken out of the byte by a shift for each of the two:
//
//   %d = linalg.generic {indexing_maps = [(k,n) -> (k,n), ...]}
//       ins(%w : tensor<64x48xi4>) ... { arith.sitofp %in : i4 to f32 }
//   %0 = linalg.matmul ins(%x, %d : tensor<4x64xf32>, tensor<64x48xf32>) ...
// becomes
//   %b = ... : tensor<32x48xi8>                        // once
//   %t = arith.constant dense<[28, 24]> : tensor<2xi32>
//   %u = linalg.generic {indexing_maps = [(k,p,n) -> (k,n), (k,p,n) -> (p),
//       (k,p,n) -> (k,p,n)]} ins(%b, %t : ...) ... {
//     %1 = arith.extui %in : i8 to i32
//     %2 = arith.shli %1, %shift : i32
//     %3 = arith.shrsi %2, %c28 : i32
//     %4 = arith.sitofp %3 : i32 to f32
//   %d = tensor.collapse_shape %u [[0, 1], [2]] ...
//   %0 = linalg.matmul ins(%x, %d : tensor<4x64xf32>, tensor<64x48xf32>) ...
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_ARITHMETIC_PACK_NIBBLES_H
#define AS_GRAPH_ARITHMETIC_PACK_NIBBLES_H

#include "ir/ir.h"

/// Packs the fixed i4 array that an elementwise operation widens for operand
/// `operand` of a contraction, where it is summed up by pairs. The operand is
/// then a tensor.collapse_shape of what is taken out of the bytes.
void asPackNibbles(MlirOperation product, intptr_t operand);

#endif // AS_GRAPH_ARITHMETIC_PACK_NIBBLES_H
