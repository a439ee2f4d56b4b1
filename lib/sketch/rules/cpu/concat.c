//===- concat.c - Concatenations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule concat. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"
#include <stdio.h>

static AsRuleVerdict meetsConcat(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  if (!asIsLastStage(derivation, stage) || derivation->isTiled ||
      !asHasLoops(derivation))
    return AS_RULE_PASS;
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind != AS_STAGE_INSERT ||
        asLaneLoop(derivation, s) < 0)
      return AS_RULE_PASS;
  return AS_RULE_APPLY_LAST;
}

/// Whether loop `d` is as long in every piece.
static bool isCommon(const AsProgram *program, int d) {
  for (int s = 0; s < program->numStages; s++)
    if (d >= program->stages[s].numDims ||
        program->stages[s].extent[d] != program->stages[0].extent[d])
      return false;
  return true;
}

/// Whether each thread can have an even share of loop `d` of every piece, of
/// whole vectors where these lie along it.
static bool isEven(const AsDerivation *derivation, int d) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++) {
    int64_t share = derivation->target->threads;
    if (d == asLaneLoop(derivation, s))
      share *= asLanesOf(derivation, s);
    if (d >= program->stages[s].numDims ||
        program->stages[s].extent[d] % share != 0)
      return false;
  }
  return true;
}

/// Shares each piece among threads: by the outermost loop that all have alike,
/// or else evenly.
static void shareAmongThreads(AsDerivation *derivation) {
  const AsProgram *program = derivation->sketch.program;
  const AsStage *first = &program->stages[0];
  int common = 0, even = 0;
  while (common < first->numDims &&
         (first->extent[common] == 1 || !isCommon(program, common) ||
          common == asLaneLoop(derivation, 0)))
    common++;
  while (even < first->numDims && !isEven(derivation, even))
    even++;
  if (common == first->numDims && even == first->numDims)
    return;
  AsSize size = asUnbounded;
  if (common < first->numDims)
    size = asTileKnob(derivation, "parallel", common, first->extent[common], 1,
                      first->extent[common], 0, asUnbounded);
  for (int s = 0; s < program->numStages; s++) {
    AsStep *step = asDerivationStep(derivation, AS_STEP_PARALLEL, s);
    if (common < first->numDims)
      step->parallel.size[common] = size;
    else
      step->parallel.size[even].constant =
          program->stages[s].extent[even] / derivation->target->threads;
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
}

/// The tile of a thread along the lanes, where it is one.
static int64_t shareOfLanes(const AsDerivation *derivation, int stage,
                            int lane) {
  for (int i = 0; i < derivation->sketch.numSteps; i++) {
    const AsStep *step = &derivation->sketch.steps[i];
    if (step->kind == AS_STEP_PARALLEL && step->stage == stage &&
        step->parallel.size[lane].constant)
      return step->parallel.size[lane].constant;
  }
  return asStageOf(derivation, stage)->extent[lane];
}

/// Pieces of one width have it in common.
static AsSize widthOf(AsDerivation *derivation, int stage, AsSize *widths) {
  int lane = asLaneLoop(derivation, stage);
  int64_t lanes = asLanesOf(derivation, stage);
  int64_t extent = shareOfLanes(derivation, stage, lane);
  for (int s = 0; s < stage; s++)
    if (shareOfLanes(derivation, s, asLaneLoop(derivation, s)) == extent)
      return widths[s];
  char name[32];
  snprintf(name, sizeof name, "width_%d", stage);
  return asDerivationTile(derivation, name, extent, lanes, 16 * lanes, lanes,
                          asUnbounded);
}

static void applyConcat(AsDerivation *derivation, int stage) {
  AsSize widths[AS_MAX_STAGES];
  if (derivation->target->threads > 1)
    shareAmongThreads(derivation);
  for (int s = 0; s <= stage; s++) {
    widths[s] = widthOf(derivation, s, widths);
    AsStep *step = asTileAround(derivation, s);
    step->tile.size[asLaneLoop(derivation, s)] = widths[s];
  }
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

const AsRule asRuleConcat = {"concat", "pieces copied to where they belong",
                             meetsConcat, applyConcat};
