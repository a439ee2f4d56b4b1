//===- shared-memory-product.c - Products out of shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule share: a block computes a tile of the result. For each piece of the
// reduction its threads copy the tiles of both operands to shared memory, and
// then each thread adds their product to its accumulators, which stay in its
// registers until the consumers have had them, too. A convolution is such a
// product for each position of its window. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-queries.h"
#include "sketch/rules/gpu/block-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"

static AsRuleVerdict meetsShare(const AsDerivation *derivation, int stage) {
  return asCanShare(derivation, stage) ? AS_RULE_APPLY : AS_RULE_PASS;
}

/// The tile of a block along one of its loops.
static AsSize blockKnob(AsDerivation *derivation, const AsStage *s, int d) {
  return asTileKnob(derivation, "block", d, s->extent[d], AS_LEAST_BLOCK,
                    AS_MOST_BLOCK, 0, asUnbounded);
}

/// Of a convolution, the loop around rows and lanes: several of its iterations
/// share a filter, and where windows overlap pixels as well. Else -1.
static int outerLoop(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  if (asIsWindow(asStageOf(derivation, asAnchorOf(derivation))))
    for (int d = s->numDims - 1; d >= 0; d--)
      if (!s->isReduction[d] && d != row && d != lane && s->extent[d] > 1)
        return d;
  return -1;
}

static void applyShare(AsDerivation *derivation, int stage) {
  enum { mostOuter = 8 };
  const AsStage *s = asStageOf(derivation, stage);
  int anchor = asAnchorOf(derivation);
  const AsStage *a = asStageOf(derivation, anchor);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  int outer = outerLoop(derivation, stage);
  AsSize block[AS_MAX_DIMS], own[AS_MAX_DIMS];
  asSingleTile(derivation, stage, block);
  block[row] = blockKnob(derivation, s, row);
  block[lane] = blockKnob(derivation, s, lane);
  if (outer >= 0)
    block[outer] = asTileKnob(derivation, "block", outer, s->extent[outer], 1,
                              mostOuter, 0, asUnbounded);
  asShareBlocks(derivation, stage, block, false);
  int reduction = asReductionLoop(a);
  int64_t extent = a->extent[reduction], mostStep = asIsWindow(a) ? 4 : 8;
  // Upstream loses the handle of a window that takes a piece in one step.
  if (asIsWindow(a) && extent < 2 * mostStep)
    mostStep = 1;
  AsSize piece =
      asTileKnob(derivation, "shared", reduction, extent,
                 asIsWindow(a) ? 2 * mostStep : 4, 64, 0, asUnbounded);
  asShareOperands(derivation, anchor, piece);
  for (int d = 0; d < s->numDims; d++)
    own[d] = d == outer ? asDerivationConstant(1, s->extent[d]) : asUnbounded;
  own[row] = asTileKnob(derivation, "register", row, s->extent[row], 1, 16, 0,
                        block[row]);
  own[lane] = asTileKnob(derivation, "register", lane, s->extent[lane], 1, 8, 0,
                         block[lane]);
  asShareOut(derivation, AS_STEP_THREADS, -1, own);
  AsSize step =
      asTileKnob(derivation, "step", reduction, extent, 1, mostStep, 0, piece);
  AsStep *inner = asDerivationStep(derivation, AS_STEP_TILE, anchor);
  for (int d = 0; d < a->numDims; d++)
    if (a->isReduction[d])
      inner->tile.size[d] =
          d == reduction ? step : asDerivationConstant(1, a->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  if (asIsWindow(a))
    asDerivationStep(derivation, AS_STEP_DECOMPOSE, anchor);
  asDerivationStep(derivation, AS_STEP_VECTORISE, anchor);
  asFinishTiled(derivation, anchor);
  derivation->isTiled = true;
}

const AsRule asRuleShare = {
    "share", "products whose operands are shared by the threads of a block",
    meetsShare, applyShare};
