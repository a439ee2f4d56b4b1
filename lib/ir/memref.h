//===- memref.h - Arrays in memory, and tensors in them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_MEMREF_H
#define AS_IR_MEMREF_H

#include "ir/ir.h"

/// A dense memref with the shape and the elements of a tensor of static shape.
MlirType asIrMemoryType(MlirType tensor);

/// Whole bytes that an element takes: an integer, an index, a float,
/// a complex number or a vector.
int64_t asIrElementBytes(MlirType element);

/// Bytes that the elements of a tensor or memref of static shape take.
int64_t asIrShapedBytes(MlirType shaped);

/// Whether an extent of the tensor or memref is 0.
bool asIrHasNoElements(MlirType shaped);

/// A private memref.global before `next`. `value` is a unit attribute where it
/// has none to begin with.
MlirOperation asIrInsertGlobal(MlirOperation next, MlirAttribute name,
                               MlirType type, MlirAttribute value);

/// memref.get_global; `name` refers to the global.
MlirValue asIrInsertGetGlobal(MlirOperation next, MlirType type,
                              MlirAttribute name);

/// memref.alloc of static size; `alignment` is 0 where none is asked for.
MlirValue asIrInsertAlloc(MlirOperation next, MlirType type, int64_t alignment);

/// memref.alloca of static size.
MlirValue asIrInsertAlloca(MlirOperation next, MlirType type);

/// The elements of `memory`, which is known by no other name, as a tensor.
MlirValue asIrInsertToTensor(MlirOperation next, MlirValue memory,
                             MlirType tensor, bool isWritable);

/// Makes a tensor in `memory`, which is known by no other name.
void asIrInsertStore(MlirOperation next, MlirValue tensor, MlirValue memory);

/// What a buffer is a part of, or is another view of.
MlirValue asIrMemoryRoot(MlirValue buffer);

/// Whether it writes its operand `i`, a buffer: or else reads it.
bool asIrWrites(MlirOperation op, intptr_t i);

#endif // AS_IR_MEMREF_H
