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
//   llvm.mlir.global internal constant @as_once.text("f: call as_load_f ...")
//   func.func @f(...) {
//     %isLoaded = memref.load %flag[] : memref<i8>
//     call @as_once.require(%isLoaded, %text, %length)
//
// The message is written by the C library's write: cf.assert would have it
// printed to stdout, whose buffer is lost in abort.
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/load-guard.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/initializer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "support/entry-symbols.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// The flag
//===----------------------------------------------------------------------===//

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

static void insertSet(MlirOperation load, MlirAttribute flag) {
  MlirOperation end = mlirBlockGetTerminator(asIrBody(load));
  MlirValue one = asIrInsertConstant(end, mlirIntegerAttrGet(byte(end), 1));
  MlirValue place = asIrInsertGetGlobal(end, flagType(end), flag);
  asIrInsert(end, &(AsIrParts){.name = "memref.store",
                               .numOperands = 2,
                               .operands = (MlirValue[]){one, place}});
}

//===----------------------------------------------------------------------===//
// The function that refuses
//===----------------------------------------------------------------------===//

static const char requireText[] =
    "func.func private @write(i32, !llvm.ptr, i64) -> i64\n"
    "func.func private @abort()\n"
    "func.func private @" AS_ONCE_REQUIRE
    "(%isLoaded: i8, %text: !llvm.ptr, %length: i64) {\n"
    "  %zero = arith.constant 0 : i8\n"
    "  %isMissing = arith.cmpi eq, %isLoaded, %zero : i8\n"
    "  scf.if %isMissing {\n"
    "    %stderr = arith.constant 2 : i32\n"
    "    func.call @write(%stderr, %text, %length)\n"
    "        : (i32, !llvm.ptr, i64) -> i64\n"
    "    func.call @abort() : () -> ()\n"
    "  }\n"
    "  return\n"
    "}\n";

static MlirAttribute typeOf(MlirOperation function) {
  return mlirOperationGetInherentAttributeByName(function,
                                                 asIrString("function_type"));
}

/// Whether the module declares the same function of the C library already.
static bool declares(MlirSymbolTable symbols, MlirOperation function,
                     const char *name) {
  MlirOperation other = mlirSymbolTableLookup(symbols, asIrString(name));
  return !mlirOperationIsNull(other) && asIrIsNamed(other, "func.func") &&
         mlirBlockIsNull(asIrBody(other)) &&
         mlirBlockIsNull(asIrBody(function)) &&
         mlirAttributeEqual(typeOf(other), typeOf(function));
}

/// Moves the functions of the text before `next`.
static AsStatus moveFunctions(MlirSymbolTable symbols, MlirBlock from,
                              MlirOperation next, AsError *error) {
  AsText name = {0};
  AsStatus status = AS_OK;
  MlirOperation after, op = mlirBlockGetFirstOperation(from);
  for (; !mlirOperationIsNull(op) && !status; op = after) {
    after = mlirOperationGetNextInBlock(op);
    asIrStringAttribute(op, "sym_name", &name);
    if (declares(symbols, op, name.data))
      continue;
    status = asInitializerReserve(symbols, name.data, error);
    mlirOperationMoveBefore(op, next);
    if (!status)
      mlirSymbolTableInsert(symbols, op);
  }
  asTextFree(&name);
  return status;
}

/// Inserts AS_ONCE_REQUIRE unless it exists.
static AsStatus needRequire(MlirSymbolTable symbols, MlirOperation next,
                            AsError *error) {
  MlirModule text;
  if (!mlirOperationIsNull(
          mlirSymbolTableLookup(symbols, asIrString(AS_ONCE_REQUIRE))))
    return AS_OK;
  AsStatus status = asIrParse(mlirOperationGetContext(next), requireText,
                              strlen(requireText), "<require>", &text, error);
  if (status)
    return status;
  status = moveFunctions(symbols, mlirModuleGetBody(text), next, error);
  mlirModuleDestroy(text);
  return status;
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

static void appendMessage(MlirOperation function, AsText *message) {
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  asTextFormat(message,
               "error: '%s' is called before its weights are loaded: call "
               "'" AS_LOAD_PREFIX "%s' first\n",
               name.data, name.data);
  asTextFree(&name);
}

/// Inserts the text as a global. Returns a reference to it.
static MlirAttribute insertText(MlirSymbolTable symbols, MlirOperation next,
                                const AsText *text) {
  MlirContext context = mlirOperationGetContext(next);
  MlirOperation global = asIrInsert(
      next,
      &(AsIrParts){
          .name = "llvm.mlir.global",
          .region = mlirRegionCreate(),
          .attributes = (AsIrAttribute[]){
              {"sym_name",
               mlirStringAttrGet(context, asIrString(AS_ONCE_TEXT))},
              {"global_type", mlirTypeAttrGet(mlirLLVMArrayTypeGet(
                                  byte(next), (unsigned)text->length))},
              {"linkage",
               mlirLLVMLinkageAttrGet(context, MlirLLVMLinkageInternal)},
              {"value", mlirStringAttrGet(context, asIrString(text->data))},
              {"constant", mlirUnitAttrGet(context)},
              {"addr_space",
               mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32), 0)},
              {0}}});
  mlirSymbolTableInsert(symbols, global); // Adds a number to the name.
  return asIrReferTo(global);
}

static MlirValue insertRead(MlirOperation next, MlirAttribute flag) {
  MlirValue place = asIrInsertGetGlobal(next, flagType(next), flag);
  MlirType type = byte(next);
  return asIrInsertValue(next, &(AsIrParts){.name = "memref.load",
                                            .numOperands = 1,
                                            .operands = &place,
                                            .numResults = 1,
                                            .results = &type});
}

static MlirValue insertAddress(MlirOperation next, MlirAttribute global) {
  MlirType type = mlirLLVMPointerTypeGet(mlirOperationGetContext(next), 0);
  AsIrAttribute attributes[] = {{"global_name", global}, {0}};
  return asIrInsertValue(next, &(AsIrParts){.name = "llvm.mlir.addressof",
                                            .numResults = 1,
                                            .results = &type,
                                            .attributes = attributes});
}

static void insertCheck(MlirSymbolTable symbols, MlirOperation function,
                        MlirAttribute flag) {
  MlirContext context = mlirOperationGetContext(function);
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(function));
  AsText message = {0};
  appendMessage(function, &message);
  MlirAttribute text = insertText(symbols, function, &message);
  MlirAttribute length = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64),
                                            (int64_t)message.length);
  MlirValue operands[] = {insertRead(first, flag), insertAddress(first, text),
                          asIrInsertConstant(first, length)};
  AsIrAttribute attributes[] = {
      {"callee",
       mlirFlatSymbolRefAttrGet(context, asIrString(AS_ONCE_REQUIRE))},
      {0}};
  asIrInsert(first, &(AsIrParts){.name = "func.call",
                                 .numOperands = 3,
                                 .operands = operands,
                                 .attributes = attributes});
  asTextFree(&message);
}

AsStatus asGuardLoad(MlirSymbolTable symbols, MlirOperation function,
                     MlirOperation load, AsError *error) {
  AsStatus status = needRequire(symbols, load, error);
  if (status)
    return status;
  MlirAttribute flag = insertFlag(symbols, load);
  insertSet(load, flag);
  insertCheck(symbols, function, flag);
  return AS_OK;
}
