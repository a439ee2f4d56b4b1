//===- byte-views.h - Buffers as places in an array of bytes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_BYTE_VIEWS_H
#define AS_LOWERING_MEMORY_BYTE_VIEWS_H

#include "ir/ir.h"

/// Of an array of bytes, and of places in it that have a choice: a line of the
/// cache.
enum { AS_PLACE_ALIGNMENT = 64 };

/// Bytes of a buffer of that type; 0 where it is no plain array.
int64_t asByteViewSize(MlirType type);

/// Whether the memref.alloc can be a place in bytes: of a static size, and
/// aligned to no more than a line of the cache.
bool asMayBePlace(MlirOperation alloc);

/// Before `next`: an array of so many bytes.
MlirValue asInsertBytes(MlirOperation next, int64_t bytes);

/// Before `next`: the place at `offset`, as a buffer of that type.
MlirValue asInsertPlace(MlirOperation next, MlirValue bytes, int64_t offset,
                        MlirType type);

/// How many operations of the block are before it.
int asPositionOf(MlirOperation op);

#endif // AS_LOWERING_MEMORY_BYTE_VIEWS_H
