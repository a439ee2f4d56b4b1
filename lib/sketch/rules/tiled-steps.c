//===- tiled-steps.c - Steps that complete a tiled sketch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See tiled-steps.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/tiled-steps.h"
#include "sketch/rules/pad-steps.h"
#include "sketch/rules/row-queries.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"

void asTakeByOne(AsStep *step, int rows, int d) {
  for (int outer = rows; outer < d; outer++)
    step->tile.size[outer].constant = 1;
}

/// All numbers in an element at once, which so is loaded once.
static void takeParts(AsDerivation *derivation, int stage, AsStep *split) {
  const AsProgram *program = derivation->sketch.program;
  const AsStage *own = asStageOf(derivation, stage);
  for (int d = 0; d < own->numDims; d++)
    if (own->kind == AS_STAGE_CONTRACTION && asTakesParts(program, own, d))
      split->tile.size[d].constant = own->extent[d];
}

/// A width of `lanes` or more of a row.
static AsSize rowWidth(AsDerivation *derivation, const char *name,
                       int64_t extent, int64_t lanes, bool isWhole) {
  AsSize size = asDerivationTile(derivation, name, extent, lanes, 16 * lanes,
                                 isWhole ? 0 : lanes, asUnbounded);
  if (isWhole)
    asKeepMultiples(derivation, &size, lanes);
  return size;
}

void asGoAlongRow(AsDerivation *derivation, int rows, int stage,
                  AsRowWidths *widths) {
  const AsStage *own = asStageOf(derivation, stage);
  int d = asLoopInRow(own, rows);
  if (d < 0)
    return;
  int64_t lanes = asLanesOf(derivation, stage);
  if (asIsReduction(own) || own->kind == AS_STAGE_CONTRACTION ||
      own->kind == AS_STAGE_PAIRWISE) {
    if (widths->reduced.knob < 0) {
      widths->reduced = rowWidth(derivation, "reduce_width", own->extent[d],
                                 lanes, widths->areWhole);
      if (widths->reduced.knob >= 0)
        derivation->sketch.knobs[widths->reduced.knob].isAlternative = true;
    }
    AsStep *split =
        asDerivationStep(derivation, AS_STEP_SPLIT_REDUCTION, stage);
    split->tile.size[d] = widths->reduced;
    if (d > rows && widths->reduced.knob < 0 && widths->reduced.constant == 0)
      split->tile.size[d].constant = own->extent[d]; // In partial results too.
    asTakeByOne(split, rows, d);
    takeParts(derivation, stage, split);
  } else if (own->kind == AS_STAGE_ELEMENTWISE) {
    if (widths->mapped.knob < 0)
      widths->mapped = rowWidth(derivation, "map_width", own->extent[d], lanes,
                                widths->areWhole);
    AsStep *tile = asDerivationStep(derivation, AS_STEP_TILE, stage);
    tile->tile.size[d] = widths->mapped;
    asTakeByOne(tile, rows, d);
  }
}

/// All reduction loops one iteration at a time: what is left in the middle is
/// an outer product of registers.
void asReduceByOne(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_TILE, stage);
  for (int d = 0; d < s->numDims; d++)
    if (s->isReduction[d])
      step->tile.size[d] = asDerivationConstant(1, s->extent[d]);
}

AsStep *asTileAround(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_TILE, stage);
  int lane = asLaneLoop(derivation, stage);
  for (int d = 0; d < s->numDims; d++)
    step->tile.size[d] = asDerivationConstant(
        d == lane ? asLanesOf(derivation, stage) : 1, s->extent[d]);
  return step;
}

/// Iterations of the last loop that is reduced, one at a time.
static int64_t innermostTrip(const AsStage *stage) {
  int64_t trip = 1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d] && stage->extent[d] > 1)
      trip = stage->extent[d];
  return trip;
}

/// What is reduced in order goes one iteration at a time: what is left of that
/// without its unit loops is elementwise.
static void vectorise(AsDerivation *derivation, int stage) {
  if (asReducesInOrder(asStageOf(derivation, stage))) {
    asReduceByOne(derivation, stage);
    asDerivationStep(derivation, AS_STEP_DROP_UNITS, stage);
  }
  asDerivationStep(derivation, AS_STEP_VECTORISE, stage);
}

static void finish(AsDerivation *derivation, int anchor, AsLowering lowering) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++)
    if (s != anchor && program->stages[s].kind != AS_STAGE_PAD)
      vectorise(derivation, s);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      lowering;
  asDerivationStep(derivation, AS_STEP_UNROLL, anchor)->unroll.factorKnob =
      asUnrollKnob(derivation, "unroll",
                   innermostTrip(&program->stages[anchor]));
  int product = asFeedingProduct(derivation);
  if (product >= 0)
    asDerivationStep(derivation, AS_STEP_UNROLL, product)->unroll.factorKnob =
        asUnrollKnob(derivation, "feed_unroll",
                     innermostTrip(&program->stages[product]));
  derivation->isDone = true;
}

void asFinishTiled(AsDerivation *derivation, int anchor) {
  finish(derivation, anchor, AS_LOWER_PRODUCTS);
}

void asFinishSlices(AsDerivation *derivation, int anchor) {
  finish(derivation, anchor, AS_LOWER_SLICES);
}

void asTileOthers(AsDerivation *derivation, int anchor) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++)
    if (s != anchor && program->stages[s].kind != AS_STAGE_PAD)
      asTileAround(derivation, s);
}

void asFinishAround(AsDerivation *derivation, int anchor) {
  asTileOthers(derivation, anchor);
  // Last, since its loop is the one that is unrolled: peeling loses handles.
  asReduceByOne(derivation, anchor);
  if (asStageOf(derivation, anchor)->kind == AS_STAGE_CONVOLUTION)
    asDerivationStep(derivation, AS_STEP_DECOMPOSE, anchor);
  asDerivationStep(derivation, AS_STEP_VECTORISE, anchor);
  asFinishTiled(derivation, anchor);
  derivation->isTiled = true;
}
