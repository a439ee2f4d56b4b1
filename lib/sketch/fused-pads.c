//===- fused-pads.c - Pads in a nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fused-pads.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/fused-pads.h"

int asPaddedDim(const AsSketch *sketch, int pad, int d) {
  const AsProgram *program = sketch->program;
  int tensor = asStageResult(&program->stages[pad])->tensor;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *reader = &program->stages[s];
    int own = sketch->loopMap[s][d];
    for (int a = 0; a < reader->numAccesses && own >= 0; a++)
      for (int r = 0; r < program->tensors[tensor].rank; r++)
        if (reader->access[a].tensor == tensor &&
            reader->access[a].factor[r][own])
          return r;
  }
  return -1;
}

void asPadCoverReader(AsNest *nest, int pad) {
  const AsProgram *program = nest->sketch->program;
  AsNestStage *own = &nest->stage[pad];
  int tensor = asStageResult(&program->stages[pad])->tensor;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *reader = &program->stages[s];
    for (int a = 0; a < reader->numAccesses; a++)
      for (int r = 0; r < program->tensors[tensor].rank; r++) {
        int64_t reach = 1;
        for (int d = 0; d < reader->numDims; d++)
          reach +=
              reader->access[a].factor[r][d] * (nest->stage[s].tile[d] - 1);
        if (reader->access[a].tensor == tensor && reach < own->tile[r])
          own->tile[r] = reach;
      }
  }
}
