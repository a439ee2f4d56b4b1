//===- raise-loop-nests.c - Loop nests become tensor operators
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Has each part of a function that has a SCoP cut into blocks where
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

typedef struct Raising {
  const AsAffineOptions *options;
  bool changed;
} Raising;

//===----------------------------------------------------------------------===//
// One part
//===----------------------------------------------------------------------===//

static void ignore(MlirOperation op, const char *why, void *context) {}

/// How many statements the plan raises without a loop around.
static int countRaised(const AsRaisingPlan *plan) {
  int count = 0;
  for (int i = 0; i < plan->numItems; i++)
    count += plan->items[i].form != NULL;
  return count;
}

/// Whether all statements that access the array are raised, with nothing but
/// operations between them: its tensor has no memory to be in meanwhile.
static bool raisesArray(const AsScop *scop, const AsRaisingPlan *plan,
                        int array) {
  uint64_t users = 0;
  for (int s = 0; s < scop->numStatements; s++)
    if (asAffineAccesses(&scop->statements[s], array))
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
static AsRaisingPlan *tryExpanded(AsScop *scop, int array,
                                  AsRaisingPlan *plan) {
  if (!asExpandArray(scop, array))
    return plan;
  AsDependences dependences;
  AsRaisingPlan *other = NULL;
  if (asDependencesFind(scop, &dependences))
    other = asRaisingPlanCreate(scop, &dependences, ignore, NULL);
  asDependencesFree(&dependences);
  if (other && countRaised(other) > countRaised(plan) &&
      raisesArray(scop, other, array)) {
    asRaisingPlanDestroy(plan);
    return other;
  }
  asRaisingPlanDestroy(other);
  asCollapseArray(scop, array);
  return plan;
}

/// NULL where there are too many statements. Says why what is left is left.
static AsRaisingPlan *planScop(const Raising *raising, AsScop *scop) {
  AsDependences dependences;
  AsRaisingPlan *plan = NULL;
  if (asDependencesFind(scop, &dependences))
    plan = asRaisingPlanCreate(scop, &dependences, ignore, NULL);
  asDependencesFree(&dependences);
  for (int a = 0; plan && a < scop->numArrays; a++)
    if (countRaised(plan) < scop->numStatements)
      plan = tryExpanded(scop, a, plan);
  asRaisingPlanDestroy(plan);
  plan = NULL; // Once more, now with remarks.
  if (asDependencesFind(scop, &dependences))
    plan = asRaisingPlanCreate(scop, &dependences, raising->options->remark,
                               raising->options->context);
  asDependencesFree(&dependences);
  if (!plan)
    raising->options->remark(scop->ops[0],
                             "it is too complex for dependence analysis",
                             raising->options->context);
  return plan;
}

/// Within a version the question has been asked.
static AsAliasing aliasingOf(const Raising *raising, const AsScop *scop,
                             const AsAffineTensors *tensors) {
  return asAliasVersionOf(scop->ops[0]) == AS_VERSION_DISJOINT
             ? AS_ALIAS_NONE
             : asAffineAliasing(scop, tensors, raising->options->assumeNoalias);
}

static void raiseScop(Raising *raising, AsScop *scop) {
  AsRaisingPlan *plan = planScop(raising, scop);
  AsAffineTensors tensors; // Of arrays as they are expanded.
  asAffineTensorsCreate(scop, &tensors);
  AsAliasing aliasing = aliasingOf(raising, scop, &tensors);
  if (plan && plan->raises && aliasing == AS_ALIAS_UNKNOWN)
    raising->options->remark(scop->ops[0],
                             "whether its arrays overlap cannot be found out; "
                             "llvm.noalias on arguments says that they do not, "
                             "and --assume-noalias that none do",
                             raising->options->context);
  else if (plan && plan->raises) {
    MlirValue condition = {NULL};
    if (aliasing == AS_ALIAS_CHECK)
      condition = asAliasTest(scop, &tensors, scop->ops[0]);
    asRaisingPlanApply(scop, &tensors, plan, raising->options->mayReorder,
                       condition);
    raising->changed = true;
  }
  asAffineTensorsDestroy(&tensors);
  asRaisingPlanDestroy(plan);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Gives each temporary memory for each iteration without which less could be
/// cut.
static void expandTemporaries(Raising *raising, AsScop *scop) {
  bool expands = false;
  for (int a = 0; a < scop->numArrays; a++)
    expands |= asCanAllocateExpansions(scop, a) && asExpandArray(scop, a);
  int most = expands ? asTileTrianglesCount(scop) : 0;
  for (int a = 0; a < scop->numArrays && most; a++) {
    if (!scop->arrays[a].numExpanded)
      continue;
    asCollapseArray(scop, a);
    if (asTileTrianglesCount(scop) < most && asExpandArray(scop, a)) {
      asAllocateExpansions(scop, a);
      raising->changed = true;
    }
  }
}

static bool tryMerge(const Raising *raising, AsScop *scop) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(scop, &tensors);
  bool done = raising->options->mayReorder &&
              aliasingOf(raising, scop, &tensors) == AS_ALIAS_NONE &&
              asMergeSymmetricProducts(scop);
  asAffineTensorsDestroy(&tensors);
  return done;
}

/// What is merged needs no temporaries. One step for both, as each has its cost
/// in analysis.
static void mergeOrExpand(Raising *raising, AsScop *scop) {
  if (tryMerge(raising, scop))
    raising->changed = true;
  else
    expandTemporaries(raising, scop);
}

static void tileScop(Raising *raising, AsScop *scop) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(scop, &tensors);
  raising->changed |=
      asTileTriangles(scop, &tensors, aliasingOf(raising, scop, &tensors));
  asAffineTensorsDestroy(&tensors);
}

static void boxScop(Raising *raising, AsScop *scop) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(scop, &tensors);
  raising->changed |= aliasingOf(raising, scop, &tensors) == AS_ALIAS_NONE &&
                      asBoxPartialTiles(scop);
  asAffineTensorsDestroy(&tensors);
}

/// What is done to the parts of a function, one after another: each step leaves
/// other loops to the next one.
typedef struct Step {
  void (*change)(Raising *raising, AsScop *scop);
  bool remarks; ///< On what has no scop.
  Raising *raising;
} Step;

static void visitScop(AsScop *scop, void *context) {
  const Step *step = context;
  // Where arrays overlap, the loops are there as they were.
  if (asAliasVersionOf(scop->ops[0]) != AS_VERSION_OVERLAPPING)
    step->change(step->raising, scop);
}

static void refuseScop(MlirOperation op, const char *why, void *context) {
  const Step *step = context;
  if (step->remarks)
    step->raising->options->remark(op, why, step->raising->options->context);
}

static void raiseFunction(MlirOperation function, void *context) {
  const Raising *raising = context;
  asIterArgsToMemory(function);
  asScalarsUseElements(function, raising->options->assumeNoalias);
  Step steps[] = {{mergeOrExpand, false, context},
                  {tileScop, false, context},
                  {boxScop, false, context},
                  {raiseScop, true, context}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    AsScopVisitor visitor = {visitScop, refuseScop, &steps[i]};
    asScopVisitAll(function, &visitor);
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
  Raising raising = {options, false};
  loadDialects(mlirModuleGetContext(module));
  asIrVisitFunctions(module, raiseFunction, &raising);
  if (raising.changed &&
      asIrRunPipeline(mlirModuleGetOperation(module),
                      "builtin.module(func.func(canonicalize,cse))", true,
                      error))
    return asFailContext(error, "raising loops");
  return AS_OK;
}
