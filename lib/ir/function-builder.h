//===- function-builder.h - Build functions and change their arguments
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_FUNCTION_BUILDER_H
#define AS_IR_FUNCTION_BUILDER_H

#include "ir/ir.h"

/// Creates a private func.func that is not in a module yet; *body is its empty
/// body.
MlirOperation asIrCreateFunction(MlirLocation location, const char *name,
                                 intptr_t numInputs, const MlirType *inputs,
                                 intptr_t numResults, const MlirType *results,
                                 MlirBlock *body);

/// Inserts a private func.func before `next`. If the module already has a
/// symbol `name`, a number is appended. The body is an empty return.
MlirOperation asIrInsertFunction(MlirOperation next, const char *name,
                                 intptr_t numInputs, const MlirType *inputs,
                                 intptr_t numResults, const MlirType *results);

/// Adds a last argument of the type.
MlirValue asIrFunctionAddArgument(MlirOperation function, MlirType type);

/// Removes an argument that the body does not use.
void asIrFunctionRemoveArgument(MlirOperation function, intptr_t argument);

/// Moves the body of `function` to a new private function NAME.body before it,
/// and calls that from `function`. Returns the new function.
MlirOperation asIrFunctionMoveBody(MlirOperation function);

/// The symbol reference of the function, as in func.call.
MlirAttribute asIrReferTo(MlirOperation function);

/// Whether the operation is a func.call of `callee`.
bool asIrCalls(MlirOperation op, MlirAttribute callee);

/// Whether the function is not visible outside of the module.
bool asIrIsPrivate(MlirOperation function);

#endif // AS_IR_FUNCTION_BUILDER_H
