//===- lower-globals.c - Lower globals of ml_program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites loads of immutable ml_program globals into arith.constant. Rewrites
// mutable globals into memref.global, and their loads and stores into
// memref.copy.
//
// Upstream has no lowering of ml_program. As constants, weights can be packed
// and computed with before the program runs. A load copies, so that a later
// store does not change a tensor that was loaded before.
//
// Requires:    asGraphTosaToLinalg, which makes ml_program globals of TOSA's
//              variables.
// Provides:    no ml_program.global, and no loads and stores of one.
// Invalidates: nothing.
//
//   ml_program.global private mutable @s(dense<1.0> : tensor<4xf32>) : ...
//   %0 = ml_program.global_load @s : tensor<4xf32>
//   ml_program.global_store @s = %1 : tensor<4xf32>
// becomes
//   memref.global "private" @s : memref<4xf32> = dense<1.0>
//   %s = memref.get_global @s : memref<4xf32>
//   %copy = memref.alloc() : memref<4xf32>
//   memref.copy %s, %copy : memref<4xf32> to memref<4xf32>
//   %0 = bufferization.to_tensor %copy restrict writable ...
//   %b = bufferization.to_buffer %1 read_only ...
//   memref.copy %b, %s : memref<4xf32> to memref<4xf32>
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Lowering {
  MlirSymbolTable symbols;
  AsStatus status;
  AsError *error;
} Lowering;

static bool isGlobal(MlirOperation op) {
  return asIrIsNamed(op, "ml_program.global");
}

static bool isMutable(MlirOperation global) {
  return !mlirAttributeIsNull(asIrAttribute(global, "is_mutable"));
}

static MlirType typeOf(MlirOperation global) {
  return mlirTypeAttrGetValue(asIrAttribute(global, "type"));
}

static MlirWalkResult fail(Lowering *lowering, MlirOperation op,
                           const char *message) {
  lowering->status = asIrFailAt(op, AS_UNSUPPORTED, message, lowering->error);
  return MlirWalkResultInterrupt;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Whether arith.constant can hold the value: it must be in the module, not an
/// extern.
static bool isInModule(MlirAttribute value) {
  return !mlirAttributeIsNull(value) &&
         (mlirAttributeIsAElements(value) || mlirAttributeIsAInteger(value) ||
          mlirAttributeIsAFloat(value));
}

static MlirWalkResult loadConstant(Lowering *lowering, MlirOperation load,
                                   MlirOperation global) {
  MlirAttribute value = asIrAttribute(global, "value");
  if (!isInModule(value))
    return fail(lowering, global,
                "the value of this global is not in the module, and it cannot "
                "be changed; give it a value, or pass it as an argument");
  MlirType type = mlirAttributeGetType(value);
  MlirType wanted = mlirValueGetType(mlirOperationGetResult(load, 0));
  MlirValue constant = asIrInsertConstant(load, value);
  if (!mlirTypeEqual(type, wanted)) // The global has dynamic dimensions.
    constant = asIrInsertUnary(load, "tensor.cast", constant, wanted);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(load, 0), constant);
  mlirOperationDestroy(load);
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static MlirValue insertGetGlobal(MlirOperation next, MlirOperation global) {
  return asIrInsertGetGlobal(next, asIrMemoryType(typeOf(global)),
                             asIrReferTo(global));
}

static void insertCopy(MlirOperation next, MlirValue from, MlirValue to) {
  asIrInsert(next, &(AsIrParts){.name = "memref.copy",
                                .numOperands = 2,
                                .operands = (MlirValue[]){from, to}});
}

static void loadMemory(MlirOperation load, MlirOperation global) {
  MlirValue place = insertGetGlobal(load, global);
  MlirValue copy = asIrInsertAlloc(load, mlirValueGetType(place), 0);
  insertCopy(load, place, copy);
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(load, 0),
      asIrInsertToTensor(load, copy, typeOf(global), true));
  mlirOperationDestroy(load);
}

static void storeMemory(MlirOperation store, MlirOperation global) {
  MlirValue value = mlirOperationGetOperand(store, 0);
  MlirValue place = insertGetGlobal(store, global);
  MlirType memory = mlirValueGetType(place);
  MlirValue buffer = asIrInsertValue(
      store, &(AsIrParts){.name = "bufferization.to_buffer",
                          .numOperands = 1,
                          .operands = &value,
                          .numResults = 1,
                          .results = &memory,
                          .attributes = (AsIrAttribute[]){
                              {"read_only",
                               mlirUnitAttrGet(mlirOperationGetContext(store))},
                              {0}}});
  insertCopy(store, buffer, place);
  mlirOperationDestroy(store);
}

/// Whether a mutable global can become a memref.global.
static bool canBeMemref(MlirOperation global) {
  MlirType type = typeOf(global);
  MlirAttribute value = asIrAttribute(global, "value");
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
         (mlirAttributeIsNull(value) || mlirAttributeIsAElements(value));
}

/// Inserts the memref.global, which is private: only this module refers to it.
static void placeGlobal(MlirOperation global) {
  MlirAttribute value = asIrAttribute(global, "value");
  if (mlirAttributeIsNull(value))
    value = mlirUnitAttrGet(mlirOperationGetContext(global));
  asIrInsertGlobal(global, asIrAttribute(global, "sym_name"),
                   asIrMemoryType(typeOf(global)), value);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The global that an operation loads or stores; null unless it is one of this
/// module.
static MlirOperation globalOf(const Lowering *lowering, MlirOperation access) {
  MlirAttribute name = asIrAttribute(access, "global");
  if (!mlirAttributeIsAFlatSymbolRef(name))
    return (MlirOperation){NULL};
  return mlirSymbolTableLookup(lowering->symbols,
                               mlirFlatSymbolRefAttrGetValue(name));
}

static MlirWalkResult lowerAccess(MlirOperation op, void *context) {
  Lowering *lowering = context;
  if (!asIrHasPrefix(op, "ml_program.global_"))
    return MlirWalkResultAdvance;
  bool isStore = asIrIsNamed(op, "ml_program.global_store");
  MlirOperation global = globalOf(lowering, op);
  if (mlirOperationIsNull(global) ||
      (!isStore && !asIrIsNamed(op, "ml_program.global_load") &&
       !asIrIsNamed(op, "ml_program.global_load_const")))
    return fail(lowering, op,
                "of the operations on globals as-opt knows global_load, "
                "global_load_const and global_store, on those of the module "
                "itself; write others as these");
  if (!isMutable(global))
    return loadConstant(lowering, op, global);
  if (!canBeMemref(global))
    return fail(lowering, global,
                "a global that changes must be a tensor of static shape, with "
                "its first value in the module or none");
  if (isStore)
    storeMemory(op, global);
  else
    loadMemory(op, global);
  return MlirWalkResultSkip;
}

static void replaceGlobals(MlirModule module) {
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!isGlobal(op))
      continue;
    if (isMutable(op) && canBeMemref(op))
      placeGlobal(op);
    mlirOperationDestroy(op);
  }
}

AsStatus asGraphLowerGlobals(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  if (!asIrContains(op, "ml_program.global"))
    return AS_OK;
  // Forwards stores to later loads, which then need no memory.
  AsStatus status = asIrRunPipeline(
      op, "builtin.module(mlprogram-pipeline-globals)", true, error);
  if (status)
    return status;
  Lowering lowering = {mlirSymbolTableCreate(op), AS_OK, error};
  mlirOperationWalk(op, lowerAccess, &lowering, MlirWalkPostOrder);
  mlirSymbolTableDestroy(lowering.symbols);
  if (!lowering.status)
    replaceGlobals(module);
  return lowering.status;
}
