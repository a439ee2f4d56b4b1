//===- pieces.h - MLIR that the families' programs share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_PIECES_H
#define AS_BENCH_PIECES_H

/// The affine maps of the element-wise and row-wise programs.
#define MAPS                                                                   \
  "#all = affine_map<(i, j) -> (i, j)>\n"                                      \
  "#row = affine_map<(i, j) -> (i)>\n"                                         \
  "#column = affine_map<(i, j) -> (j)>\n"
#define ELEMENTWISE "iterator_types = [\"parallel\", \"parallel\"]"
#define ROWWISE "iterator_types = [\"parallel\", \"reduction\"]"

/// A linalg.generic on %x, of the type of tensor `T`, whose element is %v.
#define UNARY(result, x, T, body)                                              \
  "  %" result " = linalg.generic {\n"                                         \
  "      indexing_maps = [#all, #all], " ELEMENTWISE "}\n"                     \
  "      ins(%" x " : $" T ") outs(%empty : $" T ") {\n"                       \
  "  ^bb0(%v: f32, %out: f32):\n" body "    linalg.yield %r : f32\n"           \
  "  } -> $" T "\n"

/// Likewise on %x and %y, whose elements are %v and %w; `map` is that of %y,
/// `S` its type.
#define BINARY(result, x, T, y, map, S, body)                                  \
  "  %" result " = linalg.generic {\n"                                         \
  "      indexing_maps = [#all, #" map ", #all], " ELEMENTWISE "}\n"           \
  "      ins(%" x ", %" y " : $" T ", $" S ") outs(%empty : $" T ") {\n"       \
  "  ^bb0(%v: f32, %w: f32, %out: f32):\n" body "    linalg.yield %r : f32\n"  \
  "  } -> $" T "\n"

/// The bodies.
#define ADD_BODY "    %r = arith.addf %v, %w : f32\n"
#define RELU_BODY "    %r = arith.maximumf %v, %zero : f32\n"
#define GELU_BODY                                                              \
  "    %half = arith.constant 0.5 : f32\n"                                     \
  "    %one = arith.constant 1.0 : f32\n"                                      \
  "    %root = arith.constant 0.707106769 : f32\n"                             \
  "    %0 = arith.mulf %v, %root : f32\n"                                      \
  "    %1 = math.erf %0 : f32\n"                                               \
  "    %2 = arith.addf %1, %one : f32\n"                                       \
  "    %3 = arith.mulf %v, %half : f32\n"                                      \
  "    %r = arith.mulf %2, %3 : f32\n"

#endif // AS_BENCH_PIECES_H
