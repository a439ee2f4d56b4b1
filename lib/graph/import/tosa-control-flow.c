//===- tosa-control-flow.c - Loops and branches of TOSA to scf
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites tosa.cond_if into scf.if and tosa.while_loop into scf.while.
//
// Upstream's tosa-to-scf does the same, but refuses a branch in a branch and a
// loop in a loop: its patterns may not apply to what they have made.
//
// Requires:    nothing.
// Provides:    no tosa.cond_if and no tosa.while_loop.
// Invalidates: nothing.
//
//   %r = tosa.cond_if %c : ... {         %i = tensor.extract %c[] : tensor<i1>
//     tosa.yield %x : ...          ->    %r = scf.if %i -> ... {
//   } else { ... }                         scf.yield %x : ...
//                                        } else { ... }
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinTypes.h"

/// The element of a tensor<i1>.
static MlirValue extract(MlirOperation next, MlirValue condition) {
  return asIrInsertUnary(next, "tensor.extract", condition,
                         mlirIntegerTypeGet(mlirOperationGetContext(next), 1));
}

/// Replaces the terminator of the block by `name`, with `first` (which may be
/// null) and then `count` other operands.
static void terminate(MlirBlock block, const char *name, MlirValue first,
                      intptr_t count, MlirValue (*at)(const void *, intptr_t),
                      const void *from) {
  MlirOperation old = mlirBlockGetTerminator(block);
  MlirOperationState state =
      mlirOperationStateGet(asIrString(name), mlirOperationGetLocation(old));
  if (!mlirValueIsNull(first))
    mlirOperationStateAddOperands(&state, 1, &first);
  for (intptr_t i = 0; i < count; i++) {
    MlirValue value = at(from, i);
    mlirOperationStateAddOperands(&state, 1, &value);
  }
  MlirOperation terminator = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(block, old, terminator);
  mlirOperationDestroy(old);
}

static MlirValue operandAt(const void *op, intptr_t i) {
  return mlirOperationGetOperand(*(const MlirOperation *)op, i);
}

static MlirValue argumentAt(const void *block, intptr_t i) {
  return mlirBlockGetArgument(*(const MlirBlock *)block, i);
}

static void yieldOperands(MlirBlock block) {
  MlirOperation yield = mlirBlockGetTerminator(block);
  terminate(block, "scf.yield", (MlirValue){NULL},
            mlirOperationGetNumOperands(yield), operandAt, &yield);
}

/// Replaces `op` by `name` of the same regions and results, with the same
/// operands or, if it is not null, with `condition` alone.
static void replace(MlirOperation op, const char *name, MlirValue condition) {
  MlirOperationState state =
      mlirOperationStateGet(asIrString(name), mlirOperationGetLocation(op));
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!mlirValueIsNull(condition))
    mlirOperationStateAddOperands(&state, 1, &condition);
  for (intptr_t i = 0; i < numOperands && mlirValueIsNull(condition); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    mlirOperationStateAddOperands(&state, 1, &operand);
  }
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, r));
    mlirOperationStateAddResults(&state, 1, &type);
  }
  MlirRegion regions[] = {mlirRegionCreate(), mlirRegionCreate()};
  for (int i = 0; i < 2; i++)
    mlirRegionTakeBody(regions[i], mlirOperationGetRegion(op, i));
  mlirOperationStateAddOwnedRegions(&state, 2, regions);
  MlirOperation structured = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op,
                                      structured);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, r),
                                  mlirOperationGetResult(structured, r));
  mlirOperationDestroy(op);
}

/// A block of a branch may take the operands after the condition.
static void convertBranch(MlirOperation op) {
  for (intptr_t r = 0; r < 2; r++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    for (intptr_t i = mlirBlockGetNumArguments(block) - 1; i >= 0; i--) {
      mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(block, i),
                                    mlirOperationGetOperand(op, i + 1));
      mlirBlockEraseArgument(block, (unsigned)i);
    }
    yieldOperands(block);
  }
  replace(op, "scf.if", extract(op, mlirOperationGetOperand(op, 0)));
}

static void convertLoop(MlirOperation op) {
  MlirBlock test = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirOperation yield = mlirBlockGetTerminator(test);
  terminate(test, "scf.condition",
            extract(yield, mlirOperationGetOperand(yield, 0)),
            mlirBlockGetNumArguments(test), argumentAt, &test);
  yieldOperands(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1)));
  replace(op, "scf.while", (MlirValue){NULL});
}

static MlirWalkResult convert(MlirOperation op, void *context) {
  (void)context;
  bool isBranch = asIrIsNamed(op, "tosa.cond_if");
  if (!isBranch && !asIrIsNamed(op, "tosa.while_loop"))
    return MlirWalkResultAdvance;
  (isBranch ? convertBranch : convertLoop)(op);
  return MlirWalkResultSkip;
}

void asGraphTosaControlFlow(MlirModule module) {
  mlirContextGetOrLoadDialect(mlirModuleGetContext(module), asIrString("scf"));
  mlirOperationWalk(mlirModuleGetOperation(module), convert, NULL,
                    MlirWalkPostOrder);
}
