//===- host-code.c - Extract the host's module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the functions that call tasks, and the module's memory, to a module of
// their own, before kernels are outlined.
//
// Each task has an empty function there, so that its callers need not change.
// asGpuEmbed lets it launch the task's kernels. Allocations and deallocations
// are inserted in the host's functions.
//
// Requires:    buffers, with results as arguments.
// Provides:    a host module and a module of kernels; what belongs to no task
//              is in kernels too (asGpuOutlineUnscheduled).
// Invalidates: nothing.
//
//   module { func.func @model(...) { ... call @task(...) ... }
//            func.func @task(...) { ... } }
// becomes
//   module { func.func @model(...) { ... call @task(...) ... }
//            func.func @task(...) { return } }
//   module { func.func @task(...) { ... } }
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

/// Copies the discardable attributes: signature, and what the function was made
/// of.
static void copyAttributes(MlirOperation from, MlirOperation to) {
  intptr_t count = mlirOperationGetNumDiscardableAttributes(from);
  for (intptr_t i = 0; i < count; i++) {
    MlirNamedAttribute mark = mlirOperationGetDiscardableAttribute(from, i);
    mlirOperationSetDiscardableAttributeByName(to, mlirIdentifierStr(mark.name),
                                               mark.attribute);
  }
}

/// Creates an empty function of the task's type.
static MlirOperation createEmptyFunction(MlirOperation task) {
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
  copyAttributes(task, twin);
  asTextFree(&name);
  free(inputs);
  return twin;
}

/// Restores the visibility that the function had before it became a kernel.
static void setVisibility(MlirOperation twin) {
  MlirStringRef key = asIrString(AS_VISIBILITY_ATTRIBUTE);
  mlirOperationSetInherentAttributeByName(
      twin, asIrString("sym_visibility"),
      mlirOperationGetDiscardableAttributeByName(twin, key));
  mlirOperationRemoveDiscardableAttributeByName(twin, key);
}

/// Globals are cloned, since both modules use them. Tasks get an empty
/// function. Other functions move.
static MlirOperation moveOrCopy(MlirOperation op) {
  if (asIrIsNamed(op, "memref.global"))
    return mlirOperationClone(op);
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_VISIBILITY_ATTRIBUTE)))) {
    mlirOperationRemoveFromParent(op);
    return op;
  }
  MlirOperation twin = createEmptyFunction(op);
  setVisibility(twin);
  mlirOperationRemoveDiscardableAttributeByName(
      op, asIrString(AS_VISIBILITY_ATTRIBUTE));
  return twin;
}

static void splitModule(MlirModule module, MlirModule host) {
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(host), moveOrCopy(op));
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

typedef struct Host {
  MlirModule host;
  AsStatus status;
  AsError *error;
} Host;

static bool isConstant(const Host *state, MlirOperation access) {
  MlirOperation global = asIrReferenced(state->host, access, "name");
  return !mlirAttributeIsNull(asIrAttribute(global, "constant"));
}

/// Fails if anything but a copy accesses mutable globals, which are the host's
/// memory. Constants are copied to the device (device-constants.c).
static MlirWalkResult checkGlobals(MlirOperation op, void *context) {
  Host *state = context;
  if (!asIrIsNamed(op, "memref.get_global") || isConstant(state, op))
    return MlirWalkResultAdvance;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use) && !state->status;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asGpuCanCopy(user))
      state->status =
          asIrFailAt(user, AS_UNSUPPORTED,
                     "this works in memory of the module, which is not the "
                     "device's; --emit=ptx gives the kernels alone",
                     state->error);
  }
  return state->status ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Replaces stack allocations, which would be the host's memory, by
/// memref.alloc.
static MlirWalkResult stackToHeap(MlirOperation op, void *context) {
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

/// Finds an operation whose result may be one of several arrays: a loop that
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

/// Whether the call is upstream's helper that decides at run time which arrays
/// to free, with lists of them in memory.
static bool isFreedByList(MlirOperation op) {
  if (!asIrIsNamed(op, "func.call"))
    return false;
  MlirStringRef callee =
      mlirFlatSymbolRefAttrGetValue(asIrAttribute(op, "callee"));
  return strncmp(callee.data, "dealloc_helper", strlen("dealloc_helper")) == 0;
}

static MlirWalkResult checkFreed(MlirOperation op, void *context) {
  Host *state = context;
  if (!isFreedByList(op))
    return MlirWalkResultAdvance;
  MlirOperation function = op, returning = {NULL};
  while (!asIrIsNamed(function, "func.func"))
    function = mlirOperationGetParentOperation(function);
  mlirOperationWalk(function, findReturning, &returning, MlirWalkPreOrder);
  state->status = asIrFailNaming(
      mlirOperationIsNull(returning) ? function : returning, AS_UNSUPPORTED,
      state->error,
      "returns an array that may be one of several, and the host cannot find "
      "out which of them to free in the memory of a device; --emit=ptx gives "
      "the kernels alone");
  return MlirWalkResultInterrupt;
}

/// Inserts allocations and deallocations.
static AsStatus allocate(Host *state) {
  MlirOperation host = mlirModuleGetOperation(state->host);
  mlirOperationWalk(host, stackToHeap, NULL, MlirWalkPreOrder);
  state->status = asAllocate(state->host, true, state->error);
  if (!state->status)
    mlirOperationWalk(host, checkFreed, state, MlirWalkPreOrder);
  return state->status;
}

//===----------------------------------------------------------------------===//
// The modules
//===----------------------------------------------------------------------===//

AsStatus asGpuExtractHost(MlirModule module, MlirModule *host, AsError *error) {
  static const char forget[] = "builtin.module(symbol-dce)";
  MlirOperation whole = mlirModuleGetOperation(module);
  *host = mlirModuleCreateEmpty(mlirOperationGetLocation(whole));
  splitModule(module, *host);
  AsStatus status = asIrRunPipeline(whole, forget, false, error);
  if (!status)
    status =
        asIrRunPipeline(mlirModuleGetOperation(*host), forget, false, error);
  Host state = {*host, status, error};
  if (!status)
    mlirOperationWalk(mlirModuleGetOperation(*host), checkGlobals, &state,
                      MlirWalkPreOrder);
  status = state.status ? state.status : allocate(&state);
  if (status)
    return status;
  asConcatInPlace(*host);
  return asGpuOutlineUnscheduled(*host, module, error);
}
