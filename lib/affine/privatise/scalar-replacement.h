//===- scalar-replacement.h - Sums in elements as values that loops carry
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that sums up in an element loads and stores it in each iteration, as
// LLVM cannot tell that what it reads beside it, of the same array, is never
// that element. Where it is not, the sum can be in a register:
//
//   for k: A[i][j] -= A[i][k] * A[k][j]           with k < j
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_SCALAR_REPLACEMENT_H
#define AS_AFFINE_PRIVATISE_SCALAR_REPLACEMENT_H

#include "ir/ir.h"

/// Has the innermost affine.for of a module carry what they update and nothing
/// else in them accesses.
void asReplaceScalars(MlirModule module);

#endif // AS_AFFINE_PRIVATISE_SCALAR_REPLACEMENT_H
