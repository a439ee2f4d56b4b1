//===- constant-hoisting.h - Hoist computations on constants
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule packs weights in each run of the function. If the weights are the
// same in each run (ir/invariant-values.h), lowering hoists the packing:
// asHoistConstants splits it off into functions, and asPlaceInitializers lets
// these run once. If the weights are constants of the module, that is before
// the first run; if they are arguments, the caller calls as_load_NAME.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_CONSTANT_HOISTING_H
#define AS_LOWERING_CONSTANTS_CONSTANT_HOISTING_H

#include "as/error.h"
#include "ir/ir.h"

/// On functions that run once to compute arguments of other functions. Stays
/// down to the LLVM dialect, so that they can be compiled quickly rather than
/// well.
#define AS_LOAD_ATTRIBUTE "as.load"

/// Symbols that asPlaceInitializers creates: the function that runs the
/// computations once, the function with the computations, the arrays of
/// results, the flags that say whether as_load_NAME has run, what is said where
/// it has not, each with a number at the end, and the function that says it.
#define AS_ONCE "as_once"
#define AS_ONCE_CONSTANTS AS_ONCE ".constants"
#define AS_ONCE_ARRAY AS_ONCE ".array"
#define AS_ONCE_LOADED AS_ONCE ".loaded"
#define AS_ONCE_TEXT AS_ONCE ".text"
#define AS_ONCE_REQUIRE AS_ONCE ".require"

/// Splits off the code of functions that only constant arguments determine, as
/// private functions whose results are passed as arguments.
///
/// Requires:    scheduled functions on tensors.
/// Provides:    calls of the new functions before each call of a function that
///              needs their results. Functions that can be called from outside
///              keep their types.
void asHoistConstants(MlirModule module);

/// Stores the results of functions that were split off in globals, where they
/// are called with constants or constant arguments. A call before the first run
/// or as_load_NAME (support/entry-symbols.h) computes them. A function that is
/// called before the as_load_NAME that it needs aborts with a message.
AsStatus asPlaceInitializers(MlirModule module, AsError *error);

#endif // AS_LOWERING_CONSTANTS_CONSTANT_HOISTING_H
