//===- families-elementwise.c - Element-wise programs and reductions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written as those in families.c. Memory traffic is the measure of their work.
//
//===----------------------------------------------------------------------===//

#include "bench/families.h"
#include "bench/pieces.h"

//===----------------------------------------------------------------------===//
// Functions of one element
//===----------------------------------------------------------------------===//

// A step a line:
// clang-format off
#define FUNCTION(operator, title, body)                                        \
  {                                                                            \
    .name = title, .op = operator, .function = title, .sizes = "mn",           \
    .tensors = {"mn", "mn"}, .sum = "", .draw = "m1-1024 n1-4096",             \
    .program =                                                                 \
        MAPS                                                                   \
        "func.func @" title "(%x: $A) -> $B {\n"                               \
        "  %empty = tensor.empty() : $B\n"                                     \
        UNARY("y", "x", "B", body)                                             \
        "  return %y : $B\n"                                                   \
        "}\n",                                                                 \
  }
// clang-format on

// %2 is 1 + exp(-v).
#define SIGMOID_STEPS                                                          \
  "    %one = arith.constant 1.0 : f32\n"                                      \
  "    %0 = arith.negf %v : f32\n"                                             \
  "    %1 = math.exp %0 : f32\n"                                               \
  "    %2 = arith.addf %1, %one : f32\n"

const AsFamily asFamilyGelu = FUNCTION(AS_GELU, "gelu", GELU_BODY);
const AsFamily asFamilySilu = FUNCTION(
    AS_SILU, "silu", SIGMOID_STEPS "    %r = arith.divf %v, %2 : f32\n");
const AsFamily asFamilySigmoid =
    FUNCTION(AS_SIGMOID, "sigmoid",
             SIGMOID_STEPS "    %r = arith.divf %one, %2 : f32\n");
const AsFamily asFamilyTanh =
    FUNCTION(AS_TANH, "tanh", "    %r = math.tanh %v : f32\n");
const AsFamily asFamilyExp =
    FUNCTION(AS_EXP, "exp", "    %r = math.exp %v : f32\n");

//===----------------------------------------------------------------------===//
// Of several
//===----------------------------------------------------------------------===//

// A step a line:
// clang-format off
const AsFamily asFamilyElementwiseChain = {
    .name = "chain",
    .op = AS_ELEMENTWISE_CHAIN,
    .function = "chain",
    .sizes = "mn",
    .tensors = {"mn", "mn", "mn", "mn"},
    .sum = "",
    .program =
        MAPS
        "func.func @chain(%x: $A, %y: $B, %z: $C) -> $D {\n"
        "  %zero = arith.constant 0.0 : f32\n"
        "  %empty = tensor.empty() : $D\n"
        BINARY("sum", "x", "D", "y", "all", "B", ADD_BODY)
        BINARY("product", "sum", "D", "z", "all", "C",
               "    %r = arith.mulf %v, %w : f32\n")
        UNARY("positive", "product", "D", RELU_BODY)
        UNARY("square", "positive", "D", "    %r = arith.mulf %v, %v : f32\n")
        "  return %square : $D\n"
        "}\n",
};

const AsFamily asFamilyBroadcastAdd = {
    .name = "broadcast-add",
    .op = AS_BROADCAST_ADD,
    .function = "broadcast_add",
    .sizes = "mn",
    .tensors = {"mn", "n", "mn"},
    .sum = "",
    .draw = "m1-1024 n1-4096",
    .program =
        MAPS
        "func.func @broadcast_add(%x: $A, %row: $B) -> $C {\n"
        "  %empty = tensor.empty() : $C\n"
        BINARY("y", "x", "C", "row", "column", "B", ADD_BODY)
        "  return %y : $C\n"
        "}\n",
};
// clang-format on

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

#define REDUCE(label, operator, combine, initial, dimensions, shape, terms)    \
  {                                                                            \
    .name = label, .op = operator, .function = "reduce", .sizes = "mn",        \
    .tensors = {"mn", shape}, .sum = terms, .draw = "m1-2048 n1-4096",         \
    .program =                                                                 \
        "func.func @reduce(%x: $A) -> $B {\n"                                  \
        "  %initial = arith.constant " initial " : f32\n"                      \
        "  %empty = tensor.empty() : $B\n"                                     \
        "  %init = linalg.fill ins(%initial : f32) outs(%empty : $B) -> $B\n"  \
        "  %y = linalg.reduce {" combine "} ins(%x : $A) outs(%init : $B)\n"   \
        "      dimensions = " dimensions "\n"                                  \
        "  return %y : $B\n"                                                   \
        "}\n"                                                                  \
  }
#define SUM(label, dimensions, shape, terms)                                   \
  REDUCE(label, AS_SUM, "arith.addf", "0.0", dimensions, shape, terms)
#define MAXIMUM(label, dimensions, shape)                                      \
  REDUCE(label, AS_MAXIMUM, "arith.maximumf", "0xFF800000", dimensions, shape, \
         "")

const AsFamily asFamilyReduceRows = SUM("reduce-rows", "[1]", "m", "n");
const AsFamily asFamilyReduceColumns = SUM("reduce-columns", "[0]", "n", "m");
const AsFamily asFamilyReduceAll = SUM("reduce-all", "[0, 1]", "", "mn");
const AsFamily asFamilyMaxRows = MAXIMUM("max-rows", "[1]", "m");
const AsFamily asFamilyMaxColumns = MAXIMUM("max-columns", "[0]", "n");

const AsFamily asFamilyArgmax = {
    .name = "argmax",
    .op = AS_ARGMAX,
    .function = "argmax",
    .sizes = "mn",
    .tensors = {"mn", "m"},
    .elements = {AS_ELEMENT_F32, AS_ELEMENT_I32},
    .sum = "",
    .program =
        MAPS "func.func @argmax(%x: $A) -> $B {\n"
             "  %lowest = arith.constant 0xFF800000 : f32\n"
             "  %first = arith.constant 0 : i32\n"
             "  %values = tensor.empty() : tensor<$mxf32>\n"
             "  %places = tensor.empty() : $B\n"
             "  %value = linalg.fill ins(%lowest : f32)\n"
             "      outs(%values : tensor<$mxf32>) -> tensor<$mxf32>\n"
             "  %place = linalg.fill ins(%first : i32)\n"
             "      outs(%places : $B) -> $B\n"
             "  %y:2 = linalg.generic {\n"
             "      indexing_maps = [#all, #row, #row], " ROWWISE "}\n"
             "      ins(%x : $A) outs(%value, %place : tensor<$mxf32>, $B) {\n"
             "  ^bb0(%v: f32, %most: f32, %at: i32):\n"
             "    %j = linalg.index 1 : index\n"
             "    %here = arith.index_cast %j : index to i32\n"
             "    %more = arith.cmpf ogt, %v, %most : f32\n"
             "    %0 = arith.select %more, %v, %most : f32\n"
             "    %1 = arith.select %more, %here, %at : i32\n"
             "    linalg.yield %0, %1 : f32, i32\n"
             "  } -> (tensor<$mxf32>, $B)\n"
             "  return %y#1 : $B\n"
             "}\n",
};
