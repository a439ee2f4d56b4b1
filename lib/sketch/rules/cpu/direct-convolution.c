//===- direct-convolution.c - Convolutions in the layout they come in
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules channels and pixels, for convolutions and pooling whose results are
// not contiguous along a channel that the filter is contiguous along, NCHW
// above all. Both take the window apart position by position and drop the unit
// loops, after which what is left is elementwise. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/window-steps.h"

/// The loop `d` of the last stage that moves with `loop` of the anchor, or -1.
static int outerLoop(const AsDerivation *derivation, int anchor, int loop) {
  const AsStage *last =
      asStageOf(derivation, derivation->sketch.program->numStages - 1);
  for (int d = 0; d < last->numDims; d++)
    if (derivation->sketch.loopMap[anchor][d] == loop)
      return d;
  return -1;
}

/// Whether a window is left to be taken apart, and all loops of the result have
/// their counterparts in the last stage.
static bool canGoDirect(const AsDerivation *derivation, int stage, int anchor) {
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || anchor < 0 ||
      !asCanTile(derivation, stage))
    return false;
  const AsStage *a = asStageOf(derivation, anchor);
  if (!asIsWindowed(a) && !asSumsOverSeveral(a))
    return false;
  bool reduces = false;
  for (int d = 0; d < a->numDims; d++) {
    reduces |= a->isReduction[d] && a->extent[d] > 1;
    if (!a->isReduction[d] && outerLoop(derivation, anchor, d) < 0)
      return false;
  }
  return reduces;
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

/// The operands of a convolution.
enum { image, filter };

static bool isChannel(const AsStage *stage, int d) {
  return d >= 0 && !stage->isReduction[d] && stage->extent[d] > 1 &&
         asAccessUses(&stage->access[filter], d) &&
         !asAccessUses(&stage->access[image], d);
}

/// The loop that the filter and the result have in common but not the image:
/// the output channels; -1 where there is none. Of several, as where channels
/// are blocked, the lanes of the result.
static int channelLoop(const AsDerivation *derivation, int anchor) {
  const AsStage *a = asStageOf(derivation, anchor);
  if (a->numAccesses != 3 || a->access[filter].isWrite)
    return -1;
  int lane = asLaneLoop(derivation, anchor);
  if (isChannel(a, lane))
    return lane;
  for (int d = 0; d < a->numDims; d++)
    if (isChannel(a, d))
      return d;
  return -1;
}

/// The innermost loop of the result that the filter does not depend on.
static int pixelLoop(const AsDerivation *derivation, int anchor) {
  const AsStage *a = asStageOf(derivation, anchor);
  const AsAccess *result = asStageResult(a);
  int rank = derivation->sketch.program->tensors[result->tensor].rank;
  for (int r = rank - 1; r >= 0; r--) {
    int loop = asAccessLoop(result, a, r);
    if (loop >= 0 && !asAccessUses(&a->access[filter], loop) &&
        a->extent[loop] > 1)
      return loop;
  }
  return -1;
}

/// Whether the channels of a product are the lanes of its result, and no loop
/// of the result indexes both operands, as batches do.
static bool hasOwnLanes(const AsDerivation *derivation, int anchor,
                        int channel) {
  const AsStage *a = asStageOf(derivation, anchor);
  bool isOwn = channel == asLaneLoop(derivation, anchor);
  for (int d = 0; d < a->numDims && isOwn; d++)
    isOwn = a->isReduction[d] || !asAccessUses(&a->access[image], d) ||
            !asAccessUses(&a->access[filter], d);
  return isOwn;
}

/// Where lanes of output channels would be far apart in the filter or the
/// result.
static AsRuleVerdict meetsChannels(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!canGoDirect(derivation, stage, anchor))
    return AS_RULE_PASS;
  const AsProgram *program = derivation->sketch.program;
  const AsStage *a = asStageOf(derivation, anchor);
  int channel = channelLoop(derivation, anchor);
  if (channel < 0 || !asStartsFromFill(derivation, anchor) ||
      (asSumsOverSeveral(a) && !hasOwnLanes(derivation, anchor, channel)))
    return AS_RULE_PASS;
  const AsAccess *weights = &a->access[filter];
  const AsTensor *tensor = &program->tensors[weights->tensor];
  bool isInOrder = asAccessLoop(weights, a, tensor->rank - 1) == channel &&
                   asLaneLoop(derivation, anchor) == channel;
  return isInOrder || asIsConstantOrFill(program, weights->tensor)
             ? AS_RULE_PASS
             : AS_RULE_APPLY_LAST;
}

static void applyChannels(AsDerivation *derivation, int stage) {
  asMaterialisePads(derivation);
  int anchor = asAnchorOf(derivation);
  const AsStage *s = asStageOf(derivation, stage);
  const AsStage *a = asStageOf(derivation, anchor);
  int channel = channelLoop(derivation, anchor);
  int row = pixelLoop(derivation, anchor);
  AsSize rows = {-1, 0}, channels = {-1, 0}, tile[AS_MAX_DIMS];
  for (int d = 0; d < s->numDims; d++) {
    int own = derivation->sketch.loopMap[anchor][d];
    AsSize around = asParallelSize(derivation, d);
    tile[d] = asDerivationConstant(1, s->extent[d]);
    if (s->isReduction[d])
      tile[d] = (AsSize){-1, 0};
    else if (own == channel)
      tile[d] = channels = asWholeLaneTile(derivation, stage, d, 3, around);
    else if (own == row)
      tile[d] = rows =
          asUnrolledRows(derivation, d, s->extent[d], true, around);
  }
  if (channels.knob >= 0)
    derivation->sketch.knobs[channels.knob].isAlternative = true;
  else if (channels.constant == 0)
    channels.constant = a->extent[channel];
  AsStep *layout = asDerivationStep(derivation, AS_STEP_LAYOUT, anchor);
  layout->layout.operand = filter;
  layout->layout.loop = channel;
  layout->layout.size = channels;
  // Outside of all the pixels that use it, a tile of the filter is copied.
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  AsStep *copy = asDerivationStep(derivation, AS_STEP_LOWER_PACK, anchor);
  copy->lowerPack.operand = filter;
  copy->lowerPack.loop = channel;
  AsStep *inner = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    bool isOuter = derivation->sketch.loopMap[anchor][d] == channel;
    (isOuter ? outer : inner)->fuse.size[d] = tile[d];
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_RESTORE, anchor);
  asTakeApart(derivation, anchor, row, rows);
}

//===----------------------------------------------------------------------===//
// Pixels
//===----------------------------------------------------------------------===//

/// Where the result is contiguous along what the window moves along, channel
/// by channel.
static AsRuleVerdict meetsPixels(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!canGoDirect(derivation, stage, anchor))
    return AS_RULE_PASS;
  const AsStage *a = asStageOf(derivation, anchor);
  int lane = asLaneLoop(derivation, anchor);
  return asHasLanes(derivation, anchor, lane) && asSlides(a, lane) &&
                 a->extent[lane] > 1 && channelLoop(derivation, anchor) < 0
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyPixels(AsDerivation *derivation, int stage) {
  asMaterialisePads(derivation);
  int anchor = asAnchorOf(derivation);
  const AsStage *s = asStageOf(derivation, stage);
  const AsStage *a = asStageOf(derivation, anchor);
  const AsAccess *result = asStageResult(a);
  int rank = derivation->sketch.program->tensors[result->tensor].rank;
  int row = rank > 1 ? asAccessLoop(result, a, rank - 2) : -1;
  AsSize rows = {-1, 0};
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    int own = derivation->sketch.loopMap[anchor][d];
    AsSize around = asParallelSize(derivation, d);
    if (s->isReduction[d])
      continue;
    if (own == asLaneLoop(derivation, anchor))
      outer->fuse.size[d] = asWholeLaneTile(derivation, stage, d, 4, around);
    else if (own == row)
      outer->fuse.size[d] = rows =
          asUnrolledRows(derivation, d, s->extent[d], false, around);
    else
      outer->fuse.size[d] = asDerivationConstant(1, s->extent[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  // Rows of pixels lie next to each other: they make a single vector operation.
  bool isVector = asRowsAreVector(derivation, anchor, row);
  asTakeApart(derivation, anchor, isVector ? -1 : row, rows);
}

const AsRule asRuleChannels = {
    "channels", "convolutions with output channels made contiguous",
    meetsChannels, applyChannels};

const AsRule asRulePixels = {
    "pixels", "windows over channels by themselves, pixels as lanes",
    meetsPixels, applyPixels};
