//===- halo.c - Pads made tile by tile
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule halo. A padded image is a copy that is written and read again, which
// is much of the work where a window has little to do with each pixel. Made for
// a cache tile at a time, with the pixels around it that windows reach to, the
// copy stays in a cache. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"

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

/// Where as much is done to make the padded image as with it, and lanes are
/// channels.
static AsRuleVerdict meetsHalo(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->sketch.numSteps ||
      derivation->hasHalo || anchor < 0 || !asHasLoops(derivation) ||
      asLaneLoop(derivation, stage) < 0)
    return AS_RULE_PASS;
  const AsStage *a = asStageOf(derivation, anchor);
  bool isLight = a->kind == AS_STAGE_DEPTHWISE || a->kind == AS_STAGE_POOLING;
  return isLight && asIsDecomposable(a->name) &&
                 !asSlides(a, asLaneLoop(derivation, anchor)) &&
                 padsImages(derivation, anchor)
             ? derivation->sketch.feeder < 0 ? AS_RULE_APPLY
                                             : AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyHalo(AsDerivation *derivation, int stage) {
  (void)stage;
  derivation->hasHalo = true;
}

const AsRule asRuleHalo = {"halo", "pads made tile by tile", meetsHalo,
                           applyHalo};
