//===- bench/families.c - The programs of the families -------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs are what torch-mlir and TOSA lowerings hand over: named ops
// where linalg has them, one linalg.generic a step where it has not, nothing
// fused, no fast-math flags.
//
//===----------------------------------------------------------------------===//

#include "bench/families.h"
#include "bench/pieces.h"

// A convolution's input extent, from its output's.
static void deriveInput(int64_t size[26]) {
  int64_t stride = size['t' - 'a'];
  size['h' - 'a'] = (size['p' - 'a'] - 1) * stride + size['r' - 'a'];
  size['w' - 'a'] = (size['q' - 'a'] - 1) * stride + size['s' - 'a'];
}

const AsFamily asFamilyConvolution = {
    .op = AS_CONVOLUTION,
    .function = "conv",
    .sizes = "npqcrsft",
    .tensors = {"nhwc", "rscf", "npqf"},
    .sum = "rsc",
    .operations = "npqcrsf",
    .derive = deriveInput,
    .program =
        "func.func @conv(%image: $A, %filter: $B) -> $C {\n"
        "  %zero = arith.constant 0.0 : f32\n"
        "  %empty = tensor.empty() : $C\n"
        "  %init = linalg.fill ins(%zero : f32) outs(%empty : $C) -> $C\n"
        "  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>,"
        " strides = dense<$t> : tensor<2xi64>}\n"
        "      ins(%image, %filter : $A, $B) outs(%init : $C) -> $C\n"
        "  return %c : $C\n"
        "}\n",
};

const AsFamily asFamilyDepthwise = {
    .op = AS_DEPTHWISE,
    .function = "depthwise",
    .sizes = "npqcrst",
    .tensors = {"nhwc", "rsc", "npqc"},
    .sum = "rs",
    .operations = "npqcrs",
    .derive = deriveInput,
    .program =
        "func.func @depthwise(%image: $A, %filter: $B) -> $C {\n"
        "  %zero = arith.constant 0.0 : f32\n"
        "  %empty = tensor.empty() : $C\n"
        "  %init = linalg.fill ins(%zero : f32) outs(%empty : $C) -> $C\n"
        "  %c = linalg.depthwise_conv_2d_nhwc_hwc {"
        "dilations = dense<1> : tensor<2xi64>,"
        " strides = dense<$t> : tensor<2xi64>}\n"
        "      ins(%image, %filter : $A, $B) outs(%init : $C) -> $C\n"
        "  return %c : $C\n"
        "}\n",
};

const AsFamily asFamilySoftmax = {
    .op = AS_SOFTMAX,
    .function = "softmax",
    .sizes = "mn",
    .tensors = {"mn", "mn"},
    .sum = "n",
    .program = MAPS
    "func.func @softmax(%x: $A) -> $A {\n"
    "  %zero = arith.constant 0.0 : f32\n"
    "  %lowest = arith.constant 0xFF800000 : f32\n"
    "  %rows = tensor.empty() : tensor<$mxf32>\n"
    "  %empty = tensor.empty() : $A\n"
    "  %init = linalg.fill ins(%lowest : f32)\n"
    "      outs(%rows : tensor<$mxf32>) -> tensor<$mxf32>\n"
    "  %largest = linalg.generic {\n"
    "      indexing_maps = [#all, #row], " ROWWISE "}\n"
    "      ins(%x : $A) outs(%init : tensor<$mxf32>) {\n"
    "  ^bb0(%v: f32, %most: f32):\n"
    "    %0 = arith.maximumf %v, %most : f32\n"
    "    linalg.yield %0 : f32\n"
    "  } -> tensor<$mxf32>\n"
    "  %shifted = linalg.generic {\n"
    "      indexing_maps = [#all, #row, #all], " ELEMENTWISE "}\n"
    "      ins(%x, %largest : $A, tensor<$mxf32>) outs(%empty : $A) {\n"
    "  ^bb0(%v: f32, %most: f32, %out: f32):\n"
    "    %0 = arith.subf %v, %most : f32\n"
    "    %1 = math.exp %0 : f32\n"
    "    linalg.yield %1 : f32\n"
    "  } -> $A\n"
    "  %none = linalg.fill ins(%zero : f32)\n"
    "      outs(%rows : tensor<$mxf32>) -> tensor<$mxf32>\n"
    "  %total = linalg.generic {\n"
    "      indexing_maps = [#all, #row], " ROWWISE "}\n"
    "      ins(%shifted : $A) outs(%none : tensor<$mxf32>) {\n"
    "  ^bb0(%v: f32, %sum: f32):\n"
    "    %0 = arith.addf %v, %sum : f32\n"
    "    linalg.yield %0 : f32\n"
    "  } -> tensor<$mxf32>\n"
    "  %y = linalg.generic {\n"
    "      indexing_maps = [#all, #row, #all], " ELEMENTWISE "}\n"
    "      ins(%shifted, %total : $A, tensor<$mxf32>)\n"
    "      outs(%empty : $A) {\n"
    "  ^bb0(%v: f32, %sum: f32, %out: f32):\n"
    "    %0 = arith.divf %v, %sum : f32\n"
    "    linalg.yield %0 : f32\n"
    "  } -> $A\n"
    "  return %y : $A\n"
    "}\n",
};

const AsFamily asFamilyLayernorm = {
    .op = AS_LAYERNORM,
    .function = "layernorm",
    .sizes = "mn",
    .tensors = {"mn", "n", "n", "mn"},
    .sum = "n",
    .program =
        MAPS "func.func @layernorm(%x: $A, %scale: $B, %shift: $C) -> $D {\n"
             "  %zero = arith.constant 0.0 : f32\n"
             "  %count = arith.constant $n.0 : f32\n"
             "  %epsilon = arith.constant 1.0e-5 : f32\n"
             "  %rows = tensor.empty() : tensor<$mxf32>\n"
             "  %empty = tensor.empty() : $A\n"
             "  %none = linalg.fill ins(%zero : f32)\n"
             "      outs(%rows : tensor<$mxf32>) -> tensor<$mxf32>\n"
             "  %total = linalg.generic {\n"
             "      indexing_maps = [#all, #row], " ROWWISE "}\n"
             "      ins(%x : $A) outs(%none : tensor<$mxf32>) {\n"
             "  ^bb0(%v: f32, %sum: f32):\n"
             "    %0 = arith.addf %v, %sum : f32\n"
             "    linalg.yield %0 : f32\n"
             "  } -> tensor<$mxf32>\n"
             "  %centred = linalg.generic {\n"
             "      indexing_maps = [#all, #row, #all], " ELEMENTWISE "}\n"
             "      ins(%x, %total : $A, tensor<$mxf32>) outs(%empty : $A) {\n"
             "  ^bb0(%v: f32, %sum: f32, %out: f32):\n"
             "    %0 = arith.divf %sum, %count : f32\n"
             "    %1 = arith.subf %v, %0 : f32\n"
             "    linalg.yield %1 : f32\n"
             "  } -> $A\n"
             "  %squares = linalg.generic {\n"
             "      indexing_maps = [#all, #row], " ROWWISE "}\n"
             "      ins(%centred : $A) outs(%none : tensor<$mxf32>) {\n"
             "  ^bb0(%v: f32, %sum: f32):\n"
             "    %0 = arith.mulf %v, %v : f32\n"
             "    %1 = arith.addf %0, %sum : f32\n"
             "    linalg.yield %1 : f32\n"
             "  } -> tensor<$mxf32>\n"
             "  %y = linalg.generic {\n"
             "      indexing_maps = [#all, #row, #column, #column, #all],\n"
             "      " ELEMENTWISE "}\n"
             "      ins(%centred, %squares, %scale, %shift\n"
             "          : $A, tensor<$mxf32>, $B, $C) outs(%empty : $D) {\n"
             "  ^bb0(%v: f32, %sum: f32, %g: f32, %b: f32, %out: f32):\n"
             "    %0 = arith.divf %sum, %count : f32\n"
             "    %1 = arith.addf %0, %epsilon : f32\n"
             "    %2 = math.rsqrt %1 : f32\n"
             "    %3 = arith.mulf %v, %2 : f32\n"
             "    %4 = arith.mulf %3, %g : f32\n"
             "    %5 = arith.addf %4, %b : f32\n"
             "    linalg.yield %5 : f32\n"
             "  } -> $D\n"
             "  return %y : $D\n"
             "}\n",
};

// Transposing takes b matrices, m x n each.
static void deriveSingle(int64_t size[26]) { size['b' - 'a'] = 1; }

static void derivePixelsByChannels(int64_t size[26]) {
  size['m' - 'a'] = size['h' - 'a'] * size['w' - 'a'];
  size['n' - 'a'] = size['c' - 'a'];
}

static void deriveChannelsByPixels(int64_t size[26]) {
  size['m' - 'a'] = size['c' - 'a'];
  size['n' - 'a'] = size['h' - 'a'] * size['w' - 'a'];
}

#define TRANSPOSE(permutation)                                                 \
  "func.func @transpose(%x: $A) -> $B {\n"                                     \
  "  %empty = tensor.empty() : $B\n"                                           \
  "  %y = linalg.transpose ins(%x : $A) outs(%empty : $B)\n"                   \
  "      permutation = " permutation "\n"                                      \
  "  return %y : $B\n"                                                         \
  "}\n"

const AsFamily asFamilyTranspose = {
    .op = AS_TRANSPOSE,
    .function = "transpose",
    .sizes = "mn",
    .tensors = {"mn", "nm"},
    .sum = "",
    .derive = deriveSingle,
    .program = TRANSPOSE("[1, 0]"),
};

const AsFamily asFamilyNhwcToNchw = {
    .op = AS_TRANSPOSE,
    .function = "transpose",
    .sizes = "bhwc",
    .tensors = {"bhwc", "bchw"},
    .sum = "",
    .derive = derivePixelsByChannels,
    .program = TRANSPOSE("[0, 3, 1, 2]"),
};

const AsFamily asFamilyNchwToNhwc = {
    .op = AS_TRANSPOSE,
    .function = "transpose",
    .sizes = "bhwc",
    .tensors = {"bchw", "bhwc"},
    .sum = "",
    .derive = deriveChannelsByPixels,
    .program = TRANSPOSE("[0, 2, 3, 1]"),
};

// The width of two matrices side by side.
static void deriveWidth(int64_t size[26]) {
  size['w' - 'a'] = 2 * size['n' - 'a'];
}

const AsFamily asFamilyConcat = {
    .op = AS_CONCAT,
    .function = "concat",
    .sizes = "mn",
    .tensors = {"mn", "mn", "mw"},
    .sum = "",
    .derive = deriveWidth,
    .program =
        "func.func @concat(%a: $A, %b: $B) -> $C {\n"
        "  %empty = tensor.empty() : $C\n"
        "  %left = tensor.insert_slice %a into %empty[0, 0] [$m, $n] [1, 1]\n"
        "      : $A into $C\n"
        "  %both = tensor.insert_slice %b into %left[0, $n] [$m, $n] [1, 1]\n"
        "      : $B into $C\n"
        "  return %both : $C\n"
        "}\n",
};
