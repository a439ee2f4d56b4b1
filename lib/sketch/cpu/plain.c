//===- sketch/cpu/plain.c - Leaving loops to LLVM, sharing them among threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules plain and parallel. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/cpu/common.h"

static AsRuleVerdict meetsPlain(const AsDerivation *derivation, int stage) {
  return asIsLastStage(derivation, stage) && derivation->sketch.numSteps == 0
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void applyPlain(AsDerivation *derivation, int stage) {
  derivation->isDone = true;
}

static AsRuleVerdict meetsParallel(const AsDerivation *derivation, int stage) {
  return asIsLastStage(derivation, stage) && !derivation->isParallel &&
                 derivation->target->threads > 1 &&
                 asCanTile(derivation, stage) &&
                 !asHasStageKind(derivation, AS_STAGE_INSERT)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// The least tile of loop `d` that a thread gets: along the lanes whole
/// vectors, unless these lie along what is reduced. Then one for each thread
/// will do.
static int64_t leastTile(const AsDerivation *derivation, int stage, int d) {
  const AsStage *s = asStageOf(derivation, stage);
  if (d != asLaneLoop(derivation, stage))
    return 1;
  int64_t vectors = 4 * asLanesOf(derivation, stage);
  int64_t even = s->extent[d] / derivation->target->threads;
  bool areRows = s->kind == AS_STAGE_REDUCTION &&
                 s->isReduction[s->numDims - 1] && asNumResults(s) == 1;
  if (!areRows || even > vectors)
    return vectors;
  return even > 1 ? even : 1;
}

static void applyParallel(AsDerivation *derivation, int stage) {
  asMaterialisePads(derivation);
  const AsStage *s = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_PARALLEL, stage);
  int lane = asLaneLoop(derivation, stage);
  for (int d = 0; d < s->numDims; d++) {
    if (s->isReduction[d] || s->extent[d] == 1)
      continue;
    // Threads share the outer loops; along the lanes only whole vectors, and
    // rows of row-wise groups are never torn apart.
    bool rowwise = asHasStageKind(derivation, AS_STAGE_REDUCTION) &&
                   asAnchorOf(derivation) < 0;
    if (rowwise && d == lane && s->kind != AS_STAGE_REDUCTION)
      continue;
    step->size[d] = asTileKnob(derivation, "parallel", d, s->extent[d],
                               leastTile(derivation, stage, d), s->extent[d], 0,
                               asUnbounded);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isParallel = true;
}

const AsRule asRulePlain = {"plain",
                            "as it is, with loops and vectors left to LLVM",
                            meetsPlain, applyPlain};

const AsRule asRuleParallel = {"parallel", "outputs shared among threads",
                               meetsParallel, applyParallel};
