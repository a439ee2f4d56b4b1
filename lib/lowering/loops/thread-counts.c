//===- thread-counts.c - No more threads than there are iterations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parallel loop is run by as many threads as lowering was told, also where it
// has fewer iterations: the others are woken, find nothing to do, and are
// waited for. So a loop with a known number of iterations gets no more threads
// than that. A tile size of a schedule then also says how many threads share a
// task. Of a step that is a choice of two constants, the lesser one counts.
//
// Requires:    OpenMP loops as upstream makes them of scf.parallel: a parallel
//              region around one loop nest.
// Provides:    regions of such loops have at most as many threads as the loop
//              has iterations.
// Invalidates: nothing.
//
//   %n = llvm.mlir.constant(64 : i32) : i32
//   omp.parallel num_threads(%n : i32) {
//     omp.wsloop {
//       omp.loop_nest (%i) : index = (%c0) to (%c6) step (%c2) { ... }
//
// becomes
//
//   %n = arith.constant 3 : i32
//   omp.parallel num_threads(%n : i32) { ... }
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirWalkResult findNest(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "omp.loop_nest"))
    return MlirWalkResultAdvance;
  *(MlirOperation *)context = op;
  return MlirWalkResultInterrupt;
}

/// Reads a step; of a choice the least one, with which there are most
/// iterations.
static bool readStep(MlirValue value, int64_t *step) {
  MlirOperation select = asIrMadeBy(value, "arith.select");
  int64_t other;
  if (mlirOperationIsNull(select))
    return asIrConstantInteger(value, step);
  bool isKnown =
      asIrConstantInteger(mlirOperationGetOperand(select, 1), step) &&
      asIrConstantInteger(mlirOperationGetOperand(select, 2), &other);
  if (isKnown && other < *step)
    *step = other;
  return isKnown;
}

/// The iterations of all loops of the nest together; 0 where they are not
/// known. Its operands are the lower bounds, the upper ones, and the steps.
static int64_t countIterations(MlirOperation nest) {
  intptr_t numLoops = mlirOperationGetNumOperands(nest) / 3;
  int64_t count = 1;
  for (intptr_t l = 0; l < numLoops; l++) {
    int64_t lower = 0, upper = 0, step = 0;
    if (!asIrConstantInteger(mlirOperationGetOperand(nest, l), &lower) ||
        !asIrConstantInteger(mlirOperationGetOperand(nest, numLoops + l),
                             &upper) ||
        !readStep(mlirOperationGetOperand(nest, 2 * numLoops + l), &step) ||
        step <= 0 || upper <= lower ||
        __builtin_sub_overflow(upper, lower, &upper) ||
        __builtin_mul_overflow(count, (upper - 1) / step + 1, &count))
      return 0;
  }
  return count;
}

/// The number that an llvm.mlir.constant makes; 0 for anything else.
static int64_t threadsOf(MlirValue value) {
  MlirOperation op = asIrMadeBy(value, "llvm.mlir.constant");
  return mlirOperationIsNull(op)
             ? 0
             : mlirIntegerAttrGetValueInt(asIrAttribute(op, "value"));
}

static MlirWalkResult limit(MlirOperation op, void *context) {
  (void)context;
  MlirOperation nest = {NULL};
  if (!asIrIsNamed(op, "omp.parallel") || mlirOperationGetNumOperands(op) != 1)
    return MlirWalkResultAdvance;
  mlirOperationWalk(op, findNest, &nest, MlirWalkPreOrder);
  int64_t count = mlirOperationIsNull(nest) ? 0 : countIterations(nest);
  if (count > 0 && count < threadsOf(mlirOperationGetOperand(op, 0))) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
    mlirOperationSetOperand(
        op, 0, asIrInsertConstant(op, mlirIntegerAttrGet(type, count)));
  }
  return MlirWalkResultAdvance;
}

void asLimitThreads(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), limit, NULL,
                    MlirWalkPreOrder);
}
