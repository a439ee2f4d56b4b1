//===- kept-functions.h - Divide a module into what is lowered and the rest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lowered function has another signature and belongs to another dialect, so
// that no function can call it which is not. So the two parts must not refer to
// each other: what both need is either copied or decides that a function
// belongs to the other part.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_KEPT_FUNCTIONS_H
#define AS_LOWERING_KEPT_FUNCTIONS_H

#include "ir/refusals.h"

/// A function that is not lowered.
typedef struct AsKeptFunction {
  MlirOperation op;
  bool isRefused; ///< For what is in it; else for what it refers to.
  char *why;      ///< A clause; owned.
} AsKeptFunction;

typedef struct AsKept {
  AsKeptFunction *functions; ///< Owned.
  int count;
} AsKept;

/// Finds the functions of `module` that `lower` fails on, and those that cannot
/// do without them. `isShared`: what is kept stays in the module, so that it
/// may not use the memory of what is lowered.
void asKeptFind(MlirModule module, AsIrStep lower, void *context, bool isShared,
                AsKept *kept);

/// Moves the functions, and what they refer to, to a module of their own, which
/// the caller owns. Of what the functions that are left refer to as well, it
/// gets private copies.
MlirModule asKeptTake(MlirModule module, const AsKept *kept);

void asKeptFree(AsKept *kept);

#endif // AS_LOWERING_KEPT_FUNCTIONS_H
