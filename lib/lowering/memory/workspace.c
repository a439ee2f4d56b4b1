//===- workspace.c - Keep a workspace between calls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts the workspace of a function. A workspace that is kept is a global of
// the module, with a flag that says whether a call is using it. A call that
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
//   %was = memref.atomic_rmw maxs %one, %taken[] : (i8, memref<i8>) -> i8
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
    "func.func private @use(%taken: memref<i8>, %kept: !memory) {\n"
    "  %zero = arith.constant 0 : i8\n"
    "  %one = arith.constant 1 : i8\n"
    "  %was = memref.atomic_rmw maxs %one, %taken[] : (i8, memref<i8>) -> i8\n"
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

static AsStatus parse(MlirContext context, int64_t bytes, bool isKept,
                      MlirModule *module, AsError *error) {
  AsText whole = {0};
  asTextFormat(&whole, "!memory = memref<%" PRId64 "xi8>\n%s", bytes,
               isKept ? keeping : allocating);
  AsStatus status = asIrParse(context, whole.data, whole.length, "<workspace>",
                              module, error);
  asTextFree(&whole);
  return status;
}

/// Replaces an argument of the text by a new global.
static void replaceArgument(MlirValue argument, const char *global,
                            MlirOperation function, MlirOperation first,
                            MlirAttribute value) {
  MlirContext context = mlirOperationGetContext(function);
  MlirType type = mlirValueGetType(argument);
  MlirOperation place = asIrInsertGlobal(
      function, mlirStringAttrGet(context, asIrString(global)), type, value);
  MlirSymbolTable symbols =
      mlirSymbolTableCreate(mlirOperationGetParentOperation(function));
  MlirAttribute name = mlirSymbolTableInsert(symbols, place);
  mlirSymbolTableDestroy(symbols);
  mlirValueReplaceAllUsesOfWith(
      argument,
      asIrInsertGetGlobal(
          first, type,
          mlirFlatSymbolRefAttrGet(context, mlirStringAttrGetValue(name))));
}

AsStatus asWorkspaceInsert(MlirOperation function, int64_t bytes, bool isKept,
                           MlirOperation first, MlirOperation last,
                           MlirValue *memory, AsError *error) {
  MlirContext context = mlirOperationGetContext(function);
  MlirModule module;
  AsStatus status = parse(context, bytes, isKept, &module, error);
  if (status)
    return status;
  MlirBlock body =
      asIrBody(mlirBlockGetFirstOperation(mlirModuleGetBody(module)));
  if (isKept) {
    replaceArgument(
        mlirBlockGetArgument(body, 0), "as_workspace.taken", function, first,
        mlirAttributeParseGet(context, asIrString("dense<0> : tensor<i8>")));
    replaceArgument(mlirBlockGetArgument(body, 1), "as_workspace", function,
                    first, mlirUnitAttrGet(context));
  }
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
