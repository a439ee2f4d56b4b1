//===- expand-math.h - Expand math functions to arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_EXPAND_MATH_H
#define AS_LOWERING_VECTOR_EXPAND_MATH_H

#include "ir/ir.h"

/// Expands the math operations that docs/math.md lists, on f32, f16, bf16 and
/// vectors of them. Other operations stay for the C library. `hasExp2` says
/// that the machine has an instruction for 2^x, as GPUs do: then exp and exp2
/// become a math.exp2 of a small number, which stays.
void asExpandMath(MlirModule module, bool hasExp2);

#endif // AS_LOWERING_VECTOR_EXPAND_MATH_H
