//===- block-steps.c - What the rules for GPUs share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See block-steps.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-steps.h"

bool asIsPlainProduct(const AsStage *stage) {
  int count = 0;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    count += k == AS_ARITHMETIC_CAST ? 0 : stage->arithmetic[k];
  return count == 2 && stage->arithmetic[AS_ARITHMETIC_MUL] == 1 &&
         stage->arithmetic[AS_ARITHMETIC_ADD] == 1;
}

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

void asFinishThreads(AsDerivation *derivation) {
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  for (int s = 0; s < derivation->sketch.program->numStages; s++)
    if (!asIsPad(derivation, s))
      asDerivationStep(derivation, AS_STEP_VECTORISE, s);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}
