//===- lower-alloca-scope.c - Scopes of stack allocation
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A memref.alloca_scope frees what its body has allocated on the stack.
// Upstream can lower one only together with all other memrefs, when no loops
// are left; but the body of a scope is a single block, so that a loop in it
// cannot become branches before. Saving and restoring the stack pointer says
// the same without a region. (Around the bodies of parallel loops, upstream
// leaves a scope where there is a call: it might allocate.)
//
//===----------------------------------------------------------------------===//

#include "lowering/lowering-steps.h"

static MlirOperation createBefore(MlirOperation place, const char *name,
                                  MlirValue *operand, MlirType *result) {
  MlirOperationState state =
      mlirOperationStateGet(asIrString(name), mlirOperationGetLocation(place));
  mlirOperationStateAddOperands(&state, operand ? 1 : 0, operand);
  mlirOperationStateAddResults(&state, result ? 1 : 0, result);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(place), place, op);
  return op;
}

static MlirWalkResult dissolve(MlirOperation scope, void *context) {
  (void)context;
  if (!asIrIsNamed(scope, "memref.alloca_scope"))
    return MlirWalkResultAdvance;
  // Parsing the type also loads the dialect.
  MlirType pointer =
      mlirTypeParseGet(mlirOperationGetContext(scope), asIrString("!llvm.ptr"));
  MlirValue stack = mlirOperationGetResult(
      createBefore(scope, "llvm.intr.stacksave", NULL, &pointer), 0);
  MlirBlock body = asIrBody(scope);
  MlirOperation end = mlirBlockGetTerminator(body), op;
  while (op = mlirBlockGetFirstOperation(body), !mlirOperationEqual(op, end))
    mlirOperationMoveBefore(op, scope);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(scope); r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(scope, r),
                                  mlirOperationGetOperand(end, r));
  createBefore(scope, "llvm.intr.stackrestore", &stack, NULL);
  mlirOperationDestroy(scope);
  return MlirWalkResultSkip;
}

void asLowerAllocaScopes(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), dissolve, NULL,
                    MlirWalkPostOrder);
}
