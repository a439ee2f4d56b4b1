//===- symbol-closure.h - What a symbol needs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_SYMBOL_CLOSURE_H
#define AS_IR_SYMBOL_CLOSURE_H

#include "ir/ir.h"

/// Operations of a module that have a symbol: those that were asked for, then
/// all that these refer to, directly or not. Starts as {0}.
typedef struct AsIrReach {
  MlirOperation *ops;
  int count, capacity;
} AsIrReach;

/// Adds `root`, an operation directly in `module`, and what it needs.
void asIrReachFrom(MlirModule module, MlirOperation root, AsIrReach *reach);

/// Adds what `op` itself refers to.
void asIrReachNext(MlirModule module, MlirOperation op, AsIrReach *reach);

bool asIrReaches(const AsIrReach *reach, MlirOperation op);

/// Whether nobody outside of the module sees the symbol, which is in the LLVM
/// dialect.
bool asIrIsHidden(MlirOperation op);

void asIrReachFree(AsIrReach *reach);

#endif // AS_IR_SYMBOL_CLOSURE_H
