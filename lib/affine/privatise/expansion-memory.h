//===- expansion-memory.h - Memory for expanded temporaries
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between operations an expanded array (affine/privatise/array-expansion.h) is
// a tensor. Where loops are to go in another order, it has to be there in
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_EXPANSION_MEMORY_H
#define AS_AFFINE_PRIVATISE_EXPANSION_MEMORY_H

#include "affine/scop/scop.h"

/// Whether the array can have other memory: nobody else knows it, and indices
/// can be added to all accesses.
bool asCanAllocateExpansions(const AsScop *scop, int array);

/// Allocates an array with the indices of the expanded one around the
/// operations of the scop, and has them access that.
void asAllocateExpansions(const AsScop *scop, int array);

#endif // AS_AFFINE_PRIVATISE_EXPANSION_MEMORY_H
