//===- stage-queries.c - What rules ask of the stages
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See stage-queries.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include <math.h>
#include <string.h>

const AsStage *asStageOf(const AsDerivation *derivation, int stage) {
  return &derivation->sketch.program->stages[stage];
}

bool asIsLastStage(const AsDerivation *derivation, int stage) {
  return stage == derivation->sketch.program->numStages - 1;
}

int asAnchorOf(const AsDerivation *derivation) {
  return asProgramAnchor(derivation->sketch.program);
}

bool asHasStageKind(const AsDerivation *derivation, AsStageKind kind) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == kind)
      return true;
  return false;
}

bool asIsReduction(const AsStage *stage) {
  bool isSingle = stage->kind == AS_STAGE_CONTRACTION;
  for (int d = 0; d < stage->numDims; d++)
    isSingle &= stage->isReduction[d];
  return stage->kind == AS_STAGE_REDUCTION || isSingle;
}

bool asReducesInOrder(const AsStage *stage) {
  return stage->kind == AS_STAGE_REDUCTION && !stage->merges &&
         asHasReducedLoop(stage);
}

bool asHasReducedLoop(const AsStage *stage) {
  bool isLoop = false;
  for (int d = 0; d < stage->numDims; d++)
    isLoop |= stage->isReduction[d] && stage->extent[d] > 1;
  return isLoop;
}

/// Whether upstream makes vectors of the operation: an operand with more
/// dimensions than there are loops has some at a constant index, which it
/// refuses then.
static bool isVectorisable(const AsProgram *program, const AsStage *stage) {
  for (int a = 0; a < asStageNumOperands(stage); a++)
    if (program->tensors[stage->access[a].tensor].rank > stage->numDims)
      return false;
  return true;
}

bool asHasLoops(const AsDerivation *derivation) {
  const AsProgram *program = derivation->sketch.program;
  if (program->numStages > AS_MAX_STAGES)
    return false;
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == AS_STAGE_OTHER ||
        (program->stages[s].kind != AS_STAGE_STATEMENT &&
         !isVectorisable(program, &program->stages[s])))
      return false;
  return true;
}

bool asCanTile(const AsDerivation *derivation, int stage) {
  bool isFed = derivation->sketch.feeder >= 0 && !derivation->hasHalo;
  return asHasLoops(derivation) && asLaneLoop(derivation, stage) >= 0 && !isFed;
}

bool asSlides(const AsStage *stage, int loop) {
  for (int a = 0; a < stage->numAccesses; a++)
    for (int r = 0; r < AS_MAX_RANK && loop >= 0; r++)
      if (stage->access[a].factor[r][loop] &&
          asAccessLoop(&stage->access[a], stage, r) < 0)
        return true;
  return false;
}

bool asIsDecomposable(const char *name) {
  static const char *const names[] = {
      "linalg.conv_2d_nhwc_hwcf", "linalg.depthwise_conv_2d_nhwc_hwc",
      "linalg.pooling_nhwc_sum",  "linalg.pooling_nhwc_max",
      "linalg.conv_2d_nchw_fchw", "linalg.pooling_nchw_sum",
      "linalg.pooling_nchw_max"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

int asLaneLoop(const AsDerivation *derivation, int stage) {
  return asStageLaneLoop(derivation->sketch.program,
                         asStageOf(derivation, stage));
}

/// The loop that is tiled into registers beside the lanes, or -1: the one next
/// to the lanes, but of two that slide a window only one can be a whole tile.
int asRowLoop(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int anchor = asProgramAnchor(program);
  const AsStage *s = asStageOf(derivation, stage);
  const AsStage *a = anchor < 0 ? s : &program->stages[anchor];
  const AsAccess *result = asStageResult(s);
  const AsAccess *inner = asStageResult(a);
  int rank = program->tensors[result->tensor].rank;
  if (rank < 2 || program->tensors[inner->tensor].rank != rank)
    return -1;
  bool laneSlides = asSlides(a, asAccessLoop(inner, a, rank - 1));
  for (int r = rank - 2; r >= 0; r--) {
    int loop = asAccessLoop(result, s, r);
    if (!laneSlides || !asSlides(a, asAccessLoop(inner, a, r)))
      return loop;
  }
  return -1;
}

bool asIsPlainProduct(const AsStage *stage) {
  int count = 0;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    count += k == AS_ARITHMETIC_CAST ? 0 : stage->arithmetic[k];
  return count == 2 && stage->arithmetic[AS_ARITHMETIC_MUL] == 1 &&
         stage->arithmetic[AS_ARITHMETIC_ADD] == 1;
}

bool asStartsFromFill(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int initial = asStageResult(&program->stages[stage])->initial;
  int users = 0;
  for (int s = 0; s < program->numStages; s++)
    for (int a = 0; a < program->stages[s].numAccesses; a++)
      users += program->stages[s].access[a].initial == initial ||
               (program->stages[s].access[a].tensor == initial &&
                !program->stages[s].access[a].isWrite);
  int producer = initial >= 0 ? program->tensors[initial].producer : -1;
  return users == 1 && producer >= 0 &&
         program->stages[producer].kind == AS_STAGE_FILL;
}

int asReductionLoop(const AsStage *stage) {
  int loop = -1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d] && !asSlides(stage, d)) {
      if (loop >= 0)
        return -1;
      loop = d;
    }
  return loop;
}

/// Vector lanes for the stage's result.
int64_t asLanesOf(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  AsElement element =
      derivation->sketch.program->tensors[asStageResult(s)->tensor].element;
  return derivation->target->vectorBytes / asElementBytes(element);
}

bool asMultipliesShort(const AsDerivation *derivation, int stage) {
  const AsTensor *tensors = derivation->sketch.program->tensors;
  const AsStage *s = asStageOf(derivation, stage);
  bool isShort = asElementBytes(tensors[asStageResult(s)->tensor].element) == 4;
  for (int a = 0; a < s->numAccesses; a++) {
    AsElement element = tensors[s->access[a].tensor].element;
    isShort &= s->access[a].isWrite || element == AS_ELEMENT_I8 ||
               element == AS_ELEMENT_BF16;
  }
  return isShort;
}

bool asRowsCompete(const AsProgram *program, const AsStage *stage,
                   const AsAccess *access, int row) {
  enum { wayBytes = 4096 }; // 32 KiB in 8 ways, 48 KiB in 12.
  const AsTensor *tensor = &program->tensors[access->tensor];
  double distance = 0, stride = asElementBytes(tensor->element);
  for (int r = tensor->rank - 1; r >= 0; r--) {
    distance += access->factor[r][row] * stride;
    stride *= (double)tensor->shape[r];
  }
  return stage->extent[row] > 1 && distance > 0 &&
         fmod(distance, wayBytes) == 0;
}

bool asIsConstantOrFill(const AsProgram *program, int tensor) {
  int producer = program->tensors[tensor].producer;
  return program->tensors[tensor].isConstant ||
         (producer >= 0 && program->stages[producer].kind == AS_STAGE_FILL);
}
