//===- host-code.c - What is left to the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that call tasks, and the memory of the module, become a module of
// their own before kernels are made. A task is a function there as well, so
// that its callers stay as they are: it launches the task's kernels, once these
// are known (embed-kernels.c).
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

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

/// As it was before it became a kernel's.
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

static void take(MlirModule module, MlirModule host) {
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(host), takeOrCopy(op));
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

typedef struct Staging {
  MlirModule host;
  AsStatus status;
  AsError *error;
} Staging;

static bool isConstant(const Staging *staging, MlirOperation access) {
  AsText name = {0};
  MlirStringRef symbol =
      mlirFlatSymbolRefAttrGetValue(asIrAttribute(access, "name"));
  asTextAppend(&name, symbol.data, symbol.length);
  MlirOperation global = asIrLookUp(staging->host, asTextString(&name));
  asTextFree(&name);
  return !mlirAttributeIsNull(asIrAttribute(global, "constant"));
}

/// Memory of the module is the host's. But for constants, which are copied to
/// the device (device-constants.c), it can be copied and nothing else.
static MlirWalkResult stage(MlirOperation op, void *context) {
  Staging *staging = context;
  if (!asIrIsNamed(op, "memref.get_global") || isConstant(staging, op))
    return MlirWalkResultAdvance;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use) && !staging->status;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asGpuCanCopy(user))
      staging->status =
          asIrFailAt(user, AS_UNSUPPORTED,
                     "this works in memory of the module, which is not the "
                     "device's; --emit=ptx gives the kernels alone",
                     staging->error);
  }
  return staging->status ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// A stack is the host's, so what was to be there is allocated like all else.
static MlirWalkResult leaveStack(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "memref.alloca"))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *sizes = asAlloc(sizeof *sizes * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    sizes[i] = mlirOperationGetOperand(op, i);
  MlirValue memory = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(memory);
  const char *segments = "operandSegmentSizes";
  mlirValueReplaceAllUsesOfWith(
      memory,
      asIrInsertValue(
          op, &(AsIrParts){.name = "memref.alloc",
                           .numOperands = count,
                           .operands = sizes,
                           .numResults = 1,
                           .results = &type,
                           .attributes = (AsIrAttribute[]){
                               {segments, asIrAttribute(op, segments)}, {0}}}));
  free(sizes);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// Finds what returns an array that somebody else may have, too: a loop that
/// carries it, a branch, a call.
static MlirWalkResult findReturning(MlirOperation op, void *found) {
  bool returns = false;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    returns |=
        mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetResult(op, r)));
  if (!returns ||
      (!mlirOperationGetNumRegions(op) && !asIrHasPrefix(op, "func.call")))
    return MlirWalkResultAdvance;
  *(MlirOperation *)found = op;
  return MlirWalkResultInterrupt;
}

/// Where it cannot say which of several arrays is to be freed, upstream has a
/// function find out, with lists of them in memory.
static bool isFreedByList(MlirOperation op) {
  if (!asIrIsNamed(op, "func.call"))
    return false;
  MlirStringRef callee =
      mlirFlatSymbolRefAttrGetValue(asIrAttribute(op, "callee"));
  return strncmp(callee.data, "dealloc_helper", strlen("dealloc_helper")) == 0;
}

static MlirWalkResult checkFreed(MlirOperation op, void *context) {
  Staging *staging = context;
  if (!isFreedByList(op))
    return MlirWalkResultAdvance;
  MlirOperation function = op, returning = {NULL};
  while (!asIrIsNamed(function, "func.func"))
    function = mlirOperationGetParentOperation(function);
  mlirOperationWalk(function, findReturning, &returning, MlirWalkPreOrder);
  staging->status = asIrFailNaming(
      mlirOperationIsNull(returning) ? function : returning, AS_UNSUPPORTED,
      staging->error,
      "returns an array that may be one of several, and the host cannot find "
      "out which of them to free in the memory of a device; --emit=ptx gives "
      "the kernels alone");
  return MlirWalkResultInterrupt;
}

/// Says where memory is allocated and freed.
static AsStatus allocate(Staging *staging) {
  MlirOperation host = mlirModuleGetOperation(staging->host);
  mlirOperationWalk(host, leaveStack, NULL, MlirWalkPreOrder);
  staging->status = asAllocate(staging->host, true, staging->error);
  if (!staging->status)
    mlirOperationWalk(host, checkFreed, staging, MlirWalkPreOrder);
  return staging->status;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

AsStatus asGpuTakeHost(MlirModule module, MlirModule *host, AsError *error) {
  static const char forget[] = "builtin.module(symbol-dce)";
  MlirOperation whole = mlirModuleGetOperation(module);
  *host = mlirModuleCreateEmpty(mlirOperationGetLocation(whole));
  take(module, *host);
  AsStatus status = asIrRunPipeline(whole, forget, false, error);
  if (!status)
    status =
        asIrRunPipeline(mlirModuleGetOperation(*host), forget, false, error);
  Staging staging = {*host, status, error};
  if (!status)
    mlirOperationWalk(mlirModuleGetOperation(*host), stage, &staging,
                      MlirWalkPreOrder);
  status = staging.status ? staging.status : allocate(&staging);
  if (status)
    return status;
  asConcatInPlace(*host);
  return asGpuTakeRest(*host, module, error);
}
