//===- place-initializers.c - Computing once what weights determine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second half of lowering/constants/constant-hoisting.h: calls of what was
// split off leave the functions that they are in for others that run once.
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/ir-mapping.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/initializer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "support/entry-symbols.h"
#include <stdlib.h>
#include <string.h>

typedef struct Placer {
  MlirModule module;
  MlirSymbolTable symbols;
  MlirOperation once; ///< Null until there is a need.
  // The function at hand:
  MlirOperation function;
  MlirOperation own; ///< Computes what its arguments determine; may be null.
  MlirOperation *calls;
  int numCalls;
  AsStatus status;
  AsError *error;
} Placer;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static MlirOperation calleeOf(const Placer *placer, MlirOperation call) {
  return mlirSymbolTableLookup(
      placer->symbols,
      mlirFlatSymbolRefAttrGetValue(
          mlirOperationGetInherentAttributeByName(call, asIrString("callee"))));
}

static bool isLoad(const Placer *placer, MlirOperation op) {
  if (!asIrIsNamed(op, "func.call"))
    return false;
  MlirOperation callee = calleeOf(placer, op);
  return !mlirOperationIsNull(callee) &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             callee, asIrString(AS_LOAD_ATTRIBUTE)));
}

static MlirWalkResult noteCall(MlirOperation op, void *context) {
  Placer *placer = context;
  if (isLoad(placer, op)) {
    // What it is called with will tell; here, arguments are not constants.
    mlirOperationRemoveDiscardableAttributeByName(
        op, asIrString(AS_CONSTANT_ATTRIBUTE));
    placer->calls = asRealloc(
        placer->calls, sizeof *placer->calls * (size_t)(placer->numCalls + 1));
    placer->calls[placer->numCalls++] = op;
  }
  return MlirWalkResultAdvance;
}

/// Whether all operands are constants of the module; *isFixed says whether they
/// are constants or constant arguments.
static bool readsConstants(MlirOperation call, bool *isFixed) {
  bool isConstant = *isFixed = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); i++) {
    isConstant &= asIrIsConstant(mlirOperationGetOperand(call, i));
    *isFixed &= asIrIsFixed(mlirOperationGetOperand(call, i));
  }
  return isConstant;
}

//===----------------------------------------------------------------------===//
// Functions that compute
//===----------------------------------------------------------------------===//

static MlirAttribute unit(const Placer *placer) {
  return mlirUnitAttrGet(mlirModuleGetContext(placer->module));
}

static void mark(const Placer *placer, MlirOperation function) {
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_LOAD_ATTRIBUTE), unit(placer));
}

/// Makes the function as_load_NAME for the function at hand, with its inputs.
static AsStatus needOwn(Placer *placer) {
  if (!mlirOperationIsNull(placer->own))
    return AS_OK;
  AsText old = {0}, name = {0};
  asIrStringAttribute(placer->function, "sym_name", &old);
  asTextFormat(&name, AS_LOAD_PREFIX "%s", old.data);
  AsStatus status =
      asInitializerReserve(placer->symbols, name.data, placer->error);
  MlirBlock body = asIrBody(placer->function);
  intptr_t count = mlirBlockGetNumArguments(body);
  MlirType *inputs = asAlloc(sizeof *inputs * (size_t)count);
  for (intptr_t i = 0; i < count; i++)
    inputs[i] = mlirValueGetType(mlirBlockGetArgument(body, i));
  if (!status) {
    placer->own =
        asIrInsertFunction(placer->function, name.data, count, inputs, 0, NULL);
    mlirOperationRemoveAttributeByName(placer->own,
                                       asIrString("sym_visibility"));
    mark(placer, placer->own);
  }
  free(inputs);
  asTextFree(&old);
  asTextFree(&name);
  return status;
}

/// Makes the function that computes what constants determine.
static AsStatus needOnce(Placer *placer) {
  if (!mlirOperationIsNull(placer->once))
    return AS_OK;
  AsStatus status = asInitializerInsert(placer->symbols, placer->function,
                                        &placer->once, placer->error);
  if (!status)
    mark(placer, placer->once);
  return status;
}

typedef struct Cloning {
  AsIrMap *map;
  MlirOperation outer;
  MlirBlock body;
} Cloning;

static void cloneFixed(AsIrMap *map, MlirValue value, MlirBlock body);

static MlirWalkResult cloneOperands(MlirOperation op, void *context) {
  const Cloning *cloning = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!asIrIsInside(value, cloning->outer))
      cloneFixed(cloning->map, value, cloning->body);
  }
  return MlirWalkResultAdvance;
}

/// Clones all that a fixed value is computed from.
static void cloneFixed(AsIrMap *map, MlirValue value, MlirBlock body) {
  if (asIrMapFind(map, value) >= 0)
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  Cloning cloning = {map, op, body};
  mlirOperationWalk(op, cloneOperands, &cloning, MlirWalkPreOrder);
  asIrMapClone(map, op, body);
}

/// A clone of `call` at the end of `load`, whose result goes into the place.
static void computeThere(const Placer *placer, MlirOperation call,
                         MlirOperation load, MlirType place,
                         MlirAttribute name) {
  MlirBlock body = asIrBody(load), source = asIrBody(placer->function);
  AsIrMap map = {0};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    asIrMapAdd(&map, mlirBlockGetArgument(source, i),
               mlirBlockGetArgument(body, i));
  MlirOperation end = mlirBlockGetTerminator(body);
  mlirOperationRemoveFromParent(end);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); i++)
    cloneFixed(&map, mlirOperationGetOperand(call, i), body);
  MlirOperation clone = asIrMapClone(&map, call, body);
  mlirBlockAppendOwnedOperation(body, end);
  asIrMapFree(&map);
  asIrInsertStore(end, mlirOperationGetResult(clone, 0),
                  asIrInsertGetGlobal(end, place, name));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Returns the name that refers to it.
static MlirAttribute insertGlobal(const Placer *placer, MlirType type) {
  MlirOperation global =
      asIrInsertGlobal(placer->function,
                       mlirStringAttrGet(mlirModuleGetContext(placer->module),
                                         asIrString(AS_ONCE_ARRAY)),
                       type, unit(placer));
  mlirSymbolTableInsert(placer->symbols, global); // Counts them.
  return asIrReferTo(global);
}

static void placeCall(Placer *placer, MlirOperation call, bool isConstant) {
  MlirType tensor = mlirValueGetType(mlirOperationGetResult(call, 0));
  MlirType type = asIrMemoryType(tensor);
  MlirAttribute name = insertGlobal(placer, type);
  MlirOperation load = isConstant ? placer->once : placer->own;
  computeThere(placer, call, load, type, name);
  MlirValue place = asIrInsertGetGlobal(call, type, name);
  MlirValue loaded = asIrInsertToTensor(call, place, tensor, false);
  // So that what is computed from it can be placed, too.
  mlirOperationSetDiscardableAttributeByName(
      mlirOpResultGetOwner(loaded),
      asIrString(isConstant ? AS_CONSTANT_ATTRIBUTE : AS_FIXED_ATTRIBUTE),
      unit(placer));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, 0), loaded);
  mlirOperationDestroy(call);
}

static void placeFunction(MlirOperation function, void *context) {
  Placer *placer = context;
  if (placer->status || mlirBlockIsNull(asIrBody(function)))
    return;
  placer->function = function;
  placer->own = (MlirOperation){NULL};
  placer->numCalls = 0;
  mlirOperationWalk(function, noteCall, placer, MlirWalkPreOrder);
  bool isPublic = !asIrIsPrivate(function);
  bool needsConstants = false;
  for (int c = 0; c < placer->numCalls && !placer->status; c++) {
    bool isFixed, isConstant = readsConstants(placer->calls[c], &isFixed);
    if (isConstant)
      placer->status = needOnce(placer);
    else if (isFixed && isPublic)
      placer->status = needOwn(placer);
    else
      continue;
    if (!placer->status)
      placeCall(placer, placer->calls[c], isConstant);
    needsConstants |= isConstant;
  }
  // Callers rely on it, whether or not there is anything to do.
  if (isPublic && asIrHasConstantArgument(function) && !placer->status)
    placer->status = needOwn(placer);
  if (needsConstants && !placer->status) {
    asInitializerCall(function);
    if (!mlirOperationIsNull(placer->own))
      asInitializerCall(placer->own);
  }
}

AsStatus asPlaceInitializers(MlirModule module, AsError *error) {
  Placer placer = {.module = module,
                   .symbols =
                       mlirSymbolTableCreate(mlirModuleGetOperation(module)),
                   .error = error};
  // What is made goes in front of what needs it, and is not visited.
  asIrVisitFunctions(module, placeFunction, &placer);
  mlirSymbolTableDestroy(placer.symbols);
  free(placer.calls);
  return placer.status;
}
