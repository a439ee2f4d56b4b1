//===- function-builder.c - Build functions and change their arguments
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See function-builder.h.
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static MlirBlock createBody(MlirLocation location, intptr_t numInputs,
                            const MlirType *inputs) {
  MlirLocation *locations =
      asAlloc(sizeof *locations * (size_t)(numInputs + 1));
  for (intptr_t i = 0; i < numInputs; i++)
    locations[i] = location;
  MlirBlock body = mlirBlockCreate(numInputs, inputs, locations);
  free(locations);
  return body;
}

static MlirNamedAttribute named(MlirContext context, const char *name,
                                MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, asIrString(name)),
                               attribute);
}

MlirOperation asIrCreateFunction(MlirLocation location, const char *name,
                                 intptr_t numInputs, const MlirType *inputs,
                                 intptr_t numResults, const MlirType *results,
                                 MlirBlock *body) {
  MlirContext context = mlirLocationGetContext(location);
  *body = createBody(location, numInputs, inputs);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, *body);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.func"), location);
  MlirNamedAttribute attributes[] = {
      named(context, "sym_name", mlirStringAttrGet(context, asIrString(name))),
      named(context, "function_type",
            mlirTypeAttrGet(mlirFunctionTypeGet(context, numInputs, inputs,
                                                numResults, results))),
      named(context, "sym_visibility",
            mlirStringAttrGet(context, asIrString("private"))),
  };
  mlirOperationStateAddAttributes(&state, 3, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

static void appendReturn(MlirBlock body, MlirLocation location) {
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.return"), location);
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&state));
}

MlirOperation asIrInsertFunction(MlirOperation next, const char *name,
                                 intptr_t numInputs, const MlirType *inputs,
                                 intptr_t numResults, const MlirType *results) {
  MlirLocation location = mlirOperationGetLocation(next);
  MlirBlock body;
  MlirOperation function = asIrCreateFunction(location, name, numInputs, inputs,
                                              numResults, results, &body);
  appendReturn(body, location);
  MlirSymbolTable names =
      mlirSymbolTableCreate(mlirOperationGetParentOperation(next));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next,
                                      function);
  mlirSymbolTableInsert(names, function); // Makes the name unique.
  mlirSymbolTableDestroy(names);
  return function;
}

//===----------------------------------------------------------------------===//
// Modification
//===----------------------------------------------------------------------===//

static MlirType typeOf(MlirOperation function) {
  return mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      function, asIrString("function_type")));
}

static MlirAttribute marksOf(MlirOperation function) {
  return mlirOperationGetInherentAttributeByName(function,
                                                 asIrString("arg_attrs"));
}

/// The types of inputs, then of results, with room for one more. The caller
/// frees the list.
static MlirType *listTypes(MlirType type) {
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  MlirType *types =
      asAlloc(sizeof *types * (size_t)(numInputs + numResults + 1));
  for (intptr_t i = 0; i < numInputs; i++)
    types[i] = mlirFunctionTypeGetInput(type, i);
  for (intptr_t r = 0; r < numResults; r++)
    types[numInputs + r] = mlirFunctionTypeGetResult(type, r);
  return types;
}

static void setTypes(MlirOperation function, intptr_t numInputs,
                     const MlirType *inputs, intptr_t numResults,
                     const MlirType *results) {
  MlirContext context = mlirOperationGetContext(function);
  mlirOperationSetAttributeByName(
      function, asIrString("function_type"),
      mlirTypeAttrGet(mlirFunctionTypeGet(context, numInputs, inputs,
                                          numResults, results)));
}

/// The attribute dictionaries of the arguments, with room for one more; NULL if
/// no argument has attributes. The caller frees the list.
static MlirAttribute *listMarks(MlirOperation function, intptr_t count) {
  MlirAttribute all = marksOf(function);
  if (mlirAttributeIsNull(all)) // Otherwise it has one for each.
    return NULL;
  MlirAttribute *marks = asAlloc(sizeof *marks * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    marks[i] = mlirArrayAttrGetElement(all, i);
  return marks;
}

/// Sets the arguments' attributes. Frees the list.
static void setMarks(MlirOperation function, intptr_t count,
                     MlirAttribute *marks) {
  if (marks)
    mlirOperationSetAttributeByName(
        function, asIrString("arg_attrs"),
        mlirArrayAttrGet(mlirOperationGetContext(function), count, marks));
  free(marks);
}

MlirValue asIrFunctionAddArgument(MlirOperation function, MlirType type) {
  MlirType old = typeOf(function);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(old);
  intptr_t numResults = mlirFunctionTypeGetNumResults(old);
  MlirType *types = listTypes(old);
  for (intptr_t r = numResults; r > 0; r--)
    types[numInputs + r] = types[numInputs + r - 1];
  types[numInputs] = type;
  setTypes(function, numInputs + 1, types, numResults, types + numInputs + 1);
  free(types);
  MlirAttribute *marks = listMarks(function, numInputs);
  if (marks)
    marks[numInputs] =
        mlirDictionaryAttrGet(mlirOperationGetContext(function), 0, NULL);
  setMarks(function, numInputs + 1, marks);
  return mlirBlockAddArgument(asIrBody(function), type,
                              mlirOperationGetLocation(function));
}

void asIrFunctionRemoveArgument(MlirOperation function, intptr_t argument) {
  MlirType old = typeOf(function);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(old);
  intptr_t numResults = mlirFunctionTypeGetNumResults(old);
  MlirType *types = listTypes(old);
  MlirAttribute *marks = listMarks(function, numInputs);
  for (intptr_t i = argument; i + 1 < numInputs; i++) {
    types[i] = types[i + 1];
    if (marks)
      marks[i] = marks[i + 1];
  }
  setTypes(function, numInputs - 1, types, numResults, types + numInputs);
  free(types);
  setMarks(function, numInputs - 1, marks);
  mlirBlockEraseArgument(asIrBody(function), (unsigned)argument);
}

/// Gives `function` a body that calls `inner` and returns its results.
static void forward(MlirOperation function, MlirOperation inner) {
  MlirType type = typeOf(function);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  MlirType *types = listTypes(type);
  MlirLocation location = mlirOperationGetLocation(function);
  MlirBlock body = createBody(location, numInputs, types);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(function, 0), body);
  appendReturn(body, location);
  MlirValue *values =
      asAlloc(sizeof *values * (size_t)(numInputs + numResults + 1));
  for (intptr_t i = 0; i < numInputs; i++)
    values[i] = mlirBlockGetArgument(body, i);
  MlirOperation call =
      asIrInsert(mlirBlockGetTerminator(body),
                 &(AsIrParts){.name = "func.call",
                              .numOperands = numInputs,
                              .operands = values,
                              .numResults = numResults,
                              .results = types + numInputs,
                              .attributes = (AsIrAttribute[]){
                                  {"callee", asIrReferTo(inner)}, {0}}});
  for (intptr_t r = 0; r < numResults; r++)
    values[r] = mlirOperationGetResult(call, r);
  mlirOperationSetOperands(mlirBlockGetTerminator(body), numResults, values);
  free(values);
  free(types);
}

MlirOperation asIrFunctionMoveBody(MlirOperation function) {
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  asTextAppendString(&name, ".body");
  MlirType type = typeOf(function);
  MlirType *types = listTypes(type);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type);
  MlirOperation inner = asIrInsertFunction(
      function, name.data, numInputs, types,
      mlirFunctionTypeGetNumResults(type), types + numInputs);
  free(types);
  asTextFree(&name);
  mlirRegionTakeBody(mlirOperationGetRegion(inner, 0),
                     mlirOperationGetRegion(function, 0));
  if (!mlirAttributeIsNull(marksOf(function)))
    mlirOperationSetAttributeByName(inner, asIrString("arg_attrs"),
                                    marksOf(function));
  forward(function, inner);
  return inner;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool asIrCalls(MlirOperation op, MlirAttribute callee) {
  return asIrIsNamed(op, "func.call") &&
         mlirAttributeEqual(asIrAttribute(op, "callee"), callee);
}

MlirAttribute asIrReferTo(MlirOperation function) {
  return mlirFlatSymbolRefAttrGet(
      mlirOperationGetContext(function),
      mlirStringAttrGetValue(mlirOperationGetInherentAttributeByName(
          function, asIrString("sym_name"))));
}

bool asIrIsPrivate(MlirOperation function) {
  AsText visibility = {0};
  bool isPrivate =
      asIrStringAttribute(function, "sym_visibility", &visibility) &&
      strcmp(asTextString(&visibility), "public") != 0;
  asTextFree(&visibility);
  return isPrivate;
}
