//===- array-expansion.h - Temporaries with a place for each iteration
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar or row that is filled and used up in each iteration of a loop keeps
// the iterations in their order only because it is the same memory. As a tensor
// with an index more it does not; what it holds after the last iteration goes
// into memory in the end.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_ARRAY_EXPANSION_H
#define AS_AFFINE_PRIVATISE_ARRAY_EXPANSION_H

#include "affine/scop/scop.h"

/// Gives the array an index for each loop that all accesses to it have around
/// them. False, with the scop unchanged, where a value goes from one iteration
/// to another or comes from outside, or where that takes too much memory.
bool asExpandArray(AsScop *scop, int array);

/// Takes these indices back.
void asCollapseArray(AsScop *scop, int array);

#endif // AS_AFFINE_PRIVATISE_ARRAY_EXPANSION_H
