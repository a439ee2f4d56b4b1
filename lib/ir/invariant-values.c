//===- invariant-values.c - Find values that are the same in each call
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See invariant-values.h.
//
//===----------------------------------------------------------------------===//

#include "ir/invariant-values.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The attributes of an argument; null if no argument has any.
static MlirAttribute attributesOf(MlirOperation function, intptr_t argument) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      function, asIrString("arg_attrs"));
  if (mlirAttributeIsNull(all) || argument >= mlirArrayAttrGetNumElements(all))
    return mlirAttributeGetNull();
  return mlirArrayAttrGetElement(all, argument);
}

bool asIrArgumentHas(MlirOperation function, intptr_t argument,
                     const char *name) {
  MlirAttribute own = attributesOf(function, argument);
  return !mlirAttributeIsNull(own) &&
         !mlirAttributeIsNull(
             mlirDictionaryAttrGetElementByName(own, asIrString(name)));
}

bool asIrArgumentIsConstant(MlirOperation function, intptr_t argument) {
  return asIrArgumentHas(function, argument, AS_CONSTANT_ATTRIBUTE);
}

bool asIrHasConstantArgument(MlirOperation function) {
  MlirBlock body = asIrBody(function);
  intptr_t count = mlirBlockIsNull(body) ? 0 : mlirBlockGetNumArguments(body);
  for (intptr_t i = 0; i < count; i++)
    if (asIrArgumentIsConstant(function, i))
      return true;
  return false;
}

/// The dictionary `old` with the unit attribute `mark` added.
static MlirAttribute withMark(MlirContext context, MlirAttribute old,
                              const char *mark) {
  intptr_t count =
      mlirAttributeIsNull(old) ? 0 : mlirDictionaryAttrGetNumElements(old);
  MlirNamedAttribute *elements =
      asAlloc(sizeof *elements * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    elements[i] = mlirDictionaryAttrGetElement(old, i);
  elements[count] = mlirNamedAttributeGet(
      mlirIdentifierGet(context, asIrString(mark)), mlirUnitAttrGet(context));
  MlirAttribute marked = mlirDictionaryAttrGet(context, count + 1, elements);
  free(elements);
  return marked;
}

void asIrArgumentMarkConstant(MlirOperation function, intptr_t argument) {
  asIrArgumentMark(function, argument, AS_CONSTANT_ATTRIBUTE);
}

void asIrArgumentMark(MlirOperation function, intptr_t argument,
                      const char *mark) {
  if (asIrArgumentHas(function, argument, mark))
    return;
  MlirContext context = mlirOperationGetContext(function);
  intptr_t count = mlirBlockGetNumArguments(asIrBody(function));
  MlirAttribute *all = asAlloc(sizeof *all * (size_t)count);
  for (intptr_t i = 0; i < count; i++) {
    all[i] = attributesOf(function, i);
    if (i == argument)
      all[i] = withMark(context, all[i], mark);
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

static bool isMarked(MlirOperation op, const char *mark) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, asIrString(mark)));
}

bool asIrMayTrap(MlirOperation op) {
  static const char *const names[] = {
      "arith.divsi",     "arith.divui",     "arith.remsi",     "arith.remui",
      "arith.ceildivsi", "arith.ceildivui", "arith.floordivsi"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// The sources that may determine a value: constants, and optionally constant
/// arguments, through at most `depth` operations.
typedef struct Sources {
  bool withArguments;
  int depth;
} Sources;

static bool isFixed(MlirValue value, Sources sources);

typedef struct Operands {
  MlirOperation outer;
  Sources sources;
  bool areFixed;
} Operands;

static MlirWalkResult visitOperands(MlirOperation op, void *context) {
  Operands *operands = context;
  operands->areFixed &= !asIrMayTrap(op);
  for (intptr_t i = 0;
       i < mlirOperationGetNumOperands(op) && operands->areFixed; i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    operands->areFixed = asIrIsInside(value, operands->outer) ||
                         isFixed(value, operands->sources);
  }
  return operands->areFixed ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static bool computesFixed(MlirOperation op, Sources sources) {
  bool isKnown = asIrHasPrefix(op, "linalg.") || asIrHasPrefix(op, "tensor.");
  Operands operands = {op, {sources.withArguments, sources.depth - 1}, isKnown};
  if (isKnown)
    mlirOperationWalk(op, visitOperands, &operands, MlirWalkPreOrder);
  return operands.areFixed;
}

static bool isFixed(MlirValue value, Sources sources) {
  if (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    // Marked calls may depend on arguments.
    bool isKnown = isMarked(op, AS_CONSTANT_ATTRIBUTE) &&
                   (sources.withArguments || !asIrIsNamed(op, "func.call"));
    isKnown |= sources.withArguments && isMarked(op, AS_FIXED_ATTRIBUTE);
    return asIrIsNamed(op, "arith.constant") || isKnown ||
           (sources.depth > 0 && computesFixed(op, sources));
  }
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirOperation function = mlirBlockGetParentOperation(block);
  return sources.withArguments && asIrIsNamed(function, "func.func") &&
         mlirBlockEqual(block, asIrBody(function)) &&
         asIrArgumentIsConstant(function, mlirBlockArgumentGetArgNumber(value));
}

enum { longestChain = 8 };

bool asIrIsConstant(MlirValue value) {
  return isFixed(value, (Sources){false, longestChain});
}

bool asIrIsFixed(MlirValue value) {
  return isFixed(value, (Sources){true, longestChain});
}

bool asIrComputesFixed(MlirOperation op) {
  return mlirOperationGetNumResults(op) > 0 &&
         computesFixed(op, (Sources){true, longestChain});
}
