//===- count-from-zero.h - Let loops of open bounds count from zero
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_LOOPS_COUNT_FROM_ZERO_H
#define AS_AFFINE_LOOPS_COUNT_FROM_ZERO_H

#include "ir/ir.h"

/// Lets each loop of the function whose bounds are values known before its nest
/// count from zero by one to its number of iterations, unless the nest can be
/// raised as it is.
void asLoopsCountFromZero(MlirOperation function);

#endif // AS_AFFINE_LOOPS_COUNT_FROM_ZERO_H
