//===- refusals.c - Which functions a step fails on
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See refusals.h.
//
//===----------------------------------------------------------------------===//

#include "ir/refusals.h"
#include "ir/module-contents.h"
#include "ir/symbol-closure.h"
#include "support/arena.h"
#include <stdlib.h>

/// The function alone, with what it refers to: of functions, declarations.
static MlirModule isolate(MlirModule module, MlirOperation function) {
  MlirModule alone = asIrModuleLike(module);
  AsIrReach reach = {0};
  asIrReachAdd(&reach, function);
  for (int i = 0; i < reach.count; i++) {
    MlirOperation copy = mlirOperationClone(reach.ops[i]);
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(alone), copy);
    if (i > 0 && asIrHasBody(copy))
      asIrDropBody(copy);
    else
      asIrReachNext(module, reach.ops[i], &reach);
  }
  asIrReachFree(&reach);
  return alone;
}

void asIrRefuse(AsIrRefusals *refusals, MlirOperation function,
                const char *why) {
  refusals->list = asRealloc(refusals->list, sizeof *refusals->list *
                                                 ((size_t)refusals->count + 1));
  refusals->list[refusals->count++] =
      (AsIrRefusal){function, asCopyString(why)};
}

bool asIrIsRefused(const AsIrRefusals *refusals, MlirOperation function) {
  for (int i = 0; i < refusals->count; i++)
    if (mlirOperationEqual(refusals->list[i].function, function))
      return true;
  return false;
}

void asIrFindRefusals(MlirModule module, AsIrStep step, void *context,
                      AsIrRefusals *refusals) {
  *refusals = (AsIrRefusals){0};
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!asIrHasBody(op))
      continue;
    AsError why = {0};
    MlirModule alone = isolate(module, op);
    if (step(alone, context, &why))
      asIrRefuse(refusals, op, why.message);
    mlirModuleDestroy(alone);
  }
}

void asIrRefusalsFree(AsIrRefusals *refusals) {
  for (int i = 0; i < refusals->count; i++)
    free(refusals->list[i].why);
  free(refusals->list);
  *refusals = (AsIrRefusals){0};
}
