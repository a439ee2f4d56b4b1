//===- operand-packing.c - Operands that are turned while they are packed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the lanes index another dimension of an operand than the last one, its
// packed tiles have them last. Upstream turns squares of elements in registers;
// so that there are no others, all tiles of the two loops are whole squares.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include "sketch/steps/packed-transpose.h"

static int64_t squareOf(const AsDerivation *derivation,
                        const AsAccess *access) {
  return asTurnedSquare(
      derivation->target->vectorBytes,
      derivation->sketch.program->tensors[access->tensor].element);
}

/// The loop that indexes the last dimension of the operand, or -1.
static int innerLoop(const AsDerivation *derivation, int stage,
                     const AsAccess *access) {
  int rank = derivation->sketch.program->tensors[access->tensor].rank;
  return rank > 1 ? asAccessLoop(access, asStageOf(derivation, stage), rank - 1)
                  : -1;
}

bool asCanTurn(const AsDerivation *derivation, int stage,
               const AsAccess *access) {
  const AsStage *s = asStageOf(derivation, stage);
  int64_t square = squareOf(derivation, access);
  int rank = derivation->sketch.program->tensors[access->tensor].rank;
  int lane = asLaneLoop(derivation, stage);
  int inner = innerLoop(derivation, stage, access);
  return inner >= 0 && asAccessLoop(access, s, rank - 2) == lane &&
         asLanesOf(derivation, stage) == square && square &&
         s->extent[inner] % square == 0 && s->extent[lane] % square == 0;
}

/// A loop that no option cuts into squares is not cut.
static void keepMultiples(AsDerivation *derivation, AsSize *size,
                          int64_t square) {
  if (size->knob < 0) {
    size->constant -= size->constant % square ? size->constant : 0;
    return;
  }
  AsKnob *knob = &derivation->sketch.knobs[size->knob];
  int64_t *options = asArenaArray(derivation->arena, int64_t, knob->numOptions);
  int count = 0;
  for (int o = 0; o < knob->numOptions; o++)
    if (knob->options[o] % square == 0)
      options[count++] = knob->options[o];
  if (count == 0) // Every point names all knobs.
    options[count++] = knob->extent;
  knob->options = options;
  knob->numOptions = count;
}

void asCutIntoSquares(AsDerivation *derivation, int stage,
                      const AsAccess *access) {
  int lane = asLaneLoop(derivation, stage);
  int inner = innerLoop(derivation, stage, access);
  if (inner < 0 || inner == lane)
    return;
  AsSketch *sketch = &derivation->sketch;
  int last = sketch->program->numStages - 1;
  for (int i = 0; i < sketch->numSteps; i++)
    for (int d = 0; asStepSizes(&sketch->steps[i]) && d < AS_MAX_DIMS; d++) {
      AsStep *step = &sketch->steps[i];
      int loop = step->stage == stage  ? d
                 : step->stage == last ? sketch->loopMap[stage][d]
                                       : -1;
      if (loop == lane || loop == inner)
        keepMultiples(derivation, &step->tile.size[d],
                      squareOf(derivation, access));
    }
}
