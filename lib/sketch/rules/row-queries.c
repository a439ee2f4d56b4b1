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

int asRowsOf(const AsDerivation *derivation) {
  const AsProgram *program = derivation->sketch.program;
  int rows = -1;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *own = &program->stages[s];
    bool isOther =
        asAnchorOf(derivation) == s || own->kind == AS_STAGE_REDUCTION;
    if (asIsReduction(own)) {
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

int asLoopInRow(const AsStage *stage, int rows) {
  for (int d = stage->numDims - 1; d >= rows; d--)
    if (stage->extent[d] > 1)
      return d;
  return -1;
}
