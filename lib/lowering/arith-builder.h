//===- arith-builder.h - Writing arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each operation of the arith dialect that formulas need, on
// scalars and vectors alike: a constant is written for the shape of the value
// that it goes with. A multiply and an add may be fused in what is written, but
// nothing else is allowed, as formulas of numerics live by the order of their
// operations.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_ARITH_BUILDER_H
#define AS_LOWERING_ARITH_BUILDER_H

#include "ir/ir.h"
#include <stdint.h>

/// Where operations go: before `next`, or last in the block where that is null;
/// all at one location.
typedef struct AsArith {
  MlirContext context;
  MlirLocation location;
  MlirBlock block;
  MlirOperation next;
  MlirAttribute fastMath; ///< contract
} AsArith;

/// Writes before `op`, at its location.
AsArith asArithBefore(MlirOperation op);

/// `op` called `name`, of one result; `attribute`, where `key` is not NULL,
/// goes with it.
MlirValue asArithEmit(const AsArith *arith, const char *name, MlirType type,
                      int numOperands, const MlirValue *operands,
                      const char *key, MlirAttribute attribute);

#define AS_ARITH_MAX_RANK 16 ///< Of vectors.

/// The type of `value`'s shape with other elements.
MlirType asArithType(MlirValue value, MlirType element);

/// A number of the type of `like`, floats or integers.
MlirValue asArithNumber(const AsArith *arith, MlirValue like, double number);

MlirValue asArithAdd(const AsArith *arith, MlirValue x, MlirValue y);
MlirValue asArithSub(const AsArith *arith, MlirValue x, MlirValue y);
MlirValue asArithMul(const AsArith *arith, MlirValue x, MlirValue y);
MlirValue asArithDiv(const AsArith *arith, MlirValue x, MlirValue y);

/// x * y + z
MlirValue asArithMulAdd(const AsArith *arith, MlirValue x, MlirValue y,
                        MlirValue z);

/// coefficients[0] + coefficients[1] x + coefficients[2] x^2 + ...
MlirValue asArithPolynomial(const AsArith *arith, MlirValue x,
                            const double *coefficients, int count);

/// Any operation on integers or floats with operands and a result of one type.
MlirValue asArithBinary(const AsArith *arith, const char *name, MlirValue x,
                        MlirValue y);
MlirValue asArithUnary(const AsArith *arith, const char *name, MlirValue x);

/// Bit by bit, extended, ... to elements of another type.
MlirValue asArithConvert(const AsArith *arith, const char *name, MlirValue x,
                         MlirType element);

/// The bits of floats as integers, and back.
MlirValue asArithBits(const AsArith *arith, MlirValue x);
MlirValue asArithFloat(const AsArith *arith, MlirValue bits);

/// An operation on integers, whose second operand is a number.
MlirValue asArithInteger(const AsArith *arith, const char *name, MlirValue x,
                         int64_t y);

typedef enum AsArithOrder {
  AS_ARITH_EQUAL = 1, ///< Numbered as in arith.cmpf; all false for a NaN.
  AS_ARITH_GREATER = 2,
  AS_ARITH_LESS = 4,
} AsArithOrder;

MlirValue asArithCompare(const AsArith *arith, AsArithOrder order, MlirValue x,
                         MlirValue y);
MlirValue asArithSelect(const AsArith *arith, MlirValue condition, MlirValue x,
                        MlirValue y);

/// x, but at least `low` and at most `high`; a NaN stays one.
MlirValue asArithClamp(const AsArith *arith, MlirValue x, double low,
                       double high);

/// `value` where x has it for what it is, such as where x is zero or infinite.
MlirValue asArithExcept(const AsArith *arith, AsArithOrder order, MlirValue x,
                        double bound, MlirValue value, MlirValue otherwise);

#endif // AS_LOWERING_ARITH_BUILDER_H
