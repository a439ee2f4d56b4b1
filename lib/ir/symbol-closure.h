//===- symbol-closure.h - Collect the symbols that a symbol refers to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_SYMBOL_CLOSURE_H
#define AS_IR_SYMBOL_CLOSURE_H

#include "ir/ir.h"

/// A list of symbol operations of a module: roots, and everything that they
/// refer to, directly or not. Initialise with {0}.
typedef struct AsIrReach {
  MlirOperation *ops;
  int count, capacity;
} AsIrReach;

/// Adds `root`, an operation at the top level of `module`, and all symbols that
/// it refers to, directly or not.
void asIrReachFrom(MlirModule module, MlirOperation root, AsIrReach *reach);

/// Adds `op` alone; does nothing if it is null or in the list.
void asIrReachAdd(AsIrReach *reach, MlirOperation op);

/// Adds the symbols that `op` refers to directly.
void asIrReachNext(MlirModule module, MlirOperation op, AsIrReach *reach);

/// Whether the list contains `op`.
bool asIrReaches(const AsIrReach *reach, MlirOperation op);

/// Whether the symbol, an operation of the LLVM dialect, has internal or
/// private linkage.
bool asIrIsHidden(MlirOperation op);

/// Frees the list and empties it.
void asIrReachFree(AsIrReach *reach);

#endif // AS_IR_SYMBOL_CLOSURE_H
