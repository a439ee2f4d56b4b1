//===- program-functions.c - Functions of ml_program to func.func
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites ml_program.func and ml_program.subgraph into func.func of the same
// name, type and visibility. Upstream has no pass that does so.
//
// The operations of a subgraph may be in any order, and are sorted. A subgraph
// in which an operation depends on its own result computes nothing that a
// function could; it stays, and is set aside like other operations that are no
// functions (ir/set-aside.h).
//
// Requires:    nothing. Runs before anything that looks for functions.
// Provides:    no ml_program.func; of ml_program.subgraph only those with
//              cycles.
// Invalidates: nothing.
//
//   ml_program.subgraph @f(%a: tensor<4xf32>) -> tensor<4xf32> {
//     %1 = math.exp %0 : tensor<4xf32>
//     %0 = math.absf %a : tensor<4xf32>
//     ml_program.output %1 : tensor<4xf32>
//   }
// becomes
//   func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
//     %0 = math.absf %a : tensor<4xf32>
//     %1 = math.exp %0 : tensor<4xf32>
//     return %1 : tensor<4xf32>
//   }
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/op-builder.h"
#include "support/arena.h"
#include <stdlib.h>

static void endWithReturn(MlirOperation terminator) {
  intptr_t count = mlirOperationGetNumOperands(terminator);
  MlirValue *values = asAlloc(sizeof *values * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    values[i] = mlirOperationGetOperand(terminator, i);
  asIrInsert(terminator, &(AsIrParts){.name = "func.return",
                                      .numOperands = count,
                                      .operands = values});
  free(values);
  mlirOperationDestroy(terminator);
}

static MlirWalkResult replaceReturn(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "ml_program.return") &&
      !asIrIsNamed(op, "ml_program.output"))
    return MlirWalkResultAdvance;
  endWithReturn(op);
  return MlirWalkResultSkip;
}

/// Whether the function is valid; what MLIR says about it is not shown.
static bool isValid(MlirOperation function) {
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, mlirOperationGetContext(function));
  bool is = mlirOperationVerify(function);
  asIrDiagnosticsDetach(&diagnostics);
  return is;
}

static void convert(MlirOperation op) {
  MlirOperation copy = mlirOperationClone(op);
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(copy, 0));
  MlirOperation function =
      asIrInsert(op, &(AsIrParts){.name = "func.func", .region = body});
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(copy); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(copy, i);
    mlirOperationSetAttributeByName(function, mlirIdentifierStr(attribute.name),
                                    attribute.attribute);
  }
  mlirOperationDestroy(copy);
  mlirOperationWalk(function, replaceReturn, NULL, MlirWalkPostOrder);
  mlirOperationDestroy(isValid(function) ? op : function);
}

static bool isFunction(MlirOperation op) {
  return asIrIsNamed(op, "ml_program.func") ||
         asIrIsNamed(op, "ml_program.subgraph");
}

static void convertIn(MlirModule module, void *context) {
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (isFunction(op))
      convert(op);
  }
  (void)context;
}

AsStatus asGraphProgramFunctions(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  AsStatus status = AS_OK;
  if (asIrContains(op, "ml_program.subgraph"))
    status =
        asIrRunPipeline(op, "builtin.module(topological-sort)", true, error);
  if (!status)
    asIrVisitModules(module, convertIn, NULL);
  return status;
}
