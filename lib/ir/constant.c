//===- ir/constant.c - What is the same whenever a function runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/constant.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The attributes of an argument; null where no argument has any.
static MlirAttribute attributesOf(MlirOperation function, intptr_t argument) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      function, asIrString("arg_attrs"));
  if (mlirAttributeIsNull(all) || argument >= mlirArrayAttrGetNumElements(all))
    return mlirAttributeGetNull();
  return mlirArrayAttrGetElement(all, argument);
}

bool asIrArgumentIsConstant(MlirOperation function, intptr_t argument) {
  MlirAttribute own = attributesOf(function, argument);
  return !mlirAttributeIsNull(own) &&
         !mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
             own, asIrString(AS_CONSTANT_ATTRIBUTE)));
}

bool asIrHasConstantArgument(MlirOperation function) {
  MlirBlock body = asIrBody(function);
  intptr_t count = mlirBlockIsNull(body) ? 0 : mlirBlockGetNumArguments(body);
  for (intptr_t i = 0; i < count; i++)
    if (asIrArgumentIsConstant(function, i))
      return true;
  return false;
}

/// A dictionary with what `old` has and the mark.
static MlirAttribute withMark(MlirContext context, MlirAttribute old) {
  intptr_t count =
      mlirAttributeIsNull(old) ? 0 : mlirDictionaryAttrGetNumElements(old);
  MlirNamedAttribute *elements =
      asAlloc(sizeof *elements * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    elements[i] = mlirDictionaryAttrGetElement(old, i);
  elements[count] = mlirNamedAttributeGet(
      mlirIdentifierGet(context, asIrString(AS_CONSTANT_ATTRIBUTE)),
      mlirUnitAttrGet(context));
  MlirAttribute marked = mlirDictionaryAttrGet(context, count + 1, elements);
  free(elements);
  return marked;
}

void asIrArgumentMarkConstant(MlirOperation function, intptr_t argument) {
  if (asIrArgumentIsConstant(function, argument))
    return;
  MlirContext context = mlirOperationGetContext(function);
  intptr_t count = mlirBlockGetNumArguments(asIrBody(function));
  MlirAttribute *all = asAlloc(sizeof *all * (size_t)count);
  for (intptr_t i = 0; i < count; i++) {
    all[i] = attributesOf(function, i);
    if (i == argument)
      all[i] = withMark(context, all[i]);
    else if (mlirAttributeIsNull(all[i]))
      all[i] = mlirDictionaryAttrGet(context, 0, NULL);
  }
  mlirOperationSetAttributeByName(function, asIrString("arg_attrs"),
                                  mlirArrayAttrGet(context, count, all));
  free(all);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether the operation is the same elements in another shape.
static bool reshapes(MlirOperation op) {
  return asIrIsNamed(op, "tensor.expand_shape") ||
         asIrIsNamed(op, "tensor.collapse_shape") ||
         asIrIsNamed(op, "tensor.cast");
}

static MlirValue reshaped(MlirValue value) {
  while (mlirValueIsAOpResult(value) && reshapes(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value;
}

bool asIrIsConstant(MlirValue value) {
  MlirValue source = reshaped(value);
  return mlirValueIsAOpResult(source) &&
         (asIrIsNamed(mlirOpResultGetOwner(source), "arith.constant") ||
          asIrIsNamed(mlirOpResultGetOwner(source),
                      "ml_program.global_load_const"));
}

bool asIrIsFixed(MlirValue value) {
  MlirValue source = reshaped(value);
  if (!mlirValueIsABlockArgument(source))
    return asIrIsConstant(source);
  MlirBlock block = mlirBlockArgumentGetOwner(source);
  MlirOperation function = mlirBlockGetParentOperation(block);
  return asIrIsNamed(function, "func.func") &&
         mlirBlockEqual(block, asIrBody(function)) &&
         asIrArgumentIsConstant(function,
                                mlirBlockArgumentGetArgNumber(source));
}
