//===- sanity.c - What holds for sketches, points and nests
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sanity.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/steps/step-ops.h"
#include <string.h>

bool asKnobIsSane(const AsSketch *sketch, int knob, AsKnobKind kind) {
  return knob >= 0 && knob < sketch->numKnobs &&
         sketch->knobs[knob].kind == kind;
}

bool asKnobOrNoneIsSane(const AsSketch *sketch, int knob, AsKnobKind kind) {
  return knob == -1 || asKnobIsSane(sketch, knob, kind);
}

bool asSizeIsSane(const AsSketch *sketch, const AsSize *size, AsKnobKind kind) {
  return asKnobOrNoneIsSane(sketch, size->knob, kind) && size->constant >= 0;
}

bool asSizesAreSane(const AsSketch *sketch, const AsSize size[AS_MAX_DIMS],
                    AsKnobKind kind) {
  for (int d = 0; d < AS_MAX_DIMS; d++)
    if (!asSizeIsSane(sketch, &size[d], kind))
      return false;
  return true;
}

bool asOperandIsSane(const AsSketch *sketch, int stage, int operand) {
  const AsProgram *program = sketch->program;
  return stage >= 0 && stage < program->numStages && operand >= 0 &&
         operand < program->stages[stage].numAccesses;
}

static bool knobsAreSane(const AsSketch *sketch) {
  for (int k = 0; k < sketch->numKnobs; k++) {
    const AsKnob *knob = &sketch->knobs[k];
    if (knob->numOptions < 1 || knob->numOptions > AS_MAX_OPTIONS ||
        knob->within >= k)
      return false;
    for (int other = 0; other < k; other++)
      if (strcmp(knob->name, sketch->knobs[other].name) == 0)
        return false;
  }
  return true;
}

static bool stepIsSane(const AsSketch *sketch, const AsStep *step) {
  if ((unsigned)step->kind >= AS_NUM_STEP_KINDS)
    return false;
  const AsStepOps *ops = asStepOps(step->kind);
  return !ops->isSane || ops->isSane(sketch, step);
}

bool asSketchIsSane(const AsSketch *sketch) {
  if (sketch->numKnobs > AS_MAX_KNOBS || sketch->numSteps > AS_MAX_STEPS ||
      !knobsAreSane(sketch))
    return false;
  for (int i = 0; i < sketch->numSteps; i++)
    if (!stepIsSane(sketch, &sketch->steps[i]))
      return false;
  return true;
}

bool asPointIsSane(const AsSketch *sketch, const AsPoint *point) {
  for (int k = 0; k < sketch->numKnobs; k++)
    if (point->choice[k] >= sketch->knobs[k].numOptions)
      return false;
  return true;
}

bool asNestIsSane(const AsNest *nest) {
  for (int s = 0; s < nest->numStages; s++) {
    const AsStage *stage = &nest->sketch->program->stages[s];
    const AsNestStage *own = &nest->stage[s];
    if (stage->kind == AS_STAGE_PAD || nest->sketch->feeds[s])
      continue; // Tiles overlap.
    for (int d = 0; d < stage->numDims; d++) {
      int64_t span = stage->extent[d];
      bool isEven = true;
      for (int l = 0; l < own->numLoops; l++) {
        const AsNestLoop *loop = &own->loop[l];
        if (loop->dim != d)
          continue;
        bool leavesRest = loop->span % loop->step != 0;
        bool isPadded = asNestIsParallel(loop) && span == stage->extent[d] &&
                        loop->span > span && loop->span - span < loop->step &&
                        !leavesRest;
        bool isOnly = loop->kind == AS_LOOP_BLOCKS && loop->span == 1;
        if ((loop->span != span && !isPadded) ||
            (asNestTrip(loop) < 2 && !isOnly) || (leavesRest && !isEven))
          return false;
        isEven &= !leavesRest && !isPadded;
        span = loop->step;
      }
      if (span != own->tile[d])
        return false;
    }
  }
  return true;
}
