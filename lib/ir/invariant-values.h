//===- invariant-values.h - Find values that are the same in each call
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights are constants of the module, or arguments that the caller promises
// not to change. Values that are computed from nothing else need to be computed
// only once (lowering/constants/constant-hoisting.h).
//
//   func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) {
//     %0 = linalg.exp ins(%w : ...) outs(%e : ...)        // fixed
//     %1 = linalg.add ins(%x, %0 : ...) outs(%e : ...)    // not fixed
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_INVARIANT_VALUES_H
#define AS_IR_INVARIANT_VALUES_H

#include "ir/ir.h"

/// On an argument: each call passes the same array with the same elements. On
/// an operation: its results are the same in each call.
#define AS_CONSTANT_ATTRIBUTE "as.constant"

/// On an operation other than a call: only constants and constant arguments
/// determine its results.
#define AS_FIXED_ATTRIBUTE "as.fixed"

/// Upstream's attribute of an argument: whether the function may write it.
#define AS_WRITABLE_ATTRIBUTE "bufferization.writable"

/// Upstream's attribute of an argument: the layout of its buffer.
#define AS_LAYOUT_ATTRIBUTE "bufferization.buffer_layout"

/// Whether an argument of a function has the attribute.
bool asIrArgumentHas(MlirOperation function, intptr_t argument,
                     const char *name);

/// Whether an argument has AS_CONSTANT_ATTRIBUTE.
bool asIrArgumentIsConstant(MlirOperation function, intptr_t argument);

/// Adds a unit attribute to an argument.
void asIrArgumentMark(MlirOperation function, intptr_t argument,
                      const char *mark);

/// Adds AS_CONSTANT_ATTRIBUTE to an argument.
void asIrArgumentMarkConstant(MlirOperation function, intptr_t argument);

/// Whether some argument has AS_CONSTANT_ATTRIBUTE.
bool asIrHasConstantArgument(MlirOperation function);

/// Whether the operation may trap, such as an integer division, so that it must
/// not be hoisted.
bool asIrMayTrap(MlirOperation op);

/// Whether only constants of the module determine `value`, by linalg and tensor
/// operations, or it is the result of an operation with AS_CONSTANT_ATTRIBUTE
/// other than a call.
bool asIrIsConstant(MlirValue value);

/// Whether only constants and constant arguments of its function determine
/// `value`.
bool asIrIsFixed(MlirValue value);

/// Whether `op` is a linalg or tensor operation with results whose operands are
/// all fixed in this sense.
bool asIrComputesFixed(MlirOperation op);

#endif // AS_IR_INVARIANT_VALUES_H
