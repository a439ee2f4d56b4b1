//===- splice-result.c - The engine's result in the caller's module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine works in a context of its own and returns text or bytecode. A
// pass may not replace the op it runs on, so the result is parsed in the
// caller's context and its insides are moved over.
//
//===----------------------------------------------------------------------===//

#include "ir/module-contents.h"
#include "origin/origin.h"
#include "passes/module-pass.h"

/// The name of a module is an inherent attribute, and so stays. A graph of the
/// original stays what it was, but in one context no other resource may have
/// its name: the same one is as good.
static void replaceDiscardableAttributes(MlirOperation op, MlirOperation by) {
  MlirAttribute origin = asIrAttribute(op, AS_ORIGIN_ATTRIBUTE);
  while (mlirOperationGetNumDiscardableAttributes(op) > 0) {
    MlirNamedAttribute old = mlirOperationGetDiscardableAttribute(op, 0);
    mlirOperationRemoveDiscardableAttributeByName(op,
                                                  mlirIdentifierStr(old.name));
  }
  intptr_t count = mlirOperationGetNumDiscardableAttributes(by);
  for (intptr_t i = 0; i < count; i++) {
    MlirNamedAttribute attribute = mlirOperationGetDiscardableAttribute(by, i);
    mlirOperationSetDiscardableAttributeByName(
        op, mlirIdentifierStr(attribute.name), attribute.attribute);
  }
  if (!mlirAttributeIsNull(origin))
    mlirOperationSetDiscardableAttributeByName(
        op, asIrString(AS_ORIGIN_ATTRIBUTE), origin);
}

bool asSpliceModule(MlirModule module, const AsEmission *emission) {
  MlirOperation op = mlirModuleGetOperation(module);
  MlirModule result = mlirModuleCreateParse(
      mlirOperationGetContext(op),
      mlirStringRefCreate(emission->data, emission->length));
  if (mlirModuleIsNull(result))
    return false;
  replaceDiscardableAttributes(op, mlirModuleGetOperation(result));
  asIrReplaceContents(module, result);
  return true;
}
