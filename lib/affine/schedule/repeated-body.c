//===- repeated-body.c - Nests that a loop repeats
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop through time whose body does the same in each step need not be part of
// a task: the body can be one, which is called in each step. Measuring it takes
// as long as one step, and programs with other numbers of steps share what was
// found. A task is one operation, so a loop of one iteration encloses a body.
//
//   affine.for %t = 0 to 500 { affine.for %i ... ; affine.for %j ... }
// becomes
//   affine.for %t = 0 to 500 {
//     affine.for %once = 0 to 1 { affine.for %i ... ; affine.for %j ... }
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/repeated-body.h"
#include "affine/schedule/loop-builder.h"
#include "ir/trip-count.h"

/// Stores for which a call is nothing: they take tens of microseconds.
static const double enoughStores = 1 << 16;

typedef struct Stores {
  MlirOperation loop;
  double count; ///< In one iteration of the loop; NAN if it is not known.
} Stores;

static MlirWalkResult countStore(MlirOperation op, void *context) {
  Stores *stores = context;
  if (!asIrIsNamed(op, "affine.store") && !asIrIsNamed(op, "memref.store"))
    return MlirWalkResultAdvance;
  double count = 1;
  for (MlirOperation at = mlirOperationGetParentOperation(op);
       !mlirOperationEqual(at, stores->loop);
       at = mlirOperationGetParentOperation(at))
    if (asIrIsLoop(at))
      count *= asIrLoopIterations(at);
  stores->count += count;
  return MlirWalkResultAdvance;
}

/// Whether nothing uses the variable of the loop.
static bool isUncounted(MlirOperation loop) {
  MlirValue variable = mlirBlockGetArgument(asIrBody(loop), 0);
  return mlirOpOperandIsNull(mlirValueGetFirstUse(variable));
}

bool asRepeats(MlirOperation loop) {
  if (!asIrIsLoop(loop) || mlirOperationGetNumResults(loop) > 0 ||
      asIrLoopIterations(loop) == 1 || !isUncounted(loop))
    return false;
  Stores stores = {loop, 0};
  mlirOperationWalk(loop, countStore, &stores, MlirWalkPreOrder);
  return stores.count >= enoughStores;
}

bool asRepetitionStays(const AsNestSchedule *schedules, int count,
                       int numStatements) {
  bool stays = count > 0;
  for (int i = 0; i < count; i++)
    for (int s = 0; s < numStatements; s++) {
      const AsNestOrder *order = &schedules[i].order[s];
      stays &= order->numLoops > 0 && order->loop[0] == 0 && order->first > 0 &&
               (s == 0 || order->shared > 0);
    }
  return stays;
}

/// Moves all before `end` in its block but `other` before `next`.
static void moveBody(MlirOperation end, MlirOperation other,
                     MlirOperation next) {
  MlirBlock block = mlirOperationGetBlock(end);
  for (MlirOperation op = mlirBlockGetFirstOperation(block), after;
       !mlirOperationEqual(op, end); op = after) {
    after = mlirOperationGetNextInBlock(op);
    if (!mlirOperationEqual(op, other))
      mlirOperationMoveBefore(op, next);
  }
}

MlirOperation asEncloseBody(MlirOperation loop) {
  MlirOperation end = mlirBlockGetTerminator(asIrBody(loop));
  MlirOperation endOfOne = asAffineLoopOver(loop, 0, 1, end);
  MlirOperation enclosing = mlirOperationGetParentOperation(endOfOne);
  moveBody(end, enclosing, endOfOne);
  return enclosing;
}

void asReleaseBody(MlirOperation enclosing) {
  moveBody(mlirBlockGetTerminator(asIrBody(enclosing)), enclosing, enclosing);
  mlirOperationDestroy(enclosing);
}
