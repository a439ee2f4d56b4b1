//===- packed-transpose.h - Operands that are transposed as they are packed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the lanes index another dimension of a packed operand than the last
// one, its packed tiles have them last. Upstream transposes squares of elements
// in registers; all tiles of the two loops are whole squares therefore. In the
// script a linalg.transpose turns each tile back where it is read, and vanishes
// when that is vectorised; steps that tile or vectorise the consumer take it
// along.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_STEPS_PACKED_TRANSPOSE_H
#define AS_SKETCH_STEPS_PACKED_TRANSPOSE_H

#include "sketch/script-writer.h"

/// The side of the squares of elements that are turned in registers: whole
/// vectors, as many as there are elements in one. 0 where those would be too
/// many for the registers.
int64_t asTurnedSquare(int vectorBytes, AsElement element);

/// The dimension of the operand that the lanes index, where that is not the
/// last one: then packed tiles have the two exchanged. -1 where nothing is to
/// be turned.
int asTurnedDim(const AsProgram *program, const AsStage *stage,
                const AsAccess *access);

/// Fuses what turns a packed operand back into the last of the `count` loops
/// %lLOOPS that were made of its consumer: there it becomes a vector that only
/// changes its shape.
void asWriteTurnInside(AsWriter *writer, int loops, int count);

/// Vectorises what turns tiles of a packed operand: that in the consumer, and
/// those in the copy, by squares that upstream turns in registers.
void asWriteTurns(AsWriter *writer);

#endif // AS_SKETCH_STEPS_PACKED_TRANSPOSE_H
