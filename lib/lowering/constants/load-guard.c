//===- load-guard.c - Refuse calls before weights are loaded
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts the flag, its store and its check. See load-guard.h.
//
//   memref.global "private" @as_once.loaded : memref<i8> = dense<0>
//   func.func @as_load_f(...) {
//     ...
//     memref.store %one, %flag[] : memref<i8>
//   func.func @f(...) {
//     %isLoaded = arith.trunci of memref.load %flag[] : memref<i8>
//     cf.assert %isLoaded, "f: call as_load_f first, ..."
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/load-guard.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/entry-symbols.h"

static MlirType byte(MlirOperation op) {
  return mlirIntegerTypeGet(mlirOperationGetContext(op), 8);
}

static MlirType flagType(MlirOperation op) {
  return asIrMemoryType(
      mlirRankedTensorTypeGet(0, NULL, byte(op), mlirAttributeGetNull()));
}

static MlirAttribute insertFlag(MlirSymbolTable symbols, MlirOperation next) {
  MlirAttribute name = mlirStringAttrGet(mlirOperationGetContext(next),
                                         asIrString(AS_ONCE_LOADED));
  MlirType content =
      mlirRankedTensorTypeGet(0, NULL, byte(next), mlirAttributeGetNull());
  MlirOperation flag =
      asIrInsertGlobal(next, name, flagType(next),
                       mlirDenseElementsAttrInt8SplatGet(content, 0));
  mlirSymbolTableInsert(symbols, flag); // Adds a number to the name.
  return asIrReferTo(flag);
}

static MlirValue insertOne(MlirOperation next) {
  return asIrInsertConstant(next, mlirIntegerAttrGet(byte(next), 1));
}

static void insertSet(MlirOperation load, MlirAttribute flag) {
  MlirOperation end = mlirBlockGetTerminator(asIrBody(load));
  MlirValue one = insertOne(end);
  MlirValue place = asIrInsertGetGlobal(end, flagType(end), flag);
  asIrInsert(end, &(AsIrParts){.name = "memref.store",
                               .numOperands = 2,
                               .operands = (MlirValue[]){one, place}});
}

static MlirAttribute message(MlirOperation function) {
  AsText name = {0}, text = {0};
  asIrStringAttribute(function, "sym_name", &name);
  asTextFormat(&text,
               "error: '%s' is called before its weights are loaded: call "
               "'" AS_LOAD_PREFIX "%s' first",
               name.data, name.data);
  MlirAttribute attribute = mlirStringAttrGet(mlirOperationGetContext(function),
                                              asIrString(text.data));
  asTextFree(&name);
  asTextFree(&text);
  return attribute;
}

static void insertCheck(MlirOperation function, MlirAttribute flag) {
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(function));
  MlirType type = byte(function);
  MlirValue place = asIrInsertGetGlobal(first, flagType(first), flag);
  MlirValue state = asIrInsertValue(first, &(AsIrParts){.name = "memref.load",
                                                        .numOperands = 1,
                                                        .operands = &place,
                                                        .numResults = 1,
                                                        .results = &type});
  // The flag is 0 or 1.
  MlirValue isLoaded =
      asIrInsertUnary(first, "arith.trunci", state,
                      mlirIntegerTypeGet(mlirOperationGetContext(first), 1));
  asIrInsert(first, &(AsIrParts){.name = "cf.assert",
                                 .numOperands = 1,
                                 .operands = &isLoaded,
                                 .attributes = (AsIrAttribute[]){
                                     {"msg", message(function)}, {0}}});
}

void asGuardLoad(MlirSymbolTable symbols, MlirOperation function,
                 MlirOperation load) {
  MlirAttribute flag = insertFlag(symbols, load);
  insertSet(load, flag);
  insertCheck(function, flag);
}
