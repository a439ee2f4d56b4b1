//===- expansion-memory.h - Memory for expanded temporaries
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between raised operations an expanded array
// (affine/privatise/array-expansion.h) is only a tensor. Loops in another order
// need it in memory.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_EXPANSION_MEMORY_H
#define AS_AFFINE_PRIVATISE_EXPANSION_MEMORY_H

#include "affine/scop/scop.h"

/// Whether the array can live in other memory: it is private and of static
/// shape, and affine.for loops enclose its accesses, so that their indices can
/// be extended.
bool asCanAllocateExpansions(const AsScop *scop, int array);

/// Allocates the expanded array around the operations of the SCoP and redirects
/// the accesses to it.
void asAllocateExpansions(const AsScop *scop, int array);

#endif // AS_AFFINE_PRIVATISE_EXPANSION_MEMORY_H
