//===- mma-operands.h - Operands of tensor cores, in registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor cores take squares of 8 rows of 16 bytes along k, of each of which a
// lane has 4 bytes in a register: a row for every four lanes. They are loaded
// by fours, two along the operand's own loop and two along k.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_MMA_OPERANDS_H
#define AS_LOWERING_GPU_TENSORCORE_MMA_OPERANDS_H

#include "lowering/gpu/thread-index.h"

/// Rows of a square, and how many squares are loaded at a time.
enum { AS_GPU_SQUARE = 8, AS_GPU_SQUARES = 4 };

typedef struct AsGpuOperand {
  MlirValue memory; ///< The tile, in shared memory.
  int rank;
  MlirType element;
  int width;       ///< Of a square along k: elements of 16 bytes.
  bool isAlongK;   ///< The tile's last dimension is what is summed up.
  int first, last; ///< Dimensions: of its rows in memory, and within these.
  bool isOwnFirst; ///< Registers go by the operand's own loop first, not by k.
  MlirValue row, column; ///< Of what a lane loads from, or says the place of.
} AsGpuOperand;

/// Elements of a row of a square.
int asGpuSquareWidth(MlirType element);

/// Finds out, before `next`, where `lane` finds its share of any squares. What
/// is before that in the struct is given.
void asGpuOperandOpen(AsGpuOperand *operand, MlirOperation next,
                      MlirValue lane);

/// Loads the squares at `own` and `own` + 8 along the operand's own loop, and
/// at `k` and `k` + its width, as instructions take them: f32 as tf32.
void asGpuOperandLoad(const AsGpuOperand *operand, MlirOperation next,
                      int64_t own, int64_t k,
                      MlirValue registers[AS_GPU_SQUARES]);

#endif // AS_LOWERING_GPU_TENSORCORE_MMA_OPERANDS_H
