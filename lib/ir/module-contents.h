//===- module-contents.h - Move what modules and functions consist of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_MODULE_CONTENTS_H
#define AS_IR_MODULE_CONTENTS_H

#include "ir/ir.h"

/// Whether it is a func.func that is defined, not only declared.
bool asIrHasBody(MlirOperation op);

/// The body of a function while it is elsewhere.
typedef struct AsIrFunctionBody {
  MlirRegion blocks;
  MlirAttribute visibility; ///< Of the function; null where it has none.
} AsIrFunctionBody;

/// Takes out the body of a func.func, which becomes a private declaration.
AsIrFunctionBody asIrTakeBody(MlirOperation function);

/// Undoes that.
void asIrReturnBody(MlirOperation function, AsIrFunctionBody body);

/// Leaves a private declaration of a func.func.
void asIrDropBody(MlirOperation function);

/// A module with the attributes of `module`, but without operations.
MlirModule asIrModuleLike(MlirModule module);

/// Moves all operations of `from` to the end of `to`.
void asIrMoveContents(MlirModule from, MlirModule to);

/// Gives `to` the operations of `from`, and destroys those that it had and
/// `from` itself.
void asIrReplaceContents(MlirModule to, MlirModule from);

#endif // AS_IR_MODULE_CONTENTS_H
