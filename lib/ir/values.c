//===- ir/values.c - Where values come from and where they go
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/values.h"
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

bool asIrConstantInteger(MlirValue value, int64_t *number) {
  MlirOperation op = asIrMadeBy(value, "arith.constant");
  if (mlirOperationIsNull(op))
    return false;
  MlirAttribute attribute =
      mlirOperationGetInherentAttributeByName(op, asIrString("value"));
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  *number = mlirIntegerAttrGetValueInt(attribute);
  return true;
}
