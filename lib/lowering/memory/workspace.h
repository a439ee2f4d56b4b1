//===- workspace.h - Keep a workspace between calls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that allocates the same memory in each call can keep it while the
// module is loaded. Only one call uses it at a time, of one function or of all
// that share it; others, from another
// thread or a recursive call, allocate memory of their own.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_WORKSPACE_H
#define AS_LOWERING_MEMORY_WORKSPACE_H

#include "as/error.h"
#include "ir/ir.h"

/// Memory that stays between calls. Functions that give one name share it.
typedef struct AsKeptMemory {
  const char *name; ///< Of a global of the module; null keeps nothing.
  int64_t bytes;    ///< At least as many as each function takes.
  bool isShared;    ///< Whether a global of that name that is there is taken.
} AsKeptMemory;

/// Inserts a workspace of so many bytes, aligned to a cache line, into
/// `function`. *memory is a memref of i8, valid from before `first` to before
/// `last`, operations of the function's body. Each call allocates it unless it
/// is kept.
AsStatus asWorkspaceInsert(MlirOperation function, int64_t bytes,
                           AsKeptMemory kept, MlirOperation first,
                           MlirOperation last, MlirValue *memory,
                           AsError *error);

#endif // AS_LOWERING_MEMORY_WORKSPACE_H
