//===- in-place-results.c - Compute results in the caller's buffers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces an allocation that is copied at the end of a function, to an
// argument which overlaps no other, by that argument or by a reshape of it. So
// it does with one that is copied to an array of a function that computes what
// constants determine (lowering/constants/constant-hoisting.h), wherever that
// is: packed weights would be in memory twice.
//
// Upstream lets a result argument replace a returned allocation, but not if it
// is returned in another shape, nor if it is the result of a call: it looks at
// the caller's returns before it turns the callee's results into arguments.
//
// Requires:    bufferised IR after asConventionApply (`as.inputs` tells the
//              result arguments from the others).
// Provides:    no copy at the end of a function from an allocation to a result,
//              or to an argument with llvm.noalias, that has no other use; none
//              to an array of constants.
// Invalidates: `as.inputs`, which is removed.
//
//   %a = memref.alloc() : memref<32xf32>
//   func.call @task(%x, %a) : ...
//   %e = memref.expand_shape %a [[0, 1]] output_shape [4, 8] : ...
//   linalg.copy ins(%e : memref<4x8xf32>) outs(%result : memref<4x8xf32>)
//
// becomes
//
//   %a = memref.collapse_shape %result [[0, 1]] : memref<4x8xf32>
//       into memref<32xf32>
//   func.call @task(%x, %a) : ...
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/nest-schedule.h"
#include "ir/op-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Inserts before the allocation a view of the argument in its shape.
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

/// Whether the operation is a copy. Upstream's passes leave both kinds.
static bool isCopy(MlirOperation op) {
  return asIrIsNamed(op, "memref.copy") || asIrIsNamed(op, "linalg.copy");
}

/// Whether only the return and copies to arguments come after the copy, so that
/// nothing writes the allocation again.
static bool isLast(MlirOperation copy) {
  MlirOperation op = mlirOperationGetNextInBlock(copy);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!asIrIsNamed(op, "func.return") &&
        (!isCopy(op) ||
         !mlirValueIsABlockArgument(mlirOperationGetOperand(op, 1))))
      return false;
  return true;
}

/// Whether the value is an argument that overlaps no other: a result argument,
/// or one with llvm.noalias.
static bool overlapsNoOther(MlirValue value, MlirOperation function) {
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

/// Replaces the copied allocation by the argument if the copy is the only use
/// of the argument, and of the reshaped allocation if there is a reshape.
static void placeResult(MlirOperation copy, MlirOperation function) {
  MlirValue source = mlirOperationGetOperand(copy, 0);
  MlirValue argument = mlirOperationGetOperand(copy, 1);
  if (!overlapsNoOther(argument, function) || !asIrHasOneUse(argument) ||
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
  MlirValue place = isReshaped ? collapse(alloc, expand, argument) : argument;
  mlirOperationDestroy(copy);
  if (isReshaped)
    mlirOperationDestroy(expand);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(alloc, 0), place);
  mlirOperationDestroy(alloc);
}

/// Whether all uses of the array, and of views of it, come before the copy or
/// are the copy, in its block.
static bool isUsedUpTo(MlirValue array, MlirOperation copy) {
  for (MlirOpOperand use = mlirValueGetFirstUse(array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirBlockEqual(mlirOperationGetBlock(user),
                        mlirOperationGetBlock(copy)) ||
        (!mlirOperationEqual(user, copy) &&
         !mlirOperationIsBeforeInBlock(user, copy)))
      return false;
    for (intptr_t r = 0; r < mlirOperationGetNumResults(user); r++)
      if (mlirTypeIsAMemRef(
              mlirValueGetType(mlirOperationGetResult(user, r))) &&
          !isUsedUpTo(mlirOperationGetResult(user, r), copy))
        return false;
  }
  return true;
}

/// Replaces the copied allocation by the array of the module, which nothing
/// else reads or writes here. False if there is none.
static bool placeConstants(MlirOperation copy) {
  MlirValue source = mlirOperationGetOperand(copy, 0);
  MlirValue array = mlirOperationGetOperand(copy, 1);
  MlirOperation get = asIrMadeBy(array, "memref.get_global");
  MlirOperation alloc = asIrMadeBy(source, "memref.alloc");
  if (mlirOperationIsNull(get) || mlirOperationIsNull(alloc) ||
      mlirOperationGetNumOperands(alloc) ||
      !mlirTypeEqual(mlirValueGetType(source), mlirValueGetType(array)) ||
      !mlirBlockEqual(mlirOperationGetBlock(alloc),
                      mlirOperationGetBlock(copy)) ||
      !mlirBlockEqual(mlirOperationGetBlock(get),
                      mlirOperationGetBlock(copy)) ||
      !isUsedUpTo(source, copy) || !asIrHasOneUse(array))
    return false;
  mlirOperationDestroy(copy);
  if (!mlirOperationIsBeforeInBlock(get, alloc))
    mlirOperationMoveBefore(get, alloc);
  mlirValueReplaceAllUsesOfWith(source, array);
  mlirOperationDestroy(alloc);
  return true;
}

static bool loadsConstants(MlirOperation function) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_LOAD_ATTRIBUTE)));
}

static void placeResults(MlirOperation function, void *context) {
  (void)context;
  MlirBlock body = asIrBody(function);
  MlirOperation next, op = {NULL};
  if (!mlirBlockIsNull(body))
    op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (isCopy(op) && !(loadsConstants(function) && placeConstants(op)))
      placeResult(op, function);
  }
  mlirOperationRemoveDiscardableAttributeByName(
      function, asIrString(AS_INPUTS_ATTRIBUTE));
}

void asResultsInPlace(MlirModule module) {
  asIrVisitFunctions(module, placeResults, NULL);
}
