//===- schedulable-nests.c - Which nests can be given another schedule
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
static int choose(const AsScop *scop, AsNestSchedule *schedules) {
  AsDependences dependences;
  int count = asDependencesFind(scop, &dependences)
                  ? asScheduleChoices(scop, &dependences, schedules)
                  : 0;
  asDependencesFree(&dependences);
  return count;
}

static void mark(MlirOperation loop, MlirAttribute schedules) {
  mlirOperationSetDiscardableAttributeByName(
      loop, asIrString(AS_NEST_ATTRIBUTE), schedules);
}

/// Marks a copy of the nest, for where its arrays do not overlap.
static void markVersion(const AsScop *scop, const AsAffineTensors *tensors,
                        MlirAttribute schedules) {
  MlirOperation loop = scop->ops[0], disjoint, otherwise;
  asAliasVersions(loop, asAliasTest(scop, tensors, loop), &disjoint,
                  &otherwise);
  MlirOperation copy = mlirOperationClone(loop);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(disjoint), disjoint,
                                      copy);
  mark(copy, schedules);
  mlirOperationMoveBefore(loop, otherwise);
}

static void markNest(MlirOperation loop, bool assumeNoalias) {
  AsScop scop;
  AsAffineObstacle obstacle;
  AsAliasVersion version = asAliasVersionOf(loop);
  if (version == AS_VERSION_OVERLAPPING ||
      !asScopCreate(&loop, 1, &scop, &obstacle))
    return;
  AsAffineTensors tensors;
  asAffineTensorsCreate(&scop, &tensors);
  AsAliasing aliasing = version == AS_VERSION_DISJOINT
                            ? AS_ALIAS_NONE
                            : asAffineAliasing(&scop, &tensors, assumeNoalias);
  AsNestSchedule found[AS_NEST_MAX_SCHEDULES];
  int count = aliasing != AS_ALIAS_UNKNOWN && !scop.numParameters
                  ? choose(&scop, found)
                  : 0;
  MlirAttribute schedules = asIrSchedulesWrite(
      mlirOperationGetContext(loop), found, count, scop.numStatements);
  if (count && aliasing == AS_ALIAS_NONE)
    mark(loop, schedules);
  else if (count)
    markVersion(&scop, &tensors, schedules);
  asAffineTensorsDestroy(&tensors);
  asScopDestroy(&scop);
}

static void visit(AsScop *scop, void *context) {
  const bool *assumeNoalias = context;
  for (int i = 0; i < scop->numOps; i++)
    if (asIrIsNamed(scop->ops[i], "affine.for"))
      markNest(scop->ops[i], *assumeNoalias);
}

/// Raising has said of everything why it is not an operation.
static void ignore(MlirOperation op, const char *why, void *context) {}

static void markFunction(MlirOperation function, void *context) {
  AsScopVisitor visitor = {visit, ignore, context};
  asScopVisitAll(function, &visitor);
}

void asMarkSchedulableNests(MlirModule module, bool assumeNoalias) {
  asIrVisitFunctions(module, markFunction, &assumeNoalias);
}
