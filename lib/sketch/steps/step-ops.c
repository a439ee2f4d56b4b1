//===- step-ops.c - What each kind of step does
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See step-ops.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"
#include "sketch/sanity.h"

const AsStepOps *asStepOps(AsStepKind kind) {
  static const AsStepOps *const table[] = {
#define AS_STEP_ROW(suffix, ops) &ops,
      AS_STEP_KINDS(AS_STEP_ROW)
#undef AS_STEP_ROW
  };
  return table[kind];
}

AsStep asStepMake(AsStepKind kind, int stage) {
  AsStep step = {.kind = kind, .stage = stage};
  if (asStepOps(kind)->clear)
    asStepOps(kind)->clear(&step);
  return step;
}

const char *asStepKindName(AsStepKind kind) { return asStepOps(kind)->name; }

const AsSize *asStepSizes(const AsStep *step) {
  // The members of all steps that make loops begin like these.
  return asStepOps(step->kind)->makesLoops ? step->tile.size : NULL;
}

void asClearSizes(AsSize size[AS_MAX_DIMS]) {
  for (int d = 0; d < AS_MAX_DIMS; d++)
    size[d] = (AsSize){-1, 0};
}

void asClearTile(AsStep *step) { asClearSizes(step->tile.size); }

bool asTileIsSane(const AsSketch *sketch, const AsStep *step) {
  return asStageStepIsSane(sketch, step) &&
         asSizesAreSane(sketch, step->tile.size, AS_KNOB_TILE);
}

bool asStageStepIsSane(const AsSketch *sketch, const AsStep *step) {
  return step->stage >= 0 && step->stage < sketch->program->numStages;
}

bool asProgramStepIsSane(const AsSketch *sketch, const AsStep *step) {
  return step->stage == -1;
}
