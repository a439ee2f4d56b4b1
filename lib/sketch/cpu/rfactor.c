//===- sketch/cpu/rfactor.c - One reduction shared among threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule rfactor. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/cpu/common.h"

/// The stage that reduces everything to a single result, if it is the only one
/// that reduces; else -1.
static int reducingStage(const AsProgram *program) {
  int found = -1;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *own = &program->stages[s];
    if (!asIsReduction(own))
      continue;
    for (int d = 0; d < own->numDims; d++)
      if (!own->isReduction[d] && own->extent[d] > 1)
        return -1;
    if (found >= 0 || asNumResults(own) != 1)
      return -1;
    found = s;
  }
  return found;
}

/// The outermost loop of the reduction that threads can share evenly, or -1.
static int sharedLoop(const AsStage *stage, int threads) {
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d] && stage->extent[d] > threads)
      return stage->extent[d] % threads == 0 ? d : -1;
  return -1;
}

/// Where there are no results to share. One thread may yet be faster.
static AsRuleVerdict meetsRfactor(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int threads = derivation->target->threads;
  if (!asIsLastStage(derivation, stage) || derivation->isParallel ||
      threads < 2 || !asHasLoops(derivation))
    return AS_RULE_PASS;
  int sum = reducingStage(program);
  return sum >= 0 && sharedLoop(&program->stages[sum], threads) >= 0
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void applyRfactor(AsDerivation *derivation, int stage) {
  asMaterialisePads(derivation);
  int sum = reducingStage(derivation->sketch.program);
  const AsStage *s = asStageOf(derivation, sum);
  int threads = derivation->target->threads, d = sharedLoop(s, threads);
  AsStep *step = asDerivationStep(derivation, AS_STEP_RFACTOR, sum);
  step->size[d].constant = s->extent[d] / threads;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isParallel = true;
}

const AsRule asRuleRfactor = {
    "rfactor", "a reduction shared among threads, partial results merged",
    meetsRfactor, applyRfactor};
