//===- ir/constant.h - What is the same whenever a function runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights are constants in the module, or arguments that their caller promises
// to leave alone. What is computed from nothing else needs to be computed only
// once (build/load.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_CONSTANT_H
#define AS_IR_CONSTANT_H

#include "ir/ir.h"

/// On an argument of a function: it is the same array with the same elements in
/// every call.
#define AS_CONSTANT_ATTRIBUTE "as.constant"

bool asIrArgumentIsConstant(MlirOperation function, intptr_t argument);

/// Adds AS_CONSTANT_ATTRIBUTE.
void asIrArgumentMarkConstant(MlirOperation function, intptr_t argument);

/// Whether some argument has it.
bool asIrHasConstantArgument(MlirOperation function);

/// Whether `value` is a constant of the module, maybe in another shape.
bool asIrIsConstant(MlirValue value);

/// The same, or a constant argument of the function that it is in.
bool asIrIsFixed(MlirValue value);

#endif // AS_IR_CONSTANT_H
