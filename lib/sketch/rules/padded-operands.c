//===- padded-operands.c - Operands with zeros behind them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See padded-operands.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/padded-operands.h"
#include <string.h>

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
