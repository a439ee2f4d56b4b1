//===- memory.h - The memory that a function takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_MEMORY_H
#define AS_RUN_MEMORY_H

#include "ir/ir.h"
#include "support/text.h"

/// In bytes.
typedef struct AsMemory {
  double constants; ///< That the function's part of the module has.
  double variables; ///< Arrays of the module that are there from call to call.
  double buffers;   ///< Arguments and results.
  double added;     ///< By the first run, at its highest; -1: not known.
} AsMemory;

/// Adds up what the function called `name` of a lowered module refers to.
void asMemoryCount(MlirModule lowered, const char *name, AsMemory *memory);

/// Appends a line, or a member of a JSON object.
void asMemoryPrint(const AsMemory *memory, AsText *text);
void asMemoryJson(const AsMemory *memory, AsText *text);

#endif // AS_RUN_MEMORY_H
