//===- argument-reads.c - Which arguments a lowered function reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering makes a descriptor of each pointer, whether somebody asks for the
// pointer again or for the sizes only. So what becomes of it is followed
// through descriptors and calls; any other use is as good as reading.
//
//===----------------------------------------------------------------------===//

#include "lowering/argument-reads.h"
#include "mlir-c/BuiltinAttributes.h"

/// Calls within calls; nobody's own function goes deeper, unless for ever.
enum { deepest = 8 };

static bool isRead(MlirModule module, MlirValue pointer, int depth);

/// Of a descriptor, the fields before the offset are pointers.
static bool takesPointer(MlirOperation extract) {
  MlirAttribute position = asIrAttribute(extract, "position");
  return mlirAttributeIsNull(position) ||
         mlirDenseArrayGetNumElements(position) == 0 ||
         mlirDenseI64ArrayGetElement(position, 0) < 2;
}

static bool isReadByCallee(MlirModule module, MlirOperation call,
                           intptr_t number, int depth) {
  MlirAttribute callee = asIrAttribute(call, "callee");
  if (mlirAttributeIsNull(callee) || depth == deepest)
    return true;
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
  AsText text = {0};
  asTextAppend(&text, name.data, name.length);
  MlirOperation function = asIrLookUp(module, asTextString(&text));
  asTextFree(&text);
  if (mlirOperationIsNull(function) || mlirBlockIsNull(asIrBody(function)) ||
      number >= mlirBlockGetNumArguments(asIrBody(function)))
    return true;
  return isRead(module, mlirBlockGetArgument(asIrBody(function), number),
                depth + 1);
}

static bool isReadByUse(MlirModule module, MlirOpOperand use, int depth) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  if (asIrIsNamed(user, "llvm.call"))
    return isReadByCallee(module, user, mlirOpOperandGetOperandNumber(use),
                          depth);
  if (asIrIsNamed(user, "llvm.extractvalue") && !takesPointer(user))
    return false;
  if (asIrIsNamed(user, "llvm.insertvalue") ||
      asIrIsNamed(user, "llvm.extractvalue"))
    return isRead(module, mlirOperationGetResult(user, 0), depth);
  return true;
}

static bool isRead(MlirModule module, MlirValue pointer, int depth) {
  for (MlirOpOperand use = mlirValueGetFirstUse(pointer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (isReadByUse(module, use, depth))
      return true;
  return false;
}

bool asReadsArgument(MlirModule lowered, MlirOperation function,
                     intptr_t argument) {
  return isRead(lowered, mlirBlockGetArgument(asIrBody(function), argument), 0);
}
