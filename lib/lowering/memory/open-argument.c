//===- open-argument.c - Let a function take slices of any array
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See open-argument.h.
//
//   func.func private @task(%x: memref<8x16xf32>, %r: memref<8x16xf32>)
//       attributes {llvm.bareptr}
//   call @task(%a, %b)
//
// becomes
//
//   func.func private @task(
//       %x: memref<8x16xf32>,
//       %r: memref<8x16xf32, strided<[?, 1], offset: ?>>)
//   %c = memref.cast %b : memref<8x16xf32> to memref<8x16xf32, strided<...>>
//   call @task(%a, %c)
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/open-argument.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

enum { maxRank = 8 };

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// How many dimensions of the operand the subview drops; -1 if it is not clear
/// which.
static intptr_t droppedBy(MlirOperation subview) {
  MlirType whole = mlirValueGetType(mlirOperationGetOperand(subview, 0)),
           part = mlirValueGetType(mlirOperationGetResult(subview, 0));
  MlirAttribute sizes = asIrAttribute(subview, "static_sizes");
  intptr_t dropped = mlirShapedTypeGetRank(whole) - mlirShapedTypeGetRank(part),
           ones = 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(whole); d++)
    ones += mlirDenseI64ArrayGetElement(sizes, d) == 1;
  return dropped == 0 || dropped == ones ? dropped : -1;
}

/// Whether nothing that uses the memory, or a view of it, relies on its
/// strides.
static bool canOpen(MlirValue memory) {
  static const char *const accesses[] = {
      "vector.transfer_read", "vector.transfer_write",
      "vector.load",          "vector.store",
      "memref.load",          "memref.store",
      "memref.copy",          "memref.dim"};
  bool can = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(memory);
       !mlirOpOperandIsNull(use) && can; use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (asIrIsNamed(user, "memref.subview"))
      can = droppedBy(user) >= 0 && canOpen(mlirOperationGetResult(user, 0));
    else
      can = asIrHasPrefix(user, "linalg.") ||
            asIrIsOneOf(user, accesses, sizeof accesses / sizeof *accesses);
  }
  return can;
}

static int64_t times(int64_t a, int64_t b) {
  int64_t open = mlirShapedTypeGetDynamicStrideOrOffset();
  return a == open || b == open ? open : a * b;
}

/// The type of a subview of memory with these strides, at any offset.
static MlirType typeOfView(MlirOperation subview, const int64_t *strides) {
  MlirAttribute sizes = asIrAttribute(subview, "static_sizes"),
                steps = asIrAttribute(subview, "static_strides");
  bool drops = droppedBy(subview) > 0;
  int64_t own[maxRank];
  intptr_t rank = 0;
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(sizes); d++)
    if (!drops || mlirDenseI64ArrayGetElement(sizes, d) != 1)
      own[rank++] = times(strides[d], mlirDenseI64ArrayGetElement(steps, d));
  return asIrStridedMemRef(mlirValueGetType(mlirOperationGetResult(subview, 0)),
                           own);
}

/// Gives the memory the strides, and all views of it those that follow.
static void open(MlirValue memory, MlirType type) {
  int64_t strides[maxRank], offset;
  mlirMemRefTypeGetStridesAndOffset(type, strides, &offset);
  mlirValueSetType(memory, type);
  for (MlirOpOperand use = mlirValueGetFirstUse(memory);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (asIrIsNamed(user, "memref.subview"))
      open(mlirOperationGetResult(user, 0), typeOfView(user, strides));
  }
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

typedef struct Uses {
  MlirAttribute callee;
  intptr_t argument;
  MlirType type; ///< That calls are to pass.
  bool hasOthers;
} Uses;

static MlirWalkResult findOthers(MlirOperation op, void *context) {
  Uses *uses = context;
  uses->hasOthers |=
      asIrIsNamed(op, "func.constant") &&
      mlirAttributeEqual(asIrAttribute(op, "value"), uses->callee);
  return uses->hasOthers ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool asCanOpenArgument(MlirModule module, MlirOperation function,
                       intptr_t argument) {
  if (!asIrIsPrivate(function) || mlirBlockIsNull(asIrBody(function)))
    return false;
  MlirValue memory = mlirBlockGetArgument(asIrBody(function), argument);
  MlirType type = mlirValueGetType(memory);
  Uses uses = {.callee = asIrReferTo(function)};
  mlirOperationWalk(mlirModuleGetOperation(module), findOthers, &uses,
                    MlirWalkPreOrder);
  return !uses.hasOthers && mlirTypeIsAMemRef(type) &&
         mlirShapedTypeHasStaticShape(type) &&
         mlirShapedTypeGetRank(type) > 0 &&
         mlirShapedTypeGetRank(type) <= maxRank &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) &&
         canOpen(memory);
}

static MlirWalkResult castOperand(MlirOperation op, void *context) {
  const Uses *uses = context;
  if (asIrCalls(op, uses->callee))
    mlirOperationSetOperand(
        op, uses->argument,
        asIrInsertUnary(op, "memref.cast",
                        mlirOperationGetOperand(op, uses->argument),
                        uses->type));
  return MlirWalkResultAdvance;
}

static void renewType(MlirOperation function) {
  MlirBlock body = asIrBody(function);
  MlirType old = mlirTypeAttrGetValue(asIrAttribute(function, "function_type"));
  intptr_t numInputs = mlirBlockGetNumArguments(body),
           numResults = mlirFunctionTypeGetNumResults(old);
  MlirType *types =
      asAlloc(sizeof *types * (size_t)(numInputs + numResults + 1));
  for (intptr_t i = 0; i < numInputs; i++)
    types[i] = mlirValueGetType(mlirBlockGetArgument(body, i));
  for (intptr_t r = 0; r < numResults; r++)
    types[numInputs + r] = mlirFunctionTypeGetResult(old, r);
  mlirOperationSetInherentAttributeByName(
      function, asIrString("function_type"),
      mlirTypeAttrGet(mlirFunctionTypeGet(mlirOperationGetContext(function),
                                          numInputs, types, numResults,
                                          types + numInputs)));
  free(types);
}

void asOpenArgument(MlirModule module, MlirOperation function,
                    intptr_t argument) {
  MlirValue memory = mlirBlockGetArgument(asIrBody(function), argument);
  MlirType dense = mlirValueGetType(memory);
  int64_t strides[maxRank];
  intptr_t rank = mlirShapedTypeGetRank(dense);
  for (intptr_t r = 0; r < rank; r++)
    strides[r] = r + 1 < rank ? mlirShapedTypeGetDynamicStrideOrOffset() : 1;
  Uses uses = {.callee = asIrReferTo(function),
               .argument = argument,
               .type = asIrStridedMemRef(dense, strides)};
  open(memory, uses.type);
  renewType(function);
  asConventionTakeDescriptors(function);
  mlirOperationWalk(mlirModuleGetOperation(module), castOperand, &uses,
                    MlirWalkPreOrder);
}
