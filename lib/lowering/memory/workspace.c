//===- workspace.c - Keep a workspace between calls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts the workspace of a function. A workspace that is kept is a global of
// the module, of one function or shared by several, with a flag that says
// whether a call is using it. A call that
// finds the flag set, from another thread or a recursive call, allocates
// instead.
//
// A global needs no allocation in the first call and is freed with the module.
// Pages that nobody writes cost nothing.
//
// Requires:    bufferised IR; `first` and `last` are in the function's entry
//              block.
// Provides:    *memory from `first` to `last`.
// Invalidates: nothing.
//
// Inserts before `first`
//
//   %was = memref.atomic_rmw assign %one, %taken[] : (i8, memref<i8>) -> i8
//   %isOurs = arith.cmpi eq, %was, %zero : i8
//   %memory = scf.if %isOurs -> (memref<256xi8>) { ... } else { ... }
//
// and before `last` the operations that clear the flag or free the memory.
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/workspace.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <inttypes.h>

/// The inserted operations. The last one before the return goes before `last`,
/// all others before `first`.
static const char keeping[] =
    "func.func private @use(%taken: memref<i8>, %whole: !kept) {\n"
    "  %begin = arith.constant 0 : index\n"
    "  %kept = memref.view %whole[%begin][] : !kept to !memory\n"
    "  %zero = arith.constant 0 : i8\n"
    "  %one = arith.constant 1 : i8\n"
    "  %was = memref.atomic_rmw assign %one, %taken[] : (i8, memref<i8>) -> "
    "i8\n"
    "  %isOurs = arith.cmpi eq, %was, %zero : i8\n"
    "  %memory = scf.if %isOurs -> (!memory) {\n"
    "    scf.yield %kept : !memory\n"
    "  } else {\n"
    "    %new = memref.alloc() {alignment = 64 : i64} : !memory\n"
    "    scf.yield %new : !memory\n"
    "  }\n"
    "  scf.if %isOurs {\n"
    "    memref.atomic_rmw assign %zero, %taken[] : (i8, memref<i8>) -> i8\n"
    "  } else {\n"
    "    memref.dealloc %memory : !memory\n"
    "  }\n"
    "  return\n"
    "}\n";

static const char allocating[] =
    "func.func private @use() {\n"
    "  %memory = memref.alloc() {alignment = 64 : i64} : !memory\n"
    "  memref.dealloc %memory : !memory\n"
    "  return\n"
    "}\n";

static AsStatus parse(MlirContext context, int64_t bytes, AsKeptMemory kept,
                      MlirModule *module, AsError *error) {
  AsText whole = {0};
  asTextFormat(&whole,
               "!memory = memref<%" PRId64 "xi8>\n"
               "!kept = memref<%" PRId64 "xi8>\n%s",
               bytes, kept.bytes, kept.name ? keeping : allocating);
  AsStatus status = asIrParse(context, whole.data, whole.length, "<workspace>",
                              module, error);
  asTextFree(&whole);
  return status;
}

/// Marks what functions share by its name: a symbol of that name may be the
/// program's.
static const char sharedMark[] = "as.shared";

/// The global of the module that is shared under the name; null if there is
/// none yet.
static MlirOperation findShared(MlirOperation module, const char *name) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute mark =
        mlirOperationGetDiscardableAttributeByName(op, asIrString(sharedMark));
    if (!mlirAttributeIsNull(mark) &&
        mlirStringRefEqual(mlirStringAttrGetValue(mark), asIrString(name)))
      return op;
  }
  return op;
}

/// The name of a global: of one that is there, if it is shared, or else of a
/// new one, whose name may have a number added to it.
static MlirAttribute globalOf(MlirOperation function, const char *name,
                              bool isShared, MlirType type,
                              MlirAttribute value) {
  MlirContext context = mlirOperationGetContext(function);
  MlirOperation module = mlirOperationGetParentOperation(function),
                global = {NULL};
  if (isShared)
    global = findShared(module, name);
  if (mlirOperationIsNull(global)) {
    MlirAttribute wanted = mlirStringAttrGet(context, asIrString(name));
    global = asIrInsertGlobal(function, wanted, type, value);
    if (isShared)
      mlirOperationSetDiscardableAttributeByName(global, asIrString(sharedMark),
                                                 wanted);
    MlirSymbolTable symbols = mlirSymbolTableCreate(module);
    mlirSymbolTableInsert(symbols, global);
    mlirSymbolTableDestroy(symbols);
  }
  return mlirFlatSymbolRefAttrGet(
      context, mlirStringAttrGetValue(asIrAttribute(global, "sym_name")));
}

/// Replaces the arguments of the text by the globals.
static void replaceArguments(MlirBlock body, MlirOperation function,
                             AsKeptMemory kept, MlirOperation first) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute values[] = {
      mlirAttributeParseGet(context, asIrString("dense<0> : tensor<i8>")),
      mlirUnitAttrGet(context)};
  static const char *const suffixes[] = {".taken", ""};
  for (int i = 0; i < 2; i++) {
    AsText name = {0};
    asTextFormat(&name, "%s%s", kept.name, suffixes[i]);
    MlirValue argument = mlirBlockGetArgument(body, i);
    MlirType type = mlirValueGetType(argument);
    mlirValueReplaceAllUsesOfWith(
        argument,
        asIrInsertGetGlobal(
            first, type,
            globalOf(function, name.data, kept.isShared, type, values[i])));
    asTextFree(&name);
  }
}

AsStatus asWorkspaceInsert(MlirOperation function, int64_t bytes,
                           AsKeptMemory kept, MlirOperation first,
                           MlirOperation last, MlirValue *memory,
                           AsError *error) {
  MlirContext context = mlirOperationGetContext(function);
  MlirModule module;
  AsStatus status = parse(context, bytes, kept, &module, error);
  if (status)
    return status;
  MlirBlock body =
      asIrBody(mlirBlockGetFirstOperation(mlirModuleGetBody(module)));
  if (kept.name)
    replaceArguments(body, function, kept, first);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirBlockGetFirstOperation(body)) {
    bool gives = mlirOperationGetNumResults(op) == 0;
    mlirOperationMoveBefore(op, gives ? last : first);
    if (!gives &&
        mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetResult(op, 0))))
      *memory = mlirOperationGetResult(op, 0);
  }
  mlirModuleDestroy(module);
  return AS_OK;
}
