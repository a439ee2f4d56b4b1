//===- lower-alloca-scope.c - Lower memref.alloca_scope to stacksave
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces each memref.alloca_scope by its body between llvm.intr.stacksave and
// llvm.intr.stackrestore.
//
// Upstream lowers alloca_scope only in finalize-memref-to-llvm, after loops
// became branches. The body of a scope has to be a single block, so a loop
// inside of it cannot become branches before that. The two intrinsics need no
// region. (Upstream leaves a scope around the body of a parallel loop that
// contains a call, as the callee might allocate.)
//
// Requires:    loops in the scf dialect (runs before convert-scf-to-cf).
// Provides:    no memref.alloca_scope.
// Invalidates: nothing.
//
//   %r = memref.alloca_scope -> (f32) {
//     %m = memref.alloca() : memref<8xf32>
//     ...
//     memref.alloca_scope.return %v : f32
//   }
//
// becomes
//
//   %stack = llvm.intr.stacksave : !llvm.ptr
//   %m = memref.alloca() : memref<8xf32>
//   ...                                         // %r is %v from here on
//   llvm.intr.stackrestore %stack : !llvm.ptr
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

static MlirWalkResult lowerScope(MlirOperation scope, void *context) {
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
  mlirOperationWalk(mlirModuleGetOperation(module), lowerScope, NULL,
                    MlirWalkPostOrder);
}
