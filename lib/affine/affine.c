//===- affine/affine.c - Loop nests become tensor operators
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the parts of functions that have a polyhedral view, as long as they
// come, and has each planned and raised. Where a loop has none, those in its
// body may.
//
//===----------------------------------------------------------------------===//

#include "affine/affine.h"
#include "affine/alias.h"
#include "affine/expand.h"
#include "affine/raise.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Search {
  const AsAffineOptions *options;
  bool changed;
} Search;

//===----------------------------------------------------------------------===//
// One part
//===----------------------------------------------------------------------===//

typedef struct Part {
  int numOps;
  MlirOperation *ops;
} Part;

static void remark(const Search *search, const AsAffineObstacle *obstacle) {
  search->options->remark(obstacle->op, obstacle->why,
                          search->options->context);
}

static void ignore(MlirOperation op, const char *why, void *context) {}

/// How many statements the plan raises without a loop around.
static int countRaised(const AsAffinePlan *plan) {
  int count = 0;
  for (int i = 0; i < plan->numItems; i++)
    count += plan->items[i].form != NULL;
  return count;
}

/// Whether all statements that access the array are raised, with nothing but
/// operations between them: its tensor has no memory to be in meanwhile.
static bool raisesArray(const AsAffineView *view, const AsAffinePlan *plan,
                        int array) {
  uint64_t users = 0;
  for (int s = 0; s < view->numStatements; s++)
    if (asAffineAccesses(&view->statements[s], array))
      users |= (uint64_t)1 << s;
  uint64_t rest = users;
  for (int i = 0; i < plan->numItems && rest; i++)
    if (plan->items[i].form)
      rest &= ~plan->items[i].statements;
    else if (rest != users)
      return false;
  return rest == 0;
}

/// Tries the plan that there is with the array expanded; takes the place of the
/// plan where it raises more.
static AsAffinePlan *tryExpanded(AsAffineView *view, int array,
                                 AsAffinePlan *plan) {
  if (!asAffineExpand(view, array))
    return plan;
  AsDependences dependences;
  AsAffinePlan *other = NULL;
  if (asDependencesFind(view, &dependences))
    other = asAffinePlanCreate(view, &dependences, ignore, NULL);
  asDependencesFree(&dependences);
  if (other && countRaised(other) > countRaised(plan) &&
      raisesArray(view, other, array)) {
    asAffinePlanDestroy(plan);
    return other;
  }
  asAffinePlanDestroy(other);
  asAffineCollapse(view, array);
  return plan;
}

/// NULL where there are too many statements. Says why what is left is left.
static AsAffinePlan *planView(const Search *search, AsAffineView *view) {
  AsDependences dependences;
  AsAffinePlan *plan = NULL;
  if (asDependencesFind(view, &dependences))
    plan = asAffinePlanCreate(view, &dependences, ignore, NULL);
  asDependencesFree(&dependences);
  for (int a = 0; plan && a < view->numArrays; a++)
    if (countRaised(plan) < view->numStatements)
      plan = tryExpanded(view, a, plan);
  asAffinePlanDestroy(plan);
  plan = NULL; // Once more, now with remarks.
  if (asDependencesFind(view, &dependences))
    plan = asAffinePlanCreate(view, &dependences, search->options->remark,
                              search->options->context);
  asDependencesFree(&dependences);
  if (!plan)
    search->options->remark(view->ops[0],
                            "it is too complex for dependence analysis",
                            search->options->context);
  return plan;
}

static void raiseView(Search *search, AsAffineView *view) {
  AsAffinePlan *plan = planView(search, view);
  AsAffineTensors tensors;
  asAffineTensorsCreate(view, &tensors);
  AsAliasing aliasing =
      asAffineAliasing(view, &tensors, search->options->assumeNoalias);
  if (plan && plan->raises && aliasing == AS_ALIAS_UNKNOWN)
    search->options->remark(view->ops[0],
                            "whether its arrays overlap cannot be found out; "
                            "llvm.noalias on arguments says that they do not",
                            search->options->context);
  else if (plan && plan->raises) {
    MlirValue condition = {NULL};
    if (aliasing == AS_ALIAS_CHECK)
      condition = asAffineAliasTest(view, &tensors, view->ops[0]);
    asAffineCarryOut(view, &tensors, plan, search->options->mayReorder,
                     condition);
    search->changed = true;
  }
  asAffineTensorsDestroy(&tensors);
  asAffinePlanDestroy(plan);
}

/// The view is there as each operation by itself has one; together they may
/// have too much of it.
static void raisePart(Search *search, Part *part) {
  AsAffineView view;
  AsAffineObstacle obstacle;
  if (part->numOps &&
      !asAffineViewCreate(part->ops, part->numOps, &view, &obstacle)) {
    remark(search, &obstacle);
  } else if (part->numOps && view.numLoops == 0) {
    asAffineViewDestroy(&view); // Stores between what stays.
  } else if (part->numOps) {
    bool failed;
    const AsAffineAccess *early = asDependenceEarlyRead(&view, &failed);
    if (early && !failed)
      search->options->remark(early->op,
                              "what it reads may be written before it is used",
                              search->options->context);
    else if (failed)
      search->options->remark(view.ops[0],
                              "it is too complex for dependence analysis",
                              search->options->context);
    else
      raiseView(search, &view);
    asAffineViewDestroy(&view);
  }
  part->numOps = 0;
}

static void addOp(Part *part, MlirOperation op) {
  part->ops =
      asRealloc(part->ops, sizeof *part->ops * (size_t)(part->numOps + 1));
  part->ops[part->numOps++] = op;
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
  return asIrIsNamed(op, "affine.for") || asIrIsNamed(op, "scf.for") ||
         asIrIsNamed(op, "affine.if") || asIrIsNamed(op, "affine.store") ||
         asIrIsNamed(op, "memref.store");
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

static bool hasView(Search *search, MlirOperation op) {
  hoistAllocations(op);
  AsAffineView view;
  AsAffineObstacle obstacle;
  if (asAffineViewCreate(&op, 1, &view, &obstacle)) {
    asAffineViewDestroy(&view);
    return true;
  }
  if (storesElements(op))
    remark(search, &obstacle);
  return false;
}

static void searchBlock(Search *search, MlirBlock block);

static void searchInside(Search *search, MlirOperation op) {
  if (asIrHasPrefix(op, "linalg.") || asIrHasPrefix(op, "tensor."))
    return;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      searchBlock(search, block);
}

static void searchBlock(Search *search, MlirBlock block) {
  Part part = {0};
  MlirOperation next, op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (isNest(op) && hasView(search, op)) {
      addOp(&part, op);
    } else if (isMovable(op)) {
      if (part.numOps)
        mlirOperationMoveBefore(op, part.ops[0]);
    } else {
      raisePart(search, &part);
      searchInside(search, op);
    }
  }
  raisePart(search, &part);
  free(part.ops);
}

static void searchFunction(MlirOperation function, void *context) {
  searchInside(context, function);
}

/// Operations can only be made of dialects that are loaded, and a module of
/// loops loads no more than its own.
static void loadDialects(MlirContext context) {
  static const char *const names[] = {
      "affine", "arith", "bufferization", "linalg", "memref", "scf", "tensor"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    mlirContextGetOrLoadDialect(context, asIrString(names[i]));
}

AsStatus asAffineRaise(MlirModule module, const AsAffineOptions *options,
                       AsError *error) {
  Search search = {options, false};
  loadDialects(mlirModuleGetContext(module));
  asIrVisitFunctions(module, searchFunction, &search);
  if (search.changed &&
      asIrRunPipeline(mlirModuleGetOperation(module),
                      "builtin.module(func.func(canonicalize,cse))", true,
                      error))
    return asFailContext(error, "raising loops");
  return AS_OK;
}
