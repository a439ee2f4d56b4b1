//===- affine/raise-loop-nests.c - Loop nests become tensor operators
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Has each part of a function that has a polyhedral view cut into blocks where
// that helps, with memory of their own for temporaries, planned and raised.
//
//===----------------------------------------------------------------------===//

#include "affine/raise-loop-nests.h"
#include "affine/privatise/array-expansion.h"
#include "affine/privatise/expansion-memory.h"
#include "affine/privatise/iter-args-to-memory.h"
#include "affine/privatise/scalar-to-element.h"
#include "affine/raise/apply-plan.h"
#include "affine/raise/merge-symmetric-products.h"
#include "affine/scop/alias-checks.h"
#include "affine/scop/alias-versions.h"
#include "affine/scop/scop-detection.h"
#include "affine/tiling/box-partial-tiles.h"
#include "affine/tiling/tile-triangles.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Search {
  const AsAffineOptions *options;
  bool changed;
} Search;

//===----------------------------------------------------------------------===//
// One part
//===----------------------------------------------------------------------===//

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

/// Within a version the question has been asked.
static AsAliasing aliasingOf(const Search *search, const AsAffineView *view,
                             const AsAffineTensors *tensors) {
  return asAffineVersionOf(view->ops[0]) == AS_AFFINE_APART
             ? AS_ALIAS_NONE
             : asAffineAliasing(view, tensors, search->options->assumeNoalias);
}

static void raiseView(Search *search, AsAffineView *view) {
  AsAffinePlan *plan = planView(search, view);
  AsAffineTensors tensors; // Of arrays as they are expanded.
  asAffineTensorsCreate(view, &tensors);
  AsAliasing aliasing = aliasingOf(search, view, &tensors);
  if (plan && plan->raises && aliasing == AS_ALIAS_UNKNOWN)
    search->options->remark(view->ops[0],
                            "whether its arrays overlap cannot be found out; "
                            "llvm.noalias on arguments says that they do not, "
                            "and --assume-noalias that none do",
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

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Gives each temporary memory for each iteration without which less could be
/// cut.
static void expandView(Search *search, AsAffineView *view) {
  bool expands = false;
  for (int a = 0; a < view->numArrays; a++)
    expands |= asAffineCanAllocate(view, a) && asAffineExpand(view, a);
  int most = expands ? asAffineCountCuts(view) : 0;
  for (int a = 0; a < view->numArrays && most; a++) {
    if (!view->arrays[a].numExpanded)
      continue;
    asAffineCollapse(view, a);
    if (asAffineCountCuts(view) < most && asAffineExpand(view, a)) {
      asAffineAllocate(view, a);
      search->changed = true;
    }
  }
}

static bool mergeView(const Search *search, AsAffineView *view) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(view, &tensors);
  bool done = search->options->mayReorder &&
              aliasingOf(search, view, &tensors) == AS_ALIAS_NONE &&
              asAffineMerge(view);
  asAffineTensorsDestroy(&tensors);
  return done;
}

/// What is merged needs no temporaries. One step for both, as each has its cost
/// in analysis.
static void gatherView(Search *search, AsAffineView *view) {
  if (mergeView(search, view))
    search->changed = true;
  else
    expandView(search, view);
}

static void cutView(Search *search, AsAffineView *view) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(view, &tensors);
  search->changed |=
      asAffineCut(view, &tensors, aliasingOf(search, view, &tensors));
  asAffineTensorsDestroy(&tensors);
}

static void squareView(Search *search, AsAffineView *view) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(view, &tensors);
  search->changed |= aliasingOf(search, view, &tensors) == AS_ALIAS_NONE &&
                     asAffineSquare(view);
  asAffineTensorsDestroy(&tensors);
}

/// What is done to the parts of a function, one after another: each step leaves
/// other loops to the next one.
typedef struct Step {
  void (*change)(Search *search, AsAffineView *view);
  bool remarks; ///< On what has no view.
  Search *search;
} Step;

static void visitPart(AsAffineView *view, void *context) {
  const Step *step = context;
  // Where arrays overlap, the loops are there as they were.
  if (asAffineVersionOf(view->ops[0]) != AS_AFFINE_OVERLAPPING)
    step->change(step->search, view);
}

static void refusePart(MlirOperation op, const char *why, void *context) {
  const Step *step = context;
  if (step->remarks)
    step->search->options->remark(op, why, step->search->options->context);
}

static void searchFunction(MlirOperation function, void *context) {
  const Search *search = context;
  asAffineRelease(function);
  asAffineUseElements(function, search->options->assumeNoalias);
  Step steps[] = {{gatherView, false, context},
                  {cutView, false, context},
                  {squareView, false, context},
                  {raiseView, true, context}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    AsAffinePartVisitor visitor = {visitPart, refusePart, &steps[i]};
    asAffineVisitParts(function, &visitor);
  }
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
