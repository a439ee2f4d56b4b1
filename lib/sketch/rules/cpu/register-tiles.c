//===- register-tiles.c - Anchors in register tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule tile: multi-level tiling of an anchor, its consumers fused. Rules
// that follow it take the tiles to registers. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/window-steps.h"

static AsRuleVerdict meetsTile(const AsDerivation *derivation, int stage) {
  return asIsLastStage(derivation, stage) && !derivation->isTiled &&
                 asAnchorOf(derivation) >= 0 && asCanTile(derivation, stage)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// Whether the window moves along loop `d` of the last stage, which is not the
/// rows, and pads are made for tiles of it.
static bool slidesBeside(const AsDerivation *derivation, int d, int row) {
  int anchor = asAnchorOf(derivation);
  int own = derivation->sketch.loopMap[anchor][d];
  return derivation->hasHalo && d != row && own >= 0 &&
         asSlides(asStageOf(derivation, anchor), own);
}

/// Whether what the anchor leaves of a cache tile may as well be read when all
/// of it is there: a stage reads it that has loops for those of its result, and
/// nothing but a fill comes before it.
static bool hasLocations(const AsDerivation *derivation, const AsStep *inner) {
  int anchor = asAnchorOf(derivation);
  if (anchor != inner->stage - 1 || derivation->hasHalo ||
      derivation->mustPack || !asHasReducedLoop(asStageOf(derivation, anchor)))
    return false;
  for (int s = 0; s < anchor; s++)
    if (asStageOf(derivation, s)->kind != AS_STAGE_PAD && s != anchor - 1)
      return false;
  return asStartsFromFill(derivation, anchor) &&
         asProducerMovesInOrder(&derivation->sketch, inner);
}

/// The most rows of a register tile. Where windows move along the lanes, whose
/// elements are then shuffled out of a row that is read as it lies
/// (lowering/vector/join-lanes.c), it is one.
static int64_t mostRows(const AsDerivation *derivation) {
  int anchor = asAnchorOf(derivation);
  const AsStage *a = asStageOf(derivation, anchor);
  return a->kind == AS_STAGE_POOLING &&
                 asSlides(a, asLaneLoop(derivation, anchor))
             ? 1
             : 28;
}

/// The most vectors of lanes in a register tile. Pooling uses what it reads
/// once, so that all channels of a pixel, or a row of pixels, which are read in
/// the order in which they lie, may be a tile as long as registers hold the
/// sums. Maxima take several registers each.
static int64_t mostVectors(const AsDerivation *derivation) {
  enum { shared = 4, others = 4 };
  const AsStage *a = asStageOf(derivation, asAnchorOf(derivation));
  int64_t held = derivation->target->vectorRegisters - others;
  bool isSum =
      a->kind == AS_STAGE_POOLING && !a->arithmetic[AS_ARITHMETIC_COMPARE];
  return isSum && held > shared ? held : shared;
}

/// The rows of a register tile. Tiles of a good rest are more tiles than those
/// of a divisor or two, each of which reads the other operand: not where that
/// may lie as it is, and its rows, which are as far apart as those of the
/// result, compete for the lines of the cache.
static AsSize rowTile(AsDerivation *derivation, int stage, int row,
                      AsSize within) {
  const AsStage *s = asStageOf(derivation, stage);
  int64_t most = mostRows(derivation);
  return asRowsCompete(derivation->sketch.program, s, asStageResult(s), row)
             ? asTileKnob(derivation, "register", row, s->extent[row], 1, most,
                          1, within)
             : asRowsKnob(derivation, row, s->extent[row], 1, most, within);
}

/// Cache tiles over the row and lane loops, register tiles inside them. The
/// other parallel loops become single iterations; where pads are made for cache
/// tiles, these cut what windows slide along as well.
static void applyTile(AsDerivation *derivation, int stage) {
  asMaterialisePads(derivation);
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  int64_t lanes = asLanesOf(derivation, stage);
  AsSize cache[AS_MAX_DIMS];
  bool isFed = derivation->sketch.feeder >= 0;
  // Rows that are unrolled leave nothing over.
  bool isWhole = asGoesByPosition(derivation, asAnchorOf(derivation));
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    cache[d] = asParallelSize(derivation, d);
    bool isHalo = slidesBeside(derivation, d, row);
    if (s->isReduction[d] || (d != lane && d != row && !isHalo))
      continue;
    int64_t least = d == lane ? (isFed ? 2 : 4) * lanes : isHalo ? 1 : 16;
    if (s->extent[d] > least && !(isFed && d == row))
      outer->fuse.size[d] = asCacheTile(derivation, stage, d, least);
    cache[d] = asTighterSize(outer->fuse.size[d], cache[d]);
  }
  if (isFed && asNumTiled(outer->fuse.size) > 1)
    outer->fuse.orderKnob = asOrderKnob(derivation, "cache_order");
  asMaterialiseHalo(derivation);
  AsStep *inner = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    if (s->isReduction[d])
      continue;
    if (d == lane && isWhole)
      inner->fuse.size[d] = asWholeLaneTile(derivation, stage, d,
                                            mostVectors(derivation), cache[d]);
    else if (d == lane)
      inner->fuse.size[d] =
          asLaneTile(derivation, stage, d, mostVectors(derivation), cache[d]);
    else if (d == row && isWhole)
      inner->fuse.size[d] =
          asUnrolledRows(derivation, d, s->extent[d], false, cache[d]);
    else if (d == row)
      inner->fuse.size[d] = rowTile(derivation, stage, d, cache[d]);
    else
      inner->fuse.size[d] = asDerivationConstant(1, s->extent[d]);
  }
  bool both = row >= 0 && (inner->fuse.size[row].knob >= 0) &&
              inner->fuse.size[lane].knob >= 0 && row + 1 == lane;
  if (both)
    inner->fuse.orderKnob = asOrderKnob(derivation, "order");
  if (hasLocations(derivation, inner))
    inner->fuse.locationKnob = asLocationKnob(derivation);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asTileFeeder(derivation, cache[lane]);
  derivation->isTiled = true;
}

const AsRule asRuleTile = {
    "tile", "cache and register tiles of an anchor, consumers fused", meetsTile,
    applyTile};
