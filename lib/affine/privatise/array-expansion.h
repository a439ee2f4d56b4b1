//===- array-expansion.h - Expand temporaries by an index per loop
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Array expansion: a temporary that each iteration fills and uses up forces the
// iterations into an order only because they share its memory. With a leading
// index for each enclosing loop they do not.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_ARRAY_EXPANSION_H
#define AS_AFFINE_PRIVATISE_ARRAY_EXPANSION_H

#include "affine/scop/scop.h"

/// Adds an index for each loop that encloses all accesses to the array. Returns
/// false and leaves the SCoP unchanged if a value crosses iterations or comes
/// from outside, if the last iteration does not write the whole array, if
/// bounds are not known, if a step is not 1, or if it takes too much memory.
bool asExpandArray(AsScop *scop, int array);

/// Removes these indices again.
void asCollapseArray(AsScop *scop, int array);

#endif // AS_AFFINE_PRIVATISE_ARRAY_EXPANSION_H
