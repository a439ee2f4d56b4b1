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
#include "ir/nest.h"
#include "mlir-c/BuiltinAttributes.h"
#include <isl/schedule.h>
#include <string.h>

static bool overlapsNothing(const AsAffineView *view, bool assumeNoalias) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(view, &tensors);
  AsAliasing aliasing = asAffineAliasing(view, &tensors, assumeNoalias);
  asAffineTensorsDestroy(&tensors);
  return aliasing == AS_ALIAS_NONE;
}

/// The extents of the deepest band where statements share loops, or do not; how
/// many there are.
static int bandOf(const AsAffineView *view, int64_t *extents) {
  AsDependences dependences;
  bool isFound = asDependencesFind(view, &dependences);
  int most = 0;
  for (int fuse = 1; fuse >= 0 && isFound; fuse--) {
    AsScheduleOptions options = {.fuse = fuse, .innermost = -1};
    isl_schedule *schedule = asScheduleFind(view, &dependences, &options);
    int64_t own[AS_AFFINE_MAX_DEPTH];
    int count = schedule ? asScheduleDeepestBand(schedule, own) : 0;
    isl_schedule_free(schedule);
    if (count > most)
      memcpy(extents, own, sizeof *own * (size_t)count);
    most = count > most ? count : most;
  }
  asDependencesFree(&dependences);
  return most;
}

static void markNest(MlirOperation loop, bool assumeNoalias) {
  AsAffineView view;
  AsAffineObstacle obstacle;
  if (!asAffineViewCreate(&loop, 1, &view, &obstacle))
    return;
  int64_t extents[AS_AFFINE_MAX_DEPTH];
  int count = overlapsNothing(&view, assumeNoalias) && !view.numParameters
                  ? bandOf(&view, extents)
                  : 0;
  if (count >= 2)
    mlirOperationSetDiscardableAttributeByName(
        loop, asIrString(AS_NEST_ATTRIBUTE),
        mlirDenseI64ArrayGet(mlirOperationGetContext(loop), count, extents));
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
