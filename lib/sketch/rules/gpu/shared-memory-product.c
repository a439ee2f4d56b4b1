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

#include "sketch/rules/gpu/block-steps.h"

/// Whether it is a convolution whose filter slides along one loop at a time,
/// once the others are taken by one.
static bool isWindow(const AsStage *stage) {
  return stage->kind == AS_STAGE_CONVOLUTION && asIsDecomposable(stage->name);
}

/// Which loop of a stage goes along with loop `d` of the last one.
static int along(const AsDerivation *derivation, int stage, int d) {
  return derivation->sketch.loopMap[stage][d];
}

bool asCanShare(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || anchor < 0 ||
      !asCanTile(derivation, stage) || !asStartsInBlock(derivation, anchor))
    return false;
  const AsStage *s = asStageOf(derivation, anchor);
  const AsStage *last = asStageOf(derivation, stage);
  int reduction = asReductionLoop(s), row = asRowLoop(derivation, stage);
  // Every other stage has an element for each of the result.
  bool isAligned = true;
  bool hasBlocks = false;
  for (int d = 0; d < last->numDims; d++) {
    hasBlocks |= !last->isReduction[d] && asHasBlocks(last->extent[d]);
    for (int other = 0; other < stage; other++)
      isAligned &= last->isReduction[d] || along(derivation, other, d) >= 0 ||
                   asIsPad(derivation, other);
  }
  return (s->kind == AS_STAGE_CONTRACTION || isWindow(s)) && reduction >= 0 &&
         row >= 0 && isAligned && hasBlocks && s->extent[reduction] > 1;
}

void asSingleTile(const AsDerivation *derivation, int stage, AsSize *tile) {
  const AsStage *s = asStageOf(derivation, stage);
  for (int d = 0; d < s->numDims; d++)
    tile[d] =
        s->isReduction[d] ? asUnbounded : asDerivationConstant(1, s->extent[d]);
}

void asShareBlocks(AsDerivation *derivation, int stage, const AsSize *tile,
                   bool hasTma) {
  static const int64_t residents[] = {1, 2, 3, 4}, stages[] = {1, 2, 3, 4};
  const AsStage *s = asStageOf(derivation, stage);
  asMaterialisePads(derivation);
  int knob = asDerivationKnob(derivation, AS_KNOB_LAUNCH, "resident", residents,
                              4, false);
  int numStages = asGpuCopiesAsync(derivation->target->gpu) ? 4 : 2;
  int staging = asDerivationKnob(derivation, AS_KNOB_LAUNCH, "stages", stages,
                                 numStages, false);
  AsStep *blocks = asDerivationStep(derivation, AS_STEP_BLOCKS, stage);
  blocks->blocks.residentKnob = knob;
  blocks->blocks.stagesKnob = staging;
  if (hasTma)
    blocks->blocks.tmaKnob = asDerivationKnob(derivation, AS_KNOB_LAUNCH, "tma",
                                              (int64_t[]){0, 1}, 2, false);
  for (int d = 0; d < s->numDims; d++)
    blocks->blocks.size[d] = tile[d];
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
}

void asShareOperands(AsDerivation *derivation, int anchor, AsSize piece) {
  const AsStage *a = asStageOf(derivation, anchor);
  asDerivationStep(derivation, AS_STEP_TILE, anchor)
      ->tile.size[asReductionLoop(a)] = piece;
  for (int operand = 0; operand < a->numAccesses; operand++)
    if (!a->access[operand].isWrite)
      asDerivationStep(derivation, AS_STEP_SHARE, anchor)->share.operand =
          operand;
}

void asShareOut(AsDerivation *derivation, AsStepKind kind, int without,
                const AsSize *tile) {
  int last = derivation->sketch.program->numStages - 1;
  const AsStage *result = asStageOf(derivation, last);
  for (int s = 0; s <= last; s++) {
    if (s == without || asIsPad(derivation, s))
      continue;
    AsStep *step = asDerivationStep(derivation, kind, s);
    for (int d = 0; d < result->numDims; d++)
      if (!result->isReduction[d] && along(derivation, s, d) >= 0)
        step->tile.size[along(derivation, s, d)] = tile[d];
  }
}

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
  if (isWindow(asStageOf(derivation, asAnchorOf(derivation))))
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
  int64_t extent = a->extent[reduction], mostStep = isWindow(a) ? 4 : 8;
  // Upstream loses the handle of a window that takes a piece in one step.
  if (isWindow(a) && extent < 2 * mostStep)
    mostStep = 1;
  AsSize piece = asTileKnob(derivation, "shared", reduction, extent,
                            isWindow(a) ? 2 * mostStep : 4, 64, 0, asUnbounded);
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
  if (isWindow(a))
    asDerivationStep(derivation, AS_STEP_DECOMPOSE, anchor);
  asDerivationStep(derivation, AS_STEP_VECTORISE, anchor);
  asFinishTiled(derivation, anchor);
  derivation->isTiled = true;
}

const AsRule asRuleShare = {
    "share", "products whose operands are shared by the threads of a block",
    meetsShare, applyShare};
