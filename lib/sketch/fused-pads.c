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

/// How much of dimension `r` of the image is in the tile of second iterations:
/// as much as in most, those at the borders having less.
static int64_t imageTile(const AsNest *nest, int pad, int r) {
  const AsProgram *program = nest->sketch->program;
  const AsNestStage *own = &nest->stage[pad];
  const AsStage *stage = &program->stages[pad];
  int64_t image = program->tensors[stage->access[0].tensor].shape[r];
  int64_t low = -stage->access[0].offset[r], start = 0;
  bool isCut = false;
  for (int l = 0; l < own->numLoops; l++)
    if (own->loop[l].dim == r) {
      isCut = true;
      start += own->loop[l].step;
    }
  if (!isCut)
    return image;
  // Loops go by steps of the reader, which may stride.
  for (int s = 0; s < program->numStages; s++)
    for (int a = 0; a < program->stages[s].numAccesses; a++) {
      const AsAccess *access = &program->stages[s].access[a];
      if (access->isWrite || access->tensor != asStageResult(stage)->tensor)
        continue;
      for (int d = 0; d < program->stages[s].numDims; d++)
        if (access->factor[r][d] && !program->stages[s].isReduction[d])
          start *= access->factor[r][d];
    }
  int64_t from = start > low ? start - low : 0;
  int64_t to = start - low + own->tile[r];
  return (to < image ? to : image) - from;
}

/// The pad behind the feeder.
static int paddedAfter(const AsSketch *sketch) {
  const AsProgram *program = sketch->program;
  int image = asStageResult(&program->stages[sketch->feeder])->tensor;
  int pad = sketch->feeder + 1;
  while (program->stages[pad].kind != AS_STAGE_PAD ||
         program->stages[pad].access[0].tensor != image)
    pad++;
  return pad;
}

/// Whether a tile of the padded image leaves half of the second cache to what
/// it is made of and to what is made of it.
static bool staysInCache(const AsNest *nest, int pad) {
  const AsTensor *padded =
      &nest->sketch->program->tensors
           [asStageResult(&nest->sketch->program->stages[pad])->tensor];
  int64_t bytes = asElementBytes(padded->element);
  for (int r = 0; r < padded->rank; r++)
    bytes *= nest->stage[pad].tile[r];
  return 2 * bytes <= nest->sketch->cacheBytes;
}

bool asPadFeed(AsNest *nest) {
  const AsSketch *sketch = nest->sketch;
  const AsProgram *program = sketch->program;
  const AsStage *feeder = &program->stages[sketch->feeder];
  const AsAccess *result = asStageResult(feeder);
  int pad = paddedAfter(sketch);
  const AsNestStage *around = &nest->stage[pad];
  for (int s = 0; s <= sketch->feeder; s++) {
    AsNestStage *own = &nest->stage[s];
    if (!sketch->feeds[s])
      continue;
    for (int l = 0; l < around->numLoops; l++) {
      int r = around->loop[l].dim;
      int loop = r < 0 ? -1 : asAccessLoop(result, feeder, r);
      own->loop[l] = around->loop[l];
      own->loop[l].dim = (int16_t)(loop < 0 ? -1 : sketch->loopMap[s][loop]);
    }
    own->numLoops = own->shared = around->numLoops;
    for (int r = 0; r < program->tensors[result->tensor].rank; r++) {
      int loop = asAccessLoop(result, feeder, r);
      int mine = loop < 0 ? -1 : sketch->loopMap[s][loop];
      if (mine >= 0)
        own->tile[mine] = imageTile(nest, pad, r);
    }
  }
  return around->numLoops > 0 && staysInCache(nest, pad);
}
