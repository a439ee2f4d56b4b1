//===- def-use.h - Query definitions and uses of values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_DEF_USE_H
#define AS_IR_DEF_USE_H

#include "ir/ir.h"
#include <stdint.h>

/// The operation that defines the value; null for a block argument.
MlirOperation asIrDefinition(MlirValue value);

/// The same, but null unless the operation has that name.
MlirOperation asIrMadeBy(MlirValue value, const char *name);

/// Whether an operation of that name defines the value.
bool asIrIsMadeBy(MlirValue value, const char *name);

/// Whether the value has exactly one use.
bool asIrHasOneUse(MlirValue value);

/// The operation of the only use of the value; null where there are none or
/// several.
MlirOperation asIrOnlyUser(MlirValue value);

/// How many uses the value has.
int asIrCountUses(MlirValue value);

/// Reads the value of an arith.constant of integer or index type. False for any
/// other value; *number is then unchanged.
bool asIrConstantInteger(MlirValue value, int64_t *number);

/// Whether the value is an arith.constant 0, 0.0 or -0.0, or an array of it.
bool asIrIsZero(MlirValue value);

#endif // AS_IR_DEF_USE_H
