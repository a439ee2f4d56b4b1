//===- constant-hoisting.h - What is computed once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule packs weights each time the function runs. Where they are the same
// every time (ir/invariant-values.h), lowering takes the packing out and has it
// done once: before the first run where they are constants of the module, by a
// function that the caller calls where they are arguments.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_CONSTANT_HOISTING_H
#define AS_LOWERING_CONSTANTS_CONSTANT_HOISTING_H

#include "as/error.h"
#include "ir/ir.h"

/// On functions that compute what others take: they run once. Down to the LLVM
/// dialect, as they are to be compiled quickly.
#define AS_LOAD_ATTRIBUTE "as.load"

/// What asPlaceInitializers calls the function that runs before the rest of a
/// module, the one in it that computes, and the arrays where the results are,
/// but for a number at the end.
#define AS_ONCE "as_once"
#define AS_ONCE_CONSTANTS AS_ONCE ".constants"
#define AS_ONCE_ARRAY AS_ONCE ".array"

/// Splits functions with constant arguments: what they compute from nothing
/// else becomes private functions, whose results they take as arguments.
///
/// Requires: functions on tensors, scheduled. Provides: calls of what was split
/// off in front of the calls of functions that need it, each function that can
/// be called from outside as it was.
void asHoistConstants(MlirModule module);

/// Gives the results of functions that were split off a place in memory, where
/// they are called with what is constant: a call before the first run, or a
/// function as_load_NAME (support/entry-symbols.h), computes them.
AsStatus asPlaceInitializers(MlirModule module, AsError *error);

#endif // AS_LOWERING_CONSTANTS_CONSTANT_HOISTING_H
