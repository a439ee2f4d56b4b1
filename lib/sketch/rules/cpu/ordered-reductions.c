//===- ordered-reductions.c - Reductions whose parts cannot be merged
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule results. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"

/// Where the last stage reduces in order, as into several results, and only
/// fills come before it.
static AsRuleVerdict meetsResults(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  if (!asIsLastStage(derivation, stage) || derivation->isTiled ||
      !asCanTile(derivation, stage))
    return AS_RULE_PASS;
  for (int s = 0; s < stage; s++)
    if (program->stages[s].kind != AS_STAGE_FILL)
      return AS_RULE_PASS;
  return asReducesInOrder(asStageOf(derivation, stage)) ? AS_RULE_APPLY_LAST
                                                        : AS_RULE_PASS;
}

/// The results side by side are the lanes. That what they read is gathered
/// costs less than that one element has to wait for the one before it. Without
/// the unit loops what is left is elementwise, whatever it computes.
static void applyResults(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage);
  int64_t lanes = asLanesOf(derivation, stage);
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++)
    if (d == lane)
      // Rows that are a power of two apart share few sets of the first cache:
      // half a vector of them may be faster than a whole one.
      outer->fuse.size[d] =
          asTileKnob(derivation, "register", d, s->extent[d], lanes / 2,
                     2 * lanes, 0, asParallelSize(derivation, d));
    else if (!s->isReduction[d])
      outer->fuse.size[d] = asDerivationConstant(1, s->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asReduceByOne(derivation, stage);
  asDerivationStep(derivation, AS_STEP_DROP_UNITS, stage);
  asDerivationStep(derivation, AS_STEP_VECTORISE, stage);
  asFinishSlices(derivation, stage);
  derivation->isTiled = true;
}

const AsRule asRuleResults = {
    "results", "reductions in order, as with several results, side by side",
    meetsResults, applyResults};
