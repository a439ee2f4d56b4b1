//===- function-builder.h - Making functions and changing what they take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_FUNCTION_BUILDER_H
#define AS_IR_FUNCTION_BUILDER_H

#include "ir/ir.h"

/// A private func.func that is in no module yet; *body is its empty body.
MlirOperation asIrCreateFunction(MlirLocation location, const char *name,
                                 intptr_t numInputs, const MlirType *inputs,
                                 intptr_t numResults, const MlirType *results,
                                 MlirBlock *body);

/// The same before `next`, in whose module it gets a name of its own: `name`,
/// or one that begins so. Its body is a return of nothing, as yet.
MlirOperation asIrInsertFunction(MlirOperation next, const char *name,
                                 intptr_t numInputs, const MlirType *inputs,
                                 intptr_t numResults, const MlirType *results);

/// Adds an argument of the type, the last one.
MlirValue asIrFunctionAddArgument(MlirOperation function, MlirType type);

/// Removes an argument that the body does not use.
void asIrFunctionRemoveArgument(MlirOperation function, intptr_t argument);

/// Moves the body of `function` into a private one called NAME.body, or so,
/// before it, which it calls from then on.
MlirOperation asIrFunctionMoveBody(MlirOperation function);

/// A reference to the function, as in func.call.
MlirAttribute asIrReferTo(MlirOperation function);

/// Whether the operation is a func.call of what `callee` refers to.
bool asIrCalls(MlirOperation op, MlirAttribute callee);

bool asIrIsPrivate(MlirOperation function);

#endif // AS_IR_FUNCTION_BUILDER_H
