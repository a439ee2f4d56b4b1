//===- schedulable-nests.c - Mark nests that can be rescheduled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks each nest of loops without parameters for which isl finds a schedule
// with a band of two loops or more, with a list of its distinct schedules. Task
// extraction turns marked nests into tasks, and the search picks a schedule.
// Nests of scf.for are written as affine loops then. Where a loop repeats a
// long nest, and no schedule has another place for that loop, the nest that it
// repeats is marked (repeated-body.h).
//
// Requires:    a module after raising.
// Provides:    the attribute as.nest; a memref.reinterpret_cast for each array
//              whose first extent is known from the accesses only; an scf.if
//              around a marked copy and the original if only a run-time check
//              can tell whether arrays overlap.
// Invalidates: nothing.
//
//   affine.for %i = 0 to 64 { ... }
// becomes
//   affine.for %i = 0 to 64 { ... } {as.nest = [...]}
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/schedulable-nests.h"
#include "affine/loops/loops-to-affine.h"
#include "affine/loops/serial-loops.h"
#include "affine/schedule/repeated-body.h"
#include "affine/schedule/schedule-choices.h"
#include "affine/scop/alias-checks.h"
#include "affine/scop/alias-versions.h"
#include "affine/scop/scop-detection.h"
#include "ir/nest-schedule-attr.h"
#include "ir/trip-count.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinTypes.h"

/// What isl may spend on the schedules of a nest: some seconds, a few times
/// what any kernel of PolyBench takes.
enum { unitsForNest = 12 * 1000 * 1000 };

typedef struct Marking {
  const AsAffineOptions *options;
  /// The budget of the next nest. A nest that spends it all leaves a quarter to
  /// the next, so that all of them together take bounded time.
  double units;
} Marking;

/// Writes the schedules of the nest; returns how many.
static int choose(Marking *marking, const AsScop *scop,
                  AsNestSchedule *schedules) {
  AsDependences dependences;
  bool isKnown = asDependencesFind(scop, &dependences);
  AsIslBudget budget;
  asIslBudgetStart(&budget, scop->isl, marking->units);
  int count =
      isKnown ? asScheduleChoices(scop, &dependences, &budget, schedules) : 0;
  bool isSpent = asIslBudgetIsSpent(&budget);
  asDependencesFree(&dependences);
  if (isSpent)
    marking->units /= 4;
  if (isSpent && !count)
    marking->options->remark(
        scop->ops[0],
        "isl would take too long to find another order of its loops; nests of "
        "fewer statements and loops, and smaller factors of loops in indices, "
        "help",
        marking->options->context);
  return count;
}

static void mark(MlirOperation loop, MlirAttribute schedules) {
  mlirOperationSetDiscardableAttributeByName(
      asLoopsToAffine(loop), asIrString(AS_NEST_ATTRIBUTE), schedules);
}

/// A memref and what the operations of a nest use instead of it.
typedef struct Replacement {
  MlirValue from, to;
} Replacement;

static MlirWalkResult replaceOperands(MlirOperation op, void *context) {
  const Replacement *replacement = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), replacement->from))
      mlirOperationSetOperand(op, i, replacement->to);
  return MlirWalkResultAdvance;
}

/// Lets the nest use memrefs of known shapes, as tasks have.
static void makeStatic(const AsScop *scop, const AsAffineTensors *tensors,
                       MlirOperation loop) {
  for (int a = 0; a < scop->numArrays; a++) {
    Replacement replacement = {scop->arrays[a].memref,
                               asAffineTensorMemory(tensors, a, loop)};
    if (!mlirValueEqual(replacement.from, replacement.to))
      mlirOperationWalk(loop, replaceOperands, &replacement, MlirWalkPreOrder);
  }
}

/// Whether a memref of static shape can stand for the array: it is dense, and
/// the extents are known, be it from its accesses.
static bool hasShape(const AsAffineTensor *tensor, MlirType memref) {
  bool isKnown = mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(memref)) &&
                 mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(memref)) &&
                 tensor->rank <= AS_AFFINE_MAX_RANK;
  for (int r = 0; r < tensor->rank && isKnown; r++)
    isKnown = tensor->shape[r] > 0;
  return isKnown;
}

static bool hasShapes(const AsScop *scop, const AsAffineTensors *tensors) {
  bool isKnown = true;
  for (int a = 0; a < scop->numArrays && isKnown; a++)
    isKnown =
        hasShape(&tensors->arrays[a], mlirValueGetType(scop->arrays[a].memref));
  return isKnown;
}

/// Marks a copy of the nest in the version for disjoint arrays.
static void markVersion(const AsScop *scop, const AsAffineTensors *tensors,
                        MlirAttribute schedules) {
  MlirOperation loop = scop->ops[0], disjoint, otherwise;
  asAliasVersions(loop, asAliasTest(scop, tensors, loop), &disjoint,
                  &otherwise);
  MlirOperation copy = mlirOperationClone(loop);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(disjoint), disjoint,
                                      copy);
  makeStatic(scop, tensors, copy);
  mark(copy, schedules);
  mlirOperationMoveBefore(loop, otherwise);
}

/// Marks the nest, or the body that its outermost loop repeats if all schedules
/// leave that loop as it is. Whether there is one.
static bool markNest(Marking *marking, MlirOperation loop);

/// Marks the body as a nest of its own. False if it has no schedule.
static bool markBody(Marking *marking, MlirOperation loop) {
  MlirOperation body = asEncloseBody(loop);
  bool isMarked = markNest(marking, body);
  if (!isMarked)
    asReleaseBody(body);
  return isMarked;
}

static bool markNest(Marking *marking, MlirOperation loop) {
  AsScop scop;
  AsAffineObstacle obstacle;
  AsAliasVersion version = asAliasVersionOf(loop);
  if (version == AS_VERSION_OVERLAPPING ||
      !asScopCreate(&loop, 1, &scop, &obstacle))
    return false;
  AsAffineTensors tensors;
  asAffineTensorsCreate(&scop, &tensors);
  AsAliasing aliasing =
      version == AS_VERSION_DISJOINT
          ? AS_ALIAS_NONE
          : asAffineAliasing(&scop, &tensors, marking->options->assumeNoalias);
  AsNestSchedule found[AS_NEST_MAX_SCHEDULES];
  bool canMark = aliasing != AS_ALIAS_UNKNOWN && !scop.numParameters &&
                 hasShapes(&scop, &tensors);
  int count = canMark ? choose(marking, &scop, found) : 0;
  bool isApart =
      (!canMark || asRepetitionStays(found, count, scop.numStatements)) &&
      asRepeats(loop) && markBody(marking, loop);
  MlirAttribute schedules = asIrSchedulesWrite(
      mlirOperationGetContext(loop), found, count, scop.numStatements);
  if (count && !isApart && aliasing == AS_ALIAS_NONE) {
    makeStatic(&scop, &tensors, loop);
    mark(loop, schedules);
  } else if (count && !isApart) {
    markVersion(&scop, &tensors, schedules);
  }
  asAffineTensorsDestroy(&tensors);
  asScopDestroy(&scop);
  return isApart || count > 0;
}

static void visit(AsScop *scop, void *context) {
  for (int i = 0; i < scop->numOps; i++)
    if (asIrIsLoop(scop->ops[i]))
      markNest(context, scop->ops[i]);
}

/// Raising has given the remarks already.
static void ignore(MlirOperation op, const char *why, void *context) {}

static void markFunction(MlirOperation function, void *context) {
  AsScopVisitor visitor = {visit, ignore, context};
  asScopVisitAll(function, &visitor);
  asLoopsUnmarkSharing(function);
}

void asMarkSchedulableNests(MlirModule module, const AsAffineOptions *options) {
  Marking marking = {options, unitsForNest};
  asIrVisitFunctions(module, markFunction, &marking);
}
