//===- argument-accesses.c - Find the arguments that a function reads, writes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers whether a lowered function may access the memory of a pointer
// argument, or write it. Follows the pointer through memref descriptors
// (llvm.insertvalue, llvm.extractvalue), addresses that are computed from it,
// and into called functions. Any other use counts as a write.
//
// Lowering builds a descriptor from every pointer argument, even if the
// function only needs the sizes, so a use alone does not mean that the memory
// is accessed.
//
//   %d = llvm.insertvalue %arg0, %undef[0] : !llvm.struct<(ptr, ptr, i64)>
//   %o = llvm.extractvalue %d[2] : !llvm.struct<(ptr, ptr, i64)>
//
// does not access %arg0: field 2 is the offset.
//
//===----------------------------------------------------------------------===//

#include "lowering/argument-accesses.h"
#include "mlir-c/BuiltinAttributes.h"

/// The deepest chain of calls to follow. Only recursion gets this deep; beyond
/// it the argument counts as written.
enum { maxCallDepth = 8 };

typedef struct Search {
  MlirModule module;
  bool isForWrites; ///< Reads do not count.
  int depth;        ///< Of calls.
} Search;

static bool isAccessed(const Search *search, MlirValue pointer);

/// Whether the extracted field is a pointer: fields 0 and 1 of a descriptor
/// are, the offset, sizes and strides are not.
static bool extractsPointer(MlirOperation extract) {
  MlirAttribute position = asIrAttribute(extract, "position");
  return mlirAttributeIsNull(position) ||
         mlirDenseArrayGetNumElements(position) == 0 ||
         mlirDenseI64ArrayGetElement(position, 0) < 2;
}

static bool isAccessedByCallee(const Search *search, MlirOperation call,
                               intptr_t number) {
  if (search->depth == maxCallDepth)
    return true;
  MlirOperation function = asIrReferenced(search->module, call, "callee");
  if (mlirOperationIsNull(function) || mlirBlockIsNull(asIrBody(function)) ||
      number >= mlirBlockGetNumArguments(asIrBody(function)))
    return true;
  Search inner = *search;
  inner.depth++;
  return isAccessed(&inner, mlirBlockGetArgument(asIrBody(function), number));
}

static bool isNamedOneOf(MlirOperation op, const char *const *names) {
  while (*names && !asIrIsNamed(op, *names))
    names++;
  return *names != NULL;
}

/// Whether the result is the pointer, or leads to its memory. Tests whether two
/// arrays overlap compare numbers.
static bool passesOn(MlirOperation op) {
  static const char *const names[] = {
      "llvm.ptrtoint",    "llvm.inttoptr",     "llvm.add",
      "llvm.insertvalue", "llvm.extractvalue", "llvm.getelementptr",
      "llvm.select",      "llvm.freeze",       NULL};
  return isNamedOneOf(op, names);
}

/// Whether the operation reads the memory of the pointer that is its operand
/// `number`, and does not write it. What prefetches, or assumes alignment, is
/// among them.
static bool readsOnly(MlirOperation op, intptr_t number) {
  static const char *const loads[] = {
      "llvm.load",          "llvm.intr.masked.load", "llvm.intr.masked.gather",
      "llvm.intr.prefetch", "llvm.intr.assume",      NULL};
  static const char *const copies[] = {
      "llvm.intr.memcpy", "llvm.intr.memcpy.inline", "llvm.intr.memmove", NULL};
  return isNamedOneOf(op, loads) || (number == 1 && isNamedOneOf(op, copies));
}

static bool isAccessedByUse(const Search *search, MlirOpOperand use) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  intptr_t number = mlirOpOperandGetOperandNumber(use);
  if (asIrIsNamed(user, "llvm.call"))
    return isAccessedByCallee(search, user, number);
  if (asIrIsNamed(user, "llvm.icmp") ||
      (asIrIsNamed(user, "llvm.extractvalue") && !extractsPointer(user)))
    return false;
  if (passesOn(user))
    return isAccessed(search, mlirOperationGetResult(user, 0));
  return !search->isForWrites || !readsOnly(user, number);
}

static bool isAccessed(const Search *search, MlirValue pointer) {
  for (MlirOpOperand use = mlirValueGetFirstUse(pointer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (isAccessedByUse(search, use))
      return true;
  return false;
}

bool asAccessesArgument(MlirModule lowered, MlirOperation function,
                        intptr_t argument) {
  return isAccessed(&(Search){.module = lowered},
                    mlirBlockGetArgument(asIrBody(function), argument));
}

bool asWritesArgument(MlirModule lowered, MlirOperation function,
                      intptr_t argument) {
  return isAccessed(&(Search){.module = lowered, .isForWrites = true},
                    mlirBlockGetArgument(asIrBody(function), argument));
}
