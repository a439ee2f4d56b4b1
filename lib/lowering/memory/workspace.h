//===- workspace.h - Memory that a function keeps between calls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that allocates the same memory in each call can as well have it
// for as long as it is loaded. One call at a time uses it; one that finds it
// taken, by another thread or further up on the stack, allocates as it would
// without.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_WORKSPACE_H
#define AS_LOWERING_MEMORY_WORKSPACE_H

#include "as/error.h"
#include "ir/ir.h"

/// Gives `function` so many bytes, aligned to a line of the cache: from before
/// `first` to before `last`, operations of its body, they are *memory, a memref
/// of i8. They are allocated in each call unless `isKept`.
AsStatus asWorkspaceInsert(MlirOperation function, int64_t bytes, bool isKept,
                           MlirOperation first, MlirOperation last,
                           MlirValue *memory, AsError *error);

#endif // AS_LOWERING_MEMORY_WORKSPACE_H
