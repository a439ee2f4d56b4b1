//===- row-queries.c - What rules ask of row-wise groups
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See row-queries.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/row-queries.h"
#include "sketch/rules/stage-queries.h"

int asKeptLoops(const AsStage *stage) {
  int kept = 0, reductions = 0;
  for (int d = 0; d < stage->numDims; d++) {
    kept += !stage->isReduction[d] && reductions == 0;
    reductions += stage->isReduction[d];
  }
  return kept + reductions == stage->numDims ? kept : -1;
}

/// Pairs are tiled on CPUs (register-tiles.c), and rows on GPUs.
static bool isRowwise(const AsDerivation *derivation, const AsStage *stage) {
  return asIsReduction(stage) ||
         (stage->kind == AS_STAGE_PAIRWISE && derivation->target->gpu);
}

int asRowsOf(const AsDerivation *derivation) {
  const AsProgram *program = derivation->sketch.program;
  int rows = -1;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *own = &program->stages[s];
    bool isOther =
        asAnchorOf(derivation) == s || own->kind == AS_STAGE_REDUCTION;
    if (isRowwise(derivation, own)) {
      int kept = asKeptLoops(own);
      if (kept < 0 || (rows >= 0 && kept != rows) || !own->merges)
        return -1;
      rows = kept;
    } else if (isOther) {
      return -1;
    }
  }
  return rows;
}

bool asTakesPartsOf(const AsProgram *program, const AsStage *stage,
                    const AsAccess *access, int d) {
  enum { MOST_PARTS = 4 };
  AsElement own = program->tensors[access->tensor].element,
            sum = program->tensors[asStageResult(stage)->tensor].element;
  return !asAccessUses(access, d) && stage->isReduction[d] &&
         d < stage->numDims - 1 && stage->extent[d] <= MOST_PARTS &&
         asElementBytes(own) < asElementBytes(sum);
}

/// How many loops do not move the operand, if it lies along the last loop and
/// these may take parts; -1 otherwise.
static int numParts(const AsProgram *program, const AsStage *stage,
                    const AsAccess *access) {
  const int rank = program->tensors[access->tensor].rank;
  int parts = 0;
  if (access->isWrite || !rank ||
      asAccessLoop(access, stage, rank - 1) != stage->numDims - 1)
    return -1;
  for (int d = 0; d < stage->numDims; d++) {
    if (asTakesPartsOf(program, stage, access, d))
      parts++;
    else if (!asAccessUses(access, d))
      return -1;
  }
  return parts;
}

int asAccessByRows(const AsProgram *program, const AsStage *stage) {
  for (int parts = 0; parts <= 1; parts++)
    for (int a = 0; a < stage->numAccesses; a++)
      if (numParts(program, stage, &stage->access[a]) == parts)
        return a;
  return -1;
}

bool asTakesParts(const AsProgram *program, const AsStage *stage, int d) {
  int rows = asAccessByRows(program, stage);
  return rows >= 0 && !asAccessUses(&stage->access[rows], d);
}

int asLoopInRow(const AsStage *stage, int rows) {
  for (int d = stage->numDims - 1; d >= rows; d--)
    if (stage->extent[d] > 1)
      return d;
  return -1;
}
