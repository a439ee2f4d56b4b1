//===- argument-reads.c - Find the arguments that a function reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers whether a lowered function may dereference a pointer argument.
// Follows the pointer through memref descriptors (llvm.insertvalue,
// llvm.extractvalue) and into called functions. Any other use counts as a read.
//
// Lowering builds a descriptor from every pointer argument, even if the
// function only needs the sizes, so a use alone does not mean that the memory
// is read.
//
//   %d = llvm.insertvalue %arg0, %undef[0] : !llvm.struct<(ptr, ptr, i64)>
//   %o = llvm.extractvalue %d[2] : !llvm.struct<(ptr, ptr, i64)>
//
// does not read %arg0: field 2 is the offset.
//
//===----------------------------------------------------------------------===//

#include "lowering/argument-reads.h"
#include "mlir-c/BuiltinAttributes.h"

/// The deepest chain of calls to follow. Only recursion gets this deep; beyond
/// it the argument counts as read.
enum { maxCallDepth = 8 };

static bool isRead(MlirModule module, MlirValue pointer, int depth);

/// Whether the extracted field is a pointer: fields 0 and 1 of a descriptor
/// are, the offset, sizes and strides are not.
static bool extractsPointer(MlirOperation extract) {
  MlirAttribute position = asIrAttribute(extract, "position");
  return mlirAttributeIsNull(position) ||
         mlirDenseArrayGetNumElements(position) == 0 ||
         mlirDenseI64ArrayGetElement(position, 0) < 2;
}

static bool isReadByCallee(MlirModule module, MlirOperation call,
                           intptr_t number, int depth) {
  MlirAttribute callee = asIrAttribute(call, "callee");
  if (mlirAttributeIsNull(callee) || depth == maxCallDepth)
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
  if (asIrIsNamed(user, "llvm.extractvalue") && !extractsPointer(user))
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
