//===- keep-arguments.c - Which arguments a function may write
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks tensor arguments of public functions read-only, for bufferisation.
// Otherwise it would accumulate in an argument that a sum starts from, since it
// sees the later uses only of callers in the module.
//
// An argument is not marked if it says itself whether it is writable, or if the
// program writes a value into it by bufferization.materialize_in_destination,
// which bufferisation refuses to do elsewhere.
//
// Requires:    functions on tensors.
// Provides:    bufferization.writable = false on the arguments to keep.
// Invalidates: nothing.
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"

/// Whether a bufferization.materialize_in_destination writes into the tensor.
static bool isDestination(MlirValue tensor) {
  for (MlirOpOperand use = mlirValueGetFirstUse(tensor);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asIrIsNamed(mlirOpOperandGetOwner(use),
                    "bufferization.materialize_in_destination") &&
        mlirOpOperandGetOperandNumber(use) == 1)
      return true;
  return false;
}

static void keepArgumentsOf(MlirOperation function, void *context) {
  (void)context;
  MlirBlock body = asIrBody(function);
  intptr_t count = mlirBlockIsNull(body) ? 0 : mlirBlockGetNumArguments(body);
  MlirAttribute no = mlirBoolAttrGet(mlirOperationGetContext(function), false);
  for (intptr_t i = 0; i < count && !asIrIsPrivate(function); i++) {
    MlirValue argument = mlirBlockGetArgument(body, i);
    if (mlirTypeIsARankedTensor(mlirValueGetType(argument)) &&
        !asIrArgumentHas(function, i, AS_WRITABLE_ATTRIBUTE) &&
        !isDestination(argument))
      mlirFuncSetArgAttr(function, i, asIrString(AS_WRITABLE_ATTRIBUTE), no);
  }
}

void asKeepArguments(MlirModule module) {
  asIrVisitFunctions(module, keepArgumentsOf, NULL);
}
