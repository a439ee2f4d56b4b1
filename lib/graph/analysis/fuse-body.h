//===- fuse-body.h - Fuse an elementwise operation into a reader
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of an elementwise linalg.generic is cloned into an operation that
// reads its result, which then reads its inputs instead. Upstream does this for
// readers that are linalg.generic, and chooses by itself where.
//
//   %d = linalg.generic {...} ins(%w : tensor<8x4xi8>) ... { arith.sitofp }
//   %0 = linalg.matmul ins(%x, %d : ..., tensor<8x4xf32>) ...
// becomes
//   %0 = linalg.generic {...} ins(%x, %w : ..., tensor<8x4xi8>) ... {
//     %1 = arith.sitofp %b : i8 to f32
//     %2 = arith.mulf %a, %1 : f32
//     %3 = arith.addf %out, %2 : f32
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_ANALYSIS_FUSE_BODY_H
#define AS_GRAPH_ANALYSIS_FUSE_BODY_H

#include "graph/analysis/elementwise-body.h"

/// Clones what `computed`, a value of the body, depends on into the linalg
/// operation `reader`, in place of its input `input`, which is the result of
/// the body's operation. The body has at most AS_BODY_INPUTS inputs together
/// with the reader, writes by a permutation and does not read its output. The
/// reader has one result; it is replaced by the linalg.generic that is
/// returned.
MlirOperation asBodyFuse(const AsBody *body, MlirValue computed,
                         MlirOperation reader, intptr_t input);

#endif // AS_GRAPH_ANALYSIS_FUSE_BODY_H
