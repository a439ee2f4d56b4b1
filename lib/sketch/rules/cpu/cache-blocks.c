//===- cache-blocks.c - The reduction in pieces
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule block, for contractions and for convolutions whose input channels
// are what is cut. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/cpu/operand-packing.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"
#include "sketch/rules/window-steps.h"
#include "support/saturate.h"

static bool isConvolution(const AsStage *stage) {
  return stage->kind == AS_STAGE_CONVOLUTION;
}

/// Whether there is a way to vectors for the pieces.
static bool hasVectors(const AsDerivation *derivation, int anchor) {
  const AsStage *a = asStageOf(derivation, anchor);
  return isConvolution(a)
             ? asIsDecomposable(a->name) || asGoesByPosition(derivation, anchor)
             : a->kind == AS_STAGE_CONTRACTION || a->kind == AS_STAGE_PAIRWISE;
}

/// Where the packed panels of a whole reduction do not fit into the first
/// cache, or short numbers are widened as they are packed, and most of it goes
/// by whole vectors.
static AsRuleVerdict meetsBlock(const AsDerivation *derivation, int stage) {
  enum { mostlyWhole = 8, fewest = 256, fewestShort = 64 };
  int anchor = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || anchor < 0 ||
      !asCanTile(derivation, stage))
    return AS_RULE_PASS;
  const AsStage *a = asStageOf(derivation, anchor);
  int64_t within;
  int k = asCutLoop(derivation, anchor, &within);
  int lane = asLaneLoop(derivation, stage);
  int64_t lanes = asLanesOf(derivation, stage);
  int64_t least = asMultipliesShort(derivation, anchor) ? fewestShort : fewest;
  int64_t extent = asStageOf(derivation, stage)->extent[lane];
  return hasVectors(derivation, anchor) && k >= 0 &&
                 asTimes(a->extent[k], within) >= least &&
                 asRowLoop(derivation, anchor) >= 0 &&
                 asPackableOperand(derivation, anchor) >= 0 &&
                 (extent % lanes == 0 || extent >= mostlyWhole * lanes)
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void applyBlock(AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  const AsStage *s = asStageOf(derivation, stage);
  const AsStage *a = asStageOf(derivation, anchor);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  int64_t lanes = asLanesOf(derivation, stage);
  AsSize cache[AS_MAX_DIMS];
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    cache[d] = asParallelSize(derivation, d);
    if (s->isReduction[d])
      continue;
    if (d == lane || (d == row && !isConvolution(a)))
      outer->fuse.size[d] =
          asCacheTile(derivation, stage, d, d == lane ? 8 * lanes : 32);
    else if (!isConvolution(a)) // All pixels use a piece of the filter.
      outer->fuse.size[d] = asDerivationConstant(1, s->extent[d]);
    cache[d] = asTighterSize(outer->fuse.size[d], cache[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  // The pieces of the reduction are the outer loop: the packed block of one
  // stays in the second cache while all rows go by.
  int64_t within, fewest = isConvolution(a) ? 16 : 64, most = 512;
  int k = asCutLoop(derivation, anchor, &within);
  asDerivationStep(derivation, AS_STEP_TILE, anchor)->tile.size[k] =
      asSumTile(derivation, anchor, k, within, fewest, most);
  int ownLane = asLaneLoop(derivation, anchor),
      ownRow = asRowLoop(derivation, anchor);
  AsStep *inner = asDerivationStep(derivation, AS_STEP_TILE, anchor);
  for (int d = 0; d < a->numDims; d++)
    if (!a->isReduction[d] && isConvolution(a))
      inner->tile.size[d] = asDerivationConstant(1, a->extent[d]);
  bool isByPosition = asGoesByPosition(derivation, anchor);
  inner->tile.size[ownRow] =
      isByPosition
          ? asUnrolledRows(derivation, row, s->extent[row], false, cache[row])
          : asRowsKnob(derivation, row, s->extent[row], 4, 28, cache[row]);
  inner->tile.size[ownLane] =
      isByPosition ? asWholeLaneTile(derivation, stage, lane, 4, cache[lane])
                   : asLaneTile(derivation, stage, lane, 4, cache[lane]);
  // Packing counts loops: those of a single iteration must be gone.
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asPackOperand(derivation, anchor);
  asPackRows(derivation, anchor);
  if (isByPosition)
    asTakeApartAround(derivation, anchor, inner->tile.size[ownRow]);
  else
    asFinishAround(derivation, anchor);
}

const AsRule asRuleBlock = {
    "block", "the reduction of a product cut into cache-sized pieces",
    meetsBlock, applyBlock};
