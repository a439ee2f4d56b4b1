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

/// Passes what `map` has of stage `from` on to the stages before it: the loop
/// of a producer along which a consumer's loop runs, in each of `count` places
/// of a row. Consumers come after producers: one sweep reaches all.
static void passDown(const AsProgram *program, int from, int count,
                     int8_t (*map)[AS_MAX_DIMS]) {
  for (int c = from; c > 0; c--) {
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
        int used = asAccessLoop(use, consumer, r);
        int made = asAccessLoop(result, producer, r);
        for (int d = 0; d < count && used >= 0 && made >= 0; d++)
          if (map[c][d] == used)
            map[p][d] = (int8_t)made;
      }
    }
  }
}

void asSketchMapLoops(AsSketch *sketch) {
  const AsProgram *program = sketch->program;
  memset(sketch->loopMap, -1, sizeof sketch->loopMap);
  int last = program->numStages - 1;
  findFeeder(sketch);
  mapOwnLoops(sketch, last);
  if (sketch->feeder >= 0)
    mapOwnLoops(sketch, sketch->feeder);
  passDown(program, last, AS_MAX_DIMS, sketch->loopMap);
}

/// Follows loop `d` of stage `root` to stage `s`, which comes before it.
static int followLoop(const AsProgram *program, int s, int root, int d) {
  int8_t map[AS_MAX_STAGES][AS_MAX_DIMS];
  memset(map, -1, sizeof map);
  map[root][0] = (int8_t)d;
  passDown(program, root, 1, map);
  return map[s][0];
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
