//===- loop-nest.h - The symbolic loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a point of a sketch looks like as loops, without any IR: for each stage
// its loops from the outside in, and the tile that is left in the middle. It is
// built from the sketch's steps in about a microsecond, so that the search can
// look at hundreds of thousands of points a second; costmodel/ reads features
// off it. A test compares it with the loops of the transformed IR.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_LOOP_NEST_H
#define AS_SKETCH_LOOP_NEST_H

#include "sketch/sketch.h"
#include "support/text.h"

#define AS_MAX_LOOPS 16

/// What runs the iterations of a loop. X(suffix, name when printed)
#define AS_LOOP_KINDS(X)                                                       \
  X(SERIAL, "for")      /* one after the other */                              \
  X(PARALLEL, "forall") /* threads of a CPU */                                 \
  X(BLOCKS, "blocks")   /* blocks of a GPU */                                  \
  X(THREADS, "threads") /* threads of a block; of the grid, if outermost */    \
  X(WARPS, "warps")     /* warps of a block */                                 \
  X(LANES, "lanes")     /* lanes of a warp, 8 x 4 iterations at a time */

typedef enum AsLoopKind {
#define AS_LOOP_ENUMERATOR(suffix, name) AS_LOOP_##suffix,
  AS_LOOP_KINDS(AS_LOOP_ENUMERATOR)
#undef AS_LOOP_ENUMERATOR
} AsLoopKind;

typedef struct AsNestLoop {
  int16_t dim;    ///< Which loop of the stage it walks; -1: none (repeated).
  int8_t kind;    ///< An AsLoopKind.
  int16_t unroll; ///< Unroll factor, 1 for none.
  int32_t span;   ///< How much of the dim it walks,
  int32_t step;   ///< and in steps of how much, at least two whole ones.
} AsNestLoop;

static inline bool asNestIsParallel(const AsNestLoop *loop) {
  return loop->kind != AS_LOOP_SERIAL;
}

/// Whole iterations. What they leave over of the span is peeled off.
static inline int asNestTrip(const AsNestLoop *loop) {
  return loop->span / loop->step;
}

/// One stage. Invariant: for each dim, the outermost of its loops spans the
/// extent (of threads' tiles that are padded as many as cover it), every other
/// the step of the one around it, and tile[dim] is the step of the innermost.
/// One of them, inside of loops that are even, may span no multiple of its
/// step: the nest is what whole tiles are computed with, and the remainders run
/// in copies of it of other sizes. A fused stage may repeat work in loops with
/// dim -1. Tiles of a pad overlap, and are larger than the steps.
typedef struct AsNestStage {
  int8_t numLoops;
  AsNestLoop loop[AS_MAX_LOOPS]; ///< Outermost first.
  int64_t tile[AS_MAX_DIMS];     ///< What each innermost body does of a dim.
  int8_t shared;    ///< How many outer loops it shares with the last stage, or
                    ///< with the one that it was fused with:
  int8_t fusedWith; ///< another one than the last, or -1; then these are the
  int8_t sharedWithLast; ///< outer loops that it shares with the last one.
  bool isVectorised;     ///< The tile becomes vector operations.
  bool isMma;            ///< The tile is a warp's, made by tensor cores,
  bool isWgmma;          ///< which four warps have make theirs together.
  bool isSplit;          ///< Reduced through partial results.
  AsNestCarry carry; ///< Of a loop nest: by its innermost loop. LLVM makes no
                     ///< vectors of one that carries anything.
  bool isDiagonal;   ///< Of a loop nest: the innermost loop moves another of
                   ///< the statement's loops on, too: no access is contiguous.
  int8_t innermost; ///< The loop that LAYOUT made innermost, or -1.
  int8_t padded;    ///< The loop whose remainder is a whole tile too, as the
                    ///< operand is packed for it; or -1.
  int8_t mover;     ///< Of a skewed nest: the loop, time as a rule, that moves
                    ///< the tiles of others on, or -1;
  int8_t shift[AS_MAX_DIMS]; ///< by how much in each of its iterations.
  /// Loops that reuse the packed copy which an operand is read from; -1 where
  /// it is read as it is.
  int8_t packLoops[AS_MAX_ACCESSES];
  /// How many loops are around the copy in shared memory that an operand is
  /// read from; -1 where it is read as it is.
  int8_t shareDepth[AS_MAX_ACCESSES];
} AsNestStage;

typedef struct AsNest {
  const AsSketch *sketch;
  int numStages;
  AsNestStage stage[AS_MAX_STAGES];
  // Of a GPU's, where a step says so; else 0.
  int threads;  ///< Of a block, where threads of the grid run the loops.
  int resident; ///< Blocks that are to fit on a multiprocessor.
  int stages;   ///< Iterations whose tiles are there: in shared memory, or
                ///< those of a later one in registers.
  bool isByTma; ///< Hardware copies these, not threads.
} AsNest;

/// Builds the nest of a point; false where the point is not valid.
bool asNestBuild(const AsSketch *sketch, const AsPoint *point, AsNest *nest);

/// The loop of a stage that vectors lie along, or -1.
int asNestLaneLoop(const AsProgram *program, const AsStage *stage,
                   const AsNestStage *own);

/// How many outer loops two stages share.
int asNestCommonLoops(const AsNest *nest, int a, int b);

/// One line a stage, as the test on the IR prints it too:
/// "0 fill: 64 for, 16 for | 8x32". Loops of one iteration are left out, and so
/// are remainders.
void asNestPrint(const AsNest *nest, AsText *text);

//===----------------------------------------------------------------------===//
// For steps
//===----------------------------------------------------------------------===//

/// Adds a loop inside of the others; false where there are too many loops, or
/// it is too long.
bool asNestPush(AsNestStage *stage, int dim, int64_t span, int64_t step,
                AsLoopKind kind);

/// Cuts dim `d` of stage `s` into tiles of `size`, where that is neither 0 nor
/// all of it. Sizes that do not divide the extent may leave something over of
/// even parts of it, since that is peeled off; not of others, as there would be
/// remainders of remainders.
bool asNestCut(AsNest *nest, int s, int d, int64_t size, AsLoopKind kind);

/// Cuts dim `d` into tiles for threads, of which the last may be a smaller one:
/// in the nest it is as large as the others.
bool asNestCutPadded(AsNest *nest, int s, int d, int64_t size);

/// Whether tiles of `value`, which the point gives to `size`, leave nothing
/// over of what the tiles around them left over of loop `d`, or are peeled.
bool asNestFitsRest(const AsNest *nest, int s, int d, const AsSize *size,
                    int64_t value);

/// Cuts each loop of stage `s` into tiles of its size.
bool asNestTile(AsNest *nest, int s, const AsSize size[AS_MAX_DIMS],
                AsLoopKind kind, const AsPoint *point);

#endif // AS_SKETCH_LOOP_NEST_H
