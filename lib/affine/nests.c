//===- affine/nests.c - Which nests can be given another schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those of two loops or more for which isl finds a schedule, with the extents
// of its deepest band: what there is to tile.
//
//===----------------------------------------------------------------------===//

#include "affine/nests.h"
#include "affine/alias.h"
#include "affine/parts.h"
#include "affine/schedule.h"
#include "affine/versions.h"
#include "ir/nest.h"
#include "mlir-c/BuiltinAttributes.h"
#include <isl/schedule.h>

/// The extents of the deepest band; how many there are. Where statements share
/// loops, or else do not, or else do within the outermost loop.
static int bandOf(const AsAffineView *view, int64_t *extents) {
  static const AsScheduleOptions ways[] = {
      {.fuse = true, .innermost = -1},
      {.innermost = -1},
      {.fuse = true, .keep = true, .innermost = -1}};
  AsDependences dependences;
  int count = 0;
  bool isFound = asDependencesFind(view, &dependences);
  for (int w = 0; w < 3 && count < 2 && isFound; w++) {
    isl_schedule *schedule = asScheduleFind(view, &dependences, &ways[w]);
    count = schedule ? asScheduleDeepestBand(schedule, extents) : 0;
    isl_schedule_free(schedule);
  }
  asDependencesFree(&dependences);
  return count;
}

static void mark(MlirOperation loop, int count, const int64_t *extents) {
  mlirOperationSetDiscardableAttributeByName(
      loop, asIrString(AS_NEST_ATTRIBUTE),
      mlirDenseI64ArrayGet(mlirOperationGetContext(loop), count, extents));
}

/// Marks a copy of the nest, for where its arrays do not overlap.
static void markVersion(const AsAffineView *view,
                        const AsAffineTensors *tensors, int count,
                        const int64_t *extents) {
  MlirOperation loop = view->ops[0], apart, otherwise;
  asAffineVersions(loop, asAffineAliasTest(view, tensors, loop), &apart,
                   &otherwise);
  MlirOperation copy = mlirOperationClone(loop);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(apart), apart,
                                      copy);
  mark(copy, count, extents);
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
  int64_t extents[AS_AFFINE_MAX_DEPTH];
  int count = aliasing != AS_ALIAS_UNKNOWN && !view.numParameters
                  ? bandOf(&view, extents)
                  : 0;
  if (count >= 2 && aliasing == AS_ALIAS_NONE)
    mark(loop, count, extents);
  else if (count >= 2)
    markVersion(&view, &tensors, count, extents);
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
