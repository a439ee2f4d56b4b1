//===- column-reductions.c - Columns by the threads of a block
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule columns: sums over dimensions before the last one. A block has some
// columns, and its rows of threads go down them together, neighbours reading
// what lies side by side. What each row of threads has added up is then merged
// by one of them, column by column, in shared memory. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-queries.h"
#include "sketch/rules/gpu/block-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"

/// Of the stage that reduces: the last loop of those that it does, which follow
/// each other with others behind them; -1 where it is not so.
static int splitLoop(const AsStage *stage) {
  int d = stage->numDims - 1;
  while (d >= 0 && !stage->isReduction[d])
    d--;
  int split = d;
  while (d >= 0 && stage->isReduction[d])
    d--;
  for (; d >= 0; d--)
    if (stage->isReduction[d])
      return -1;
  return split < stage->numDims - 1 ? split : -1;
}

static int numKept(const AsStage *stage) {
  int count = 0;
  for (int d = 0; d < stage->numDims; d++)
    count += !stage->isReduction[d];
  return count;
}

/// The only stage that reduces, or multiplies and then reduces; or -1.
static int reducing(const AsDerivation *derivation, int stage) {
  int found = -1;
  for (int s = 0; s <= stage; s++) {
    const AsStage *own = asStageOf(derivation, s);
    bool reduces =
        own->kind == AS_STAGE_REDUCTION || own->kind == AS_STAGE_CONTRACTION;
    if (reduces && found >= 0)
      return -1;
    if (reduces)
      found = s;
    else if (own->kind != AS_STAGE_FILL && own->kind != AS_STAGE_ELEMENTWISE)
      return -1;
  }
  return found;
}

/// All other stages are of the columns, and there are enough rows for several
/// threads.
static AsRuleVerdict meetsColumns(const AsDerivation *derivation, int stage) {
  enum { leastRows = 16 };
  if (!asIsLastStage(derivation, stage) || derivation->isTiled ||
      derivation->isParallel || !asCanTile(derivation, stage))
    return AS_RULE_PASS;
  int sum = reducing(derivation, stage);
  if (sum < 0 || !asStageOf(derivation, sum)->merges ||
      !asStartsInBlock(derivation, sum))
    return AS_RULE_PASS;
  const AsStage *s = asStageOf(derivation, sum);
  const AsStage *last = asStageOf(derivation, stage);
  int split = splitLoop(s), lane = asLaneLoop(derivation, stage);
  bool isAligned = split >= 0 && s->extent[split] >= leastRows;
  for (int d = 0; d < last->numDims; d++)
    for (int other = 0; other < stage && !last->isReduction[d]; other++)
      isAligned &= derivation->sketch.loopMap[other][d] >= 0;
  for (int other = 0; other <= stage; other++)
    isAligned &=
        other == sum || asStageOf(derivation, other)->numDims == numKept(s);
  return isAligned && asHasBlocks(last->extent[lane]) ? AS_RULE_APPLY
                                                      : AS_RULE_PASS;
}

static void applyColumns(AsDerivation *derivation, int stage) {
  enum { mostLanes = 128, leastWidth = 4, mostWidth = 128, mostRows = 8 };
  const AsStage *last = asStageOf(derivation, stage);
  int sum = reducing(derivation, stage), lane = asLaneLoop(derivation, stage);
  const AsStage *s = asStageOf(derivation, sum);
  int split = splitLoop(s);
  AsStep *blocks = asDerivationStep(derivation, AS_STEP_BLOCKS, stage);
  for (int d = 0; d < last->numDims; d++)
    if (!last->isReduction[d])
      blocks->blocks.size[d] = asDerivationConstant(1, last->extent[d]);
  AsSize block = asTileKnob(derivation, "block", lane, last->extent[lane],
                            AS_LEAST_BLOCK, mostLanes, 0, asUnbounded);
  blocks->blocks.size[lane] = block;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  AsSize width = asDerivationTile(derivation, "width", s->extent[split],
                                  leastWidth, mostWidth, 0, asUnbounded);
  if (width.knob >= 0)
    derivation->sketch.knobs[width.knob].isAlternative = true;
  else if (!width.constant) // Also where a single step does all rows.
    width.constant = s->extent[split];
  AsStep *parts = asDerivationStep(derivation, AS_STEP_SPLIT_REDUCTION, sum);
  parts->tile.size[split] = width;
  for (int d = 0; d < split; d++)
    if (s->isReduction[d])
      parts->tile.size[d].constant = 1;
  // Of several rows a thread has as many sums, and loads under way.
  AsSize rows = asTileKnob(derivation, "register", split, s->extent[split], 1,
                           mostRows, 0, width);
  // Both are called by loops of the same stage.
  AsSize own =
      asTileKnob(derivation, "register", derivation->sketch.loopMap[sum][lane],
                 last->extent[lane], 1, asLanesOf(derivation, stage), 0, block);
  for (int t = 0; t <= stage; t++) {
    AsStep *step = asDerivationStep(derivation, AS_STEP_THREADS, t);
    step->tile.size[derivation->sketch.loopMap[t][lane]] = own;
    if (t == sum)
      step->tile.size[split] = rows;
  }
  asFinishThreads(derivation);
}

const AsRule asRuleColumns = {
    "columns",
    "sums over dimensions before the last: a block's threads down its columns",
    meetsColumns, applyColumns};
