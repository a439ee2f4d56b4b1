//===- invariant-values.h - What is the same whenever a function runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights are constants in the module, or arguments that their caller promises
// to leave alone. What is computed from nothing else needs to be computed only
// once (lowering/constants/constant-hoisting.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_INVARIANT_VALUES_H
#define AS_IR_INVARIANT_VALUES_H

#include "ir/ir.h"

/// On an argument of a function: it is the same array with the same elements in
/// every call. On an operation: so are its results.
#define AS_CONSTANT_ATTRIBUTE "as.constant"

/// On an operation other than a call: nothing but constants and constant
/// arguments determines its results.
#define AS_FIXED_ATTRIBUTE "as.fixed"

/// Upstream's, on an argument of a function: whether it may be written.
#define AS_WRITABLE_ATTRIBUTE "bufferization.writable"

/// Whether an argument of a function has the attribute.
bool asIrArgumentHas(MlirOperation function, intptr_t argument,
                     const char *name);

bool asIrArgumentIsConstant(MlirOperation function, intptr_t argument);

/// Adds a unit attribute.
void asIrArgumentMark(MlirOperation function, intptr_t argument,
                      const char *mark);

/// Adds AS_CONSTANT_ATTRIBUTE.
void asIrArgumentMarkConstant(MlirOperation function, intptr_t argument);

/// Whether some argument has it.
bool asIrHasConstantArgument(MlirOperation function);

/// Whether the operation may end the program, so that it must not run where the
/// program would not run it.
bool asIrMayTrap(MlirOperation op);

/// Whether nothing but constants of the module determines `value`, by
/// operations of linalg and tensor; or it was computed from such, and is
/// marked.
bool asIrIsConstant(MlirValue value);

/// Whether nothing but these and constant arguments of the function that it is
/// in determines `value`.
bool asIrIsFixed(MlirValue value);

/// The same of all results of an operation on tensors, none of which is a mere
/// constant.
bool asIrComputesFixed(MlirOperation op);

#endif // AS_IR_INVARIANT_VALUES_H
