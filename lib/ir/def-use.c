//===- def-use.c - Query definitions and uses of values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See def-use.h.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"

MlirOperation asIrDefinition(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value)
                                     : (MlirOperation){NULL};
}

MlirOperation asIrMadeBy(MlirValue value, const char *name) {
  MlirOperation op = asIrDefinition(value);
  return !mlirOperationIsNull(op) && asIrIsNamed(op, name)
             ? op
             : (MlirOperation){NULL};
}

bool asIrIsMadeBy(MlirValue value, const char *name) {
  return !mlirOperationIsNull(asIrMadeBy(value, name));
}

bool asIrHasOneUse(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

MlirOperation asIrOnlyUser(MlirValue value) {
  return asIrHasOneUse(value)
             ? mlirOpOperandGetOwner(mlirValueGetFirstUse(value))
             : (MlirOperation){NULL};
}

int asIrCountUses(MlirValue value) {
  int count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    count++;
  return count;
}

/// The value of an arith.constant; null for anything else.
static MlirAttribute constantOf(MlirValue value) {
  MlirOperation op = asIrMadeBy(value, "arith.constant");
  return mlirOperationIsNull(op)
             ? mlirAttributeGetNull()
             : mlirOperationGetInherentAttributeByName(op, asIrString("value"));
}

bool asIrConstantInteger(MlirValue value, int64_t *number) {
  MlirAttribute constant = constantOf(value);
  if (mlirAttributeIsNull(constant) || !mlirAttributeIsAInteger(constant))
    return false;
  *number = mlirIntegerAttrGetValueInt(constant);
  return true;
}

bool asIrIsZero(MlirValue value) {
  MlirAttribute constant = constantOf(value);
  if (mlirAttributeIsNull(constant))
    return false;
  if (mlirAttributeIsADenseElements(constant) &&
      mlirDenseElementsAttrIsSplat(constant))
    constant = mlirDenseElementsAttrGetSplatValue(constant);
  return mlirAttributeIsAFloat(constant)
             ? mlirFloatAttrGetValueDouble(constant) == 0
             : mlirAttributeIsAInteger(constant) &&
                   mlirIntegerAttrGetValueInt(constant) == 0;
}
