//===- shared-reduction.c - One reduction shared among threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule rfactor, for threads of a CPU and for blocks of a GPU. See
// docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "support/saturate.h"

/// The stage that reduces everything to a single result, if it is the only one
/// that reduces; else -1.
static int reducingStage(const AsProgram *program) {
  int found = -1;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *own = &program->stages[s];
    if (!asIsReduction(own))
      continue;
    for (int d = 0; d < own->numDims; d++)
      if (!own->isReduction[d] && own->extent[d] > 1)
        return -1;
    if (found >= 0 || !own->merges)
      return -1;
    found = s;
  }
  return found;
}

/// Whether a block that has so much of loop `d` has a loop for the threads of a
/// warp to go along.
static bool hasRow(const AsStage *stage, int d, int64_t size) {
  bool hasRow = size >= AS_GPU_WARP_THREADS;
  for (int inner = d + 1; inner < stage->numDims; inner++)
    hasRow |= stage->isReduction[inner] &&
              stage->extent[inner] >= AS_GPU_WARP_THREADS;
  return hasRow;
}

/// Of a GPU's blocks there are as many as there can be, up to a few for each
/// multiprocessor; each has several warps' work, but for short sums, which are
/// those of a few blocks. `inner` is what an iteration of loop `d` sums up.
static int64_t blocksOf(const AsStage *stage, int d, int64_t inner) {
  enum { mostBlocks = 512, least = 256 };
  int64_t extent = stage->extent[d], parts = 0;
  for (int64_t blocks = 2; blocks <= extent && blocks <= mostBlocks; blocks++)
    if (extent % blocks == 0 && hasRow(stage, d, extent / blocks) &&
        (!parts || extent / blocks * inner >= least))
      parts = blocks;
  return parts;
}

/// In how many parts the outermost loop of the reduction, `*d`, is shared
/// evenly; 0 where it is not.
static int64_t partsOf(const AsDerivation *derivation, const AsStage *stage,
                       int *d) {
  int threads = derivation->target->threads;
  int64_t inner = 1;
  for (*d = stage->numDims - 1; *d >= 0; (*d)--)
    inner = asTimes(inner, stage->extent[*d]);
  for (*d = 0; *d < stage->numDims; (*d)++) {
    int64_t extent = stage->extent[*d];
    inner /= extent;
    if (!stage->isReduction[*d] || extent <= threads)
      continue;
    if (derivation->target->gpu)
      return blocksOf(stage, *d, inner);
    return threads > 1 && extent % threads == 0 ? threads : 0;
  }
  return 0;
}

/// Where there are no results to share. One thread may yet be faster.
static AsRuleVerdict meetsRfactor(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int d;
  if (!asIsLastStage(derivation, stage) || derivation->isParallel ||
      !asHasLoops(derivation))
    return AS_RULE_PASS;
  int sum = reducingStage(program);
  return sum >= 0 && partsOf(derivation, &program->stages[sum], &d) > 1
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void applyRfactor(AsDerivation *derivation, int stage) {
  asMaterialisePads(derivation);
  int sum = reducingStage(derivation->sketch.program), d;
  const AsStage *s = asStageOf(derivation, sum);
  int64_t parts = partsOf(derivation, s, &d);
  AsStep *step = asDerivationStep(derivation, AS_STEP_RFACTOR, sum);
  step->tile.size[d].constant = s->extent[d] / parts;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isParallel = true;
}

const AsRule asRuleRfactor = {
    "rfactor", "a reduction shared among threads, partial results merged",
    meetsRfactor, applyRfactor};
