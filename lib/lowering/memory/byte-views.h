//===- byte-views.h - View byte arrays as buffers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds an array of bytes and the buffers at constant offsets in it:
//
//   %bytes = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
//   %a = memref.view %bytes[%c128][] : memref<256xi8> to memref<4x8xf32>
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_BYTE_VIEWS_H
#define AS_LOWERING_MEMORY_BYTE_VIEWS_H

#include "ir/ir.h"

/// Alignment of byte arrays, and of offsets that are free to choose: a cache
/// line.
enum { AS_BYTE_VIEW_ALIGNMENT = 64 };

/// Bytes of a buffer of the type; 0 unless it is a dense memref of static
/// shape, in the default memory space, with elements that as-opt knows.
int64_t asByteViewSize(MlirType type);

/// Whether the operation is a memref.alloc of static size that is aligned to at
/// most a cache line, so that a view can replace it.
bool asCanBeByteView(MlirOperation alloc);

/// Inserts before `next` an allocation of so many bytes.
MlirValue asInsertByteArray(MlirOperation next, int64_t bytes);

/// Inserts before `next` the view of `bytes` at `offset` as a buffer of the
/// type.
MlirValue asInsertByteView(MlirOperation next, MlirValue bytes, int64_t offset,
                           MlirType type);

/// The same at an index that is computed.
MlirValue asInsertByteViewAt(MlirOperation next, MlirValue bytes, MlirValue at,
                             MlirType type);

/// The number of operations before `op` in its block.
int asPositionOf(MlirOperation op);

#endif // AS_LOWERING_MEMORY_BYTE_VIEWS_H
