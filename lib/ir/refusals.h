//===- refusals.h - Which functions a step fails on
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of MLIR succeed on a whole module or fail on all of it. Where one
// fails, this finds the functions that are to blame, so that the others can go
// on without them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_REFUSALS_H
#define AS_IR_REFUSALS_H

#include "ir/ir.h"

/// Something that changes a module, or fails and leaves it half changed.
typedef AsStatus (*AsIrStep)(MlirModule module, void *context, AsError *error);

typedef struct AsIrRefusal {
  MlirOperation function;
  char *why; ///< Owned.
} AsIrRefusal;

typedef struct AsIrRefusals {
  AsIrRefusal *list; ///< Owned.
  int count;
} AsIrRefusals;

/// Finds the functions directly in `module` on which `step` fails: it is tried
/// on a copy of each with declarations of the functions that it refers to.
void asIrFindRefusals(MlirModule module, AsIrStep step, void *context,
                      AsIrRefusals *refusals);

/// Adds one.
void asIrRefuse(AsIrRefusals *refusals, MlirOperation function,
                const char *why);

/// Whether `function` is one of them.
bool asIrIsRefused(const AsIrRefusals *refusals, MlirOperation function);

void asIrRefusalsFree(AsIrRefusals *refusals);

#endif // AS_IR_REFUSALS_H
