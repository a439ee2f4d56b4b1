//===- families-attention.c - The programs of attention
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax(Q K^T / 8) V for b heads, m rows, n keys and k columns, written as
// those in families.c. With heads between, as front ends print BERT, operands
// and result are transposed by operations of their own.
//
//===----------------------------------------------------------------------===//

#include "bench/families.h"

#define SCORES "tensor<$bx$mx$nxf32>"
#define ROWS "tensor<$bx$mxf32>"
#define QUERIES "tensor<$bx$mx$kxf32>"
#define VALUES "tensor<$bx$nx$kxf32>"

#define HEADER(name, a, b, c)                                                  \
  "#all = affine_map<(b, i, j) -> (b, i, j)>\n"                                \
  "#row = affine_map<(b, i, j) -> (b, i)>\n"                                   \
  "func.func @" name "(%" a ": $A, %" b ": $B, %" c ": $C) -> $D {\n"          \
  "  %zero = arith.constant 0.0 : f32\n"                                       \
  "  %lowest = arith.constant 0xFF800000 : f32\n"                              \
  "  %factor = arith.constant 0.125 : f32\n"                                   \
  "  %scores = tensor.empty() : " SCORES "\n"                                  \
  "  %rows = tensor.empty() : " ROWS "\n"                                      \
  "  %empty = tensor.empty() : " QUERIES "\n"

// One of rows x keys, of others whose maps are given.
#define EACH(result, maps, ins, arguments, body)                               \
  "  %" result " = linalg.generic {\n"                                         \
  "      indexing_maps = [" maps ", #all],\n"                                  \
  "      iterator_types = [\"parallel\", \"parallel\", \"parallel\"]}\n"       \
  "      ins(" ins ") outs(%scores : " SCORES ") {\n"                          \
  "  ^bb0(" arguments ", %out: f32):\n" body "    linalg.yield %r : f32\n"     \
  "  } -> " SCORES "\n"

// One of each row.
#define REDUCED(result, x, initial, body)                                      \
  "  %" result "_0 = linalg.fill ins(%" initial " : f32)\n"                    \
  "      outs(%rows : " ROWS ") -> " ROWS "\n"                                 \
  "  %" result " = linalg.generic {\n"                                         \
  "      indexing_maps = [#all, #row],\n"                                      \
  "      iterator_types = [\"parallel\", \"parallel\", \"reduction\"]}\n"      \
  "      ins(%" x " : " SCORES ") outs(%" result "_0 : " ROWS ") {\n"          \
  "  ^bb0(%v: f32, %most: f32):\n" body "    linalg.yield %r : f32\n"          \
  "  } -> " ROWS "\n"

#define TRANSPOSED(result, x, from, to)                                        \
  "  %" result "_0 = tensor.empty() : " to "\n"                                \
  "  %" result " = linalg.transpose ins(%" x " : " from ")\n"                  \
  "      outs(%" result "_0 : " to ") permutation = [1, 0, 2]\n"

#define SCALE_BODY "    %r = arith.mulf %v, %factor : f32\n"
#define CAUSAL_BODY                                                            \
  "    %0 = arith.mulf %v, %factor : f32\n"                                    \
  "    %i = linalg.index 1 : index\n"                                          \
  "    %j = linalg.index 2 : index\n"                                          \
  "    %isBefore = arith.cmpi sle, %j, %i : index\n"                           \
  "    %r = arith.select %isBefore, %0, %lowest : f32\n"

// %result of %queries, %keys and %values. A step a line:
// clang-format off
#define ATTENTION(body)                                                        \
  "  %products_0 = linalg.fill ins(%zero : f32)\n"                             \
  "      outs(%scores : " SCORES ") -> " SCORES "\n"                           \
  "  %products = linalg.batch_matmul indexing_maps = [\n"                      \
  "      affine_map<(b, m, n, k) -> (b, m, k)>,\n"                             \
  "      affine_map<(b, m, n, k) -> (b, n, k)>,\n"                             \
  "      affine_map<(b, m, n, k) -> (b, m, n)>]\n"                             \
  "      ins(%queries, %keys : " QUERIES ", " VALUES ")\n"                     \
  "      outs(%products_0 : " SCORES ") -> " SCORES "\n"                       \
  EACH("scaled", "#all", "%products : " SCORES, "%v: f32", body)               \
  REDUCED("largest", "scaled", "lowest",                                       \
          "    %r = arith.maximumf %v, %most : f32\n")                         \
  EACH("powers", "#all, #row",                                                 \
       "%scaled, %largest : " SCORES ", " ROWS, "%v: f32, %most: f32",         \
       "    %0 = arith.subf %v, %most : f32\n"                                 \
       "    %r = math.exp %0 : f32\n")                                         \
  REDUCED("total", "powers", "zero", "    %r = arith.addf %v, %most : f32\n")  \
  EACH("weights", "#all, #row",                                                \
       "%powers, %total : " SCORES ", " ROWS, "%v: f32, %sum: f32",            \
       "    %r = arith.divf %v, %sum : f32\n")                                 \
  "  %result_0 = linalg.fill ins(%zero : f32)\n"                               \
  "      outs(%empty : " QUERIES ") -> " QUERIES "\n"                          \
  "  %result = linalg.batch_matmul\n"                                          \
  "      ins(%weights, %values : " SCORES ", " VALUES ")\n"                    \
  "      outs(%result_0 : " QUERIES ") -> " QUERIES "\n"
// clang-format on

// b x m x n sums of k, then b x m x k sums of n.
static void deriveBoth(int64_t size[26]) {
  size['s' - 'a'] = 2 * size['k' - 'a'];
}

#define ATTENTION_IN_ORDER(name, body)                                         \
  HEADER(name, "queries", "keys", "values")                                    \
  ATTENTION(body)                                                              \
  "  return %result : $D\n"                                                    \
  "}\n"

const AsFamily asFamilyAttention = {
    .name = "attention",
    .op = AS_ATTENTION,
    .function = "attention",
    .sizes = "bmnk",
    .tensors = {"bmk", "bnk", "bnk", "bmk"},
    .sum = "n",
    .operations = "bmns",
    .derive = deriveBoth,
    .draw = "b1-32 m1-1024 n16-2048 k32,64,64,80,96,128",
    .program = ATTENTION_IN_ORDER("attention", SCALE_BODY),
};

const AsFamily asFamilyAttentionCausal = {
    .name = "attention-causal",
    .op = AS_CAUSAL_ATTENTION,
    .function = "attention_causal",
    .sizes = "bmnk",
    .tensors = {"bmk", "bnk", "bnk", "bmk"},
    .sum = "n",
    .operations = "bmns",
    .derive = deriveBoth,
    .draw = "b1-32 m16-1024 n=m k32,64,64,80,96,128",
    .program = ATTENTION_IN_ORDER("attention_causal", CAUSAL_BODY),
};

const AsFamily asFamilyAttentionHeads = {
    .name = "attention-heads",
    .op = AS_ATTENTION,
    .function = "attention_heads",
    .sizes = "bmnk",
    .tensors = {"mbk", "nbk", "nbk", "mbk"},
    .sum = "n",
    .operations = "bmns",
    .derive = deriveBoth,
    .draw = "b1-32 m1-1024 n16-2048 k32,64,64,80,96,128",
    // clang-format off
    .program =
        HEADER("attention_heads", "a", "b", "c")
        TRANSPOSED("queries", "a", "$A", QUERIES)
        TRANSPOSED("keys", "b", "$B", VALUES)
        TRANSPOSED("values", "c", "$C", VALUES)
        ATTENTION(SCALE_BODY)
        TRANSPOSED("d", "result", QUERIES, "$D")
        "  return %d : $D\n"
        "}\n",
    // clang-format on
};
