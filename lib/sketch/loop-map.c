//===- loop-map.c - Which loops of the stages move together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a stage is fused with the last one, each of its loops goes along with
// one of that stage's, or with none. Stages that make an image which is then
// padded go along with the loops of the feeder, which are others.
//
//===----------------------------------------------------------------------===//

#include "sketch/sketch.h"
#include <string.h>

/// What makes the image of a pad, and all that this is made of.
static void findFeeder(AsSketch *sketch) {
  const AsProgram *program = sketch->program;
  sketch->feeder = -1;
  memset(sketch->feeds, 0, sizeof sketch->feeds);
  for (int s = program->numStages - 1; s >= 0; s--) {
    const AsStage *stage = &program->stages[s];
    for (int a = 0; a < stage->numAccesses; a++) {
      const AsAccess *use = &stage->access[a];
      int tensor = use->isWrite ? use->initial : use->tensor;
      int p = tensor >= 0 ? program->tensors[tensor].producer : -1;
      bool isPadded = stage->kind == AS_STAGE_PAD && !use->isWrite;
      if (p < 0 || p >= s || !(isPadded || sketch->feeds[s]) ||
          program->stages[p].kind == AS_STAGE_PAD)
        continue;
      sketch->feeds[p] = true;
      sketch->feeder = p > sketch->feeder ? p : sketch->feeder;
    }
  }
}

/// Each loop of the stage moves with itself.
static void mapOwnLoops(AsSketch *sketch, int s) {
  for (int d = 0; d < AS_MAX_DIMS; d++)
    sketch->loopMap[s][d] =
        (int8_t)(d < sketch->program->stages[s].numDims ? d : -1);
}

void asSketchMapLoops(AsSketch *sketch) {
  const AsProgram *program = sketch->program;
  memset(sketch->loopMap, -1, sizeof sketch->loopMap);
  int last = program->numStages - 1;
  findFeeder(sketch);
  mapOwnLoops(sketch, last);
  if (sketch->feeder >= 0)
    mapOwnLoops(sketch, sketch->feeder);
  // Consumers come after producers: one sweep from the last stage reaches all.
  for (int c = last; c > 0; c--) {
    const AsStage *consumer = &program->stages[c];
    for (int a = 0; a < consumer->numAccesses; a++) {
      const AsAccess *use = &consumer->access[a];
      int tensor = use->isWrite ? use->initial : use->tensor;
      int p = tensor >= 0 ? program->tensors[tensor].producer : -1;
      if (p < 0 || p >= c || consumer->kind == AS_STAGE_PAD)
        continue;
      const AsStage *producer = &program->stages[p];
      const AsAccess *result = asStageResult(producer);
      for (int r = 0; r < program->tensors[tensor].rank; r++) {
        int from = asAccessLoop(use, consumer, r);
        int to = asAccessLoop(result, producer, r);
        for (int d = 0; d < AS_MAX_DIMS && from >= 0 && to >= 0; d++)
          if (sketch->loopMap[c][d] == from)
            sketch->loopMap[p][d] = (int8_t)to;
      }
    }
  }
}

/// Follows loop `d` of stage `root` to stage `s`, which comes before it.
static int followLoop(const AsProgram *program, int s, int root, int d) {
  int8_t own[AS_MAX_STAGES];
  memset(own, -1, sizeof own);
  own[root] = (int8_t)d;
  for (int c = root; c > s; c--) {
    const AsStage *consumer = &program->stages[c];
    for (int a = 0; a < consumer->numAccesses && own[c] >= 0; a++) {
      const AsAccess *use = &consumer->access[a];
      int tensor = use->isWrite ? use->initial : use->tensor;
      int p = tensor >= 0 ? program->tensors[tensor].producer : -1;
      if (p < 0 || p >= c || consumer->kind == AS_STAGE_PAD)
        continue;
      const AsStage *producer = &program->stages[p];
      const AsAccess *result = asStageResult(producer);
      for (int r = 0; r < program->tensors[tensor].rank; r++) {
        int to = asAccessLoop(result, producer, r);
        if (asAccessLoop(use, consumer, r) == own[c] && to >= 0)
          own[p] = (int8_t)to;
      }
    }
  }
  return own[s];
}

int asSketchLoopWith(const AsSketch *sketch, int s, int root, int d) {
  if (s == root)
    return d;
  if (sketch->feeds[s] != sketch->feeds[root])
    return -1;
  if (s < root && root != sketch->program->numStages - 1 &&
      root != sketch->feeder)
    return followLoop(sketch->program, s, root, d);
  for (int l = 0; l < AS_MAX_DIMS; l++)
    if (sketch->loopMap[root][l] == d)
      return sketch->loopMap[s][l];
  return -1;
}
