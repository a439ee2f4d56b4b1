//===- apply-plan.c - Replace a nest by its raising plan
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts the operators of a plan. For statements that stay it clones the nest
// without all other statements. Canonicalisation removes arithmetic that has
// lost its users.
//
// Requires:    a SCoP and its plan; arrays that do not overlap, or a condition
//              under which they do not.
// Provides:    linalg on tensors, and loops for the rest.
// Invalidates: the SCoP and its operations.
//
//   affine.for %i { A[%i] = f(B[%i]); C[%i] = C[%i - 1] }
// becomes
//   %0 = linalg.generic ins(%B) outs(%empty) { f }
//   bufferization.materialize_in_destination %0 in %A
//   affine.for %i { C[%i] = C[%i - 1] }
//
//===----------------------------------------------------------------------===//

#include "affine/raise/apply-plan.h"
#include "affine/raise/build-linalg.h"
#include "affine/scop/alias-checks.h"
#include "affine/scop/alias-versions.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

/// Attribute of stores and loops while they are cloned: their number in the
/// SCoP.
#define NUMBER "as.number"

typedef struct Raiser {
  const AsScop *scop;
  AsAffineTensors *tensors;
  bool mayReorder;
  const AsRaisingPlan *whole; ///< The plan of all of the SCoP.
  bool *isPrivate;            ///< Of each array: nothing else accesses it.
} Raiser;

static void number(MlirOperation op, int value) {
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  mlirOperationSetDiscardableAttributeByName(op, asIrString(NUMBER),
                                             mlirIntegerAttrGet(i64, value));
}

static int numberOf(MlirOperation op) {
  MlirAttribute value =
      mlirOperationGetDiscardableAttributeByName(op, asIrString(NUMBER));
  return mlirAttributeIsNull(value) ? -1
                                    : (int)mlirIntegerAttrGetValueInt(value);
}

static void numberAll(const AsScop *scop) {
  for (int s = 0; s < scop->numStatements; s++)
    number(scop->statements[s].store, s);
  for (int l = 0; l < scop->numLoops; l++)
    number(scop->loops[l].op, l);
}

static void forgetNumbers(MlirOperation op) {
  mlirOperationRemoveDiscardableAttributeByName(op, asIrString(NUMBER));
}

typedef struct Pruning {
  uint64_t keep;
  int loop;            ///< The loop whose clone is wanted, or -1.
  MlirOperation found; ///< That clone.
} Pruning;

static MlirWalkResult prune(MlirOperation op, void *context) {
  Pruning *pruning = context;
  int own = numberOf(op);
  if (own < 0)
    return MlirWalkResultAdvance;
  forgetNumbers(op);
  if (asIrIsLoop(op)) {
    if (own == pruning->loop)
      pruning->found = op;
  } else if (!(pruning->keep >> own & 1)) {
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

/// Clones `count` operations from `first` on before `next`, with only the
/// statements in `keep`. Returns the clone of `loop`.
static MlirOperation cloneNest(MlirOperation first, int count, uint64_t keep,
                               int loop, AsIrMap *map, MlirOperation next) {
  Pruning pruning = {keep, loop, {NULL}};
  MlirOperation op = first;
  for (int i = 0; i < count; i++, op = mlirOperationGetNextInBlock(op)) {
    MlirOperation clone = asIrMapClone(map, op, mlirOperationGetBlock(next));
    mlirOperationMoveBefore(clone, next);
    mlirOperationWalk(clone, prune, &pruning, MlirWalkPostOrder);
  }
  return pruning.found;
}

static int countBody(MlirBlock block) {
  int count = -1; // The terminator does not count.
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count++;
  return count;
}

/// Destroys users before what they use.
static void emptyBody(MlirBlock block) {
  int count = countBody(block);
  MlirOperation *ops = asAlloc(sizeof *ops * (size_t)(count + 1));
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (int i = 0; i < count; i++, op = mlirOperationGetNextInBlock(op))
    ops[i] = op;
  for (int i = count - 1; i >= 0; i--)
    mlirOperationDestroy(ops[i]);
  free(ops);
}

static void raisePlan(const Raiser *raiser, const AsRaisingPlan *plan,
                      MlirOperation first, int count, AsIrMap *map,
                      MlirOperation next);

/// Clones the loop and fills its body by the inner plan.
static void raiseInside(const Raiser *raiser, const AsAffineItem *item,
                        MlirOperation first, int count, AsIrMap *map,
                        MlirOperation next) {
  MlirOperation loop = raiser->scop->loops[item->loop].op;
  MlirOperation clone =
      cloneNest(first, count, item->statements, item->loop, map, next);
  MlirBlock body = asIrBody(clone);
  emptyBody(body);
  MlirOperation end = mlirBlockGetTerminator(body);
  AsIrMap inside = {0};
  for (int i = 0; i < map->size; i++)
    asIrMapAdd(&inside, map->from[i], map->to[i]);
  asIrMapAdd(&inside, raiser->scop->loops[item->loop].variable,
             mlirBlockGetArgument(body, 0));
  MlirBlock original = asIrBody(loop);
  raisePlan(raiser, item->inner, mlirBlockGetFirstOperation(original),
            countBody(original), &inside, end);
  asIrMapFree(&inside);
}

/// Inserts what the plan says before `next`. The `count` operations from
/// `first` on are the original ones at this depth.
static void raisePlan(const Raiser *raiser, const AsRaisingPlan *plan,
                      MlirOperation first, int count, AsIrMap *map,
                      MlirOperation next) {
  for (int i = 0; i < plan->numItems; i++) {
    const AsAffineItem *item = &plan->items[i];
    if (item->form) {
      // Views are passed to tasks on CPUs only.
      raiser->tensors->isAlone = (plan->numItems == 1 || plan->isInRowBlocks) &&
                                 raiser->scop->isForCpu;
      asAffineOperatorInsert(raiser->tensors, item->form, raiser->mayReorder,
                             map, next);
      if (plan->isInRowBlocks)
        asAffineTensorsStore(raiser->tensors, next);
      continue;
    }
    asAffineTensorsStore(raiser->tensors, next);
    AsIrMap own = {0}; // Each clone of the nest defines its own values.
    for (int v = 0; v < map->size; v++)
      asIrMapAdd(&own, map->from[v], map->to[v]);
    if (item->inner)
      raiseInside(raiser, item, first, count, &own, next);
    else
      cloneNest(first, count, item->statements, -1, &own, next);
    asIrMapFree(&own);
  }
  // Behind the SCoP nobody reads them.
  for (int a = 0; a < raiser->scop->numArrays && plan == raiser->whole; a++)
    raiser->tensors->arrays[a].isWritten &= !raiser->isPrivate[a];
  asAffineTensorsStore(raiser->tensors, next);
}

void asRaisingPlanApply(const AsScop *scop, AsAffineTensors *tensors,
                        const AsRaisingPlan *plan, bool mayReorder,
                        MlirValue condition) {
  Raiser raiser = {scop, tensors, mayReorder, plan,
                   asAlloc(sizeof(bool) * (size_t)(scop->numArrays + 1))};
  for (int a = 0; a < scop->numArrays; a++)
    raiser.isPrivate[a] = asAffineIsPrivate(scop, a);
  MlirOperation first = scop->ops[0], next = first, otherwise = {NULL};
  if (!mlirValueIsNull(condition))
    asAliasVersions(first, condition, &next, &otherwise);
  numberAll(scop);
  tensors->block = mlirOperationGetBlock(next);
  AsIrMap map = {0};
  raisePlan(&raiser, plan, first, scop->numOps, &map, next);
  asIrMapFree(&map);
  free(raiser.isPrivate);
  for (int i = 0; i < scop->numOps; i++)
    if (mlirOperationIsNull(otherwise)) {
      mlirOperationDestroy(scop->ops[i]);
    } else {
      Pruning all = {~(uint64_t)0, -1, {NULL}};
      mlirOperationMoveBefore(scop->ops[i], otherwise);
      mlirOperationWalk(scop->ops[i], prune, &all, MlirWalkPostOrder);
    }
}
