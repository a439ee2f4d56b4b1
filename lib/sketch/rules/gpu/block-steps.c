//===- block-steps.c - Steps that several rules for GPUs add
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See block-steps.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-steps.h"
#include "sketch/rules/gpu/block-queries.h"
#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"

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

/// Which loop of a stage goes along with loop `d` of the last one.
static int along(const AsDerivation *derivation, int stage, int d) {
  return derivation->sketch.loopMap[stage][d];
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

void asFinishThreads(AsDerivation *derivation) {
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  for (int s = 0; s < derivation->sketch.program->numStages; s++)
    if (!asIsPad(derivation, s))
      asDerivationStep(derivation, AS_STEP_VECTORISE, s);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}
