//===- vector-transfer.h - Insert transfers of vectors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors lie along the last dimensions of memory, and all their elements are
// in bounds. `indices` are those of the first element, one for each dimension
// of the memory, of which there are AS_IR_MOST_INDICES at most.
//
//   %v = vector.transfer_read %memory[%i, %j], %poison {in_bounds = [true]}
//       : memref<4x64xi8>, vector<16xi8>
//   vector.transfer_write %v, %memory[%i, %j] {in_bounds = [true]} : ...
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_VECTOR_TRANSFER_H
#define AS_IR_VECTOR_TRANSFER_H

#include "ir/ir.h"

enum { AS_IR_MOST_INDICES = 16 };

/// Inserts a read of a vector of the type.
MlirValue asIrInsertVectorRead(MlirOperation next, MlirValue memory,
                               const MlirValue *indices, MlirType vector);

/// Inserts a write of the vector.
void asIrInsertVectorWrite(MlirOperation next, MlirValue vector,
                           MlirValue memory, const MlirValue *indices);

#endif // AS_IR_VECTOR_TRANSFER_H
