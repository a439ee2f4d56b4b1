//===- thread-tiles.c - A part of the result for each thread
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules spread, elements and tile, in which threads share nothing: each
// computes its part of the result by itself, in as many blocks as that takes.
// See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/window-steps.h"

/// Threads of a block.
static int threadsKnob(AsDerivation *derivation) {
  static const int64_t threads[] = {64, 128, 256, 512};
  return asDerivationKnob(derivation, AS_KNOB_LAUNCH, "threads", threads, 4,
                          false);
}

/// Whether threads could share nothing but the results, as all of the program
/// is fused.
static bool canSpread(const AsDerivation *derivation, int stage) {
  return asIsLastStage(derivation, stage) && !derivation->isTiled &&
         derivation->sketch.numSteps == 0 && asCanTile(derivation, stage);
}

/// Whether every stage has a loop that goes along with loop `d` of the last
/// one: no work is repeated in its iterations.
static bool isCommon(const AsDerivation *derivation, int d) {
  const AsSketch *sketch = &derivation->sketch;
  int last = sketch->program->numStages - 1;
  if (sketch->program->stages[last].isReduction[d])
    return false;
  for (int s = 0; s < last; s++)
    if (sketch->loopMap[s][d] < 0 &&
        sketch->program->stages[s].kind != AS_STAGE_PAD)
      return false;
  return true;
}

static int numCommon(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int count = 0;
  for (int d = 0; d < s->numDims; d++)
    count += isCommon(derivation, d) && s->extent[d] > 1;
  return count;
}

static AsRuleVerdict meetsSpread(const AsDerivation *derivation, int stage) {
  return canSpread(derivation, stage) && numCommon(derivation, stage) > 0
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void applySpread(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int knob = threadsKnob(derivation);
  asMaterialisePads(derivation);
  AsStep *step = asDerivationStep(derivation, AS_STEP_GRID, stage);
  step->grid.threadsKnob = knob;
  for (int d = 0; d < s->numDims; d++)
    if (isCommon(derivation, d))
      step->grid.size[d] = asDerivationConstant(1, s->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isDone = true;
}

static AsRuleVerdict meetsElements(const AsDerivation *derivation, int stage) {
  AsStageKind kind = asStageOf(derivation, stage)->kind;
  return canSpread(derivation, stage) && asAnchorOf(derivation) < 0 &&
                 !asHasStageKind(derivation, AS_STAGE_REDUCTION) &&
                 (kind == AS_STAGE_ELEMENTWISE || kind == AS_STAGE_FILL) &&
                 asStageOf(derivation, stage)
                         ->extent[asLaneLoop(derivation, stage)] > 1
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// Up to two accesses of 16 bytes along the lanes.
static void applyElements(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage), knob = threadsKnob(derivation);
  asMaterialisePads(derivation);
  AsStep *step = asDerivationStep(derivation, AS_STEP_GRID, stage);
  step->grid.threadsKnob = knob;
  for (int d = 0; d < s->numDims; d++)
    step->grid.size[d] =
        d == lane ? asTileKnob(derivation, "register", d, s->extent[d], 1,
                               2 * asLanesOf(derivation, stage), 0, asUnbounded)
                  : asDerivationConstant(1, s->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

static AsRuleVerdict meetsTile(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!canSpread(derivation, stage) || anchor < 0)
    return AS_RULE_PASS;
  const AsStage *s = asStageOf(derivation, anchor);
  bool isProduct = s->kind == AS_STAGE_CONTRACTION && !asComputesFactor(s);
  return isProduct || asIsDecomposable(s->name) ? AS_RULE_APPLY_LAST
                                                : AS_RULE_PASS;
}

/// What remains of an extent would be another kernel, so that tiles divide it.
static void applyTile(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  int knob = threadsKnob(derivation);
  asMaterialisePads(derivation);
  AsStep *step = asDerivationStep(derivation, AS_STEP_GRID, stage);
  step->grid.threadsKnob = knob;
  for (int d = 0; d < s->numDims; d++) {
    if (s->isReduction[d])
      continue;
    if (d == lane || d == row)
      step->grid.size[d] = asTileKnob(derivation, "register", d, s->extent[d],
                                      1, 8, 0, asUnbounded);
    else
      step->grid.size[d] = asDerivationConstant(1, s->extent[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isTiled = true;
}

const AsRule asRuleSpread = {"spread",
                             "a thread for each element or row of the result",
                             meetsSpread, applySpread};

const AsRule asRuleElements = {"elements",
                               "elementwise groups in vectors, one a thread",
                               meetsElements, applyElements};

const AsRule asRuleThreadTile = {
    "tile", "register tiles of an anchor, one a thread", meetsTile, applyTile};
