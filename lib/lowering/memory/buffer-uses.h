//===- buffer-uses.h - What operations do with buffers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_BUFFER_USES_H
#define AS_LOWERING_MEMORY_BUFFER_USES_H

#include "ir/ir.h"

/// Whether the operation makes another view of its first operand.
bool asIsBufferView(MlirOperation op);

/// Whether operand `i`, a buffer, may be written, or go where that cannot be
/// seen.
bool asMayWriteBuffer(MlirOperation op, intptr_t i);

/// Whether the call only reads the buffer that it gets as operand `i`.
bool asCallReads(MlirModule module, MlirOperation call, intptr_t i);

/// The value that the operation fills *memory with: of a linalg.fill, or of the
/// linalg.map that bufferisation makes of a tensor.pad, if it yields one value
/// from outside. Null if it is no fill.
MlirValue asFillValue(MlirOperation op, MlirValue *memory);

#endif // AS_LOWERING_MEMORY_BUFFER_USES_H
