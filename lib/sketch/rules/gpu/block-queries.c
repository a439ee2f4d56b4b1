//===- block-queries.c - What rules ask of the blocks of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See block-queries.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-queries.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/window-steps.h"

bool asHasBlocks(int64_t extent) {
  for (int64_t size = AS_LEAST_BLOCK; size <= AS_MOST_BLOCK && size < extent;
       size++)
    if (extent % size == 0)
      return true;
  return false;
}

bool asStartsInBlock(const AsDerivation *derivation, int sum) {
  const AsProgram *program = derivation->sketch.program;
  int initial = asStageResult(asStageOf(derivation, sum))->initial;
  return sum == program->numStages - 1 || initial < 0 ||
         program->tensors[initial].producer >= 0;
}

bool asIsPad(const AsDerivation *derivation, int stage) {
  return asStageOf(derivation, stage)->kind == AS_STAGE_PAD;
}

bool asIsWindow(const AsStage *stage) {
  return stage->kind == AS_STAGE_CONVOLUTION && asIsDecomposable(stage->name);
}

bool asCanShare(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || anchor < 0 ||
      !asCanTile(derivation, stage) || !asStartsInBlock(derivation, anchor))
    return false;
  const AsStage *s = asStageOf(derivation, anchor);
  const AsStage *last = asStageOf(derivation, stage);
  int reduction = asReductionLoop(s), row = asRowLoop(derivation, stage);
  // Every other stage has an element for each of the result.
  bool isAligned = true;
  bool hasBlocks = false;
  for (int d = 0; d < last->numDims; d++) {
    hasBlocks |= !last->isReduction[d] && asHasBlocks(last->extent[d]);
    for (int other = 0; other < stage; other++)
      isAligned &= last->isReduction[d] ||
                   derivation->sketch.loopMap[other][d] >= 0 ||
                   asIsPad(derivation, other);
  }
  bool isProduct = s->kind == AS_STAGE_CONTRACTION && !asComputesFactor(s);
  return (isProduct || asIsWindow(s)) && reduction >= 0 && row >= 0 &&
         isAligned && hasBlocks && s->extent[reduction] > 1;
}
