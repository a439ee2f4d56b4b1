//===- loop-strategies.h - What a schedule does with the loops of a stage
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Read off the symbolic nest (sketch/loop-nest.h). The loops of a stage are
// those with two iterations or more, and the dimensions of the tile that is
// left in the middle. In
//
//   4 forall, 64 for, 512 for | 6x32x1
//
// of a product (m, n, k) there are five: the outer one is parallel; those of
// 6 and 32 are vectorised, and tiled if there are loops over m and n around
// them; that of 512, over k, adds up in registers.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_LOOP_STRATEGIES_H
#define AS_VIEW_LOOP_STRATEGIES_H

#include "sketch/loop-nest.h"

/// X(enumerator, name, which loops)
#define AS_LOOP_STRATEGIES(X)                                                  \
  X(PARALLEL, "parallel", "shared by threads of a CPU")                        \
  X(BLOCKS, "blocks", "shared by blocks of a GPU")                             \
  X(WARPS, "warps", "shared by warps of a block")                              \
  X(THREADS, "threads", "shared by threads of a block, or of a grid")          \
  X(LANES, "lanes", "shared by lanes of a warp")                               \
  X(TENSOR_CORES, "tensor cores", "in a tile that tensor cores make")          \
  X(VECTORISED, "vectorised", "in a tile that is made of vectors")             \
  X(UNROLLED, "unrolled", "with several iterations in one")                    \
  X(TILED, "tiled", "inside of another loop over the same dimension")          \
  X(IN_REGISTERS, "reduced in registers",                                      \
    "that add to a result which stays in vector registers")                    \
  X(PARTIAL, "partial results", "reduced by way of partial results")           \
  X(PACKED, "packed", "that use a packed copy of an operand again")            \
  X(HOISTED, "hoisted",                                                        \
    "out of which, two or more, the packing of a copy is moved")               \
  X(SHARED, "shared memory", "that read an operand from shared memory")        \
  X(FUSED, "fused", "of another stage, in which this one is computed")

typedef enum AsLoopStrategy {
#define AS_LOOP_STRATEGY_ENUMERATOR(enumerator, ...) AS_LOOPS_##enumerator,
  AS_LOOP_STRATEGIES(AS_LOOP_STRATEGY_ENUMERATOR)
#undef AS_LOOP_STRATEGY_ENUMERATOR
      AS_NUM_LOOP_STRATEGIES
} AsLoopStrategy;

const char *asLoopStrategyName(AsLoopStrategy kind);
const char *asLoopStrategyMeaning(AsLoopStrategy kind);

/// How many loops a stage has, and to how many of them it does what.
typedef struct AsStageLoops {
  int all;
  int with[AS_NUM_LOOP_STRATEGIES];
} AsStageLoops;

/// Those of stage `s` of a nest.
AsStageLoops asStageLoopsCount(const AsNest *nest, int s);

#endif // AS_VIEW_LOOP_STRATEGIES_H
