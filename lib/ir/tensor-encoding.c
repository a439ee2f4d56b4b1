//===- tensor-encoding.c - Tensors that are not dense
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See tensor-encoding.h.
//
//===----------------------------------------------------------------------===//

#include "ir/tensor-encoding.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

bool asIrHasEncoding(MlirType type) {
  return mlirTypeIsARankedTensor(type) &&
         !mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type));
}

/// The first operation with such a type, and the type.
typedef struct Found {
  MlirOperation op;
  MlirType type;
} Found;

static void look(Found *found, MlirOperation op, MlirType type) {
  if (mlirOperationIsNull(found->op) && asIrHasEncoding(type))
    *found = (Found){op, type};
}

static void lookAtFunction(Found *found, MlirOperation op) {
  MlirAttribute attribute = asIrAttribute(op, "function_type");
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAType(attribute))
    return;
  MlirType type = mlirTypeAttrGetValue(attribute);
  if (!mlirTypeIsAFunction(type))
    return;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); i++)
    look(found, op, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); i++)
    look(found, op, mlirFunctionTypeGetResult(type, i));
}

static void lookAtBlocks(Found *found, MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++)
        look(found, op, mlirValueGetType(mlirBlockGetArgument(block, i)));
}

/// An operation that computes says more than the function it is in, which is
/// why the walk is in post-order.
static MlirWalkResult lookAt(MlirOperation op, void *context) {
  Found *found = context;
  if (asIrIsNamed(op, "func.func") && mlirBlockIsNull(asIrBody(op)))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    look(found, op, mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    look(found, op, mlirValueGetType(mlirOperationGetResult(op, i)));
  lookAtFunction(found, op);
  lookAtBlocks(found, op);
  return mlirOperationIsNull(found->op) ? MlirWalkResultAdvance
                                        : MlirWalkResultInterrupt;
}

AsStatus asIrCheckEncodings(MlirOperation op, AsError *error) {
  Found found = {{NULL}, {NULL}};
  mlirOperationWalk(op, lookAt, &found, MlirWalkPostOrder);
  if (mlirOperationIsNull(found.op))
    return AS_OK;
  AsText type = {0};
  asIrPrintType(found.type, &type);
  AsStatus status = asIrFailNaming(
      found.op, AS_UNSUPPORTED, error,
      "works on %s, which has an encoding; as-opt knows dense tensors only: "
      "run a pass that lowers it first, of sparse tensors such as "
      "--sparsification-and-bufferization",
      type.data);
  asTextFree(&type);
  return status;
}
