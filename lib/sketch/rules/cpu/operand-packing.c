//===- operand-packing.c - Operands that are copied to contiguous tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See operand-packing.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/cpu/operand-packing.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
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

/// Whether the operand can be packed with its lanes last: they are another
/// dimension of it, and it consists of squares that upstream turns in
/// registers.
static bool canTurn(const AsDerivation *derivation, int stage,
                    const AsAccess *access) {
  const AsStage *s = asStageOf(derivation, stage);
  int64_t square = squareOf(derivation, access);
  int lane = asLaneLoop(derivation, stage);
  int inner = innerLoop(derivation, stage, access);
  return inner >= 0 &&
         asAccessOuterLoop(derivation->sketch.program, s, access) == lane &&
         asLanesOf(derivation, stage) == square && square &&
         s->extent[inner] % square == 0 && s->extent[lane] % square == 0;
}

int asPackableOperand(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  for (int a = 0; a < s->numAccesses; a++) {
    const AsAccess *access = &s->access[a];
    if (access->isWrite ||
        asIsConstantOrFill(derivation->sketch.program, access->tensor))
      continue;
    int rank = derivation->sketch.program->tensors[access->tensor].rank;
    bool byLane = rank > 0 && asAccessLoop(access, s, rank - 1) == lane;
    bool byRow = row >= 0 && asAccessUses(access, row);
    if (!byRow && (byLane || canTurn(derivation, stage, access)))
      return a;
  }
  return -1;
}

/// Where the operand is turned, the tiles of its loops so far are whole
/// squares.
static void cutIntoSquares(AsDerivation *derivation, int stage,
                           const AsAccess *access) {
  int lane = asLaneLoop(derivation, stage);
  int inner = innerLoop(derivation, stage, access);
  if (inner < 0 || inner == lane)
    return;
  AsSketch *sketch = &derivation->sketch;
  for (int i = 0; i < sketch->numSteps; i++)
    for (int d = 0; asStepSizes(&sketch->steps[i]) && d < AS_MAX_DIMS; d++) {
      AsStep *step = &sketch->steps[i];
      int loop = asSketchLoopWith(sketch, stage, step->stage, d);
      if (loop == lane || loop == inner)
        asKeepMultiples(derivation, &step->tile.size[d],
                        squareOf(derivation, access));
    }
}

void asPackOperand(AsDerivation *derivation, int stage) {
  static const int64_t loops[] = {2, 3, 4};
  AsStep *step = asDerivationStep(derivation, AS_STEP_PACK, stage);
  step->pack.operand = asPackableOperand(derivation, stage);
  step->pack.hoistKnob =
      asDerivationKnob(derivation, AS_KNOB_HOIST, "pack_loops", loops, 3, true);
  cutIntoSquares(derivation, stage,
                 &asStageOf(derivation, stage)->access[step->pack.operand]);
}

/// The operand that the rows index and that is better read from a copy, or -1:
/// its last dimension is the rows, and not the reduction, so that each
/// iteration of that reads a line of its own; or the rows compete for lines; or
/// it is short, and would be widened again for each vector of lanes.
static int rowOperand(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  const AsProgram *program = derivation->sketch.program;
  int row = asRowLoop(derivation, stage);
  for (int a = 0; a < s->numAccesses && row >= 0; a++) {
    const AsAccess *access = &s->access[a];
    const AsTensor *tensor = &program->tensors[access->tensor];
    if (access->isWrite || asIsConstantOrFill(program, access->tensor) ||
        tensor->rank < 2)
      continue;
    int last = asAccessLoop(access, s, tensor->rank - 1);
    bool sums = asAccessUses(access, row) && last >= 0 && s->isReduction[last];
    if (last == row || (sums && (asRowsCompete(program, s, access, row) ||
                                 asMultipliesShort(derivation, stage))))
      return a;
  }
  return -1;
}

void asPackRows(AsDerivation *derivation, int stage) {
  int operand = rowOperand(derivation, stage);
  if (operand >= 0)
    asDerivationStep(derivation, AS_STEP_PACK, stage)->pack.operand = operand;
}
