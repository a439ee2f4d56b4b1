//===- in-place-results.c - Results are made in place
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream lets an argument take the place of an allocation that is returned,
// but copies one that is returned in another shape, and what was allocated for
// a call, as it does so only after it has looked at what the caller returns.
// Those are made in the argument here, which can be seen in the shape of the
// allocation.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/nest-schedule.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"

/// Before the allocation: the argument in its shape.
static MlirValue collapse(MlirOperation alloc, MlirOperation expand,
                          MlirValue argument) {
  MlirStringRef key = asIrString("reassociation");
  MlirType type = mlirValueGetType(mlirOperationGetResult(alloc, 0));
  return asIrInsertValue(
      alloc, &(AsIrParts){.name = "memref.collapse_shape",
                          .numOperands = 1,
                          .operands = &argument,
                          .numResults = 1,
                          .results = &type,
                          .attributes = (AsIrAttribute[]){
                              {"reassociation",
                               mlirOperationGetAttributeByName(expand, key)},
                              {0}}});
}

/// Upstream's copies are of two kinds: bufferisation's, and those of tensors
/// that are made where they are stored.
static bool isCopy(MlirOperation op) {
  return asIrIsNamed(op, "memref.copy") || asIrIsNamed(op, "linalg.copy");
}

/// Whether nothing comes after the copy but the return and copies like it: then
/// the allocation is not written again.
static bool isLast(MlirOperation copy) {
  MlirOperation op = mlirOperationGetNextInBlock(copy);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!asIrIsNamed(op, "func.return") &&
        (!isCopy(op) ||
         !mlirValueIsABlockArgument(mlirOperationGetOperand(op, 1))))
      return false;
  return true;
}

/// Whether the value is an argument that is no other's array: one that was
/// added for a result, or of which the input says so.
static bool isApart(MlirValue value, MlirOperation function) {
  if (!mlirValueIsABlockArgument(value) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(value), asIrBody(function)))
    return false;
  intptr_t argument = mlirBlockArgumentGetArgNumber(value);
  MlirAttribute inputs = mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_INPUTS_ATTRIBUTE));
  return asIrArgumentHas(function, argument, AS_NOALIAS_ATTRIBUTE) ||
         (!mlirAttributeIsNull(inputs) &&
          argument >= mlirIntegerAttrGetValueInt(inputs));
}

/// Nothing but the copy may know the argument, and nothing but the copy a
/// reshaped allocation.
static void shareResult(MlirOperation copy, MlirOperation function) {
  MlirValue source = mlirOperationGetOperand(copy, 0);
  MlirValue argument = mlirOperationGetOperand(copy, 1);
  if (!isApart(argument, function) || !asIrHasOneUse(argument) ||
      !mlirTypeEqual(mlirValueGetType(source), mlirValueGetType(argument)) ||
      !isLast(copy))
    return;
  MlirOperation expand = asIrMadeBy(source, "memref.expand_shape");
  bool isReshaped = !mlirOperationIsNull(expand) && asIrHasOneUse(source);
  MlirOperation alloc = asIrMadeBy(
      isReshaped ? mlirOperationGetOperand(expand, 0) : source, "memref.alloc");
  if (mlirOperationIsNull(alloc) || mlirOperationGetNumOperands(alloc) ||
      !mlirBlockEqual(mlirOperationGetBlock(alloc), asIrBody(function)))
    return;
  MlirValue shared = isReshaped ? collapse(alloc, expand, argument) : argument;
  mlirOperationDestroy(copy);
  if (isReshaped)
    mlirOperationDestroy(expand);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(alloc, 0), shared);
  mlirOperationDestroy(alloc);
}

static void shareResults(MlirOperation function, void *context) {
  (void)context;
  MlirBlock body = asIrBody(function);
  MlirOperation next, op = {NULL};
  if (!mlirBlockIsNull(body))
    op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (isCopy(op))
      shareResult(op, function);
  }
  mlirOperationRemoveDiscardableAttributeByName(
      function, asIrString(AS_INPUTS_ATTRIBUTE));
}

void asResultsInPlace(MlirModule module) {
  asIrVisitFunctions(module, shareResults, NULL);
}
