//===- families-matmul.c - The programs of matrix products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written as those in families.c.
//
//===----------------------------------------------------------------------===//

#include "bench/families.h"
#include "bench/pieces.h"

// $A times $B; `maps` where it is not the plain product.
#define MATMUL(type, zero, maps)                                               \
  "func.func @matmul(%a: $A, %b: $B) -> $C {\n"                                \
  "  %zero = arith.constant " zero " : " type "\n"                             \
  "  %empty = tensor.empty() : $C\n"                                           \
  "  %init = linalg.fill ins(%zero : " type ") outs(%empty : $C) -> $C\n"      \
  "  %c = linalg.matmul " maps "ins(%a, %b : $A, $B)\n"                        \
  "      outs(%init : $C) -> $C\n"                                             \
  "  return %c : $C\n"                                                         \
  "}\n"

#define MATMUL_MAPS(a, b)                                                      \
  "indexing_maps = [\n"                                                        \
  "      affine_map<(m, n, k) -> " a ">, affine_map<(m, n, k) -> " b ">,\n"    \
  "      affine_map<(m, n, k) -> (m, n)>]\n      "

const AsFamily asFamilyMatmul = {
    .name = "matmul",
    .op = AS_MATMUL,
    .function = "matmul",
    .sizes = "mnk",
    .tensors = {"mk", "kn", "mn"},
    .sum = "k",
    .operations = "mnk",
    .draw = "m1-1024 n1-2048 k1-2048",
    .program = MATMUL("f32", "0.0", ""),
};

const AsFamily asFamilyMatmulAt = {
    .name = "matmul-at",
    .op = AS_MATMUL,
    .function = "matmul",
    .sizes = "mnk",
    .tensors = {"km", "kn", "mn"},
    .sum = "k",
    .operations = "mnk",
    .draw = "m1-1024 n1-2048 k1-2048",
    .program = MATMUL("f32", "0.0", MATMUL_MAPS("(k, m)", "(k, n)")),
};

const AsFamily asFamilyMatmulBt = {
    .name = "matmul-bt",
    .op = AS_MATMUL,
    .function = "matmul",
    .sizes = "mnk",
    .tensors = {"mk", "nk", "mn"},
    .sum = "k",
    .operations = "mnk",
    .draw = "m1-1024 n1-2048 k1-2048",
    .program = MATMUL("f32", "0.0", MATMUL_MAPS("(m, k)", "(n, k)")),
};

const AsFamily asFamilyMatmulBf16 = {
    .name = "matmul-bf16",
    .op = AS_MATMUL,
    .function = "matmul",
    .sizes = "mnk",
    .tensors = {"mk", "kn", "mn"},
    .elements = {AS_ELEMENT_BF16, AS_ELEMENT_BF16, AS_ELEMENT_F32},
    .sum = "k",
    .operations = "mnk",
    .program = MATMUL("f32", "0.0", ""),
};

const AsFamily asFamilyMatmulF16 = {
    .name = "matmul-f16",
    .op = AS_MATMUL,
    .function = "matmul",
    .sizes = "mnk",
    .tensors = {"mk", "kn", "mn"},
    .elements = {AS_ELEMENT_F16, AS_ELEMENT_F16, AS_ELEMENT_F32},
    .sum = "k",
    .operations = "mnk",
    .program = MATMUL("f32", "0.0", ""),
};

/// With the types of asFamilyMatmul.
const AsFamily asFamilyMatmulTf32 = {
    .name = "matmul-tf32",
    .op = AS_MATMUL,
    .function = "matmul",
    .sizes = "mnk",
    .tensors = {"mk", "kn", "mn"},
    .sum = "k",
    .operations = "mnk",
    .isRounded = true,
    .program = MATMUL("f32", "0.0", ""),
};

const AsFamily asFamilyMatmulI8 = {
    .name = "matmul-i8",
    .op = AS_MATMUL,
    .function = "matmul",
    .sizes = "mnk",
    .tensors = {"mk", "kn", "mn"},
    .elements = {AS_ELEMENT_I8, AS_ELEMENT_I8, AS_ELEMENT_I32},
    .sum = "k",
    .operations = "mnk",
    .draw = "m1-1024 n1-2048 k1-2048",
    .program = MATMUL("i32", "0", ""),
};

// The sum is of g groups of k; bytes hold two numbers each.
static void deriveGroups(int64_t size[26]) {
  size['x' - 'a'] = size['g' - 'a'] * size['k' - 'a'];
  size['h' - 'a'] = size['k' - 'a'] / 2;
}

// $A times weights with a scale $C for each group, which `widen` makes of $B as
// %wide, of type `wide`; `groups` are those of its dimensions that a row is.
// A step a line:
// clang-format off
#define MATMUL_SCALED(name, widen, wide, groups)                               \
  "func.func @" name "(%a: $A, %b: $B, %scale: $C) -> $D {\n"                  \
  "  %zero = arith.constant 0.0 : f32\n"                                       \
  "  %narrow = tensor.empty() : " wide "\n"                                    \
  widen                                                                        \
  "  } -> " wide "\n"                                                          \
  "  %rows = tensor.collapse_shape %wide [[0], " groups "]\n"                  \
  "      : " wide " into tensor<$nx$xxf32>\n"                                  \
  "  %empty = tensor.empty() : $D\n"                                           \
  "  %init = linalg.fill ins(%zero : f32) outs(%empty : $D) -> $D\n"           \
  "  %c = linalg.matmul " MATMUL_MAPS("(m, k)", "(n, k)")                      \
  "ins(%a, %rows : $A, tensor<$nx$xxf32>)\n"                                   \
  "      outs(%init : $D) -> $D\n"                                             \
  "  return %c : $D\n"                                                         \
  "}\n"
// clang-format on

const AsFamily asFamilyMatmulW8 = {
    .name = "matmul-w8",
    .op = AS_MATMUL_SCALED,
    .function = "matmul_w8",
    .sizes = "mngk",
    .tensors = {"mx", "ngk", "ng", "mn"},
    .elements = {AS_ELEMENT_F32, AS_ELEMENT_I8, AS_ELEMENT_F32, AS_ELEMENT_F32},
    .sum = "x",
    .operations = "mnx",
    .derive = deriveGroups,
    .program = MATMUL_SCALED(
        "matmul_w8",
        "  %wide = linalg.generic {indexing_maps = [\n"
        "      affine_map<(n, g, k) -> (n, g, k)>,\n"
        "      affine_map<(n, g, k) -> (n, g)>,\n"
        "      affine_map<(n, g, k) -> (n, g, k)>],\n"
        "      iterator_types = [\"parallel\", \"parallel\", \"parallel\"]}\n"
        "      ins(%b, %scale : $B, $C) outs(%narrow : tensor<$nx$gx$kxf32>) "
        "{\n"
        "  ^bb0(%w: i8, %s: f32, %out: f32):\n"
        "    %0 = arith.sitofp %w : i8 to f32\n"
        "    %1 = arith.mulf %0, %s : f32\n"
        "    linalg.yield %1 : f32\n",
        "tensor<$nx$gx$kxf32>", "[1, 2]"),
};

const AsFamily asFamilyMatmulW4 = {
    .name = "matmul-w4",
    .op = AS_MATMUL_SCALED,
    .function = "matmul_w4",
    .sizes = "mngk",
    .tensors = {"mx", "ngh", "ng", "mn"},
    .elements = {AS_ELEMENT_F32, AS_ELEMENT_I8, AS_ELEMENT_F32, AS_ELEMENT_F32},
    .sum = "x",
    .operations = "mnx",
    .derive = deriveGroups,
    .program = MATMUL_SCALED(
        "matmul_w4",
        "  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>\n"
        "  %mask = arith.constant 15 : i32\n"
        "  %point = arith.constant 8 : i32\n"
        "  %wide = linalg.generic {indexing_maps = [\n"
        "      affine_map<(n, g, h, p) -> (n, g, h)>,\n"
        "      affine_map<(n, g, h, p) -> (p)>,\n"
        "      affine_map<(n, g, h, p) -> (n, g)>,\n"
        "      affine_map<(n, g, h, p) -> (n, g, h, p)>],\n"
        "      iterator_types = [\"parallel\", \"parallel\", \"parallel\","
        " \"parallel\"]}\n"
        "      ins(%b, %shifts, %scale : $B, tensor<2xi32>, $C)\n"
        "      outs(%narrow : tensor<$nx$gx$hx2xf32>) {\n"
        "  ^bb0(%w: i8, %shift: i32, %s: f32, %out: f32):\n"
        "    %0 = arith.extui %w : i8 to i32\n"
        "    %1 = arith.shrui %0, %shift : i32\n"
        "    %2 = arith.andi %1, %mask : i32\n"
        "    %3 = arith.subi %2, %point : i32\n"
        "    %4 = arith.sitofp %3 : i32 to f32\n"
        "    %5 = arith.mulf %4, %s : f32\n"
        "    linalg.yield %5 : f32\n",
        "tensor<$nx$gx$hx2xf32>", "[1, 2, 3]"),
};

// $A times $B plus the row $C, and then `epilogue`, from %biased to %d.
// A step a line:
// clang-format off
#define MATMUL_BIAS(name, epilogue)                                            \
  MAPS                                                                         \
  "func.func @" name "(%a: $A, %b: $B, %bias: $C) -> $D {\n"                   \
  "  %zero = arith.constant 0.0 : f32\n"                                       \
  "  %empty = tensor.empty() : $D\n"                                           \
  "  %init = linalg.fill ins(%zero : f32) outs(%empty : $D) -> $D\n"           \
  "  %c = linalg.matmul ins(%a, %b : $A, $B) outs(%init : $D) -> $D\n"         \
  BINARY("biased", "c", "D", "bias", "column", "C", ADD_BODY)                  \
  epilogue                                                                     \
  "  return %d : $D\n"                                                         \
  "}\n"
// clang-format on

const AsFamily asFamilyMatmulBiasRelu = {
    .name = "matmul-bias-relu",
    .op = AS_MATMUL_BIAS_RELU,
    .function = "matmul_bias_relu",
    .sizes = "mnk",
    .tensors = {"mk", "kn", "n", "mn"},
    .sum = "k",
    .operations = "mnk",
    .draw = "m1-1024 n1-2048 k1-2048",
    .program =
        MATMUL_BIAS("matmul_bias_relu", UNARY("d", "biased", "D", RELU_BODY)),
};

const AsFamily asFamilyMatmulBiasGelu = {
    .name = "matmul-bias-gelu",
    .op = AS_MATMUL_BIAS_GELU,
    .function = "matmul_bias_gelu",
    .sizes = "mnk",
    .tensors = {"mk", "kn", "n", "mn"},
    .sum = "k",
    .operations = "mnk",
    .program =
        MATMUL_BIAS("matmul_bias_gelu", UNARY("d", "biased", "D", GELU_BODY)),
};

// m x n sums of k, then m x p sums of n: as many terms as n sums of k + p.
static void deriveChain(int64_t size[26]) {
  size['s' - 'a'] = size['k' - 'a'] + size['p' - 'a'];
}

const AsFamily asFamilyMatmulChain = {
    .name = "matmul-chain",
    .op = AS_MATMUL_CHAIN,
    .function = "matmul_chain",
    .sizes = "mnkp",
    .tensors = {"mk", "kn", "np", "mp"},
    .sum = "n",
    .operations = "mns",
    .derive = deriveChain,
    .program = "func.func @matmul_chain(%a: $A, %b: $B, %c: $C) -> $D {\n"
               "  %zero = arith.constant 0.0 : f32\n"
               "  %e0 = tensor.empty() : tensor<$mx$nxf32>\n"
               "  %i0 = linalg.fill ins(%zero : f32)\n"
               "      outs(%e0 : tensor<$mx$nxf32>) -> tensor<$mx$nxf32>\n"
               "  %ab = linalg.matmul ins(%a, %b : $A, $B)\n"
               "      outs(%i0 : tensor<$mx$nxf32>) -> tensor<$mx$nxf32>\n"
               "  %e1 = tensor.empty() : $D\n"
               "  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : $D) -> $D\n"
               "  %d = linalg.matmul ins(%ab, %c : tensor<$mx$nxf32>, $C)\n"
               "      outs(%i1 : $D) -> $D\n"
               "  return %d : $D\n"
               "}\n",
};

#define BATCH_MATMUL(maps)                                                     \
  "func.func @batch_matmul(%a: $A, %b: $B) -> $C {\n"                          \
  "  %zero = arith.constant 0.0 : f32\n"                                       \
  "  %empty = tensor.empty() : $C\n"                                           \
  "  %init = linalg.fill ins(%zero : f32) outs(%empty : $C) -> $C\n"           \
  "  %c = linalg.batch_matmul " maps "ins(%a, %b : $A, $B)\n"                  \
  "      outs(%init : $C) -> $C\n"                                             \
  "  return %c : $C\n"                                                         \
  "}\n"

const AsFamily asFamilyBatchMatmul = {
    .name = "batch-matmul",
    .op = AS_BATCH_MATMUL,
    .function = "batch_matmul",
    .sizes = "bmnk",
    .tensors = {"bmk", "bkn", "bmn"},
    .sum = "k",
    .operations = "bmnk",
    .draw = "b1-64 m1-512 n1-512 k1-512",
    .program = BATCH_MATMUL(""),
};

const AsFamily asFamilyBatchMatmulBt = {
    .name = "batch-matmul-bt",
    .op = AS_BATCH_MATMUL,
    .function = "batch_matmul",
    .sizes = "bmnk",
    .tensors = {"bmk", "bnk", "bmn"},
    .sum = "k",
    .operations = "bmnk",
    .draw = "b1-64 m1-512 n1-512 k1-512",
    .program =
        BATCH_MATMUL("indexing_maps = [\n"
                     "      affine_map<(b, m, n, k) -> (b, m, k)>,\n"
                     "      affine_map<(b, m, n, k) -> (b, n, k)>,\n"
                     "      affine_map<(b, m, n, k) -> (b, m, n)>]\n      "),
};
