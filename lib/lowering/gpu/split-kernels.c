//===- split-kernels.c - Split functions into kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits a function that has a mapped loop and other effects beside it (a copy
// of an updated operand, the edge of a pad) into a function for each.
//
// A kernel is one grid, whose blocks cannot wait for each other, so each part
// becomes a kernel of its own. The parts exchange data through buffers, which
// are arguments by now.
//
// Requires:    asGpuPlaceBuffers.
// Provides:    no effects beside the mapped loop of a function; as.part with
//              the name of the former function.
// Invalidates: the former function.
//
//   func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
//     memref.copy %a, %b : memref<8xf32> to memref<8xf32>
//     scf.forall (%i) in (8) { ... } {mapping = [#gpu.block<x>]}
// becomes
//   func.func @f_1(%a: ..., %b: ...) attributes {as.part = "f"} {
//     memref.copy %a, %b : memref<8xf32> to memref<8xf32>
//   func.func @f_2(%a: ..., %b: ...) attributes {as.part = "f"} {
//     scf.forall (%i) in (8) { ... } {mapping = [#gpu.block<x>]}
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/mapped-forall.h"
#include "mlir-c/BuiltinAttributes.h"

/// The operation with an effect that has number `n`; null after the last one.
static MlirOperation rootAt(MlirOperation function, int n) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asGpuHasEffect(op) && n-- == 0)
      return op;
  return (MlirOperation){NULL};
}

static void keepRoot(MlirOperation function, int kept, int count) {
  for (int n = count - 1; n >= 0; n--)
    if (n != kept)
      mlirOperationDestroy(rootAt(function, n));
}

/// Inserts part `number` before `function`, and names it NAME_1, ..., or, if
/// that name is taken, another one with this prefix.
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
  mlirSymbolTableInsert(names, part); // Renames it if the name is taken.
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
