//===- families.c - The programs of the families
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

// A convolution's input extents, with the border (u x v) and without (h x w),
// from its output's. A dilation that is not given is 1. Of groups, all channels
// together are what libraries count.
static void deriveInput(int64_t size[26]) {
  int64_t stride = size['t' - 'a'];
  if (!size['d' - 'a'])
    size['d' - 'a'] = 1;
  int64_t dilation = size['d' - 'a'];
  size['u' - 'a'] =
      (size['p' - 'a'] - 1) * stride + (size['r' - 'a'] - 1) * dilation + 1;
  size['v' - 'a'] =
      (size['q' - 'a'] - 1) * stride + (size['s' - 'a'] - 1) * dilation + 1;
  size['h' - 'a'] = size['u' - 'a'] - 2 * size['i' - 'a'];
  size['w' - 'a'] = size['v' - 'a'] - 2 * size['j' - 'a'];
  size['x' - 'a'] = size['g' - 'a'] * size['c' - 'a'];
  size['y' - 'a'] = size['g' - 'a'] * size['f' - 'a'];
}

// `image`, of type `padded`, is what the function makes of $A by `border`.
#define CONVOLUTION_OF(name, type, zero, border, image, padded, operation)     \
  "func.func @" name "(%image: $A, %filter: $B) -> $C {\n"                     \
  "  %zero = arith.constant " zero " : " type "\n" border                      \
  "  %empty = tensor.empty() : $C\n"                                           \
  "  %init = linalg.fill ins(%zero : " type ") outs(%empty : $C) -> $C\n"      \
  "  %c = linalg." operation " {dilations = dense<$d> : tensor<2xi64>,"        \
  " strides = dense<$t> : tensor<2xi64>}\n"                                    \
  "      ins(%" image ", %filter : " padded ", $B)\n"                          \
  "      outs(%init : $C) -> $C\n"                                             \
  "  return %c : $C\n"                                                         \
  "}\n"

#define CONVOLUTION(name, operation)                                           \
  CONVOLUTION_OF(name, "f32", "0.0", "", "image", "$A", operation)

// The same with a border of zeros, as networks have it.
#define BORDER(type, zero, low, padded)                                        \
  "  %border = arith.constant " zero " : " type "\n"                           \
  "  %padded = tensor.pad %image low" low " high" low " {\n"                   \
  "  ^bb0(%n: index, %x: index, %y: index, %z: index):\n"                      \
  "    tensor.yield %border : " type "\n"                                      \
  "  } : $A to " padded "\n"

#define CONVOLUTION_NHWC_PAD(name, type, zero, sum, none, operation)           \
  CONVOLUTION_OF(                                                              \
      name, sum, none,                                                         \
      BORDER(type, zero, "[0, $i, $j, 0]", "tensor<$nx$ux$vx$cx" type ">"),    \
      "padded", "tensor<$nx$ux$vx$cx" type ">", operation)

#define CONVOLUTION_NCHW_PAD(name, operation)                                  \
  CONVOLUTION_OF(                                                              \
      name, "f32", "0.0",                                                      \
      BORDER("f32", "0.0", "[0, 0, $i, $j]", "tensor<$nx$cx$ux$vxf32>"),       \
      "padded", "tensor<$nx$cx$ux$vxf32>", operation)

#define POOLING(name, operation, initial)                                      \
  "func.func @" name "(%image: $A) -> $B {\n"                                  \
  "  %initial = arith.constant " initial " : f32\n"                            \
  "  %window = tensor.empty() : tensor<$rx$sxf32>\n"                           \
  "  %empty = tensor.empty() : $B\n"                                           \
  "  %init = linalg.fill ins(%initial : f32) outs(%empty : $B) -> $B\n"        \
  "  %pool = linalg." operation " {dilations = dense<1> : tensor<2xi64>,"      \
  " strides = dense<$t> : tensor<2xi64>}\n"                                    \
  "      ins(%image, %window : $A, tensor<$rx$sxf32>)\n"                       \
  "      outs(%init : $B) -> $B\n"

const AsFamily asFamilyConvolution = {
    .name = "conv",
    .op = AS_CONVOLUTION,
    .function = "conv",
    .sizes = "npqcrsftd",
    .numOptional = 1,
    .tensors = {"nhwc", "rscf", "npqf"},
    .sum = "rsc",
    .operations = "npqcrsf",
    .derive = deriveInput,
    .draw = "n1,1,2 p2-112 q=p c1-1024 r1,1,1,3 s=r f1-1024 t1,1,2",
    .program = CONVOLUTION("conv", "conv_2d_nhwc_hwcf"),
};

const AsFamily asFamilyConvolutionNchw = {
    .name = "conv-nchw",
    .op = AS_CONVOLUTION_NCHW,
    .function = "conv_nchw",
    .sizes = "npqcrsftd",
    .numOptional = 1,
    .tensors = {"nchw", "fcrs", "nfpq"},
    .sum = "rsc",
    .operations = "npqcrsf",
    .derive = deriveInput,
    .draw = "n1,1,2 p2-112 q=p c1-1024 r1,1,1,3 s=r f1-1024 t1,1,2",
    .program = CONVOLUTION("conv_nchw", "conv_2d_nchw_fchw"),
};

const AsFamily asFamilyGroupedConvolution = {
    .name = "conv-grouped",
    .op = AS_GROUPED_CONVOLUTION,
    .function = "conv_grouped",
    .sizes = "npqcrsftg",
    .tensors = {"ngchw", "gfcrs", "ngfpq"},
    .sum = "rsc",
    .operations = "npqcrsfg",
    .derive = deriveInput,
    .program = CONVOLUTION("conv_grouped", "conv_2d_ngchw_gfchw"),
};

const AsFamily asFamilyDepthwise = {
    .name = "depthwise",
    .op = AS_DEPTHWISE,
    .function = "depthwise",
    .sizes = "npqcrst",
    .tensors = {"nhwc", "rsc", "npqc"},
    .sum = "rs",
    .operations = "npqcrs",
    .derive = deriveInput,
    .program = CONVOLUTION("depthwise", "depthwise_conv_2d_nhwc_hwc"),
};

const AsFamily asFamilyDepthwiseNchw = {
    .name = "depthwise-nchw",
    .op = AS_DEPTHWISE_NCHW,
    .function = "depthwise_nchw",
    .sizes = "npqcrst",
    .tensors = {"nchw", "crs", "ncpq"},
    .sum = "rs",
    .operations = "npqcrs",
    .derive = deriveInput,
    .program = CONVOLUTION("depthwise_nchw", "depthwise_conv_2d_nchw_chw"),
};

const AsFamily asFamilyConvolutionI8 = {
    .name = "conv-i8",
    .op = AS_CONVOLUTION,
    .function = "conv",
    .sizes = "npqcrsftd",
    .numOptional = 1,
    .tensors = {"nhwc", "rscf", "npqf"},
    .elements = {AS_ELEMENT_I8, AS_ELEMENT_I8, AS_ELEMENT_I32},
    .sum = "rsc",
    .operations = "npqcrsf",
    .derive = deriveInput,
    .program = CONVOLUTION_OF("conv", "i32", "0", "", "image", "$A",
                              "conv_2d_nhwc_hwcf"),
};

const AsFamily asFamilyConvolutionPad = {
    .name = "conv-pad",
    .op = AS_CONVOLUTION,
    .function = "conv",
    .sizes = "npqcrsftdij",
    .numOptional = 3,
    .tensors = {"nhwc", "rscf", "npqf"},
    .sum = "rsc",
    .operations = "npqcrsf",
    .derive = deriveInput,
    .draw = "n1,1,2 p2-112 q=p c1-512 r3,3,5,7 s=r f1-512 t1,1,2 d1 i1 j1",
    .program = CONVOLUTION_NHWC_PAD("conv", "f32", "0.0", "f32", "0.0",
                                    "conv_2d_nhwc_hwcf"),
};

const AsFamily asFamilyConvolutionPadI8 = {
    .name = "conv-pad-i8",
    .op = AS_CONVOLUTION,
    .function = "conv",
    .sizes = "npqcrsftdij",
    .numOptional = 3,
    .tensors = {"nhwc", "rscf", "npqf"},
    .elements = {AS_ELEMENT_I8, AS_ELEMENT_I8, AS_ELEMENT_I32},
    .sum = "rsc",
    .operations = "npqcrsf",
    .derive = deriveInput,
    .program = CONVOLUTION_NHWC_PAD("conv", "i8", "0", "i32", "0",
                                    "conv_2d_nhwc_hwcf"),
};

const AsFamily asFamilyConvolutionPadNchw = {
    .name = "conv-pad-nchw",
    .op = AS_CONVOLUTION_NCHW,
    .function = "conv_nchw",
    .sizes = "npqcrsftdij",
    .numOptional = 3,
    .tensors = {"nchw", "fcrs", "nfpq"},
    .sum = "rsc",
    .operations = "npqcrsf",
    .derive = deriveInput,
    .draw = "n1,1,2 p2-112 q=p c1-512 r3,3,5,7 s=r f1-512 t1,1,2 d1 i1 j1",
    .program = CONVOLUTION_NCHW_PAD("conv_nchw", "conv_2d_nchw_fchw"),
};

const AsFamily asFamilyDepthwisePad = {
    .name = "depthwise-pad",
    .op = AS_DEPTHWISE,
    .function = "depthwise",
    .sizes = "npqcrstdij",
    .numOptional = 3,
    .tensors = {"nhwc", "rsc", "npqc"},
    .sum = "rs",
    .operations = "npqcrs",
    .derive = deriveInput,
    .draw = "n1 p4-112 q=p c1-1024 r3,3,5 s=r t1,2 d1 i1 j1",
    .program = CONVOLUTION_NHWC_PAD("depthwise", "f32", "0.0", "f32", "0.0",
                                    "depthwise_conv_2d_nhwc_hwc"),
};

const AsFamily asFamilyDepthwisePadNchw = {
    .name = "depthwise-pad-nchw",
    .op = AS_DEPTHWISE_NCHW,
    .function = "depthwise_nchw",
    .sizes = "npqcrstdij",
    .numOptional = 3,
    .tensors = {"nchw", "crs", "ncpq"},
    .sum = "rs",
    .operations = "npqcrs",
    .derive = deriveInput,
    .draw = "n1 p4-112 q=p c1-1024 r3,3,5 s=r t1,2 d1 i1 j1",
    .program =
        CONVOLUTION_NCHW_PAD("depthwise_nchw", "depthwise_conv_2d_nchw_chw"),
};

const AsFamily asFamilyMaxPooling = {
    .name = "maxpool",
    .op = AS_MAX_POOLING,
    .function = "max_pool",
    .sizes = "npqcrst",
    .tensors = {"nhwc", "npqc"},
    .sum = "",
    .derive = deriveInput,
    .draw = "n1 p2-112 q=p c1-1024 r2,3 s=r t1,2,2",
    .program = POOLING("max_pool", "pooling_nhwc_max",
                       "0xFF800000") "  return %pool : $B\n"
                                     "}\n",
};

const AsFamily asFamilyMaxPoolingNchw = {
    .name = "maxpool-nchw",
    .op = AS_MAX_POOLING_NCHW,
    .function = "max_pool_nchw",
    .sizes = "npqcrst",
    .tensors = {"nchw", "ncpq"},
    .sum = "",
    .derive = deriveInput,
    .draw = "n1 p2-112 q=p c1-1024 r2,3 s=r t1,2,2",
    .program = POOLING("max_pool_nchw", "pooling_nchw_max",
                       "0xFF800000") "  return %pool : $B\n"
                                     "}\n",
};

// clang-format off
#define AVERAGE_POOLING(name, operation)                                       \
  "#image = affine_map<(a, b, c, d) -> (a, b, c, d)>\n"                        \
  POOLING(name, operation, "0.0")                                              \
  "  %rows = arith.constant $r.0 : f32\n"                                      \
  "  %columns = arith.constant $s.0 : f32\n"                                   \
  "  %mean = linalg.generic {indexing_maps = [#image, #image],\n"              \
  "      iterator_types = [\"parallel\", \"parallel\", \"parallel\",\n"          \
  "                        \"parallel\"]}\n"                                   \
  "      ins(%pool : $B) outs(%empty : $B) {\n"                                \
  "  ^bb0(%sum: f32, %out: f32):\n"                                            \
  "    %0 = arith.mulf %rows, %columns : f32\n"                                \
  "    %1 = arith.divf %sum, %0 : f32\n"                                       \
  "    linalg.yield %1 : f32\n"                                                \
  "  } -> $B\n"                                                                \
  "  return %mean : $B\n"                                                      \
  "}\n"
// clang-format on

const AsFamily asFamilyAveragePooling = {
    .name = "avgpool",
    .op = AS_AVERAGE_POOLING,
    .function = "average_pool",
    .sizes = "npqcrst",
    .tensors = {"nhwc", "npqc"},
    .sum = "rs",
    .derive = deriveInput,
    .draw = "n1 p2-112 q=p c1-1024 r2,3 s=r t1,2,2",
    .program = AVERAGE_POOLING("average_pool", "pooling_nhwc_sum"),
};

const AsFamily asFamilyAveragePoolingNchw = {
    .name = "avgpool-nchw",
    .op = AS_AVERAGE_POOLING_NCHW,
    .function = "average_pool_nchw",
    .sizes = "npqcrst",
    .tensors = {"nchw", "ncpq"},
    .sum = "rs",
    .derive = deriveInput,
    .draw = "n1 p2-112 q=p c1-1024 r2,3 s=r t1,2,2",
    .program = AVERAGE_POOLING("average_pool_nchw", "pooling_nchw_sum"),
};

const AsFamily asFamilySoftmax = {
    .name = "softmax",
    .op = AS_SOFTMAX,
    .function = "softmax",
    .sizes = "mn",
    .tensors = {"mn", "mn"},
    .sum = "n",
    .draw = "m1-2048 n1-4096",
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
    .name = "layernorm",
    .op = AS_LAYERNORM,
    .function = "layernorm",
    .sizes = "mn",
    .tensors = {"mn", "n", "n", "mn"},
    .sum = "n",
    .draw = "m1-2048 n1-4096",
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
    .name = "transpose",
    .op = AS_TRANSPOSE,
    .function = "transpose",
    .sizes = "mn",
    .tensors = {"mn", "nm"},
    .sum = "",
    .derive = deriveSingle,
    .draw = "m1-2048 n1-2048",
    .program = TRANSPOSE("[1, 0]"),
};

const AsFamily asFamilyNhwcToNchw = {
    .name = "nhwc-to-nchw",
    .op = AS_TRANSPOSE,
    .function = "transpose",
    .sizes = "bhwc",
    .tensors = {"bhwc", "bchw"},
    .sum = "",
    .derive = derivePixelsByChannels,
    .program = TRANSPOSE("[0, 3, 1, 2]"),
};

const AsFamily asFamilyNchwToNhwc = {
    .name = "nchw-to-nhwc",
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
    .name = "concat",
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
