//===- module-contents.c - Move what modules and functions consist of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See module-contents.h.
//
//===----------------------------------------------------------------------===//

#include "ir/module-contents.h"
#include "mlir-c/BuiltinAttributes.h"

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool asIrHasBody(MlirOperation op) {
  return asIrIsNamed(op, "func.func") && !mlirBlockIsNull(asIrBody(op));
}

AsIrFunctionBody asIrTakeBody(MlirOperation function) {
  AsIrFunctionBody body = {mlirRegionCreate(),
                           asIrAttribute(function, "sym_visibility")};
  mlirRegionTakeBody(body.blocks, mlirOperationGetRegion(function, 0));
  mlirOperationSetAttributeByName(
      function, asIrString("sym_visibility"),
      mlirStringAttrGet(mlirOperationGetContext(function),
                        asIrString("private")));
  return body;
}

void asIrReturnBody(MlirOperation function, AsIrFunctionBody body) {
  mlirRegionTakeBody(mlirOperationGetRegion(function, 0), body.blocks);
  mlirRegionDestroy(body.blocks);
  if (mlirAttributeIsNull(body.visibility))
    mlirOperationRemoveAttributeByName(function, asIrString("sym_visibility"));
  else
    mlirOperationSetAttributeByName(function, asIrString("sym_visibility"),
                                    body.visibility);
}

void asIrDropBody(MlirOperation function) {
  mlirRegionDestroy(asIrTakeBody(function).blocks);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

MlirModule asIrModuleLike(MlirModule module) {
  MlirOperation op = mlirModuleGetOperation(module);
  MlirModule empty = mlirModuleCreateEmpty(mlirOperationGetLocation(op));
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(op); i++) {
    MlirNamedAttribute attribute = mlirOperationGetDiscardableAttribute(op, i);
    mlirOperationSetDiscardableAttributeByName(
        mlirModuleGetOperation(empty), mlirIdentifierStr(attribute.name),
        attribute.attribute);
  }
  return empty;
}

void asIrMoveContents(MlirModule from, MlirModule to) {
  MlirBlock source = mlirModuleGetBody(from), sink = mlirModuleGetBody(to);
  MlirOperation op;
  while (op = mlirBlockGetFirstOperation(source), !mlirOperationIsNull(op)) {
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(sink, op);
  }
}

void asIrReplaceContents(MlirModule to, MlirModule from) {
  // The old operations go into a module of their own, which as a whole can be
  // destroyed whatever they use of each other.
  MlirModule old = mlirModuleCreateEmpty(
      mlirOperationGetLocation(mlirModuleGetOperation(to)));
  asIrMoveContents(to, old);
  asIrMoveContents(from, to);
  mlirModuleDestroy(old);
  mlirModuleDestroy(from);
}
