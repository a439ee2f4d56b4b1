//===- memory-reserve.h - Memory set aside for when there is none
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// asAlloc and the others that never return NULL are called in hundreds of
// places, and from callbacks of MLIR, through which nothing can be unwound. So
// a run sets memory aside. The first allocation that fails frees it, notes that
// memory is short, and tries again; what writes files and records, and what
// starts more work, asks whether memory is short, and the run ends with
// AS_OUT_OF_MEMORY.
//
//   status = asMemoryBegin(&error);
//   ...
//   status = asMemoryEnd(status, &error);
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_MEMORY_RESERVE_H
#define AS_SUPPORT_MEMORY_RESERVE_H

#include "as/error.h"
#include <stdbool.h>
#include <stddef.h>

/// Fails with AS_OUT_OF_MEMORY where `bytes` (a megabyte or more) cannot be had
/// now, for a caller of LLVM, which would abort. Grows the stack of the first
/// thread to what a run needs.
AsStatus asMemoryFind(size_t bytes, AsError *error);

/// Sets memory aside for this thread. Calls do not nest.
AsStatus asMemoryBegin(AsError *error);

/// Gives it back. Returns `status`, or AS_OUT_OF_MEMORY where memory was short
/// since asMemoryBegin: whatever else was found since then may be due to it.
AsStatus asMemoryEnd(AsStatus status, AsError *error);

/// Whether memory was short since asMemoryBegin; false without one.
bool asMemoryIsShort(void);

/// Fails with AS_OUT_OF_MEMORY where asMemoryIsShort.
AsStatus asMemoryCheck(AsError *error);

/// Notes that memory is short, for one who can go on without the `bytes` that
/// were asked for. Without asMemoryBegin there is nobody to note it for: does
/// not return then.
void asMemoryNoteShort(size_t bytes);

/// For one who cannot go on: frees what was set aside, so that it is worth
/// trying again. Does not return where nothing is left of it.
void asMemoryUseReserve(size_t bytes);

#endif // AS_SUPPORT_MEMORY_RESERVE_H
