//===- origins.c - Which of the user's operations a task consists of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/origins.h"
#include "ir/numbered-locations.h"
#include "mlir-c/BuiltinTypes.h"

/// The list is in the order of the operations.
static void add(AsTaskOrigin **at, AsTaskOrigin *origin) {
  while (*at && (*at)->operation < origin->operation)
    at = &(*at)->next;
  if (*at && (*at)->operation == origin->operation) {
    (*at)->share += origin->share;
    return;
  }
  origin->next = *at;
  *at = origin;
}

void asOriginsAdd(AsTaskOrigin **origins, AsTaskOrigin *more) {
  while (more) {
    AsTaskOrigin *next = more->next;
    add(origins, more);
    more = next;
  }
}

void asOriginsNormalise(AsTaskOrigin *origins) {
  double sum = 0;
  for (const AsTaskOrigin *origin = origins; origin; origin = origin->next)
    sum += origin->share;
  for (AsTaskOrigin *origin = origins; origin; origin = origin->next)
    origin->share /= sum;
}

//===----------------------------------------------------------------------===//
// The work of one operation
//===----------------------------------------------------------------------===//

/// What the numbers of locations stand for: so much work each.
typedef struct Origins {
  AsArena *arena;
  AsTaskOrigin *list;
  MlirOperation outer; ///< Whose body is walked.
  double work;         ///< Of one visit.
} Origins;

static void countNumber(int64_t number, void *count) { ++*(int *)count; }

static void addNumber(int64_t number, void *context) {
  Origins *origins = context;
  AsTaskOrigin *origin = asArenaAlloc(origins->arena, sizeof *origin);
  *origin = (AsTaskOrigin){.operation = number, .share = origins->work};
  add(&origins->list, origin);
}

/// Divides `work` among the numbers of a location.
static void addWork(Origins *origins, MlirOperation op, double work) {
  int count = 0;
  MlirLocation location = mlirOperationGetLocation(op);
  asIrVisitNumbers(location, countNumber, &count);
  origins->work = work / count;
  asIrVisitNumbers(location, addNumber, origins);
}

static MlirWalkResult addBody(MlirOperation op, void *context) {
  Origins *origins = context;
  bool isArithmetic =
      !mlirOperationEqual(op, origins->outer) &&
      (asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.")) &&
      !asIrIsNamed(op, "arith.constant");
  if (isArithmetic)
    addWork(origins, op, asIrHasPrefix(op, "math.") ? 10 : 1);
  return MlirWalkResultAdvance;
}

static double elementsOf(MlirOperation op) {
  double elements = 1;
  if (!mlirOperationGetNumResults(op))
    return elements;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsAShaped(type) || !mlirShapedTypeHasRank(type))
    return elements;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    if (!mlirShapedTypeIsDynamicDim(type, d))
      elements *= (double)mlirShapedTypeGetDimSize(type, d);
  return elements;
}

static double iterationsOf(const AsNode *node) {
  double iterations = 1;
  for (int d = 0; d < node->numDims; d++)
    if (node->extent[d] > 0)
      iterations *= (double)node->extent[d];
  return node->numDims ? iterations : elementsOf(node->op);
}

AsTaskOrigin *asOriginsOf(const AsBlockGroups *groups, int group,
                          AsArena *arena) {
  Origins all = {.arena = arena};
  for (int i = 0; i < groups->numNodes; i++) {
    const AsNode *node = &groups->nodes[i];
    if (node->group != group)
      continue;
    Origins own = {.arena = arena, .outer = node->op};
    mlirOperationWalk(node->op, addBody, &own, MlirWalkPreOrder);
    if (!own.list) // It only moves data.
      addWork(&own, node->op, 1);
    for (AsTaskOrigin *origin = own.list; origin; origin = origin->next)
      origin->share *= iterationsOf(node);
    asOriginsAdd(&all.list, own.list);
  }
  asOriginsNormalise(all.list);
  return all.list;
}
