//===- halo.c - Pads that are not made, or tile by tile
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules border and halo. A padded image is a copy that is written and read
// again, which is much of the work where a window has little to do with each
// pixel. Lowering does without it where it can (asReadAroundBorders of
// lowering/lowering-steps.h). Where the task makes the image itself, image and
// pad are made for a cache tile at a time, with the pixels around it that
// windows reach to, and stay in a cache. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include <string.h>

/// Whether each window has a pixel of the image in it: then so has the tile of
/// the pad that a tile of windows reads.
static bool reachImage(const AsStage *anchor, const AsAccess *read,
                       const AsTensor *padded, const AsTensor *image) {
  for (int r = 0; r < padded->rank; r++) {
    int64_t window = 1;
    for (int d = 0; d < anchor->numDims; d++)
      if (anchor->isReduction[d])
        window += read->factor[r][d] * (anchor->extent[d] - 1);
    if (padded->shape[r] - image->shape[r] >= window &&
        padded->shape[r] != image->shape[r])
      return false;
  }
  return true;
}

/// Whether all pads are of images that the anchor's window slides along.
static bool padsImages(const AsDerivation *derivation, int anchor) {
  const AsProgram *program = derivation->sketch.program;
  const AsStage *a = asStageOf(derivation, anchor);
  int pads = 0, read = 0;
  for (int s = 0; s < program->numStages; s++)
    pads += program->stages[s].kind == AS_STAGE_PAD;
  for (int i = 0; i < a->numAccesses; i++) {
    const AsTensor *padded = &program->tensors[a->access[i].tensor];
    if (a->access[i].isWrite || padded->producer < 0 ||
        program->stages[padded->producer].kind != AS_STAGE_PAD)
      continue;
    const AsStage *pad = &program->stages[padded->producer];
    const AsTensor *image = &program->tensors[pad->access[0].tensor];
    read += reachImage(a, &a->access[i], padded, image);
  }
  return pads > 0 && read == pads;
}

/// Whether as much is done to make the padded image as with it, and lanes are
/// channels.
static bool isForPads(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->sketch.numSteps ||
      derivation->hasHalo || anchor < 0 || !asHasLoops(derivation) ||
      asLaneLoop(derivation, stage) < 0)
    return false;
  const AsStage *a = asStageOf(derivation, anchor);
  bool isLight = a->kind == AS_STAGE_DEPTHWISE || a->kind == AS_STAGE_POOLING;
  return isLight && asIsDecomposable(a->name) &&
         !asSlides(a, asLaneLoop(derivation, anchor)) &&
         padsImages(derivation, anchor);
}

/// Where the task makes the image.
static AsRuleVerdict meetsHalo(const AsDerivation *derivation, int stage) {
  return isForPads(derivation, stage) && derivation->sketch.feeder >= 0
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyHalo(AsDerivation *derivation, int stage) {
  (void)stage;
  derivation->hasHalo = true;
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

/// Where images are arrays of their own. To upstream the script makes the
/// padded images first, as it would without the rule.
static AsRuleVerdict meetsBorder(const AsDerivation *derivation, int stage) {
  return isForPads(derivation, stage) && derivation->sketch.feeder < 0
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// The program without its pads, whose readers read what is padded.
static AsProgram *withoutPads(const AsProgram *program, AsArena *arena) {
  AsProgram *rest = asArenaArray(arena, AsProgram, 1);
  *rest = *program;
  rest->stages = asArenaArray(arena, AsStage, program->numStages);
  rest->tensors = asArenaArray(arena, AsTensor, program->numTensors);
  rest->numStages = 0;
  memcpy(rest->tensors, program->tensors,
         sizeof *rest->tensors * (size_t)program->numTensors);
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    if (stage->kind == AS_STAGE_PAD)
      continue;
    AsStage *own = &rest->stages[rest->numStages];
    *own = *stage;
    for (int a = 0; a < own->numAccesses; a++) {
      int producer = program->tensors[own->access[a].tensor].producer;
      if (!own->access[a].isWrite && producer >= 0 &&
          program->stages[producer].kind == AS_STAGE_PAD)
        own->access[a].tensor = program->stages[producer].access[0].tensor;
      if (own->access[a].isWrite)
        rest->tensors[own->access[a].tensor].producer = rest->numStages;
    }
    rest->numStages++;
  }
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == AS_STAGE_PAD)
      rest->tensors[asStageResult(&program->stages[s])->tensor].producer = -1;
  return rest;
}

static void applyBorder(AsDerivation *derivation, int stage) {
  (void)stage;
  asMaterialisePads(derivation);
  asDerivationSetProgram(
      derivation, withoutPads(derivation->sketch.program, derivation->arena));
  derivation->hasBorder = true;
}

const AsRule asRuleBorder = {"border", "images read around their border",
                             meetsBorder, applyBorder};

const AsRule asRuleHalo = {"halo", "pads made tile by tile", meetsHalo,
                           applyHalo};
