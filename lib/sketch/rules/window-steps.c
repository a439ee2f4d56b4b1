//===- window-steps.c - Windows taken apart position by position
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See window-steps.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/window-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"
#include "support/saturate.h"

bool asIsWindowed(const AsStage *stage) {
  return stage->kind == AS_STAGE_CONVOLUTION ||
         stage->kind == AS_STAGE_DEPTHWISE || stage->kind == AS_STAGE_POOLING;
}

/// Whether every index that the loop is part of moves as the loop does.
static bool goesByOne(const AsStage *stage, int loop) {
  for (int a = 0; a < stage->numAccesses; a++)
    for (int r = 0; r < AS_MAX_RANK; r++)
      if (stage->access[a].factor[r][loop] >> 1 != 0) // Neither 0 nor 1.
        return false;
  return true;
}

bool asHasLanes(const AsDerivation *derivation, int stage, int lane) {
  const AsProgram *program = derivation->sketch.program;
  const AsStage *s = asStageOf(derivation, stage);
  for (int i = 0; i < s->numAccesses && lane >= 0; i++)
    for (int r = 0; r < program->tensors[s->access[i].tensor].rank - 1; r++)
      if (s->access[i].factor[r][lane] != 0)
        return false;
  return lane >= 0 && goesByOne(s, lane);
}

bool asRowsAreVector(const AsDerivation *derivation, int stage, int row) {
  const AsStage *s = asStageOf(derivation, stage);
  if (row < 0 || s->extent[row] == 1)
    return true;
  int lane = asLaneLoop(derivation, stage);
  for (int a = 0; a < s->numAccesses; a++)
    if (asAccessUses(&s->access[a], row) && !asAccessUses(&s->access[a], lane))
      return false;
  return goesByOne(s, row);
}

bool asSumsOverSeveral(const AsStage *stage) {
  int count = 0;
  for (int d = 0; d < stage->numDims; d++)
    count += stage->isReduction[d];
  return stage->kind == AS_STAGE_CONTRACTION && count > 1;
}

bool asComputesFactor(const AsStage *stage) {
  int steps = 0, reads = 0;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    steps += k == AS_ARITHMETIC_CAST ? 0 : stage->arithmetic[k];
  for (int a = 0; a < stage->numAccesses; a++)
    reads += !stage->access[a].isWrite;
  return stage->kind == AS_STAGE_CONTRACTION && (steps > 2 || reads > 2);
}

bool asGoesByPosition(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  bool isOwn = asIsWindowed(s)
                   ? !asIsDecomposable(s->name)
                   : s->kind == AS_STAGE_PAIRWISE || asSumsOverSeveral(s) ||
                         asComputesFactor(s);
  return !derivation->target->gpu && isOwn &&
         asHasLanes(derivation, stage, asLaneLoop(derivation, stage));
}

int asCutLoop(const AsDerivation *derivation, int stage, int64_t *inner) {
  const AsStage *s = asStageOf(derivation, stage);
  *inner = 1;
  if (!asComputesFactor(s) || !asGoesByPosition(derivation, stage))
    return asReductionLoop(s);
  int loop = -1;
  for (int d = 0; d < s->numDims; d++)
    if (s->isReduction[d] && loop < 0)
      loop = d;
    else if (s->isReduction[d])
      *inner = asTimes(*inner, s->extent[d]);
  return loop;
}

AsSize asUnrolledRows(AsDerivation *derivation, int d, int64_t extent,
                      bool arePeeled, AsSize within) {
  enum { longest = 28, others = 2 }; // Registers that are no accumulators.
  int64_t most = derivation->target->vectorRegisters - others;
  return asTileKnob(derivation, "register", d, extent, 1,
                    most < longest ? most : longest, arePeeled, within);
}

void asTakeApart(AsDerivation *derivation, int anchor, int row, AsSize rows) {
  asReduceByOne(derivation, anchor);
  AsStep *drop = asDerivationStep(derivation, AS_STEP_DROP_UNITS, anchor);
  bool isUnrolled = row >= 0 && (rows.knob >= 0 || rows.constant != 1);
  if (isUnrolled) {
    drop->dropUnits.row = row;
    drop->dropUnits.rows = rows;
  }
  if (isUnrolled && rows.knob >= 0)
    derivation->sketch.knobs[rows.knob].isAlternative = true;
  asDerivationStep(derivation, AS_STEP_VECTORISE, anchor);
  asFinishSlices(derivation, anchor);
  derivation->isTiled = true;
}

void asTakeApartAround(AsDerivation *derivation, int anchor, AsSize rows) {
  int row = asRowLoop(derivation, anchor);
  asTileOthers(derivation, anchor);
  asTakeApart(derivation, anchor,
              asRowsAreVector(derivation, anchor, row) ? -1 : row, rows);
}
