//===- count-in-indices.h - Let loops count in indices
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_LOOPS_COUNT_IN_INDICES_H
#define AS_AFFINE_LOOPS_COUNT_IN_INDICES_H

#include "ir/ir.h"

/// Lets each scf.for of the function that counts in signed integers count in
/// indices.
void asLoopsCountInIndices(MlirOperation function);

#endif // AS_AFFINE_LOOPS_COUNT_IN_INDICES_H
