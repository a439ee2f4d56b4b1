//===- initializer.c - Build the function that computes constants once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts a function that runs the module's constant computations exactly once,
// in the call that comes first, and lets calls on other threads wait for it.
//
// See initializer.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/initializer.h"
#include "ir/op-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

/// The state is 0 before the first call, 1 while the constants are being
/// computed, and 2 after that. Only the first thread computes, as sums may be
/// accumulated in place; the others spin. The atomic load is llvm.load since
/// only the LLVM dialect has a load that orders memory accesses.
static const char onceText[] =
    "memref.global \"private\" @as_once.state : memref<i8> = dense<0>\n"
    "func.func private @as_once.constants() { return }\n"
    "func.func private @as_once() {\n"
    "  %zero = arith.constant 0 : i8\n"
    "  %one = arith.constant 1 : i8\n"
    "  %two = arith.constant 2 : i8\n"
    "  %place = memref.get_global @as_once.state : memref<i8>\n"
    "  %index = memref.extract_aligned_pointer_as_index %place\n"
    "      : memref<i8> -> index\n"
    "  %number = arith.index_cast %index : index to i64\n"
    "  %pointer = llvm.inttoptr %number : i64 to !llvm.ptr\n"
    "  %state = llvm.load %pointer atomic acquire {alignment = 1 : i64}\n"
    "      : !llvm.ptr -> i8\n"
    "  %isLoaded = arith.cmpi eq, %state, %two : i8\n"
    "  scf.if %isLoaded {\n"
    "  } else {\n"
    "    %was = memref.atomic_rmw maxs %one, %place[]\n"
    "        : (i8, memref<i8>) -> i8\n"
    "    %isFirst = arith.cmpi eq, %was, %zero : i8\n"
    "    scf.if %isFirst {\n"
    "      func.call @as_once.constants() : () -> ()\n"
    "      memref.atomic_rmw assign %two, %place[] : (i8, memref<i8>) -> i8\n"
    "    } else {\n"
    "      scf.while : () -> () {\n"
    "        %now = llvm.load %pointer atomic acquire {alignment = 1 : i64}\n"
    "            : !llvm.ptr -> i8\n"
    "        %waits = arith.cmpi ne, %now, %two : i8\n"
    "        scf.condition(%waits)\n"
    "      } do {\n"
    "        scf.yield\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n";

AsStatus asInitializerReserve(MlirSymbolTable symbols, const char *name,
                              AsError *error) {
  MlirOperation other = mlirSymbolTableLookup(symbols, asIrString(name));
  if (mlirOperationIsNull(other))
    return AS_OK;
  AsText message = {0};
  asTextFormat(&message,
               "as-opt makes a symbol '%s' of its own here: give this one "
               "another name",
               name);
  AsStatus status = asIrFailAt(other, AS_INVALID_INPUT, message.data, error);
  asTextFree(&message);
  return status;
}

AsStatus asInitializerInsert(MlirSymbolTable symbols, MlirOperation next,
                             MlirOperation *constants, AsError *error) {
  MlirModule text;
  AsStatus status = asIrParse(mlirOperationGetContext(next), onceText,
                              strlen(onceText), "<once>", &text, error);
  if (status)
    return status;
  MlirBlock from = mlirModuleGetBody(text);
  AsText name = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(from);
       !mlirOperationIsNull(op) && !status;
       op = mlirBlockGetFirstOperation(from)) {
    asIrStringAttribute(op, "sym_name", &name);
    status = asInitializerReserve(symbols, asTextString(&name), error);
    mlirOperationMoveBefore(op, next);
    if (strcmp(asTextString(&name), AS_ONCE_CONSTANTS) == 0)
      *constants = op;
  }
  asTextFree(&name);
  mlirModuleDestroy(text);
  return status;
}

void asInitializerCall(MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  asIrInsert(mlirBlockGetFirstOperation(asIrBody(function)),
             &(AsIrParts){.name = "func.call",
                          .attributes = (AsIrAttribute[]){
                              {"callee", mlirFlatSymbolRefAttrGet(
                                             context, asIrString(AS_ONCE))},
                              {0}}});
}
