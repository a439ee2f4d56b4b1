//===- scop-detection.c - The parts of a function that have a SCoP
//
// Run of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As long as they come; where a loop has no scop, those in its body may.
//
//===----------------------------------------------------------------------===//

#include "affine/scop/scop-detection.h"
#include "affine/dependence/dependences.h"
#include "ir/trip-count.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Run {
  int numOps;
  MlirOperation *ops;
} Run;

static void refuse(const AsScopVisitor *visitor, MlirOperation op,
                   const char *why) {
  visitor->refuse(op, why, visitor->context);
}

/// The scop is there as each operation by itself has one; together they may
/// have too much of it.
static void visitRun(const AsScopVisitor *visitor, Run *run) {
  AsScop scop;
  AsAffineObstacle obstacle;
  if (run->numOps && !asScopCreate(run->ops, run->numOps, &scop, &obstacle)) {
    refuse(visitor, obstacle.op, obstacle.why);
  } else if (run->numOps && scop.numLoops == 0) {
    asScopDestroy(&scop); // Stores between what stays.
  } else if (run->numOps) {
    bool failed;
    const AsAffineAccess *early = asDependenceEarlyRead(&scop, &failed);
    if (early && !failed)
      refuse(visitor, early->op,
             "what it reads may be written before it is used");
    else if (failed)
      refuse(visitor, scop.ops[0], "it is too complex for dependence analysis");
    else
      visitor->visit(&scop, visitor->context);
    asScopDestroy(&scop);
  }
  run->numOps = 0;
}

static void addOp(Run *run, MlirOperation op) {
  run->ops = asRealloc(run->ops, sizeof *run->ops * (size_t)(run->numOps + 1));
  run->ops[run->numOps++] = op;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static MlirWalkResult noteStore(MlirOperation op, void *context) {
  bool *found = context;
  *found = asIrIsNamed(op, "affine.store") || asIrIsNamed(op, "memref.store");
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether anyone would expect the operation to be raised.
static bool storesElements(MlirOperation op) {
  bool found = false;
  mlirOperationWalk(op, noteStore, &found, MlirWalkPreOrder);
  return found;
}

static bool isNest(MlirOperation op) {
  return asIrIsLoop(op) || asIrIsNamed(op, "affine.if") ||
         asIrIsNamed(op, "affine.store") || asIrIsNamed(op, "memref.store");
}

/// What neither reads nor writes what there already is may come before the
/// nests: they give no values that it could need.
static bool isMovable(MlirOperation op) {
  return mlirOperationGetNumRegions(op) == 0 &&
         (asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.") ||
          asIrIsNamed(op, "affine.apply") || asIrIsNamed(op, "memref.alloc") ||
          asIrIsNamed(op, "memref.alloca") ||
          asIrIsNamed(op, "memref.get_global") ||
          asIrIsNamed(op, "memref.dim"));
}

/// Whether only loops in sequence and conditions are between the two.
static bool isInSequence(MlirOperation op, MlirOperation nest) {
  do {
    op = mlirOperationGetParentOperation(op);
    if (!isNest(op))
      return false;
  } while (!mlirOperationEqual(op, nest));
  return true;
}

static MlirWalkResult hoistAllocation(MlirOperation op, void *context) {
  const MlirOperation *nest = context;
  if (asIrIsNamed(op, "memref.alloca") &&
      mlirOperationGetNumOperands(op) == 0 && isInSequence(op, *nest))
    mlirOperationMoveBefore(op, *nest);
  return MlirWalkResultAdvance;
}

/// What a loop allocates for each of its iterations has nothing in it at first:
/// it may be the same memory for all.
static void hoistAllocations(MlirOperation nest) {
  mlirOperationWalk(nest, hoistAllocation, &nest, MlirWalkPostOrder);
}

static bool hasScop(const AsScopVisitor *visitor, MlirOperation op) {
  hoistAllocations(op);
  AsScop scop;
  AsAffineObstacle obstacle;
  if (asScopCreate(&op, 1, &scop, &obstacle)) {
    asScopDestroy(&scop);
    return true;
  }
  if (storesElements(op))
    refuse(visitor, obstacle.op, obstacle.why);
  return false;
}

static void visitBlock(const AsScopVisitor *visitor, MlirBlock block);

static void visitInside(const AsScopVisitor *visitor, MlirOperation op) {
  if (asIrHasPrefix(op, "linalg.") || asIrHasPrefix(op, "tensor."))
    return;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      visitBlock(visitor, block);
}

static void visitBlock(const AsScopVisitor *visitor, MlirBlock block) {
  Run run = {0};
  MlirOperation next, op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (isNest(op) && hasScop(visitor, op)) {
      addOp(&run, op);
    } else if (isMovable(op)) {
      if (run.numOps)
        mlirOperationMoveBefore(op, run.ops[0]);
    } else {
      visitRun(visitor, &run);
      visitInside(visitor, op);
    }
  }
  visitRun(visitor, &run);
  free(run.ops);
}

void asScopVisitAll(MlirOperation function, const AsScopVisitor *visitor) {
  visitInside(visitor, function);
}
