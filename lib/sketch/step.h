//===- step.h - The kinds of steps
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step is one transformation in a sketch. It has two forms, which its file in
// steps/ holds side by side: what it does to the symbolic loop nest, and the
// lines of Transform dialect that do the same to the IR. Adding a step takes a
// file there and a row of AS_STEP_KINDS.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_STEP_H
#define AS_SKETCH_STEP_H

#include "task/program.h"
#include <stdbool.h>
#include <stdint.h>

/// The table of steps. X(suffix of the kind, the AsStepOps that implement it)
#define AS_STEP_KINDS(X)                                                       \
  X(IM2COL, asIm2colStep)                                                      \
  X(ROUND, asRoundStep)                                                        \
  X(MATERIALISE_PADS, asMaterialisePadsStep)                                   \
  X(FUSE, asFuseStep)                                                          \
  X(FEED, asFeedStep)                                                          \
  X(PARALLEL, asParallelStep)                                                  \
  X(RFACTOR, asRfactorStep)                                                    \
  X(GRID, asGridStep)                                                          \
  X(BLOCKS, asBlocksStep)                                                      \
  X(THREADS, asThreadsStep)                                                    \
  X(WARPS, asWarpsStep)                                                        \
  X(WARPGROUPS, asWarpgroupsStep)                                              \
  X(LANES, asLanesStep)                                                        \
  X(MMA, asMmaStep)                                                            \
  X(WGMMA, asWgmmaStep)                                                        \
  X(SHARE, asShareStep)                                                        \
  X(CLEAN, asCleanStep)                                                        \
  X(TILE, asTileStep)                                                          \
  X(SPLIT_REDUCTION, asSplitReductionStep)                                     \
  X(PACK, asPackStep)                                                          \
  X(KEEP, asKeepStep)                                                          \
  X(LAYOUT, asLayoutStep)                                                      \
  X(LOWER_PACK, asLowerPackStep)                                               \
  X(RESTORE, asRestoreStep)                                                    \
  X(DECOMPOSE, asDecomposeStep)                                                \
  X(DROP_UNITS, asDropUnitsStep)                                               \
  X(VECTORISE, asVectoriseStep)                                                \
  X(LOWER_VECTORS, asLowerVectorsStep)                                         \
  X(RESCHEDULE, asRescheduleStep)                                              \
  X(UNROLL, asUnrollStep)

typedef enum AsStepKind {
#define AS_STEP_ENUMERATOR(suffix, ops) AS_STEP_##suffix,
  AS_STEP_KINDS(AS_STEP_ENUMERATOR)
#undef AS_STEP_ENUMERATOR
      AS_NUM_STEP_KINDS
} AsStepKind;

/// A tile size: the value of a knob, or a constant (0: not tiled).
typedef struct AsSize {
  int knob; ///< -1 for a constant.
  int64_t constant;
} AsSize;

/// Whether the size cuts its loop.
static inline bool asSizeTiles(const AsSize *size) {
  return size->knob >= 0 || size->constant != 0;
}

/// How many of the sizes for the loops of a stage cut theirs.
static inline int asNumTiled(const AsSize size[AS_MAX_DIMS]) {
  int count = 0;
  for (int d = 0; d < AS_MAX_DIMS; d++)
    count += asSizeTiles(&size[d]);
  return count;
}

/// How vector operations are lowered: what the inner loops are made of.
typedef enum AsLowering {
  AS_LOWER_PRODUCTS,   ///< Contractions to outer products in registers.
  AS_LOWER_SLICES,     ///< The same, with accumulators that are slices first.
  AS_LOWER_REDUCTIONS, ///< Multi-dimensional reductions, row by row.
  AS_LOWER_BOTH,       ///< Products, then reductions.
  AS_LOWER_TRANSPOSES, ///< Transposes to shuffles.
} AsLowering;

/// Knobs are numbers of knobs of the sketch, operands are numbers of accesses
/// of the stage. The members of steps that make loops begin with the sizes of
/// the tiles, one for each loop of the stage, so that asStepSizes finds them.
typedef struct AsStep {
  AsStepKind kind;
  int stage; ///< The stage that it is about; -1: all of the program.
  union {
    /// TILE, SPLIT_REDUCTION, RFACTOR, THREADS, WARPS, WARPGROUPS, LANES.
    struct {
      AsSize size[AS_MAX_DIMS];
    } tile;
    struct {
      AsSize size[AS_MAX_DIMS];
      int orderKnob; ///< Whether the last two tiled loops are swapped, or -1.
      int locationKnob; ///< Whether the stage before, and what it begins with,
                        ///< is computed in loops of its own, or -1.
    } fuse;
    struct {
      AsSize size[AS_MAX_DIMS];
      bool isPadded; ///< The last tile along the lanes may be a smaller one;
                     ///< what is packed for it is whole.
    } parallel;
    struct {
      AsSize size[AS_MAX_DIMS];
      int threadsKnob; ///< Threads of a block, or -1.
    } grid;
    struct {
      AsSize size[AS_MAX_DIMS];
      int residentKnob; ///< How many are to fit on a multiprocessor, or -1.
      int stagesKnob; ///< How many pieces of a reduction are copied from memory
                      ///< ahead, or -1.
      int tmaKnob;    ///< Whether hardware copies whole tiles, or -1.
    } blocks;
    struct {
      /// The padded extent is a multiple of it; 0 for a loop that stays.
      int64_t multiple[AS_MAX_DIMS];
    } round;
    struct {
      int loop; ///< The loop of the copy that threads share,
      int64_t
          size; ///< and how long a piece of it is; 0: one thread copies all.
    } im2col;
    struct {
      bool makesLocal; ///< What tiles are written to are arrays of their size,
                       ///< no parts of arrays for all of the result.
    } clean;
    struct {
      int operand;
    } share, keep;
    struct {
      int operand;
      int loop; ///< Whose tiles its copy has innermost.
    } lowerPack;
    struct {
      int operand;
      int hoistKnob; ///< Out of how many loops; -1: the innermost.
    } pack;
    struct {
      int operand;
      int loop;    ///< Whose tiles become innermost,
      AsSize size; ///< and how large these are.
    } layout;
    struct {
      int row;     ///< The loop whose rows are unrolled, or -1,
      AsSize rows; ///< and how many of them a tile has.
    } dropUnits;
    struct {
      AsLowering how;
    } lowerVectors;
    struct {
      AsSize memberSize[AS_MAX_DIMS]; ///< Of tiles of the members of a band.
      int scheduleKnob;               ///< Which schedule of the program's.
      int parallelKnob;               ///< Whether threads share loops, or -1.
    } reschedule;
    struct {
      int factorKnob;
    } unroll;
  };
} AsStep;

/// A step that tiles nothing and has no knobs.
AsStep asStepMake(AsStepKind kind, int stage);

const char *asStepKindName(AsStepKind kind);

/// The tile sizes of a step that makes loops; NULL for other steps.
const AsSize *asStepSizes(const AsStep *step);

#endif // AS_SKETCH_STEP_H
