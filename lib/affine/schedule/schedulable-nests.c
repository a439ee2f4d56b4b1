//===- affine/schedule/schedulable-nests.c - Which nests can be given another
// schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those for which isl finds a schedule with a band of two loops or more, with
// all the schedules that there are.
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/schedulable-nests.h"
#include "affine/schedule/schedule-choices.h"
#include "affine/scop/alias-checks.h"
#include "affine/scop/alias-versions.h"
#include "affine/scop/scop-detection.h"
#include "ir/nest-schedule-attr.h"

/// The schedules of a nest; how many.
static int choose(const AsAffineView *view, AsNestSchedule *schedules) {
  AsDependences dependences;
  int count = asDependencesFind(view, &dependences)
                  ? asAffineChoices(view, &dependences, schedules)
                  : 0;
  asDependencesFree(&dependences);
  return count;
}

static void mark(MlirOperation loop, MlirAttribute schedules) {
  mlirOperationSetDiscardableAttributeByName(
      loop, asIrString(AS_NEST_ATTRIBUTE), schedules);
}

/// Marks a copy of the nest, for where its arrays do not overlap.
static void markVersion(const AsAffineView *view,
                        const AsAffineTensors *tensors,
                        MlirAttribute schedules) {
  MlirOperation loop = view->ops[0], apart, otherwise;
  asAffineVersions(loop, asAffineAliasTest(view, tensors, loop), &apart,
                   &otherwise);
  MlirOperation copy = mlirOperationClone(loop);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(apart), apart,
                                      copy);
  mark(copy, schedules);
  mlirOperationMoveBefore(loop, otherwise);
}

static void markNest(MlirOperation loop, bool assumeNoalias) {
  AsAffineView view;
  AsAffineObstacle obstacle;
  AsAffineVersion version = asAffineVersionOf(loop);
  if (version == AS_AFFINE_OVERLAPPING ||
      !asAffineViewCreate(&loop, 1, &view, &obstacle))
    return;
  AsAffineTensors tensors;
  asAffineTensorsCreate(&view, &tensors);
  AsAliasing aliasing = version == AS_AFFINE_APART
                            ? AS_ALIAS_NONE
                            : asAffineAliasing(&view, &tensors, assumeNoalias);
  AsNestSchedule found[AS_NEST_MAX_SCHEDULES];
  int count = aliasing != AS_ALIAS_UNKNOWN && !view.numParameters
                  ? choose(&view, found)
                  : 0;
  MlirAttribute schedules = asIrSchedulesWrite(
      mlirOperationGetContext(loop), found, count, view.numStatements);
  if (count && aliasing == AS_ALIAS_NONE)
    mark(loop, schedules);
  else if (count)
    markVersion(&view, &tensors, schedules);
  asAffineTensorsDestroy(&tensors);
  asAffineViewDestroy(&view);
}

static void visit(AsAffineView *view, void *context) {
  const bool *assumeNoalias = context;
  for (int i = 0; i < view->numOps; i++)
    if (asIrIsNamed(view->ops[i], "affine.for"))
      markNest(view->ops[i], *assumeNoalias);
}

/// Raising has said of everything why it is not an operation.
static void ignore(MlirOperation op, const char *why, void *context) {}

static void markFunction(MlirOperation function, void *context) {
  AsAffinePartVisitor visitor = {visit, ignore, context};
  asAffineVisitParts(function, &visitor);
}

void asAffineMarkNests(MlirModule module, bool assumeNoalias) {
  asIrVisitFunctions(module, markFunction, &assumeNoalias);
}
