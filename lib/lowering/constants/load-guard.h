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

#include "as/error.h"
#include "ir/ir.h"

/// Lets `load` set a new flag when it is done, and `function` write a message
/// to stderr and abort if it is called while the flag is not set.
/// AS_INVALID_INPUT if the module has functions of its own that are called as
/// those of the C library which this takes.
AsStatus asGuardLoad(MlirSymbolTable symbols, MlirOperation function,
                     MlirOperation load, AsError *error);

#endif // AS_LOWERING_CONSTANTS_LOAD_GUARD_H
