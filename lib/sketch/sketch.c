//===- sketch.c - What a sketch is and does
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sketch.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/sketch.h"
#include "sketch/band-loops.h"
#include "sketch/steps/step-ops.h"
#include <string.h>

const char *asKnobKindName(AsKnobKind kind) {
  static const char *const names[] = {
#define AS_NAME(suffix, name) name,
      AS_KNOB_KINDS(AS_NAME)
#undef AS_NAME
  };
  return (unsigned)kind < AS_NUM_KNOB_KINDS ? names[kind] : "unknown";
}

bool asSizeLeavesRest(const AsSketch *sketch, const AsSize *size,
                      int64_t extent) {
  if (size->knob < 0)
    return size->constant && extent % size->constant != 0;
  const AsKnob *knob = &sketch->knobs[size->knob];
  for (int o = 0; o < knob->numOptions; o++)
    if (extent % knob->options[o] != 0)
      return true;
  return false;
}

bool asStepFusesPads(const AsSketch *sketch, const AsStep *step) {
  for (int i = (int)(step - sketch->steps) + 1; i < sketch->numSteps; i++)
    if (sketch->steps[i].kind == AS_STEP_MATERIALISE_PADS)
      return true;
  return false;
}

bool asProducerMovesInOrder(const AsSketch *sketch, const AsStep *step) {
  int before = -1;
  bool isInOrder = step->stage > 0 && asNumTiled(step->fuse.size) > 0;
  for (int d = 0; d < AS_MAX_DIMS && isInOrder; d++)
    if (asSizeTiles(&step->fuse.size[d])) {
      isInOrder = sketch->loopMap[step->stage - 1][d] > before;
      before = sketch->loopMap[step->stage - 1][d];
    }
  return isInOrder;
}

double asSketchNumPoints(const AsSketch *sketch) {
  double points = 1;
  for (int k = 0; k < sketch->numKnobs; k++)
    points *= sketch->knobs[k].numOptions;
  return points;
}

bool asSketchHasStructures(const AsSketch *sketch) {
  return !sketch->isUser && sketch->numKnobs > 0 &&
         asBandsSchedule(sketch, &(AsPoint){{0}}) != NULL;
}

//===----------------------------------------------------------------------===//
// What a sketch does
//===----------------------------------------------------------------------===//

int asSketchPlain(const AsSketch *sketches, int numSketches) {
  for (int s = 0; s < numSketches; s++)
    if (sketches[s].numSteps == 0 && !sketches[s].isUser)
      return s;
  return -1;
}

bool asSketchVectorises(const AsSketch *sketch) {
  for (int i = 0; i < sketch->numSteps; i++)
    if (sketch->steps[i].kind == AS_STEP_VECTORISE)
      return true;
  return false;
}

bool asSketchReorders(const AsSketch *sketch) {
  const AsProgram *program = sketch->program;
  for (int i = 0; i < sketch->numSteps; i++) {
    if (!asStepOps(sketch->steps[i].kind)->reordersSums)
      continue;
    const AsStage *stage = &program->stages[sketch->steps[i].stage];
    const AsTensor *result = &program->tensors[asStageResult(stage)->tensor];
    if (asElementIsFloat(result->element) &&
        (stage->arithmetic[AS_ARITHMETIC_ADD] ||
         stage->arithmetic[AS_ARITHMETIC_MUL]))
      return true;
  }
  return false;
}

double asSketchOperandRoundoff(const AsSketch *sketch) {
  static const double ofTf32 = 0x1p-11; // A mantissa of 10 bits.
  const AsProgram *program = sketch->program;
  for (int i = 0; i < sketch->numSteps; i++) {
    const AsStep *step = &sketch->steps[i];
    if (step->kind != AS_STEP_MMA)
      continue;
    const AsAccess *operand = &program->stages[step->stage].access[0];
    if (program->tensors[operand->tensor].element == AS_ELEMENT_F32)
      return ofTf32;
  }
  return 0;
}
