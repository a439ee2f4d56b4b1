//===- symbol-closure.c - Collect the symbols that a symbol refers to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See symbol-closure.h.
//
//===----------------------------------------------------------------------===//

#include "ir/symbol-closure.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

bool asIrReaches(const AsIrReach *reach, MlirOperation op) {
  for (int i = 0; i < reach->count; i++)
    if (mlirOperationEqual(reach->ops[i], op))
      return true;
  return false;
}

void asIrReachAdd(AsIrReach *reach, MlirOperation op) {
  if (mlirOperationIsNull(op) || asIrReaches(reach, op))
    return;
  if (reach->count == reach->capacity) {
    reach->capacity = reach->capacity ? 2 * reach->capacity : 64;
    reach->ops =
        asRealloc(reach->ops, sizeof *reach->ops * (size_t)reach->capacity);
  }
  reach->ops[reach->count++] = op;
}

typedef struct References {
  MlirSymbolTable symbols;
  AsIrReach *reach;
} References;

/// TOSA refers to its variables by strings.
static void addVariable(MlirOperation op, const References *references) {
  MlirAttribute name = asIrAttribute(op, "name");
  if (asIrHasPrefix(op, "tosa.variable_") && mlirAttributeIsAString(name))
    asIrReachAdd(references->reach,
                 mlirSymbolTableLookup(references->symbols,
                                       mlirStringAttrGetValue(name)));
}

static MlirWalkResult addReferences(MlirOperation op, void *context) {
  References *references = context;
  addVariable(op, references);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++) {
    MlirAttribute attribute = mlirOperationGetAttribute(op, i).attribute;
    if (mlirAttributeIsASymbolRef(attribute)) // @a::@b is in @a.
      asIrReachAdd(
          references->reach,
          mlirSymbolTableLookup(references->symbols,
                                mlirSymbolRefAttrGetRootReference(attribute)));
  }
  return MlirWalkResultAdvance;
}

void asIrReachNext(MlirModule module, MlirOperation op, AsIrReach *reach) {
  References references = {
      mlirSymbolTableCreate(mlirModuleGetOperation(module)), reach};
  mlirOperationWalk(op, addReferences, &references, MlirWalkPreOrder);
  mlirSymbolTableDestroy(references.symbols);
}

void asIrReachFrom(MlirModule module, MlirOperation root, AsIrReach *reach) {
  int next = reach->count;
  asIrReachAdd(reach, root);
  for (; next < reach->count; next++)
    asIrReachNext(module, reach->ops[next], reach);
}

bool asIrIsHidden(MlirOperation op) {
  MlirAttribute linkage = asIrAttribute(op, "linkage");
  AsText text = {0};
  if (!mlirAttributeIsNull(linkage))
    asIrPrintAttribute(linkage, &text);
  const char *said = asTextString(&text);
  bool isHidden = strcmp(said, "#llvm.linkage<internal>") == 0 ||
                  strcmp(said, "#llvm.linkage<private>") == 0;
  asTextFree(&text);
  return isHidden;
}

void asIrReachFree(AsIrReach *reach) {
  free(reach->ops);
  *reach = (AsIrReach){0};
}
