//===- build/gpu/host.c - What is left to the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that call tasks, and the memory of the module, become a module of
// their own before kernels are made. A task is a function there as well, so
// that its callers stay as they are: it launches the task's kernels, once these
// are known (embed.c).
//
//===----------------------------------------------------------------------===//

#include "build/gpu/steps.h"
#include "ir/function.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

/// The attributes that say how it is called, and of what it was made.
static void copyMarks(MlirOperation from, MlirOperation to) {
  intptr_t count = mlirOperationGetNumDiscardableAttributes(from);
  for (intptr_t i = 0; i < count; i++) {
    MlirNamedAttribute mark = mlirOperationGetDiscardableAttribute(from, i);
    mlirOperationSetDiscardableAttributeByName(to, mlirIdentifierStr(mark.name),
                                               mark.attribute);
  }
}

/// A function of the task's type that only returns.
static MlirOperation createTwin(MlirOperation task) {
  MlirLocation location = mlirOperationGetLocation(task);
  MlirType type = mlirTypeAttrGetValue(asIrAttribute(task, "function_type"));
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  MlirType *inputs = asAlloc(sizeof *inputs * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    inputs[i] = mlirFunctionTypeGetInput(type, i);
  AsText name = {0};
  asIrStringAttribute(task, "sym_name", &name);
  MlirBlock body;
  MlirOperation twin =
      asIrCreateFunction(location, name.data, count, inputs, 0, NULL, &body);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.return"), location);
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&state));
  copyMarks(task, twin);
  asTextFree(&name);
  free(inputs);
  return twin;
}

static void setVisibility(MlirOperation twin) {
  MlirStringRef key = asIrString(AS_VISIBILITY_ATTRIBUTE);
  mlirOperationSetInherentAttributeByName(
      twin, asIrString("sym_visibility"),
      mlirOperationGetDiscardableAttributeByName(twin, key));
  mlirOperationRemoveDiscardableAttributeByName(twin, key);
}

/// Constants are both the host's and the kernels'.
static MlirOperation takeOrCopy(MlirOperation op) {
  if (asIrIsNamed(op, "memref.global"))
    return mlirOperationClone(op);
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_VISIBILITY_ATTRIBUTE)))) {
    mlirOperationRemoveFromParent(op);
    return op;
  }
  MlirOperation twin = createTwin(op);
  setVisibility(twin);
  mlirOperationRemoveDiscardableAttributeByName(
      op, asIrString(AS_VISIBILITY_ATTRIBUTE));
  return twin;
}

AsStatus asGpuTakeHost(MlirModule module, MlirModule *host, AsError *error) {
  static const char forget[] = "builtin.module(symbol-dce)";
  MlirOperation whole = mlirModuleGetOperation(module);
  *host = mlirModuleCreateEmpty(mlirOperationGetLocation(whole));
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(*host), takeOrCopy(op));
  }
  AsStatus status = asIrRunPipeline(whole, forget, false, error);
  return status ? status
                : asIrRunPipeline(mlirModuleGetOperation(*host), forget, false,
                                  error);
}
