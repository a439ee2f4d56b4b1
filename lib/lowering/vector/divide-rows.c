//===- divide-rows.c - Divide rows by one inverse
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A softmax divides each number of a row by the sum of all. A vector of eight
// quotients takes as long as eight products. So the inverse is computed once,
// before the loop. The product with it may be off by a place, but one step of
// Newton's method, whose remainder is exact if it is fused, rounds it as a
// division does (Markstein). The remainder of a quotient below 2^-97 may be
// denormal and so inexact: then the result may be off by a place.
//
// This would turn infinities into NaNs and overflow, so it is done where the
// numbers are known (ir/known-range.h), and only in loops, which use the
// inverse often.
//
// Requires:    vectors; a target with fused multiply-adds.
// Provides:    fewer divisions.
// Invalidates: nothing.
//
//   %s = vector.broadcast %sum : f32 to vector<8xf32>
//   scf.for ... {
//     %q = arith.divf %x, %s {as.fraction} : vector<8xf32>
//
// becomes
//
//   %s = vector.broadcast %sum : f32 to vector<8xf32>
//   %0 = arith.divf %one, %sum : f32
//   %i = vector.broadcast %0 : f32 to vector<8xf32>
//   scf.for ... {
//     %p = arith.mulf %x, %i : vector<8xf32>
//     %n = arith.negf %p : vector<8xf32>
//     %r = math.fma %n, %s, %x : vector<8xf32>
//     %q = math.fma %r, %i, %p : vector<8xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/known-range.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue fuse(const AsArith *a, MlirValue x, MlirValue y, MlirValue z) {
  return asArithEmit(a, "math.fma", mlirValueGetType(x), 3,
                     (MlirValue[]){x, y, z}, NULL, (MlirAttribute){NULL});
}

/// The inverse of a number, spread as that is.
static MlirValue invert(MlirOperation spread) {
  AsArith a = asArithBefore(spread);
  MlirValue number = mlirOperationGetOperand(spread, 0);
  MlirValue inverse = asArithDiv(&a, asArithNumber(&a, number, 1), number);
  return asArithEmit(&a, "vector.broadcast",
                     mlirValueGetType(mlirOperationGetResult(spread, 0)), 1,
                     &inverse, NULL, (MlirAttribute){NULL});
}

static MlirWalkResult divideRow(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "arith.divf") ||
      mlirAttributeIsNull(asIrAttribute(op, AS_FRACTION_ATTRIBUTE)))
    return MlirWalkResultAdvance;
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue divisor = mlirOperationGetOperand(op, 1);
  MlirOperation spread = asIrMadeBy(divisor, "vector.broadcast");
  if (mlirOperationIsNull(spread) ||
      !mlirTypeIsAF32(mlirValueGetType(mlirOperationGetOperand(spread, 0))) ||
      mlirBlockEqual(mlirOperationGetBlock(spread), mlirOperationGetBlock(op)))
    return MlirWalkResultAdvance;
  MlirValue inverse = invert(spread);
  AsArith a = asArithBefore(op);
  MlirValue product = asArithMul(&a, x, inverse);
  MlirValue rest =
      fuse(&a, asArithUnary(&a, "arith.negf", product), divisor, x);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                fuse(&a, rest, inverse, product));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asDivideRows(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), divideRow, NULL,
                    MlirWalkPostOrder);
}
