//===- build/reshape.c - Results that are reshaped in place
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream lets an argument take the place of an allocation that is returned,
// but not of one that is returned in another shape: that is copied. The
// argument can as well be seen in the shape of the allocation.
//
//===----------------------------------------------------------------------===//

#include "build/steps.h"
#include "graph/insert.h"

static bool hasOneUse(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

/// The operation of this name that made the value; null for another.
static MlirOperation madeBy(MlirValue value, const char *name) {
  MlirOperation none = {NULL};
  if (!mlirValueIsAOpResult(value))
    return none;
  MlirOperation op = mlirOpResultGetOwner(value);
  return asIrIsNamed(op, name) ? op : none;
}

/// Before the allocation: the argument in its shape.
static MlirValue collapse(MlirOperation alloc, MlirOperation expand,
                          MlirValue argument) {
  AsGraphAttribute groups[2] = {
      {"reassociation",
       mlirOperationGetAttributeByName(expand, asIrString("reassociation"))}};
  return asGraphInsert(alloc, "memref.collapse_shape",
                       mlirValueGetType(mlirOperationGetResult(alloc, 0)), 1,
                       &argument, groups, asGraphNoRegion);
}

/// Nothing but the copy may know the argument, so that its earlier content is
/// not asked for, and nothing but the copy the reshaped allocation.
static MlirWalkResult shareResult(MlirOperation copy, void *context) {
  (void)context;
  if (!asIrIsNamed(copy, "memref.copy") && !asIrIsNamed(copy, "linalg.copy"))
    return MlirWalkResultAdvance;
  MlirValue reshaped = mlirOperationGetOperand(copy, 0);
  MlirValue argument = mlirOperationGetOperand(copy, 1);
  MlirOperation expand = madeBy(reshaped, "memref.expand_shape");
  if (mlirOperationIsNull(expand) || !mlirValueIsABlockArgument(argument) ||
      !asIrIsNamed(
          mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(argument)),
          "func.func") ||
      !hasOneUse(argument) || !hasOneUse(reshaped) ||
      !mlirTypeEqual(mlirValueGetType(reshaped), mlirValueGetType(argument)))
    return MlirWalkResultAdvance;
  MlirOperation alloc =
      madeBy(mlirOperationGetOperand(expand, 0), "memref.alloc");
  MlirBlock entry = mlirBlockArgumentGetOwner(argument);
  if (mlirOperationIsNull(alloc) || mlirOperationGetNumOperands(alloc) ||
      !mlirBlockEqual(mlirOperationGetBlock(alloc), entry) ||
      !mlirBlockEqual(mlirOperationGetBlock(copy), entry))
    return MlirWalkResultAdvance;
  MlirValue shared = collapse(alloc, expand, argument);
  mlirOperationDestroy(copy);
  mlirOperationDestroy(expand);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(alloc, 0), shared);
  mlirOperationDestroy(alloc);
  return MlirWalkResultSkip;
}

void asReshapesShare(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), shareResult, NULL,
                    MlirWalkPostOrder);
}
