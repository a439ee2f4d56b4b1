//===- loaded-panel.c - Packed constants that another function reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See loaded-panel.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/loaded-panel.h"
#include "ir/def-use.h"
#include "ir/function-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "mlir-c/BuiltinAttributes.h"

enum { mostGlobals = 64 };

/// Where the result of a function that runs once goes.
typedef struct Flow {
  MlirAttribute load; ///< That function.
  int numGlobals;     ///< What its results are copied into.
  MlirAttribute globals[mostGlobals];
  MlirAttribute reader; ///< The function that reads them; null if none yet.
  intptr_t argument;
  bool isOther; ///< It goes elsewhere, or something else comes in.
} Flow;

static MlirAttribute globalOf(MlirOperation op) {
  return asIrAttribute(op, "name");
}

static bool hasGlobal(const Flow *flow, MlirAttribute name) {
  for (int g = 0; g < flow->numGlobals; g++)
    if (mlirAttributeEqual(flow->globals[g], name))
      return true;
  return false;
}

static bool isLoaded(const Flow *flow, MlirValue value) {
  MlirOperation op = asIrDefinition(value);
  return !mlirOperationIsNull(op) && asIrCalls(op, flow->load);
}

/// Notes the call that reads the array by its operand.
static void addReader(Flow *flow, MlirOperation call, intptr_t operand) {
  MlirAttribute callee = asIrAttribute(call, "callee");
  if (mlirAttributeIsNull(flow->reader)) {
    flow->reader = callee;
    flow->argument = operand;
  }
  flow->isOther |=
      !mlirAttributeEqual(flow->reader, callee) || flow->argument != operand;
}

/// The results of the function that runs once.
static MlirWalkResult followResults(MlirOperation op, void *context) {
  Flow *flow = context;
  if (!asIrCalls(op, flow->load))
    return MlirWalkResultAdvance;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirOperation global = {NULL};
    if (asIrIsNamed(user, "linalg.copy"))
      global =
          asIrMadeBy(mlirOperationGetOperand(user, 1), "memref.get_global");
    if (asIrIsNamed(user, "func.call"))
      addReader(flow, user, mlirOpOperandGetOperandNumber(use));
    else if (mlirOperationIsNull(global) || flow->numGlobals == mostGlobals)
      flow->isOther = true;
    else if (!hasGlobal(flow, globalOf(global)))
      flow->globals[flow->numGlobals++] = globalOf(global);
  }
  return MlirWalkResultAdvance;
}

/// The globals that these are copied into.
static MlirWalkResult followGlobals(MlirOperation op, void *context) {
  Flow *flow = context;
  if (!asIrIsNamed(op, "memref.get_global") || !hasGlobal(flow, globalOf(op)))
    return MlirWalkResultAdvance;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (asIrIsNamed(user, "func.call"))
      addReader(flow, user, mlirOpOperandGetOperandNumber(use));
    else if (!asIrIsNamed(user, "linalg.copy") ||
             mlirOpOperandGetOperandNumber(use) != 1 ||
             !isLoaded(flow, mlirOperationGetOperand(user, 0)))
      flow->isOther = true;
  }
  return MlirWalkResultAdvance;
}

/// The calls of the function that reads them: it may get nothing else.
static MlirWalkResult checkCalls(MlirOperation op, void *context) {
  Flow *flow = context;
  if (!asIrCalls(op, flow->reader))
    return MlirWalkResultAdvance;
  MlirValue value = mlirOperationGetOperand(op, flow->argument);
  MlirOperation global = asIrMadeBy(value, "memref.get_global");
  flow->isOther |=
      !isLoaded(flow, value) &&
      (mlirOperationIsNull(global) || !hasGlobal(flow, globalOf(global)));
  return MlirWalkResultAdvance;
}

/// The function that returns the buffer, if it runs once; else null.
static MlirOperation loadOf(MlirValue buffer) {
  MlirBlock block = mlirOperationGetBlock(mlirOpResultGetOwner(buffer));
  MlirOperation function = mlirBlockGetParentOperation(block),
                end = mlirBlockGetTerminator(block), none = {NULL};
  bool returns = asIrIsNamed(function, "func.func") &&
                 asIrIsNamed(end, "func.return") &&
                 mlirOperationGetNumOperands(end) == 1 &&
                 mlirValueEqual(mlirOperationGetOperand(end, 0), buffer);
  return returns && asIrIsPrivate(function) &&
                 !mlirAttributeIsNull(
                     mlirOperationGetDiscardableAttributeByName(
                         function, asIrString(AS_LOAD_ATTRIBUTE)))
             ? function
             : none;
}

typedef struct Search {
  MlirAttribute name;
  MlirOperation found;
} Search;

static void findFunction(MlirOperation function, void *context) {
  Search *search = context;
  if (mlirAttributeEqual(asIrReferTo(function), search->name))
    search->found = function;
}

MlirValue asLoadedArgument(MlirModule module, MlirValue buffer) {
  MlirValue none = {NULL};
  MlirOperation all = mlirModuleGetOperation(module), load = loadOf(buffer);
  if (mlirOperationIsNull(load))
    return none;
  Flow flow = {.load = asIrReferTo(load)};
  mlirOperationWalk(all, followResults, &flow, MlirWalkPreOrder);
  mlirOperationWalk(all, followGlobals, &flow, MlirWalkPreOrder);
  if (flow.isOther || mlirAttributeIsNull(flow.reader))
    return none;
  mlirOperationWalk(all, checkCalls, &flow, MlirWalkPreOrder);
  Search search = {.name = flow.reader};
  asIrVisitFunctions(module, findFunction, &search);
  if (flow.isOther || mlirOperationIsNull(search.found) ||
      !asIrIsPrivate(search.found) || mlirBlockIsNull(asIrBody(search.found)))
    return none;
  MlirValue argument =
      mlirBlockGetArgument(asIrBody(search.found), flow.argument);
  return mlirTypeEqual(mlirValueGetType(argument), mlirValueGetType(buffer))
             ? argument
             : none;
}
