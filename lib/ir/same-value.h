//===- same-value.h - Whether two values are computed alike
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's cse finds equal operations of one function. Constants, and what is
// computed of them once, are compared across functions as well.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_SAME_VALUE_H
#define AS_IR_SAME_VALUE_H

#include "ir/ir.h"

/// Whether equal operations compute both values from the same arguments, by
/// number, of their functions. Operations with regions are not looked into:
/// they are equal only to themselves. Holds for values that nothing changes,
/// such as those of which asIrIsFixed.
bool asIrIsSameValue(MlirValue left, MlirValue right);

#endif // AS_IR_SAME_VALUE_H
