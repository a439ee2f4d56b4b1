//===- known-range.h - What is known of the operands of operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks that rewrites of the module leave for lowering, which does not see any
// more where an operand comes from.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_KNOWN_RANGE_H
#define AS_IR_KNOWN_RANGE_H

/// On a math.exp: its operand is not positive, or a NaN.
#define AS_NOT_POSITIVE_ATTRIBUTE "as.not_positive"

/// On an arith.divf of f32: it divides a number from 0 to 1 by a finite one
/// that is at least 1, unless one of them is a NaN.
#define AS_FRACTION_ATTRIBUTE "as.fraction"

#endif // AS_IR_KNOWN_RANGE_H
