//===- merge-modules.c - One lowered module of several
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See merge-modules.h. The translation to LLVM IR passes over modules in a
// module, and an object file has one list of names.
//
//===----------------------------------------------------------------------===//

#include "lowering/merge-modules.h"
#include "ir/module-contents.h"
#include "ir/set-aside.h"
#include "ir/symbol-closure.h"
#include "mlir-c/BuiltinAttributes.h"

static bool isFunction(MlirOperation op) {
  return asIrIsNamed(op, "llvm.func");
}

static bool isDeclaration(MlirOperation op) {
  return isFunction(op) && mlirBlockIsNull(asIrBody(op));
}

/// Renames the symbol `op` of `from` to one that neither module has.
static void rename(MlirModule from, MlirModule to, MlirOperation op,
                   const char *old) {
  AsText name = {0};
  for (int number = 1;
       number == 1 || !mlirOperationIsNull(asIrLookUp(to, name.data)) ||
       !mlirOperationIsNull(asIrLookUp(from, name.data));
       number++) {
    asTextClear(&name);
    asTextFormat(&name, "%s_%d", old, number);
  }
  mlirSymbolTableReplaceAllSymbolUses(asIrString(old), asIrString(name.data),
                                      mlirModuleGetOperation(from));
  mlirOperationSetAttributeByName(
      op, asIrString("sym_name"),
      mlirStringAttrGet(mlirOperationGetContext(op), asIrString(name.data)));
  asTextFree(&name);
}

/// Hides a function that has lost its name.
static void hide(MlirOperation function, AsLowerRemark remark, void *context) {
  if (asIrIsHidden(function))
    return;
  if (remark)
    remark(function, "another module has a function of that name", context);
  mlirOperationSetInherentAttributeByName(
      function, asIrString("linkage"),
      mlirAttributeParseGet(mlirOperationGetContext(function),
                            asIrString("#llvm.linkage<internal>")));
  mlirOperationRemoveDiscardableAttributeByName(
      function, asIrString(AS_SIGNATURE_ATTRIBUTE));
}

/// Moves all of `from` to the end of `to`.
static void merge(MlirModule from, MlirModule to, AsLowerRemark remark,
                  void *context) {
  MlirOperation next, op = mlirBlockGetFirstOperation(mlirModuleGetBody(from));
  AsText name = {0};
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!asIrStringAttribute(op, "sym_name", &name))
      continue;
    MlirOperation other = asIrLookUp(to, name.data);
    if (mlirOperationIsNull(other))
      continue;
    if (isDeclaration(op)) {
      mlirOperationDestroy(op);
    } else if (isDeclaration(other)) {
      mlirOperationDestroy(other);
    } else {
      if (isFunction(op))
        hide(op, remark, context);
      rename(from, to, op, name.data);
    }
  }
  asTextFree(&name);
  asIrMoveContents(from, to);
}

void asLoweredFlatten(MlirModule module, AsLowerRemark remark, void *context) {
  AsAside aside;
  asIrSetAside(module, &aside);
  for (int i = 0; i < aside.count; i++)
    if (asIrIsNamed(aside.ops[i], "builtin.module")) {
      MlirModule inner = mlirModuleFromOperation(aside.ops[i]);
      asLoweredFlatten(inner, remark, context);
      merge(inner, module, remark, context);
    }
  asIrDropAside(&aside);
}
