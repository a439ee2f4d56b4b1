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

#include "sketch/gpu/common.h"

int asOnlyReduction(const AsStage *stage) {
  int loop = -1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d]) {
      if (loop >= 0)
        return -1;
      loop = d;
    }
  return loop;
}

/// Whether there are tiles to be blocks of.
static bool isCut(int64_t extent) {
  for (int64_t size = AS_LEAST_BLOCK; size <= AS_MOST_BLOCK && size < extent;
       size++)
    if (extent % size == 0)
      return true;
  return false;
}

/// Which loop of a stage goes along with loop `d` of the last one.
static int along(const AsDerivation *derivation, int stage, int d) {
  return derivation->sketch.loopMap[stage][d];
}

bool asCanShare(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || anchor < 0 ||
      !asCanTile(derivation, stage) || asHasStageKind(derivation, AS_STAGE_PAD))
    return false;
  const AsStage *s = asStageOf(derivation, anchor);
  const AsStage *last = asStageOf(derivation, stage);
  int reduction = asOnlyReduction(s), row = asRowLoop(derivation, stage);
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
         isAligned && hasBlocks && numOuter <= 3 && s->extent[reduction] > 1;
}

void asShareBlocks(AsDerivation *derivation, int stage, AsSize row,
                   AsSize lane) {
  static const int64_t residents[] = {1, 2, 3, 4}, stages[] = {1, 2, 3, 4};
  const AsStage *s = asStageOf(derivation, stage);
  int knob = asDerivationKnob(derivation, AS_KNOB_LAUNCH, "resident", residents,
                              4, false);
  int numStages = asGpuCopiesAsync(derivation->target->gpu) ? 4 : 2;
  int staging = asDerivationKnob(derivation, AS_KNOB_LAUNCH, "stages", stages,
                                 numStages, false);
  AsStep *blocks = asDerivationStep(derivation, AS_STEP_BLOCKS, stage);
  blocks->knob = knob;
  blocks->stages = staging;
  for (int d = 0; d < s->numDims; d++)
    if (!s->isReduction[d])
      blocks->size[d] = asDerivationConstant(1, s->extent[d]);
  blocks->size[asRowLoop(derivation, stage)] = row;
  blocks->size[asLaneLoop(derivation, stage)] = lane;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
}

void asShareOperands(AsDerivation *derivation, int anchor, AsSize piece) {
  const AsStage *a = asStageOf(derivation, anchor);
  asDerivationStep(derivation, AS_STEP_TILE, anchor)->size[asOnlyReduction(a)] =
      piece;
  for (int operand = 0; operand < a->numAccesses; operand++)
    if (!a->access[operand].isWrite)
      asDerivationStep(derivation, AS_STEP_SHARE, anchor)->operand = operand;
}

void asShareOut(AsDerivation *derivation, AsStepKind kind, int without,
                AsSize row, AsSize lane) {
  int last = derivation->sketch.program->numStages - 1;
  for (int s = 0; s <= last; s++) {
    if (s == without)
      continue;
    AsStep *step = asDerivationStep(derivation, kind, s);
    step->size[along(derivation, s, asRowLoop(derivation, last))] = row;
    step->size[along(derivation, s, asLaneLoop(derivation, last))] = lane;
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

static void applyShare(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int anchor = asAnchorOf(derivation);
  const AsStage *a = asStageOf(derivation, anchor);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  AsSize blockRow = blockKnob(derivation, s, row);
  AsSize blockLane = blockKnob(derivation, s, lane);
  asShareBlocks(derivation, stage, blockRow, blockLane);
  int reduction = asOnlyReduction(a);
  AsSize piece = asTileKnob(derivation, "shared", reduction,
                            a->extent[reduction], 4, 64, 0, asUnbounded);
  asShareOperands(derivation, anchor, piece);
  AsSize ofRow = asTileKnob(derivation, "register", row, s->extent[row], 1, 16,
                            0, blockRow);
  AsSize ofLane = asTileKnob(derivation, "register", lane, s->extent[lane], 1,
                             8, 0, blockLane);
  asShareOut(derivation, AS_STEP_THREADS, -1, ofRow, ofLane);
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
