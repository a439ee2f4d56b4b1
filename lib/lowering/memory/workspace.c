//===- workspace.c - Memory that a function keeps between calls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory is a part of the module rather than allocated by the first call:
// pages that nobody writes cost nothing, and it goes when the module does.
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/workspace.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <inttypes.h>

/// What goes where the memory is wanted, but for the last operation before the
/// return, which gives it back.
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

/// A global for an argument of the text.
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
