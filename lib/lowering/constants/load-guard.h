//===- load-guard.h - Refuse calls before weights are loaded
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function whose constant arguments are packed by as_load_NAME would read
// zeros if it were called first. A flag in the module says whether as_load_NAME
// has run.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_LOAD_GUARD_H
#define AS_LOWERING_CONSTANTS_LOAD_GUARD_H

#include "ir/ir.h"

/// Lets `load` set a new flag when it is done, and `function` print a message
/// and abort if it is called while the flag is not set.
void asGuardLoad(MlirSymbolTable symbols, MlirOperation function,
                 MlirOperation load);

#endif // AS_LOWERING_CONSTANTS_LOAD_GUARD_H
