//===- def-use.h - Where values come from and where they go
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_DEF_USE_H
#define AS_IR_DEF_USE_H

#include "ir/ir.h"
#include <stdint.h>

/// The operation that made the value; null for an argument of a block.
MlirOperation asIrDefinition(MlirValue value);

/// The same, but null unless it has that name.
MlirOperation asIrMadeBy(MlirValue value, const char *name);

bool asIrIsMadeBy(MlirValue value, const char *name);

/// Whether there is one operand that has the value, and no other.
bool asIrHasOneUse(MlirValue value);

/// Reads the value of an arith.constant that is an integer or an index; false,
/// and *number is left alone, for any other.
bool asIrConstantInteger(MlirValue value, int64_t *number);

/// Whether it is an arith.constant that is zero, of whatever sign.
bool asIrIsZero(MlirValue value);

#endif // AS_IR_DEF_USE_H
