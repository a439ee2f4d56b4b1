//===- block-row-reductions.c - Rows by the threads of a block
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule rows: softmax, layer norm, sums of rows, products of a matrix and a
// vector. A block has a few rows, and a row of its threads goes along each of
// them together. What they have added up by then is merged when it is lowered
// (lowering/gpu/thread-reductions.h). A sum of all there is was shared among
// blocks before, by the rule rfactor. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-steps.h"
#include "sketch/rules/row-queries.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"

/// A product is rows as well, where nothing is used for several of them: a
/// matrix and a vector, or two vectors.
static int rowsOf(const AsDerivation *derivation) {
  int anchor = asAnchorOf(derivation);
  if (anchor < 0 || asStageOf(derivation, anchor)->kind == AS_STAGE_PAIRWISE)
    return asRowsOf(derivation);
  const AsStage *s = asStageOf(derivation, anchor);
  bool isVector = s->kind == AS_STAGE_CONTRACTION && s->merges &&
                  !asHasStageKind(derivation, AS_STAGE_REDUCTION);
  int kept = asKeptLoops(s);
  for (int a = 0; a < s->numAccesses; a++)
    isVector &=
        asAccessUses(&s->access[a], s->numDims - 1) || s->access[a].isWrite;
  return isVector && kept <= 1 ? kept : -1;
}

enum { MOST_ROWS = 16 };

/// What a block has of loop `d`, where blocks share a sum.
static int64_t within(const AsDerivation *derivation, int s, int d) {
  for (int i = 0; i < derivation->sketch.numSteps; i++) {
    const AsStep *step = &derivation->sketch.steps[i];
    if (step->kind == AS_STEP_RFACTOR && step->stage == s &&
        step->tile.size[d].constant)
      return step->tile.size[d].constant;
  }
  return asStageOf(derivation, s)->extent[d];
}

/// The loop that threads go along together: the last one that a block has more
/// than an iteration of; -1 where there is none. Of what is no row but a part
/// of a single sum it is the last long one, if there is any.
static int loopInRow(const AsDerivation *derivation, int s, int rows) {
  int last = asStageOf(derivation, s)->numDims - 1, d = last;
  while (d >= 0 && rows == 0 && within(derivation, s, d) < AS_GPU_WARP_THREADS)
    d--;
  if (d < 0 || rows > 0)
    for (d = last; d >= rows && within(derivation, s, d) == 1;)
      d--;
  return d >= rows ? d : -1;
}

/// All stages are of the same rows; and what sums them up has a warp's of each.
static AsRuleVerdict meetsRows(const AsDerivation *derivation, int stage) {
  int rows = rowsOf(derivation);
  bool hasBlocks = rows > 0
                       ? asCanTile(derivation, stage) && !derivation->isParallel
                       : derivation->isParallel;
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || !hasBlocks ||
      !asHasLoops(derivation) || rows < 0 ||
      asHasStageKind(derivation, AS_STAGE_PAD))
    return AS_RULE_PASS;
  bool isLong = false, isAligned = true;
  for (int s = 0; s <= stage; s++) {
    const AsStage *own = asStageOf(derivation, s);
    int d = loopInRow(derivation, s, rows);
    for (int r = 0; r < rows; r++)
      isAligned &= derivation->sketch.loopMap[s][r] == r;
    if (d < 0)
      continue;
    bool isReduction = asKeptLoops(own) == rows && own->isReduction[d];
    isAligned &= isReduction || own->kind == AS_STAGE_ELEMENTWISE;
    isLong |= isReduction && within(derivation, s, d) >= AS_GPU_WARP_THREADS;
  }
  return isLong && isAligned ? AS_RULE_APPLY : AS_RULE_PASS;
}

/// Knobs of a row, which all stages that go along it have in common.
typedef struct Row {
  AsSize width;   ///< What all threads of the row do at a time,
  AsSize own;     ///< and one of them.
  int64_t extent; ///< 0 before there are knobs.
} Row;

static void makeKnobs(AsDerivation *derivation, int64_t extent, Row *row) {
  enum { mostWidth = 4096, mostOwn = 8 };
  if (row->extent)
    return;
  row->extent = extent;
  row->width = asDerivationTile(derivation, "width", extent,
                                AS_GPU_WARP_THREADS, mostWidth, 0, asUnbounded);
  if (row->width.knob >= 0)
    derivation->sketch.knobs[row->width.knob].isAlternative = true;
  row->own = asDerivationTile(derivation, "register", extent, 1, mostOwn, 0,
                              row->width);
}

/// A row of threads for each row of the block.
static void shareOut(AsDerivation *derivation, int s, int rows, int d,
                     const Row *row) {
  AsStep *step = asDerivationStep(derivation, AS_STEP_THREADS, s);
  if (rows > 0)
    step->tile.size[rows - 1].constant = 1;
  step->tile.size[d] = row->own;
}

/// Whether the step tiles any of the first dimensions.
static bool hasLoops(const AsStep *step, int count) {
  bool hasLoops = false;
  for (int d = 0; d < count; d++)
    hasLoops |= asSizeTiles(&step->blocks.size[d]);
  return hasLoops;
}

/// A few rows for each block.
static void makeBlocks(AsDerivation *derivation, int stage, int rows) {
  const AsStage *last = asStageOf(derivation, stage);
  AsStep *blocks = asDerivationStep(derivation, AS_STEP_BLOCKS, stage);
  for (int d = 0; d < rows; d++)
    blocks->blocks.size[d] =
        d == rows - 1 ? asTileKnob(derivation, "block", d, last->extent[d], 1,
                                   MOST_ROWS, 0, asUnbounded)
                      : asDerivationConstant(1, last->extent[d]);
  if (!hasLoops(blocks, rows)) // Of a single row there is a block as well.
    blocks->blocks.size[rows - 1].constant = 1;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
}

static void applyRows(AsDerivation *derivation, int stage) {
  int rows = rowsOf(derivation);
  if (rows > 0)
    makeBlocks(derivation, stage, rows);
  Row row = {.extent = 0};
  for (int s = 0; s <= stage; s++) {
    const AsStage *own = asStageOf(derivation, s);
    int d = loopInRow(derivation, s, rows);
    if (d < 0)
      continue;
    makeKnobs(derivation, within(derivation, s, d), &row);
    AsStep *step = asDerivationStep(
        derivation,
        own->isReduction[d] ? AS_STEP_SPLIT_REDUCTION : AS_STEP_TILE, s);
    step->tile.size[d] = row.width;
    // Also where a single step does all of the row.
    if (own->isReduction[d] && row.width.knob < 0)
      step->tile.size[d].constant =
          row.width.constant ? row.width.constant : within(derivation, s, d);
    asTakeByOne(step, rows, d);
    for (int inner = d + 1; inner < own->numDims; inner++)
      step->tile.size[inner].constant = 1;
    shareOut(derivation, s, rows, d, &row);
  }
  asFinishThreads(derivation);
}

const AsRule asRuleBlockRows = {
    "rows", "row-wise groups: a few rows a block, its threads along them",
    meetsRows, applyRows};
