//===- set-aside.h - What a module has besides functions and memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Directly in a module there may be operations that neither the rewrites of a
// module nor lowering have to do with: other modules, the user's own named
// sequences, definitions and entry points of other dialects. They are out of
// the module while those work on it, and come back as they were.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_SET_ASIDE_H
#define AS_IR_SET_ASIDE_H

#include "ir/ir.h"

typedef struct AsAside {
  MlirOperation *ops; ///< In their order; owned, as are the names.
  char **next;        ///< The symbol that each one was before, or NULL.
  int count;
} AsAside;

/// Takes those operations out of `module`.
void asIrSetAside(MlirModule module, AsAside *aside);

/// Puts each back before the symbol that it was before, or at the end if that
/// is gone, and frees the list.
void asIrPutBack(AsAside *aside, MlirModule module);

/// Destroys them and frees the list.
void asIrDropAside(AsAside *aside);

#endif // AS_IR_SET_ASIDE_H
