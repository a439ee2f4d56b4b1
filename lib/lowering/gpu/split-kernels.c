//===- split-kernels.c - Kernels one after another
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule's parallel loop may have something before or after it: a copy of
// what is updated, the edge of a pad. All that goes between the parts is in
// buffers by now, which are arguments. So each part gets a copy of the
// function, without the other parts.
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/mapped-forall.h"
#include "mlir-c/BuiltinAttributes.h"

/// The number `n` of the operations that do something; null past the last.
static MlirOperation rootAt(MlirOperation function, int n) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asGpuIsRoot(op) && n-- == 0)
      return op;
  return (MlirOperation){NULL};
}

static void keepRoot(MlirOperation function, int kept, int count) {
  for (int n = count - 1; n >= 0; n--)
    if (n != kept)
      mlirOperationDestroy(rootAt(function, n));
}

/// Puts the part before `function`, of which it is the given one, and gives it
/// a name of its own: NAME_1, ..., or one that begins so.
static void insertPart(MlirOperation function, MlirOperation part, int number) {
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  asIrSetStringAttribute(part, AS_PART_ATTRIBUTE, name.data);
  asTextFormat(&name, "_%d", number);
  mlirOperationSetInherentAttributeByName(
      part, asIrString("sym_name"),
      mlirStringAttrGet(mlirOperationGetContext(part), asIrString(name.data)));
  MlirSymbolTable names =
      mlirSymbolTableCreate(mlirOperationGetParentOperation(function));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(function), function,
                                      part);
  mlirSymbolTableInsert(names, part); // Renames it where need be.
  mlirSymbolTableDestroy(names);
  asTextFree(&name);
}

static void split(MlirOperation function, void *context) {
  (void)context;
  if (mlirBlockIsNull(asIrBody(function)))
    return;
  int count = 0;
  bool hasLoop = false;
  for (MlirOperation root;
       root = rootAt(function, count), !mlirOperationIsNull(root); count++)
    hasLoop |= asGpuIsMapped(root);
  if (!hasLoop || count < 2)
    return;
  for (int n = 0; n < count; n++) {
    MlirOperation part = mlirOperationClone(function);
    keepRoot(part, n, count);
    insertPart(function, part, n + 1);
  }
  mlirOperationDestroy(function);
}

void asGpuSplitKernels(MlirModule module) {
  asIrVisitFunctions(module, split, NULL);
}
