//===- byte-dots.h - Dot products of four bytes as vector.contract
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of four products of an unsigned and a signed byte in each lane:
//
//   vector.contract {(l, k) -> (l, k), (l, k) -> (l, k), (l, k) -> (l)}
//       %x, %y, %sums : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
//
// Unlike a call of the instruction's intrinsic, it has no side effects that
// deallocation would have to know, and no limit on the number of lanes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_BYTE_DOTS_H
#define AS_LOWERING_VECTOR_BYTE_DOTS_H

#include "lowering/arith-builder.h"

/// Four bytes for each lane, one lane after another, as a factor.
MlirValue asByteDotFactor(const AsArith *arith, MlirValue bytes, bool isSigned);

/// Inserts a dot product that is added to `sums`.
MlirValue asByteDot(const AsArith *arith, MlirValue x, MlirValue y,
                    MlirValue sums);

/// Calls the intrinsic of an instruction that adds dot products to sums of i32,
/// the first operand.
MlirValue asCallDot(const AsArith *arith, const char *instruction,
                    const MlirValue operands[3]);

/// Whether asByteDot inserted the operation, or one like it.
bool asIsByteDot(MlirOperation op);

#endif // AS_LOWERING_VECTOR_BYTE_DOTS_H
