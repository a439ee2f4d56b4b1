//===- scop-detection.c - Find the SCoPs of a function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds maximal SCoPs: runs of consecutive loops, affine.if and stores in a
// block, of at most 64 statements. If a loop is not affine, its body is
// searched for smaller ones.
//
// Static allocations in loops move before the loop, and operations without
// memory effects between two nests move before the run: otherwise they would
// split it.
//
//   affine.for ... ; %c = arith.constant ... ; affine.for ... ; call @f()
//   scf.while { affine.for ... }
// has two SCoPs: the first two loops, and the one inside of scf.while.
//
//===----------------------------------------------------------------------===//

#include "affine/scop/scop-detection.h"
#include "affine/dependence/dependences.h"
#include "ir/trip-count.h"
#include "support/arena.h"
#include <stdlib.h>

/// Consecutive operations that have a SCoP each.
typedef struct Run {
  int numOps;
  MlirOperation *ops;
  int numStatements;
  AsScop scop; ///< That of the operation, if there is only one.
} Run;

static void refuse(const AsScopVisitor *visitor, MlirOperation op,
                   const char *why) {
  visitor->refuse(op, why, visitor->context);
}

static void visitScop(const AsScopVisitor *visitor, AsScop *scop) {
  bool failed;
  const AsAffineAccess *early = asDependenceEarlyRead(scop, &failed);
  if (early && !failed)
    refuse(visitor, early->op,
           "what it reads may be written before it is used; load it where it "
           "is used");
  else if (failed)
    refuse(visitor, scop->ops[0],
           "it is too complex for dependence analysis; nests of fewer "
           "statements and loops help");
  else
    visitor->visit(scop, visitor->context);
}

/// Visits the SCoP of the whole run, then empties it. The run may have none
/// although each operation has one: together they may be too much for isl, or a
/// load may be followed by a write before its use.
static void visitRun(const AsScopVisitor *visitor, Run *run) {
  AsAffineObstacle obstacle;
  if (run->numOps > 1 &&
      !asScopCreate(run->ops, run->numOps, &run->scop, &obstacle))
    refuse(visitor, obstacle.op, obstacle.why);
  else if (run->scop.numLoops) // Not only stores.
    visitScop(visitor, &run->scop);
  asScopDestroy(&run->scop);
  run->numOps = run->numStatements = 0;
}

/// Adds an operation and its SCoP, which the run owns then; if all would be too
/// many for a SCoP, the others become one first.
static void addOp(const AsScopVisitor *visitor, Run *run, AsScop *scop) {
  MlirOperation op = scop->ops[0];
  if (run->numStatements + scop->numStatements > AS_AFFINE_MAX_STATEMENTS)
    visitRun(visitor, run);
  run->numStatements += scop->numStatements;
  run->ops = asRealloc(run->ops, sizeof *run->ops * (size_t)(run->numOps + 1));
  run->ops[run->numOps++] = op;
  asScopDestroy(&run->scop);
  if (run->numOps == 1)
    run->scop = *scop;
  else
    asScopDestroy(scop);
}

//===----------------------------------------------------------------------===//
// Search of blocks
//===----------------------------------------------------------------------===//

static MlirWalkResult noteStore(MlirOperation op, void *context) {
  bool *found = context;
  static const char *const names[] = {"affine.store", "memref.store",
                                      "memref.atomic_rmw",
                                      "memref.generic_atomic_rmw"};
  *found = asIrIsOneOf(op, names, sizeof names / sizeof *names);
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether the operation stores to memory, so that a user may expect it to be
/// raised.
static bool storesElements(MlirOperation op) {
  bool found = false;
  mlirOperationWalk(op, noteStore, &found, MlirWalkPreOrder);
  return found;
}

static bool isNest(MlirOperation op) {
  return asIrIsLoop(op) || asIrIsNamed(op, "affine.if") ||
         asIrIsNamed(op, "affine.store") || asIrIsNamed(op, "memref.store");
}

/// Operations that neither read nor write existing memory. Nests have no
/// results, so such an operation cannot depend on one and can move before it.
static bool isMovable(MlirOperation op) {
  return mlirOperationGetNumRegions(op) == 0 &&
         (asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.") ||
          asIrIsNamed(op, "affine.apply") || asIrIsNamed(op, "memref.alloc") ||
          asIrIsNamed(op, "memref.alloca") ||
          asIrIsNamed(op, "memref.get_global") ||
          asIrIsNamed(op, "memref.dim"));
}

/// Whether `op` is in `nest` with only loops and conditions in between.
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

/// An alloca in a loop has no defined content at the start of an iteration, so
/// all iterations can use the same memory.
static void hoistAllocations(MlirOperation nest) {
  mlirOperationWalk(nest, hoistAllocation, &nest, MlirWalkPostOrder);
}

/// Whether the operation has a SCoP by itself.
static bool hasScop(const AsScopVisitor *visitor, MlirOperation op,
                    AsScop *scop) {
  hoistAllocations(op);
  AsAffineObstacle obstacle;
  if (asScopCreate(&op, 1, scop, &obstacle))
    return true;
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
    AsScop scop;
    if (isNest(op) && hasScop(visitor, op, &scop)) {
      addOp(visitor, &run, &scop);
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
