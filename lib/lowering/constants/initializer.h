//===- initializer.h - What runs before the rest of a module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whichever of its functions is called first has it run, and of threads that
// are first one does, while the others wait.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_INITIALIZER_H
#define AS_LOWERING_CONSTANTS_INITIALIZER_H

#include "as/error.h"
#include "ir/ir.h"

/// Adds the functions AS_ONCE and AS_ONCE_CONSTANTS
/// (lowering/constants/constant-hoisting.h) in front of `next`: the first one
/// calls the other when it is called for the first time. That is *constants,
/// which does nothing yet. AS_INVALID_INPUT where somebody else has these
/// names.
AsStatus asInitializerInsert(MlirSymbolTable symbols, MlirOperation next,
                             MlirOperation *constants, AsError *error);

/// Has a function call AS_ONCE before all else.
void asInitializerCall(MlirOperation function);

/// Fails where somebody else has a name that must be as it is.
AsStatus asInitializerReserve(MlirSymbolTable symbols, const char *name,
                              AsError *error);

#endif // AS_LOWERING_CONSTANTS_INITIALIZER_H
