//===- sketch/gpu/share.c - Products out of shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule share: a block computes a tile of the result. For each piece of the
// reduction its threads copy the tiles of both operands to shared memory, and
// then each thread adds their product to its accumulators, which stay in its
// registers until the consumers have had them, too. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/cpu/common.h"

/// The only loop that is reduced.
static int reductionOf(const AsStage *stage) {
  int loop = -1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d]) {
      if (loop >= 0)
        return -1;
      loop = d;
    }
  return loop;
}

/// The least tile of a block.
enum { LEAST = 16, MOST = 256 };

/// Whether there are tiles to be blocks of.
static bool isCut(int64_t extent) {
  for (int64_t size = LEAST; size <= MOST && size < extent; size++)
    if (extent % size == 0)
      return true;
  return false;
}

/// Which loop of a stage goes along with loop `d` of the last one.
static int along(const AsDerivation *derivation, int stage, int d) {
  return derivation->sketch.loopMap[stage][d];
}

static AsRuleVerdict meetsShare(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || anchor < 0 ||
      !asCanTile(derivation, stage) || asHasStageKind(derivation, AS_STAGE_PAD))
    return AS_RULE_PASS;
  const AsStage *s = asStageOf(derivation, anchor);
  const AsStage *last = asStageOf(derivation, stage);
  int reduction = reductionOf(s), row = asRowLoop(derivation, stage);
  // Every other stage has an element for each of the result, and a grid has
  // three dimensions.
  bool isAligned = last->numDims <= 3 || stage == anchor;
  int numOuter = 0;
  bool hasBlocks = false;
  for (int d = 0; d < last->numDims; d++) {
    numOuter += !last->isReduction[d];
    hasBlocks |= !last->isReduction[d] && isCut(last->extent[d]);
    for (int other = 0; other < stage; other++)
      isAligned &= last->isReduction[d] || along(derivation, other, d) >= 0;
  }
  return s->kind == AS_STAGE_CONTRACTION && reduction >= 0 && row >= 0 &&
                 isAligned && hasBlocks && numOuter <= 3 &&
                 s->extent[reduction] > 1
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

/// The tile of a thread in each stage, as far as that has its loops.
static void shareOut(AsDerivation *derivation, int stage, int row, int lane,
                     AsSize ofRow, AsSize ofLane) {
  AsStep *step = asDerivationStep(derivation, AS_STEP_THREADS, stage);
  int ownRow = along(derivation, stage, row);
  int ownLane = along(derivation, stage, lane);
  step->size[ownRow] = ofRow;
  step->size[ownLane] = ofLane;
}

static void applyShare(AsDerivation *derivation, int stage) {
  static const int64_t residents[] = {1, 2, 3, 4};
  const AsStage *s = asStageOf(derivation, stage);
  int anchor = asAnchorOf(derivation);
  const AsStage *a = asStageOf(derivation, anchor);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  AsSize block[AS_MAX_DIMS];
  int knob = asDerivationKnob(derivation, AS_KNOB_LAUNCH, "resident", residents,
                              4, false);
  AsStep *blocks = asDerivationStep(derivation, AS_STEP_BLOCKS, stage);
  blocks->knob = knob;
  for (int d = 0; d < s->numDims; d++) {
    if (s->isReduction[d])
      continue;
    bool isTile = d == lane || d == row;
    blocks->size[d] = block[d] =
        isTile ? asTileKnob(derivation, "block", d, s->extent[d], LEAST, MOST,
                            0, asUnbounded)
               : asDerivationConstant(1, s->extent[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  int reduction = reductionOf(a);
  AsSize piece = asTileKnob(derivation, "shared", reduction,
                            a->extent[reduction], 4, 64, 0, asUnbounded);
  asDerivationStep(derivation, AS_STEP_TILE, anchor)->size[reduction] = piece;
  for (int operand = 0; operand < a->numAccesses; operand++)
    if (!a->access[operand].isWrite)
      asDerivationStep(derivation, AS_STEP_SHARE, anchor)->operand = operand;
  AsSize ofRow = asTileKnob(derivation, "register", row, s->extent[row], 1, 16,
                            0, block[row]);
  AsSize ofLane = asTileKnob(derivation, "register", lane, s->extent[lane], 1,
                             8, 0, block[lane]);
  for (int other = 0; other <= stage; other++)
    shareOut(derivation, other, row, lane, ofRow, ofLane);
  AsSize step = asTileKnob(derivation, "step", reduction, a->extent[reduction],
                           1, 8, 0, piece);
  asDerivationStep(derivation, AS_STEP_TILE, anchor)->size[reduction] = step;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_VECTORISE, anchor);
  asFinishTiled(derivation, anchor);
  derivation->isTiled = true;
}

const AsRule asRuleShare = {
    "share", "products whose operands are shared by the threads of a block",
    meetsShare, applyShare};
