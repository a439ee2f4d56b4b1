//===- expand-math.h - Math functions as arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library computes one number at a time. So math.exp and its like are
// written out as polynomials, which are vectors where their operands are, with
// errors of at most two units in the last place over all floats: docs/math.md.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_EXPAND_MATH_H
#define AS_LOWERING_VECTOR_EXPAND_MATH_H

#include "ir/ir.h"

/// Writes out the math operations in `module` that docs/math.md lists, on f32,
/// f16, bf16, and vectors of them. Others stay, for the C library; so does
/// math.exp2 of numbers about 0, which others come down to, where the machine
/// has it (`hasExp2`).
void asExpandMath(MlirModule module, bool hasExp2);

#endif // AS_LOWERING_VECTOR_EXPAND_MATH_H
