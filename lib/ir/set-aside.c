//===- set-aside.c - What a module has besides functions and memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See set-aside.h.
//
//===----------------------------------------------------------------------===//

#include "ir/set-aside.h"
#include "support/arena.h"
#include <stdlib.h>

/// Whether lowering knows what to do with an operation directly in a module.
static bool isKnown(MlirOperation op) {
  static const char *const dialects[] = {
      "func.", "memref.", "ml_program.global", "tosa.", "llvm.",
      "omp.",  "gpu."};
  for (size_t d = 0; d < sizeof dialects / sizeof *dialects; d++)
    if (asIrHasPrefix(op, dialects[d]))
      return true;
  return false;
}

/// The symbol of the first operation from `op` on that stays; NULL if there is
/// none.
static char *nextSymbol(MlirOperation op) {
  AsText name = {0};
  while (!mlirOperationIsNull(op) &&
         !(isKnown(op) && asIrStringAttribute(op, "sym_name", &name)))
    op = mlirOperationGetNextInBlock(op);
  char *copy = mlirOperationIsNull(op) ? NULL : asCopyString(name.data);
  asTextFree(&name);
  return copy;
}

static void take(AsAside *aside, MlirOperation op) {
  size_t count = (size_t)aside->count + 1;
  aside->ops = asRealloc(aside->ops, sizeof *aside->ops * count);
  aside->next = asRealloc(aside->next, sizeof *aside->next * count);
  aside->ops[aside->count] = op;
  aside->next[aside->count++] = nextSymbol(op);
  mlirOperationRemoveFromParent(op);
}

void asIrSetAside(MlirModule module, AsAside *aside) {
  *aside = (AsAside){0};
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!isKnown(op))
      take(aside, op);
  }
}

static void freeList(AsAside *aside) {
  for (int i = 0; i < aside->count; i++)
    free(aside->next[i]);
  free(aside->next);
  free(aside->ops);
  *aside = (AsAside){0};
}

void asIrPutBack(AsAside *aside, MlirModule module) {
  MlirBlock body = mlirModuleGetBody(module);
  for (int i = 0; i < aside->count; i++) {
    MlirOperation next = {NULL};
    if (aside->next[i])
      next = asIrLookUp(module, aside->next[i]);
    if (mlirOperationIsNull(next))
      mlirBlockAppendOwnedOperation(body, aside->ops[i]);
    else
      mlirBlockInsertOwnedOperationBefore(body, next, aside->ops[i]);
  }
  freeList(aside);
}

void asIrDropAside(AsAside *aside) {
  for (int i = aside->count - 1; i >= 0; i--)
    mlirOperationDestroy(aside->ops[i]);
  freeList(aside);
}
