//===- pad-steps.c - Steps for pads and what makes their images
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pad-steps.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include <stdio.h>

void asMaterialisePads(AsDerivation *derivation) {
  if (derivation->sketch.numSteps == 0 && !derivation->hasHalo &&
      asHasStageKind(derivation, AS_STAGE_PAD))
    asDerivationStep(derivation, AS_STEP_MATERIALISE_PADS, -1);
}

void asMaterialiseHalo(AsDerivation *derivation) {
  if (!derivation->hasHalo)
    return;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  if (derivation->sketch.feeder >= 0) {
    asDerivationStep(derivation, AS_STEP_FEED, -1);
    asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  }
  asDerivationStep(derivation, AS_STEP_MATERIALISE_PADS, -1);
}

int asFeedingProduct(const AsDerivation *derivation) {
  for (int s = derivation->sketch.feeder; s >= 0; s--)
    if (derivation->sketch.feeds[s] &&
        asStageOf(derivation, s)->kind == AS_STAGE_CONTRACTION)
      return s;
  return -1;
}

/// Up to four vectors, whole parts of the lanes.
static AsSize feederLanes(AsDerivation *derivation, int lane, AsSize within) {
  enum { mostVectors = 4 };
  int feeder = derivation->sketch.feeder;
  int64_t lanes = asLanesOf(derivation, feeder);
  int64_t extent = asStageOf(derivation, feeder)->extent[lane];
  int64_t options[mostVectors];
  int count = 0;
  for (int64_t vectors = 1; vectors <= mostVectors; vectors++)
    if (extent % (vectors * lanes) == 0)
      options[count++] = vectors * lanes;
  char name[32];
  snprintf(name, sizeof name, "feed_%d", lane);
  if (!count)
    return asDerivationTile(derivation, name, extent, 1, lanes, 0, within);
  int knob =
      asDerivationKnob(derivation, AS_KNOB_TILE, name, options, count, false);
  derivation->sketch.knobs[knob].within = within.knob;
  derivation->sketch.knobs[knob].extent = extent;
  return (AsSize){knob, 0};
}

/// Rows are whole parts of a row of pixels, as nothing is peeled in loops whose
/// length depends on the iteration; few enough that addresses and what is
/// repeated leave all accumulators in registers.
void asTileFeeder(AsDerivation *derivation, AsSize lanesAround) {
  int feeder = derivation->sketch.feeder;
  if (feeder < 0)
    return;
  const AsStage *s = asStageOf(derivation, feeder);
  int lane = asLaneLoop(derivation, feeder), row = lane - 1;
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, feeder);
  for (int d = 0; d < s->numDims; d++)
    if (d == lane)
      step->fuse.size[d] = feederLanes(derivation, lane, lanesAround);
    else if (d == row)
      step->fuse.size[d] =
          asTileKnob(derivation, "feed", d, s->extent[d], 1,
                     derivation->target->vectorRegisters / 2, 0, asUnbounded);
    else
      step->fuse.size[d] = asDerivationConstant(1, s->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
}
