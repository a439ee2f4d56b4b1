//===- mma-operands.h - Operands of tensor cores in registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor cores take squares of 8 rows of 16 bytes along k. A lane has 4 bytes
// of a square in a register; four lanes have a row. Four squares are loaded at
// a time, two along the operand's own loop and two along k.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_MMA_OPERANDS_H
#define AS_LOWERING_GPU_TENSORCORE_MMA_OPERANDS_H

#include "lowering/gpu/thread-index.h"

/// Rows of a square, and squares that are loaded at a time.
enum { AS_GPU_SQUARE = 8, AS_GPU_SQUARES = 4 };

typedef struct AsGpuOperand {
  MlirValue memory; ///< The tile, in shared memory.
  int rank;
  MlirType element;
  int width;       ///< Elements of a square along k: 16 bytes.
  bool isAlongK;   ///< The tile is contiguous along k.
  int first, last; ///< The tile's dimensions of rows and within a row.
  bool isOwnFirst; ///< Squares are ordered by the own loop first, not by k.
  MlirValue row, column; ///< Of the lane's element, or of the row it addresses.
} AsGpuOperand;

/// Elements of a square's row.
int asGpuSquareWidth(MlirType element);

/// Computes `row` and `column` for `lane`, before `next`. All other members are
/// given.
void asGpuOperandOpen(AsGpuOperand *operand, MlirOperation next,
                      MlirValue lane);

/// Loads the squares at `own` and `own` + 8 along the operand's own loop, and
/// at `k` and `k` + `width`, as operands of instructions: f32 as tf32.
void asGpuOperandLoad(const AsGpuOperand *operand, MlirOperation next,
                      int64_t own, int64_t k,
                      MlirValue registers[AS_GPU_SQUARES]);

#endif // AS_LOWERING_GPU_TENSORCORE_MMA_OPERANDS_H
