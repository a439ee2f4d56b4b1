//===- loop-nest.c - The symbolic loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each step of the sketch does to the symbolic loops what its lines of the
// script do to the IR; that is in the step's file (steps/). Here are the cuts
// that they are made of.
//
//===----------------------------------------------------------------------===//

#include "sketch/band-loops.h"
#include "sketch/gpu-launch-limits.h"
#include "sketch/sanity.h"
#include "sketch/steps/step-ops.h"
#include <assert.h>
#include <string.h>

bool asNestPush(AsNestStage *stage, int dim, int64_t span, int64_t step,
                AsLoopKind kind) {
  if (stage->numLoops == AS_MAX_LOOPS || span > INT32_MAX)
    return false;
  stage->loop[stage->numLoops++] =
      (AsNestLoop){(int16_t)dim, (int8_t)kind, 1, (int32_t)span, (int32_t)step};
  return true;
}

/// Whether all that the loops around make of dim `d` is alike.
static bool isEven(const AsNest *nest, int s, int d) {
  const AsNestStage *stage = &nest->stage[s];
  bool isEven = true;
  for (int l = 0; l < stage->numLoops; l++)
    if (stage->loop[l].dim == d)
      isEven &=
          stage->loop[l].span % stage->loop[l].step == 0 &&
          stage->loop[l].span <= nest->sketch->program->stages[s].extent[d];
  return isEven;
}

bool asNestCut(AsNest *nest, int s, int d, int64_t size, AsLoopKind kind) {
  AsNestStage *stage = &nest->stage[s];
  int64_t span = stage->tile[d];
  if (size == 0 || size == span)
    return true;
  bool isPeeled = nest->sketch->program->stages[s].extent[d] % size != 0;
  if (span % size != 0 && (!isPeeled || span < 2 * size || !isEven(nest, s, d)))
    return false;
  stage->tile[d] = size;
  return asNestPush(stage, d, span, size, kind);
}

bool asNestCutPadded(AsNest *nest, int s, int d, int64_t size) {
  AsNestStage *stage = &nest->stage[s];
  int64_t tiles = (stage->tile[d] + size - 1) / size;
  stage->tile[d] = size;
  return tiles > 1 &&
         asNestPush(stage, d, tiles * size, size, AS_LOOP_PARALLEL);
}

bool asNestFitsRest(const AsNest *nest, int s, int d, const AsSize *size,
                    int64_t value) {
  const AsNestStage *stage = &nest->stage[s];
  bool fits = true;
  for (int l = 0; l < stage->numLoops && value; l++) {
    int64_t rest = stage->loop[l].span % stage->loop[l].step;
    if (stage->loop[l].dim == d)
      fits &= rest <= value || rest % value == 0;
  }
  return fits || asSizeLeavesRest(nest->sketch, size,
                                  nest->sketch->program->stages[s].extent[d]);
}

bool asNestTile(AsNest *nest, int s, const AsSize size[AS_MAX_DIMS],
                AsLoopKind kind, const AsPoint *point) {
  for (int d = 0; d < nest->sketch->program->stages[s].numDims; d++) {
    int64_t value = asSizeValue(nest->sketch, point, &size[d]);
    if (!asNestFitsRest(nest, s, d, &size[d], value) ||
        !asNestCut(nest, s, d, value, kind))
      return false;
  }
  return true;
}

static void startStage(AsNestStage *own, const AsProgram *program, int s) {
  own->numLoops = own->shared = own->sharedWithLast = 0;
  own->fusedWith = -1;
  own->innermost = own->padded = -1;
  own->mover = -1;
  memset(own->shift, 0, sizeof own->shift);
  memset(own->packLoops, -1, sizeof own->packLoops);
  memset(own->shareDepth, -1, sizeof own->shareDepth);
  own->isVectorised = own->isSplit = false;
  own->isMma = own->isWgmma = false;
  own->carry = asBandsCarry(program, s);
  own->isDiagonal = false;
  for (int d = 0; d < program->stages[s].numDims; d++)
    own->tile[d] = program->stages[s].extent[d];
}

bool asNestBuild(const AsSketch *sketch, const AsPoint *point, AsNest *nest) {
  assert(asPointIsSane(sketch, point));
  const AsProgram *program = sketch->program;
  nest->sketch = sketch;
  nest->numStages = program->numStages;
  nest->threads = nest->resident = nest->stages = 0;
  nest->isByTma = false;
  if (program->numStages > AS_MAX_STAGES) {
    nest->numStages = 0; // Only the plain sketch is offered for so many.
    return sketch->numSteps == 0;
  }
  for (int s = 0; s < program->numStages; s++)
    startStage(&nest->stage[s], program, s);
  for (int i = 0; i < sketch->numSteps; i++) {
    const AsStepOps *ops = asStepOps(sketch->steps[i].kind);
    if (ops->applyToNest && !ops->applyToNest(nest, &sketch->steps[i], point))
      return false;
  }
  assert(asNestIsSane(nest));
  return !sketch->gpu || asNestFitsGpu(nest);
}

int asNestLaneLoop(const AsProgram *program, const AsStage *stage,
                   const AsNestStage *own) {
  return own->innermost >= 0 ? own->innermost : asStageLaneLoop(program, stage);
}

int asNestCommonLoops(const AsNest *nest, int a, int b) {
  const AsNestStage *one = &nest->stage[a], *other = &nest->stage[b];
  bool areTogether = one->fusedWith == other->fusedWith;
  int from =
      areTogether || one->fusedWith < 0 ? one->shared : one->sharedWithLast;
  int to = areTogether || other->fusedWith < 0 ? other->shared
                                               : other->sharedWithLast;
  return from < to ? from : to;
}

void asNestPrint(const AsNest *nest, AsText *text) {
  static const char *const names[] = {
#define AS_NAME(suffix, name) name,
      AS_LOOP_KINDS(AS_NAME)
#undef AS_NAME
  };
  for (int s = 0; s < nest->numStages; s++) {
    const AsStage *stage = &nest->sketch->program->stages[s];
    if (stage->kind == AS_STAGE_PAD)
      continue;
    const AsNestStage *own = &nest->stage[s];
    asTextFormat(text, "%d %s:", stage->order, stage->name);
    for (int l = 0; l < own->numLoops; l++)
      asTextFormat(text, "%s %d %s", l ? "," : "", asNestTrip(&own->loop[l]),
                   names[own->loop[l].kind]);
    asTextAppendString(text, " | ");
    for (int d = 0; d < stage->numDims; d++)
      asTextFormat(text, "%s%lld", d ? "x" : "", (long long)own->tile[d]);
    asTextAppendString(text, "\n");
  }
}
