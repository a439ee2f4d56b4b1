//===- expand-exp.h - Expand exp, tanh and erf to arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expansions of the math functions that are computed from e^x or 2^x, on f32
// and vectors of f32. Each takes the operands of the math operation and returns
// its value. Used by lowering/vector/expand-math.c only.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_EXPAND_EXP_H
#define AS_LOWERING_VECTOR_EXPAND_EXP_H

#include "lowering/arith-builder.h"

/// e^x and 2^x.
MlirValue asExpandExp(const AsArith *arith, const MlirValue *operands);
MlirValue asExpandExp2(const AsArith *arith, const MlirValue *operands);
/// The same for machines with an instruction for 2^x. They leave a math.exp2 of
/// a small number.
MlirValue asExpandExpByUnit(const AsArith *arith, const MlirValue *operands);
MlirValue asExpandExp2ByUnit(const AsArith *arith, const MlirValue *operands);

/// e^x of an x that is not positive, or NaN.
MlirValue asExpandExpToOne(const AsArith *arith, const MlirValue *operands);

/// 1 + e^x, rounded once.
MlirValue asExpandExpPlusOne(const AsArith *arith, const MlirValue *operands);

/// e^x - 1, tanh(x) and erf(x).
MlirValue asExpandExpM1(const AsArith *arith, const MlirValue *operands);
MlirValue asExpandTanh(const AsArith *arith, const MlirValue *operands);
MlirValue asExpandErf(const AsArith *arith, const MlirValue *operands);

/// 1 + erf(x), to the absolute precision that the addition itself has: units in
/// the last place of numbers just below 1.
MlirValue asExpandErfPlusOne(const AsArith *arith, const MlirValue *operands);

#endif // AS_LOWERING_VECTOR_EXPAND_EXP_H
