//===- elementwise.c - Elementwise groups
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule map. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"

static AsRuleVerdict meetsMap(const AsDerivation *derivation, int stage) {
  AsStageKind kind = asStageOf(derivation, stage)->kind;
  return asIsLastStage(derivation, stage) && !derivation->isTiled &&
                 asAnchorOf(derivation) < 0 &&
                 !asHasStageKind(derivation, AS_STAGE_REDUCTION) &&
                 (kind == AS_STAGE_ELEMENTWISE || kind == AS_STAGE_FILL) &&
                 asCanTile(derivation, stage)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyMap(AsDerivation *derivation, int stage) {
  asMaterialisePads(derivation);
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    AsSize around = asParallelSize(derivation, d);
    if (d == lane)
      step->fuse.size[d] = asLaneTile(derivation, stage, d, 16, around);
    else
      step->fuse.size[d] = asDerivationConstant(1, s->extent[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

const AsRule asRuleMap = {"map", "elementwise groups in vectors", meetsMap,
                          applyMap};
