//===- initializer.h - Build the function that computes constants once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The initialiser runs in the first call of any function that needs its
// results. If several threads call at the same time, one runs it and the others
// wait:
//
//   func.func private @as_once.constants() { return }     // to be filled
//   func.func private @as_once() {
//     ...                                   // calls @as_once.constants once
//   }
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_INITIALIZER_H
#define AS_LOWERING_CONSTANTS_INITIALIZER_H

#include "as/error.h"
#include "ir/ir.h"

/// Inserts the functions AS_ONCE and AS_ONCE_CONSTANTS
/// (lowering/constants/constant-hoisting.h) before `next`. The first call of
/// AS_ONCE calls AS_ONCE_CONSTANTS, which is *constants and does nothing yet.
/// AS_INVALID_INPUT if the module has symbols of these names.
AsStatus asInitializerInsert(MlirSymbolTable symbols, MlirOperation next,
                             MlirOperation *constants, AsError *error);

/// Inserts a call of AS_ONCE at the start of the function.
void asInitializerCall(MlirOperation function);

/// AS_INVALID_INPUT if the module already has a symbol of this name, which
/// cannot be changed as others look it up.
AsStatus asInitializerReserve(MlirSymbolTable symbols, const char *name,
                              AsError *error);

#endif // AS_LOWERING_CONSTANTS_INITIALIZER_H
