//===- memref.h - Build and query memrefs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_MEMREF_H
#define AS_IR_MEMREF_H

#include "ir/op-builder.h"

/// The dense memref type with the shape and element type of a tensor of static
/// shape.
MlirType asIrMemoryType(MlirType tensor);

/// Bits of an element of a tensor, memref or vector, or of a number; 0 where
/// it is neither integer nor float.
int asIrElementBits(MlirType type);

/// Bytes from an element (integer, index, float, complex or vector) to the next
/// one in memory: those of i24 are four bytes apart.
int64_t asIrElementBytes(MlirType element);

/// Bytes of all elements of a tensor or memref of static shape.
int64_t asIrShapedBytes(MlirType shaped);

/// Whether a dimension of the tensor or memref has size 0.
bool asIrHasNoElements(MlirType shaped);

/// Inserts a private memref.global. `value` is a unit attribute for
/// uninitialised memory.
MlirOperation asIrInsertGlobal(MlirOperation next, MlirAttribute name,
                               MlirType type, MlirAttribute value);

/// Inserts a memref.get_global; `name` is a symbol reference.
MlirValue asIrInsertGetGlobal(MlirOperation next, MlirType type,
                              MlirAttribute name);

/// Inserts a memref.dim.
MlirValue asIrInsertMemoryDim(MlirOperation next, MlirValue memory,
                              intptr_t dim);

/// Inserts a memref.alloc of static size; `alignment` is 0 for none.
MlirValue asIrInsertAlloc(MlirOperation next, MlirType type, int64_t alignment);

/// Inserts a memref.alloca of static size.
MlirValue asIrInsertAlloca(MlirOperation next, MlirType type);

/// Inserts a bufferization.to_tensor with `restrict`: no other value may alias
/// `memory`.
MlirValue asIrInsertToTensor(MlirOperation next, MlirValue memory,
                             MlirType tensor, bool isWritable);

/// Inserts a bufferization.alloc_tensor: memory of its own, of static size.
MlirValue asIrInsertAllocTensor(MlirOperation next, MlirType type);

/// Inserts a bufferization.alloc_tensor that copies `tensor`: a value with
/// memory of its own.
MlirValue asIrInsertTensorCopy(MlirOperation next, MlirValue tensor);

/// Inserts a bufferization.materialize_in_destination with `restrict`: no other
/// value may alias `memory`.
void asIrInsertStore(MlirOperation next, MlirValue tensor, MlirValue memory);

/// Puts a load or store of another form in the place of `access`, which is one,
/// and destroyed. The parts need no results: they are those of `access`.
void asIrReplaceAccess(MlirOperation access, const AsIrParts *parts);

/// Whether the elements of a row of a memref follow each other.
bool asIrHasUnitStride(MlirType memory);

/// The buffer that `buffer` is a view of, through any number of memref
/// operations; `buffer` itself if it is not a view.
MlirValue asIrMemoryRoot(MlirValue buffer);

/// Whether the operation writes operand `i`, a memref; otherwise it reads it.
bool asIrWrites(MlirOperation op, intptr_t i);

/// The memref of the shape, elements and memory space of `type`, of rank at
/// most 16, with these strides at any offset.
MlirType asIrStridedMemRef(MlirType type, const int64_t *strides);

#endif // AS_IR_MEMREF_H
