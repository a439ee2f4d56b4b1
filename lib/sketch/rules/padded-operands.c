//===- padded-operands.c - Products with zeros behind their operands
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See padded-operands.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/padded-operands.h"
#include "sketch/rules/stage-queries.h"
#include <string.h>

enum { FILL, AFTER = AS_FILLED_PRODUCT + 1 };

int64_t asRoundUp(int64_t extent, int64_t unit) {
  return (extent + unit - 1) / unit * unit;
}

int asAddTensor(AsProgram *program, AsTensor tensor) {
  program->tensors[program->numTensors] = tensor;
  return program->numTensors++;
}

AsTensor asRoundedTensor(const AsProgram *program, const AsStage *whole,
                         const AsAccess *access, int producer) {
  AsTensor tensor = program->tensors[access->tensor];
  tensor.producer = producer;
  tensor.isFixed = tensor.isConstant = false;
  for (int r = 0; r < tensor.rank; r++)
    tensor.shape[r] = whole->extent[asAccessLoop(access, whole, r)];
  return tensor;
}

/// The copy of an operand, with zeros behind it.
static AsStage padOf(const AsTensor *padded, int source, int result) {
  AsStage pad = {.kind = AS_STAGE_PAD,
                 .name = "tensor.pad",
                 .order = -1,
                 .numDims = padded->rank,
                 .numAccesses = 2};
  pad.access[0] = (AsAccess){.tensor = source, .isRead = true, .initial = -1};
  pad.access[1] = (AsAccess){.tensor = result, .isWrite = true, .initial = -1};
  for (int r = 0; r < padded->rank; r++) {
    pad.extent[r] = padded->shape[r];
    pad.access[0].factor[r][r] = pad.access[1].factor[r][r] = 1;
  }
  return pad;
}

void asPadOperand(AsProgram *program, const AsStage *whole, AsAccess *access) {
  int stage = program->numStages;
  AsTensor padded = asRoundedTensor(program, whole, access, stage);
  if (memcmp(padded.shape, program->tensors[access->tensor].shape,
             sizeof *padded.shape * (size_t)padded.rank) == 0)
    return;
  int source = access->tensor;
  access->tensor = asAddTensor(program, padded);
  program->stages[program->numStages++] =
      padOf(&padded, source, access->tensor);
}

bool asIsPlainlyIndexed(const AsProgram *program, const AsStage *stage) {
  for (int a = 0; a < stage->numAccesses; a++) {
    const AsAccess *access = &stage->access[a];
    for (int r = 0; r < program->tensors[access->tensor].rank; r++)
      if (asAccessLoop(access, stage, r) < 0)
        return false;
  }
  return true;
}

bool asIsFilledProduct(const AsProgram *program) {
  const AsStage *stages = program->stages;
  return (program->numStages == AFTER ||
          (program->numStages == AFTER + 1 &&
           stages[AFTER].kind == AS_STAGE_ELEMENTWISE &&
           stages[AFTER].numDims ==
               program
                   ->tensors[asStageResult(&stages[AS_FILLED_PRODUCT])->tensor]
                   .rank)) &&
         stages[FILL].kind == AS_STAGE_FILL && stages[FILL].isZero &&
         stages[AS_FILLED_PRODUCT].kind == AS_STAGE_CONTRACTION &&
         asIsPlainProduct(&stages[AS_FILLED_PRODUCT]) &&
         asStageResult(&stages[AS_FILLED_PRODUCT])->initial ==
             asStageResult(&stages[FILL])->tensor;
}

AsProgram *asRoundedProgram(const AsProgram *program, const AsStep *step,
                            AsArena *arena) {
  enum { newResults = 3 };
  AsStage whole = program->stages[AS_FILLED_PRODUCT];
  AsProgram *rounded = asArenaArray(arena, AsProgram, 1);
  *rounded = *program;
  rounded->numAfter = program->numStages - AFTER;
  rounded->tensors = asArenaArray(
      arena, AsTensor, program->numTensors + whole.numAccesses + newResults);
  memcpy(rounded->tensors, program->tensors,
         sizeof *rounded->tensors * (size_t)program->numTensors);
  rounded->stages = asArenaArray(arena, AsStage, AFTER + whole.numAccesses);
  rounded->stages[FILL] = program->stages[FILL];
  rounded->numStages = 1;
  for (int d = 0; d < whole.numDims; d++)
    if (step->round.multiple[d])
      whole.extent[d] = asRoundUp(whole.extent[d], step->round.multiple[d]);
  AsAccess *write = &whole.access[whole.numAccesses - 1];
  for (int a = 0; a < whole.numAccesses - 1; a++)
    asPadOperand(rounded, &whole, &whole.access[a]);
  AsTensor result = asRoundedTensor(program, &whole, write, rounded->numStages);
  AsTensor initial = result, empty = result;
  initial.producer = FILL;
  empty.producer = -1;
  write->tensor = asAddTensor(rounded, result);
  write->initial = asAddTensor(rounded, initial);
  AsStage *filling = &rounded->stages[FILL];
  AsAccess *filled = &filling->access[filling->numAccesses - 1];
  filled->tensor = write->initial;
  filled->initial = asAddTensor(rounded, empty);
  for (int r = 0; r < result.rank; r++)
    filling->extent[r] = result.shape[r];
  rounded->stages[rounded->numStages++] = whole;
  return rounded;
}
