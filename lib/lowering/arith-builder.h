//===- arith-builder.h - Build arith operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each operation of the arith dialect that a formula needs, on
// scalars and vectors alike. A constant gets the shape of the value that it is
// used with. All floating-point operations get the fast-math flag `contract`
// only: LLVM may fuse a multiply and an add, but not reorder, since numeric
// formulas depend on the order of their operations.
//
//   AsArith a = asArithBefore(op);
//   MlirValue y = asArithMulAdd(&a, x, x, asArithNumber(&a, x, 0.5));
//
// inserts before `op`, if x is a vector<8xf32>:
//
//   %c = arith.constant dense<5.000000e-01> : vector<8xf32>
//   %0 = arith.mulf %x, %x fastmath<contract> : vector<8xf32>
//   %y = arith.addf %0, %c fastmath<contract> : vector<8xf32>
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_ARITH_BUILDER_H
#define AS_LOWERING_ARITH_BUILDER_H

#include "ir/ir.h"
#include <stdint.h>

/// The insertion point: before `next`, or at the end of `block` if `next` is
/// null. All operations get the same location.
typedef struct AsArith {
  MlirContext context;
  MlirLocation location;
  MlirBlock block;
  MlirOperation next;
  MlirAttribute fastMath; ///< The flag `contract`.
} AsArith;

/// An insertion point before `op`, with its location.
AsArith asArithBefore(MlirOperation op);

/// Inserts the operation `name` with one result of `type`. If `key` is not
/// NULL, the operation gets `attribute` under that name.
MlirValue asArithEmit(const AsArith *arith, const char *name, MlirType type,
                      int numOperands, const MlirValue *operands,
                      const char *key, MlirAttribute attribute);

#define AS_ARITH_MAX_RANK 16 ///< Highest rank of a vector.

/// `element` in the shape of `value`: a vector type if `value` is a vector.
MlirType asArithType(MlirValue value, MlirType element);

/// An arith.constant of the type of `like`, with integer or floating-point
/// elements.
MlirValue asArithNumber(const AsArith *arith, MlirValue like, double number);

/// arith.addf, subf, mulf and divf.
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

/// Any operation whose operands and result have one type; it gets no fast-math
/// flags.
MlirValue asArithBinary(const AsArith *arith, const char *name, MlirValue x,
                        MlirValue y);
MlirValue asArithUnary(const AsArith *arith, const char *name, MlirValue x);

/// A conversion such as arith.extf, arith.trunci or arith.bitcast to elements
/// of type `element`.
MlirValue asArithConvert(const AsArith *arith, const char *name, MlirValue x,
                         MlirType element);

/// Bitcasts from f32 to i32, and from i32 to f32.
MlirValue asArithBits(const AsArith *arith, MlirValue x);
MlirValue asArithFloat(const AsArith *arith, MlirValue bits);

/// An operation on integers whose second operand is the constant `y`.
MlirValue asArithInteger(const AsArith *arith, const char *name, MlirValue x,
                         int64_t y);

typedef enum AsArithOrder {
  AS_ARITH_EQUAL = 1, ///< The ordered predicates of arith.cmpf, by its numbers;
                      ///< false if an operand is NaN.
  AS_ARITH_GREATER = 2,
  AS_ARITH_LESS = 4,
} AsArithOrder;

/// arith.cmpf and arith.select.
MlirValue asArithCompare(const AsArith *arith, AsArithOrder order, MlirValue x,
                         MlirValue y);
MlirValue asArithSelect(const AsArith *arith, MlirValue condition, MlirValue x,
                        MlirValue y);

/// max(low, min(x, high)); a NaN stays a NaN.
MlirValue asArithClamp(const AsArith *arith, MlirValue x, double low,
                       double high);

/// `value` where "x order bound" holds, else `otherwise`; for special cases
/// such as x == 0 or x == INFINITY.
MlirValue asArithExcept(const AsArith *arith, AsArithOrder order, MlirValue x,
                        double bound, MlirValue value, MlirValue otherwise);

#endif // AS_LOWERING_ARITH_BUILDER_H
