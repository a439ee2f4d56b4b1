//===- raise-loop-nests.c - Raise loop nests to linalg on tensors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Raises affine loop nests over memrefs to linalg operations on tensors, and
// leaves as loops what it cannot prove equal.
//
// Values in iter_args and scalars move to memory first. Then five steps run,
// each over all SCoPs of the function: cut closures into strips, merge
// symmetric products or expand temporaries, tile triangles, box partial tiles,
// raise to linalg. The SCoPs are detected anew for each step, because the step
// before left other loops.
//
// Requires:    functions with loops over memrefs.
// Provides:    linalg on tensors between bufferization.to_tensor and
//              materialize_in_destination; remarks for the loops that stay.
// Invalidates: the loops, and any SCoP of them.
//
//   affine.for %i, affine.for %j, affine.for %k {
//     C[%i, %j] += A[%i, %k] * B[%k, %j]
//   }
// becomes
//   %s = linalg.generic ins(%A, %B) outs(%zeros)   { sum of products }
//   %c = linalg.generic ins(%s) outs(%C)           { C + sum }
//   bufferization.materialize_in_destination %c in %C
//
//===----------------------------------------------------------------------===//

#include "affine/raise-loop-nests.h"
#include "affine/loops/count-from-zero.h"
#include "affine/loops/count-in-indices.h"
#include "affine/loops/fold-views.h"
#include "affine/loops/serial-loops.h"
#include "affine/loops/take-parallel-loops.h"
#include "affine/lower-linalg.h"
#include "affine/privatise/array-expansion.h"
#include "affine/privatise/expansion-memory.h"
#include "affine/privatise/iter-args-to-memory.h"
#include "affine/privatise/scalar-to-element.h"
#include "affine/raise/apply-plan.h"
#include "affine/raise/merge-symmetric-products.h"
#include "affine/raise/open-reductions.h"
#include "affine/scop/alias-checks.h"
#include "affine/scop/alias-versions.h"
#include "affine/scop/scop-detection.h"
#include "affine/tiling/box-partial-tiles.h"
#include "affine/tiling/closure-strips.h"
#include "affine/tiling/tile-triangles.h"
#include "support/arena.h"
#include <stdlib.h>

/// The options, and whether the module was changed.
typedef struct Raising {
  const AsAffineOptions *options;
  bool changed;
} Raising;

//===----------------------------------------------------------------------===//
// Raise one SCoP
//===----------------------------------------------------------------------===//

static void ignore(MlirOperation op, const char *why, void *context) {}

/// The number of statements that the plan raises as a whole, with no loop left
/// around them.
static int countRaised(const AsRaisingPlan *plan) {
  int count = 0;
  for (int i = 0; i < plan->numItems; i++)
    count += plan->items[i].form != NULL;
  return count;
}

/// Whether the plan raises all statements that access the array, one directly
/// after another. An expanded array is only a tensor: a loop between them would
/// need it in memory.
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

/// A plan, and the dependences that it was made from.
typedef struct Attempt {
  AsDependences dependences;
  AsRaisingPlan *plan; ///< NULL if isl gave up or nothing is stored.
} Attempt;

static Attempt attempt(const AsScop *scop) {
  Attempt attempt = {{0}, NULL};
  if (asDependencesFind(scop, &attempt.dependences))
    attempt.plan =
        asRaisingPlanCreate(scop, &attempt.dependences, ignore, NULL);
  return attempt;
}

static void discard(Attempt *attempt) {
  asDependencesFree(&attempt->dependences);
  asRaisingPlanDestroy(attempt->plan);
}

/// Expands the array and plans again. The attempt becomes that plan if it
/// raises more statements; otherwise the expansion is undone.
static void tryExpanded(AsScop *scop, int array, Attempt *best) {
  if (!asExpandArray(scop, array))
    return;
  Attempt other = attempt(scop), worse = other;
  if (other.plan && countRaised(other.plan) > countRaised(best->plan) &&
      raisesArray(scop, other.plan, array)) {
    worse = *best;
    *best = other;
  } else {
    asCollapseArray(scop, array);
  }
  discard(&worse);
}

/// Expands the arrays that let more statements be raised, and plans. Only the
/// last plan gives remarks: those before it are attempts. NULL if there are too
/// many statements or isl gave up.
static AsRaisingPlan *planScop(const Raising *raising, AsScop *scop) {
  Attempt best = attempt(scop);
  for (int a = 0; best.plan && a < scop->numArrays; a++)
    if (countRaised(best.plan) < scop->numStatements)
      tryExpanded(scop, a, &best);
  // The attempts may have spent what isl has for the nest.
  isl_ctx_reset_error(scop->isl);
  isl_ctx_reset_operations(scop->isl);
  AsRaisingPlan *plan = NULL; // Plan again, now with remarks.
  if (best.plan)
    plan =
        asRaisingPlanCreate(scop, &best.dependences, raising->options->remark,
                            raising->options->context);
  discard(&best);
  if (!plan)
    raising->options->remark(
        scop->ops[0],
        "it is too complex for dependence analysis; nests of fewer statements "
        "and loops help",
        raising->options->context);
  return plan;
}

/// Inside the version for disjoint arrays the check has already been made.
static AsAliasing aliasingOf(const Raising *raising, const AsScop *scop,
                             const AsAffineTensors *tensors) {
  return asAliasVersionOf(scop->ops[0]) == AS_VERSION_DISJOINT
             ? AS_ALIAS_NONE
             : asAffineAliasing(scop, tensors, raising->options->assumeNoalias);
}

/// Plans the SCoP and puts the plan in place, under a run-time alias check if
/// one is needed.
static void raiseScop(Raising *raising, AsScop *scop) {
  AsRaisingPlan *plan = planScop(raising, scop);
  AsAffineTensors tensors; // Created after arrays are expanded.
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
    condition = asOpenReductionTest(&tensors, plan, condition, scop->ops[0]);
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

/// Expands the temporaries without which fewer triangles could be tiled, and
/// allocates their memory.
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

static void cutClosure(Raising *raising, AsScop *scop) {
  raising->changed |= scop->isForCpu && asCutClosure(scop);
}

/// Merges symmetric products. Their sums come in another order, so reordering
/// must be allowed, and no alias check guards them.
static bool tryMerge(const Raising *raising, AsScop *scop) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(scop, &tensors);
  bool done = raising->options->mayReorder &&
              aliasingOf(raising, scop, &tensors) == AS_ALIAS_NONE &&
              asMergeSymmetricProducts(scop);
  asAffineTensorsDestroy(&tensors);
  return done;
}

/// Merged products need no expanded temporaries. The two are one step because
/// each step detects all SCoPs again.
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

/// One step over all SCoPs of a function.
typedef struct Step {
  void (*change)(Raising *raising, AsScop *scop);
  bool remarks; ///< Whether to report what has no SCoP: the last step does.
  Raising *raising;
} Step;

static void visitScop(AsScop *scop, void *context) {
  const Step *step = context;
  scop->mayReorder = step->raising->options->mayReorder;
  scop->ignoresNans = step->raising->options->ignoresNans;
  scop->isForCpu = step->raising->options->isForCpu;
  // The version for overlapping arrays keeps the original loops.
  if (asAliasVersionOf(scop->ops[0]) != AS_VERSION_OVERLAPPING)
    step->change(step->raising, scop);
}

static void refuseScop(MlirOperation op, const char *why, void *context) {
  const Step *step = context;
  if (step->remarks)
    step->raising->options->remark(op, why, step->raising->options->context);
}

static MlirWalkResult unmarkLoops(MlirOperation op, void *context) {
  mlirOperationRemoveDiscardableAttributeByName(
      op, asIrString(AS_STRIPS_ATTRIBUTE));
  mlirOperationRemoveDiscardableAttributeByName(
      op, asIrString(AS_ROW_BLOCKS_ATTRIBUTE));
  return MlirWalkResultAdvance;
}

static void raiseFunction(MlirOperation function, void *context) {
  const Raising *raising = context;
  asLoopsCountInIndices(function);
  if (raising->options->isForCpu)
    asLoopsFoldViews(function);
  asIterArgsToMemory(function);
  if (raising->options->isForCpu)
    asLoopsCountFromZero(function);
  asScalarsUseElements(function, raising->options->assumeNoalias);
  Step steps[] = {{cutClosure, false, context},
                  {mergeOrExpand, false, context},
                  {tileScop, false, context},
                  {boxScop, false, context},
                  {raiseScop, true, context}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    AsScopVisitor visitor = {visitScop, refuseScop, &steps[i]};
    asScopVisitAll(function, &visitor);
  }
  mlirOperationWalk(function, unmarkLoops, NULL, MlirWalkPreOrder);
}

/// MLIR creates operations only of loaded dialects, and a module of loops loads
/// only its own.
static void loadDialects(MlirContext context) {
  static const char *const names[] = {
      "affine", "arith", "bufferization", "linalg", "memref", "scf", "tensor"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    mlirContextGetOrLoadDialect(context, asIrString(names[i]));
}

/// What is in a parallel loop that stays has the remark on that loop.
static void remarkOutside(MlirOperation op, const char *why, void *context) {
  const AsAffineOptions *options = context;
  MlirOperation around = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(around) && !asLoopIsParallel(around))
    around = mlirOperationGetParentOperation(around);
  if (mlirOperationIsNull(around))
    options->remark(op, why, options->context);
}

AsStatus asAffineRaise(MlirModule module, const AsAffineOptions *options,
                       AsError *error) {
  AsAffineOptions outside = *options;
  outside.remark = remarkOutside;
  outside.context = (void *)options;
  Raising raising = {&outside, false};
  loadDialects(mlirModuleGetContext(module));
  if (options->isForCpu)
    asTakeParallelLoops(module, options);
  if (options->isForCpu && asAffineLowerLinalg(module, error))
    return asFailContext(error, "lowering linalg on memrefs");
  asIrVisitFunctions(module, raiseFunction, &raising);
  if (raising.changed &&
      asIrRunPipeline(mlirModuleGetOperation(module),
                      "builtin.module(func.func(canonicalize,cse))", true,
                      error))
    return asFailContext(error, "raising loops");
  return AS_OK;
}
