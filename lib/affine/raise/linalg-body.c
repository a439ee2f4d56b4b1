//===- linalg-body.c - Arithmetic inside of linalg operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise/linalg-body.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirOperation asBodyAppend(MlirBlock block, const char *name,
                           MlirLocation location, intptr_t numOperands,
                           const MlirValue *operands, MlirType result,
                           const MlirNamedAttribute *attribute) {
  MlirOperationState state = mlirOperationStateGet(asIrString(name), location);
  mlirOperationStateAddOperands(&state, numOperands, operands);
  if (!mlirTypeIsNull(result))
    mlirOperationStateAddResults(&state, 1, &result);
  if (attribute)
    mlirOperationStateAddAttributes(&state, 1, attribute);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, op);
  return op;
}

MlirValue asBodyConstant(MlirBlock block, MlirLocation location, MlirType type,
                         int64_t value) {
  MlirContext context = mlirTypeGetContext(type);
  MlirAttribute number = mlirTypeIsAFloat(type)
                             ? mlirFloatAttrDoubleGet(context, type, value)
                             : mlirIntegerAttrGet(type, value);
  MlirNamedAttribute attribute = {
      mlirIdentifierGet(context, asIrString("value")), number};
  return mlirOperationGetResult(asBodyAppend(block, "arith.constant", location,
                                             0, NULL, type, &attribute),
                                0);
}

/// Appends lower + step * linalg.index for the variable of loop d of the form.
static MlirValue appendVariable(AsAffineBody *body, int d,
                                MlirLocation location) {
  const AsAffineOperator *op = body->op;
  MlirType index = mlirIndexTypeGet(op->context),
           i64 = mlirIntegerTypeGet(op->context, 64);
  MlirValue lower =
      asBodyConstant(body->block, location, index, op->form->lower[d]);
  if (op->place[d] < 0)
    return lower;
  MlirNamedAttribute dim = {mlirIdentifierGet(op->context, asIrString("dim")),
                            mlirIntegerAttrGet(i64, op->place[d])};
  MlirValue operands[2];
  operands[0] = mlirOperationGetResult(
      asBodyAppend(body->block, "linalg.index", location, 0, NULL, index, &dim),
      0);
  operands[1] = asBodyConstant(body->block, location, index, op->form->step[d]);
  operands[0] =
      mlirOperationGetResult(asBodyAppend(body->block, "arith.muli", location,
                                          2, operands, index, NULL),
                             0);
  operands[1] = lower;
  return mlirOperationGetResult(asBodyAppend(body->block, "arith.addi",
                                             location, 2, operands, index,
                                             NULL),
                                0);
}

MlirValue asBodyValue(AsAffineBody *body, MlirValue value,
                      MlirLocation location) {
  int known = asIrMapFind(&body->map, value);
  if (known >= 0)
    return body->map.to[known];
  const AsAffineOperator *op = body->op;
  known = asIrMapFind(op->outer, value);
  if (known >= 0)
    return op->outer->to[known];
  for (int d = 0; d < op->form->numDims; d++) {
    int loop = op->statement->loops[op->form->level + d];
    if (mlirValueEqual(value, op->tensors->scop->loops[loop].variable)) {
      MlirValue variable = appendVariable(body, d, location);
      asIrMapAdd(&body->map, value, variable);
      return variable;
    }
  }
  if (!mlirValueIsAOpResult(value))
    return value;
  MlirOperation owner = mlirOpResultGetOwner(value);
  if (!asScopContains(op->tensors->scop, owner))
    return value;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(owner); i++) {
    MlirValue operand = mlirOperationGetOperand(owner, i);
    MlirValue inside = asBodyValue(body, operand, location);
    if (asIrMapFind(&body->map, operand) < 0)
      asIrMapAdd(&body->map, operand, inside);
  }
  asIrMapClone(&body->map, owner, body->block);
  return body->map.to[asIrMapFind(&body->map, value)];
}

MlirRegion asBodyEnd(AsAffineBody *body, MlirValue value,
                     MlirLocation location) {
  asBodyAppend(body->block, "linalg.yield", location, 1, &value,
               (MlirType){NULL}, NULL);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body->block);
  asIrMapFree(&body->map);
  return region;
}
