//===- place-initializers.c - Run constant computations once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Second half of constant hoisting (lowering/constants/constant-hoisting.h).
// Replaces each call of a function with `as.load` whose operands are all
// constant by a read of a new memref.global, and moves the call into a function
// that runs once: as_once.constants if the operands are constants of the
// module, as_load_NAME if they are constant arguments of the public function
// NAME. Calls that compute the same read one global: the tiles of a dynamic
// size are functions that pack the same weights, and may do so alike.
//
// Requires:    tensors before bufferisation, after asHoistConstants.
// Provides:    calls of such functions only in as_once.constants and
//              as_load_NAME. Functions that read a global of the former call
//              as_once first. Each public function with a constant argument has
//              an as_load_NAME.
// Invalidates: nothing.
//
//   func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) {
//     %p = func.call @f.load0(%w) : (tensor<4xf32>) -> tensor<4xf32>
//
// becomes
//
//   memref.global "private" @as_once.array : memref<4xf32>
//   func.func @as_load_f(%x: tensor<4xf32>, %w: tensor<4xf32>) {
//     %p = func.call @f.load0(%w) : (tensor<4xf32>) -> tensor<4xf32>
//     %m = memref.get_global @as_once.array : memref<4xf32>
//     bufferization.materialize_in_destination %p in restrict writable %m : ...
//   func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) {
//     %m = memref.get_global @as_once.array : memref<4xf32>
//     %p = bufferization.to_tensor %m restrict {as.fixed} : ...
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/ir-mapping.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/same-value.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/initializer.h"
#include "lowering/constants/load-guard.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "support/entry-symbols.h"
#include "task/task.h"
#include <stdlib.h>
#include <string.h>

/// A global, and the call that computes what it holds.
typedef struct Placed {
  MlirOperation load; ///< The function that runs once, with the call in it.
  MlirOperation call;
  AsHash callee; ///< What is called.
  MlirAttribute global;
} Placed;

typedef struct Placer {
  MlirModule module;
  MlirSymbolTable symbols;
  MlirOperation constants; ///< as_once.constants; null until it is needed.
  Placed *placed;
  int numPlaced;
  MlirOperation *idle; ///< Functions of which a call was left out.
  int numIdle;
  // The function that is being rewritten:
  MlirOperation function;
  MlirOperation load; ///< Its as_load_NAME; null until it is needed.
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

static bool callsLoad(const Placer *placer, MlirOperation op) {
  if (!asIrIsNamed(op, "func.call"))
    return false;
  MlirOperation callee = calleeOf(placer, op);
  return !mlirOperationIsNull(callee) &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             callee, asIrString(AS_LOAD_ATTRIBUTE)));
}

static MlirWalkResult noteCall(MlirOperation op, void *context) {
  Placer *placer = context;
  if (callsLoad(placer, op)) {
    // The operands decide. At this place constant arguments are not constants
    // of the module, so the mark is removed.
    mlirOperationRemoveDiscardableAttributeByName(
        op, asIrString(AS_CONSTANT_ATTRIBUTE));
    placer->calls = asRealloc(
        placer->calls, sizeof *placer->calls * (size_t)(placer->numCalls + 1));
    placer->calls[placer->numCalls++] = op;
  }
  return MlirWalkResultAdvance;
}

/// Whether all operands are constants of the module. *isFixed says whether they
/// are constants of the module or constant arguments.
static bool readsConstants(MlirOperation call, bool *isFixed) {
  bool isConstant = *isFixed = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); i++) {
    isConstant &= asIrIsConstant(mlirOperationGetOperand(call, i));
    *isFixed &= asIrIsFixed(mlirOperationGetOperand(call, i));
  }
  return isConstant;
}

//===----------------------------------------------------------------------===//
// Functions that run once
//===----------------------------------------------------------------------===//

static MlirAttribute unit(const Placer *placer) {
  return mlirUnitAttrGet(mlirModuleGetContext(placer->module));
}

static void mark(const Placer *placer, MlirOperation function) {
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_LOAD_ATTRIBUTE), unit(placer));
}

/// Creates as_load_NAME for the current function, with its inputs, unless it
/// exists.
static AsStatus needLoad(Placer *placer) {
  if (!mlirOperationIsNull(placer->load))
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
    placer->load =
        asIrInsertFunction(placer->function, name.data, count, inputs, 0, NULL);
    mlirOperationRemoveAttributeByName(placer->load,
                                       asIrString("sym_visibility"));
    mark(placer, placer->load);
  }
  free(inputs);
  asTextFree(&old);
  asTextFree(&name);
  return status;
}

/// Creates as_once.constants unless it exists.
static AsStatus needConstants(Placer *placer) {
  if (!mlirOperationIsNull(placer->constants))
    return AS_OK;
  AsStatus status = asInitializerInsert(placer->symbols, placer->function,
                                        &placer->constants, placer->error);
  if (!status)
    mark(placer, placer->constants);
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

/// Clones to the end of `body` all operations that a constant value is computed
/// from.
static void cloneFixed(AsIrMap *map, MlirValue value, MlirBlock body) {
  if (asIrMapFind(map, value) >= 0)
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  Cloning cloning = {map, op, body};
  mlirOperationWalk(op, cloneOperands, &cloning, MlirWalkPreOrder);
  asIrMapClone(map, op, body);
}

/// Clones `call` to the end of `load` and stores its result to the global
/// `name`. Returns the clone.
static MlirOperation moveCall(const Placer *placer, MlirOperation call,
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
  return clone;
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

/// Inserts the global of a result. Returns a reference to it.
static MlirAttribute insertGlobal(const Placer *placer, MlirType type) {
  MlirOperation global =
      asIrInsertGlobal(placer->function,
                       mlirStringAttrGet(mlirModuleGetContext(placer->module),
                                         asIrString(AS_ONCE_ARRAY)),
                       type, unit(placer));
  mlirSymbolTableInsert(placer->symbols, global); // Adds a number to the name.
  return asIrReferTo(global);
}

/// Whether one function may pack for several. What packs narrow elements agrees
/// with its only reader on the order of elements
/// (lowering/vector/loaded-panel.h).
static bool hasOwnOrder(MlirType tensor) {
  enum { narrow = 16 };
  return asIrElementBits(tensor) <= narrow;
}

/// Whether `call`, of a function with that hash, computes what the global
/// holds.
static bool computesPlaced(const Placer *placer, MlirOperation call,
                           AsHash callee, const Placed *placed) {
  intptr_t count = mlirOperationGetNumOperands(call);
  MlirValue result = mlirOperationGetResult(call, 0);
  bool isOne = mlirOperationEqual(calleeOf(placer, call),
                                  calleeOf(placer, placed->call));
  bool isSame = isOne || (placed->callee.high == callee.high &&
                          placed->callee.low == callee.low &&
                          !hasOwnOrder(mlirValueGetType(result)));
  isSame &= count == mlirOperationGetNumOperands(placed->call);
  for (intptr_t i = 0; i < count && isSame; i++)
    isSame = asIrIsSameValue(mlirOperationGetOperand(call, i),
                             mlirOperationGetOperand(placed->call, i));
  return isSame;
}

static void noteIdle(Placer *placer, MlirOperation callee) {
  for (int i = 0; i < placer->numIdle; i++)
    if (mlirOperationEqual(placer->idle[i], callee))
      return;
  placer->idle = asRealloc(placer->idle, sizeof *placer->idle *
                                             (size_t)(placer->numIdle + 1));
  placer->idle[placer->numIdle++] = callee;
}

/// The global of what `call` computes in `load`: that of an equal call, or a
/// new one.
static MlirAttribute findGlobal(Placer *placer, MlirOperation call,
                                MlirOperation load, MlirType type) {
  AsHash callee = asTaskHashFunction(calleeOf(placer, call));
  for (int p = 0; p < placer->numPlaced; p++)
    if (mlirOperationEqual(placer->placed[p].load, load) &&
        computesPlaced(placer, call, callee, &placer->placed[p])) {
      noteIdle(placer, calleeOf(placer, call));
      return placer->placed[p].global;
    }
  MlirAttribute name = insertGlobal(placer, type);
  MlirOperation moved = moveCall(placer, call, load, type, name);
  placer->placed = asRealloc(
      placer->placed, sizeof *placer->placed * (size_t)(placer->numPlaced + 1));
  placer->placed[placer->numPlaced++] = (Placed){load, moved, callee, name};
  return name;
}

static void placeCall(Placer *placer, MlirOperation call, bool isConstant) {
  MlirType tensor = mlirValueGetType(mlirOperationGetResult(call, 0));
  MlirType type = asIrMemoryType(tensor);
  MlirOperation load = isConstant ? placer->constants : placer->load;
  MlirAttribute name = findGlobal(placer, call, load, type);
  MlirValue place = asIrInsertGetGlobal(call, type, name);
  MlirValue loaded = asIrInsertToTensor(call, place, tensor, false);
  // Lets later calls that use the result be placed as well.
  mlirOperationSetDiscardableAttributeByName(
      mlirOpResultGetOwner(loaded),
      asIrString(isConstant ? AS_CONSTANT_ATTRIBUTE : AS_FIXED_ATTRIBUTE),
      unit(placer));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, 0), loaded);
  mlirOperationDestroy(call);
}

static void rewriteFunction(MlirOperation function, void *context) {
  Placer *placer = context;
  if (placer->status || mlirBlockIsNull(asIrBody(function)))
    return;
  placer->function = function;
  placer->load = (MlirOperation){NULL};
  placer->numCalls = 0;
  mlirOperationWalk(function, noteCall, placer, MlirWalkPreOrder);
  bool isPublic = !asIrIsPrivate(function);
  bool needsConstants = false, needsGuard = false;
  for (int c = 0; c < placer->numCalls && !placer->status; c++) {
    bool isFixed, isConstant = readsConstants(placer->calls[c], &isFixed);
    if (isConstant)
      placer->status = needConstants(placer);
    else if (isFixed && isPublic)
      placer->status = needLoad(placer);
    else
      continue;
    if (!placer->status)
      placeCall(placer, placer->calls[c], isConstant);
    needsConstants |= isConstant;
    needsGuard |= !isConstant;
  }
  // Callers rely on as_load_NAME even if it has nothing to compute.
  if (isPublic && asIrHasConstantArgument(function) && !placer->status)
    placer->status = needLoad(placer);
  if (needsGuard && !placer->status)
    placer->status =
        asGuardLoad(placer->symbols, function, placer->load, placer->error);
  if (needsConstants && !placer->status) {
    asInitializerCall(function);
    if (!mlirOperationIsNull(placer->load))
      asInitializerCall(placer->load);
  }
}

/// Forgets the function that something refers to.
static void keepBusy(Placer *placer, MlirAttribute name) {
  MlirOperation busy = mlirSymbolTableLookup(
      placer->symbols, mlirFlatSymbolRefAttrGetValue(name));
  int kept = 0;
  for (int i = 0; i < placer->numIdle; i++)
    if (!mlirOperationEqual(placer->idle[i], busy))
      placer->idle[kept++] = placer->idle[i];
  placer->numIdle = kept;
}

static MlirWalkResult noteReferences(MlirOperation op, void *context) {
  Placer *placer = context;
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++) {
    MlirAttribute value = mlirOperationGetAttribute(op, i).attribute;
    if (mlirAttributeIsAFlatSymbolRef(value))
      keepBusy(placer, value);
  }
  return placer->numIdle ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

/// Removes functions that nothing calls any more, as an equal one is called.
static void removeIdle(Placer *placer) {
  if (placer->numIdle)
    mlirOperationWalk(mlirModuleGetOperation(placer->module), noteReferences,
                      placer, MlirWalkPreOrder);
  for (int i = 0; i < placer->numIdle; i++)
    mlirSymbolTableErase(placer->symbols, placer->idle[i]);
}

AsStatus asPlaceInitializers(MlirModule module, AsError *error) {
  Placer placer = {.module = module,
                   .symbols =
                       mlirSymbolTableCreate(mlirModuleGetOperation(module)),
                   .error = error};
  // New functions are inserted before the function that needs them, so the walk
  // does not visit them.
  asIrVisitFunctions(module, rewriteFunction, &placer);
  removeIdle(&placer);
  mlirSymbolTableDestroy(placer.symbols);
  free(placer.calls);
  free(placer.placed);
  free(placer.idle);
  return placer.status;
}
