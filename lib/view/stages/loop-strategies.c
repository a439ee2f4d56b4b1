//===- loop-strategies.c - What a schedule does with the loops of a stage
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See loop-strategies.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/loop-strategies.h"

static const char *const texts[][2] = {
#define AS_TEXTS(enumerator, name, meaning) {name, meaning},
    AS_LOOP_STRATEGIES(AS_TEXTS)
#undef AS_TEXTS
};

const char *asLoopStrategyName(AsLoopStrategy kind) { return texts[kind][0]; }
const char *asLoopStrategyMeaning(AsLoopStrategy kind) {
  return texts[kind][1];
}

/// What the loops of a kind are shared by; -1 for a serial one.
static int sharedBy(const AsNestLoop *loop) {
  static const int strategies[] = {
      [AS_LOOP_SERIAL] = -1,
      [AS_LOOP_PARALLEL] = AS_LOOPS_PARALLEL,
      [AS_LOOP_BLOCKS] = AS_LOOPS_BLOCKS,
      [AS_LOOP_THREADS] = AS_LOOPS_THREADS,
      [AS_LOOP_WARPS] = AS_LOOPS_WARPS,
      [AS_LOOP_LANES] = AS_LOOPS_LANES,
  };
  return strategies[loop->kind];
}

static bool isLoop(const AsNestLoop *loop) { return asNestTrip(loop) > 1; }

/// Of loops `begin` to the innermost.
static int countFrom(const AsNestStage *own, int begin) {
  int count = 0;
  for (int l = begin < 0 ? 0 : begin; l < own->numLoops; l++)
    count += isLoop(&own->loop[l]);
  return count;
}

/// The innermost loops that a result in registers is added to in: all are over
/// dimensions that are reduced.
static int countInRegisters(const AsStage *stage, const AsNestStage *own) {
  int count = 0;
  for (int l = own->numLoops - 1; l >= 0; l--) {
    const AsNestLoop *loop = &own->loop[l];
    if (!isLoop(loop))
      continue;
    if (loop->dim < 0 || !stage->isReduction[loop->dim] ||
        asNestIsParallel(loop))
      break;
    count++;
  }
  return count;
}

/// In how many loops something is used that is made around the innermost
/// `reused` of them.
static int countReused(const AsNestStage *own, int reused) {
  return reused > 0 ? countFrom(own, own->numLoops - reused) : 0;
}

static void countOperands(const AsStage *stage, const AsNestStage *own,
                          AsStageLoops *loops) {
  for (int a = 0; a < stage->numAccesses; a++) {
    int packed = countReused(own, own->packLoops[a]);
    int shared =
        own->shareDepth[a] < 0 ? 0 : countFrom(own, own->shareDepth[a]);
    if (loops->with[AS_LOOPS_PACKED] < packed)
      loops->with[AS_LOOPS_PACKED] = packed;
    if (own->packLoops[a] > 1 && loops->with[AS_LOOPS_HOISTED] < packed)
      loops->with[AS_LOOPS_HOISTED] = packed;
    if (loops->with[AS_LOOPS_SHARED] < shared)
      loops->with[AS_LOOPS_SHARED] = shared;
  }
}

AsStageLoops asStageLoopsCount(const AsNest *nest, int s) {
  const AsStage *stage = &nest->sketch->program->stages[s];
  const AsNestStage *own = &nest->stage[s];
  bool isVectorised = own->isVectorised && !own->isMma && !own->isWgmma;
  // Others are fused with the last stage, whose loops they are.
  int fused = s < nest->numStages - 1 ? own->shared : 0;
  AsStageLoops loops = {0};
  int *with = loops.with;
  int cuts[AS_MAX_DIMS] = {0};
  for (int l = 0; l < own->numLoops; l++) {
    const AsNestLoop *loop = &own->loop[l];
    if (!isLoop(loop))
      continue;
    loops.all++;
    int strategy = sharedBy(loop);
    if (strategy >= 0)
      with[strategy]++;
    with[AS_LOOPS_UNROLLED] += loop->unroll > 1;
    with[AS_LOOPS_FUSED] += l < fused;
    if (loop->dim < 0)
      continue;
    with[AS_LOOPS_TILED] += cuts[loop->dim]++ > 0;
    with[AS_LOOPS_PARTIAL] += own->isSplit && stage->isReduction[loop->dim];
  }
  for (int d = 0; d < stage->numDims; d++) {
    if (own->tile[d] <= 1)
      continue;
    loops.all++;
    with[AS_LOOPS_VECTORISED] += isVectorised;
    with[AS_LOOPS_TENSOR_CORES] += own->isMma || own->isWgmma;
    with[AS_LOOPS_TILED] += cuts[d] > 0;
    with[AS_LOOPS_PARTIAL] += own->isSplit && stage->isReduction[d];
  }
  if (own->isVectorised || own->isMma || own->isWgmma)
    with[AS_LOOPS_IN_REGISTERS] = countInRegisters(stage, own);
  countOperands(stage, own, &loops);
  return loops;
}
