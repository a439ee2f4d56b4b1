//===- expand-exp.h - Exponentials, and what is made of them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the math dialect that come down to e^x, each written out as
// arithmetic on f32 and vectors of it. Part of expand-math.h.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_EXPAND_EXP_H
#define AS_LOWERING_VECTOR_EXPAND_EXP_H

#include "lowering/arith-builder.h"

MlirValue asExpandExp(const AsArith *arith, const MlirValue *operands);
MlirValue asExpandExp2(const AsArith *arith, const MlirValue *operands);
/// The same where the machine itself has 2^r, for r about 0: a math.exp2 that
/// stays.
MlirValue asExpandExpByUnit(const AsArith *arith, const MlirValue *operands);
MlirValue asExpandExp2ByUnit(const AsArith *arith, const MlirValue *operands);

MlirValue asExpandExpM1(const AsArith *arith, const MlirValue *operands);
MlirValue asExpandTanh(const AsArith *arith, const MlirValue *operands);
MlirValue asExpandErf(const AsArith *arith, const MlirValue *operands);

/// 1 + erf(x), as exact as the addition is: to places of numbers below 1.
MlirValue asExpandErfPlusOne(const AsArith *arith, const MlirValue *operands);

#endif // AS_LOWERING_VECTOR_EXPAND_EXP_H
