//===- same-value.c - Whether two values are computed alike
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See same-value.h.
//
//   func.func @f() {                          func.func @g() {
//     %0 = arith.constant dense<...>            %5 = arith.constant dense<...>
//     %1 = call @as_fixed(%0)                   %6 = call @as_fixed(%5)
//
// %1 and %6 are the same value.
//
//===----------------------------------------------------------------------===//

#include "ir/same-value.h"
#include "ir/def-use.h"

/// The number of an argument of a function; -1 for all other values.
static intptr_t argumentOf(MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return -1;
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirOperation function = mlirBlockGetParentOperation(block);
  return asIrIsNamed(function, "func.func") &&
                 mlirBlockEqual(block, asIrBody(function))
             ? mlirBlockArgumentGetArgNumber(value)
             : -1;
}

static bool hasSameAttributes(MlirOperation left, MlirOperation right) {
  intptr_t count = mlirOperationGetNumAttributes(left);
  bool isSame = count == mlirOperationGetNumAttributes(right);
  for (intptr_t i = 0; i < count && isSame; i++) {
    MlirNamedAttribute one = mlirOperationGetAttribute(left, i),
                       other = mlirOperationGetAttribute(right, i);
    isSame = mlirIdentifierEqual(one.name, other.name) &&
             mlirAttributeEqual(one.attribute, other.attribute);
  }
  return isSame;
}

static bool isSameOperation(MlirOperation left, MlirOperation right) {
  if (mlirOperationEqual(left, right))
    return true;
  intptr_t count = mlirOperationGetNumOperands(left);
  bool isSame = mlirIdentifierEqual(mlirOperationGetName(left),
                                    mlirOperationGetName(right)) &&
                !mlirOperationGetNumRegions(left) &&
                !mlirOperationGetNumRegions(right) &&
                count == mlirOperationGetNumOperands(right) &&
                hasSameAttributes(left, right);
  for (intptr_t i = 0; i < count && isSame; i++)
    isSame = asIrIsSameValue(mlirOperationGetOperand(left, i),
                             mlirOperationGetOperand(right, i));
  return isSame;
}

bool asIrIsSameValue(MlirValue left, MlirValue right) {
  if (mlirValueEqual(left, right))
    return true;
  if (!mlirTypeEqual(mlirValueGetType(left), mlirValueGetType(right)))
    return false;
  MlirOperation one = asIrDefinition(left), other = asIrDefinition(right);
  if (mlirOperationIsNull(one) || mlirOperationIsNull(other))
    return argumentOf(left) >= 0 && argumentOf(left) == argumentOf(right);
  return mlirOpResultGetResultNumber(left) ==
             mlirOpResultGetResultNumber(right) &&
         isSameOperation(one, other);
}
