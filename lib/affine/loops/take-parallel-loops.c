//===- take-parallel-loops.c - Which parallel loops get schedules
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parallel loop that became serial and stays a plain loop would be slower
// than it was. So what would become of parallel loops is tried on a copy of the
// module: those of which a loop is left, neither raised nor in a task, stay
// parallel, with the remark that the copy got.
//
// Requires:    a module before raising, for a CPU.
// Provides:    serial loops for the parallel ones that are taken.
// Invalidates: those.
//
//===----------------------------------------------------------------------===//

#include "affine/loops/take-parallel-loops.h"
#include "affine/loops/serial-loops.h"
#include "affine/schedule/schedulable-nests.h"
#include "affine/scop/alias-versions.h"
#include "ir/module-contents.h"
#include "ir/nest-schedule.h"
#include "ir/trip-count.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

/// The number of the parallel loop from which a loop of the copy comes.
static const char number[] = "as.parallel-number";

/// A parallel loop that is in no other one.
typedef struct Candidate {
  MlirOperation op;
  bool isLeft; ///< A loop of it is left.
  /// The remark on the copy.
  MlirLocation place;
  char *why;
} Candidate;

typedef struct Candidates {
  Candidate *list;
  int count;
} Candidates;

static MlirWalkResult addCandidate(MlirOperation op, void *context) {
  Candidates *candidates = context;
  if (!asLoopIsParallel(op))
    return MlirWalkResultAdvance;
  candidates->list =
      asRealloc(candidates->list,
                sizeof *candidates->list * ((size_t)candidates->count + 1));
  candidates->list[candidates->count++] = (Candidate){.op = op};
  return MlirWalkResultSkip;
}

static Candidates candidatesOf(MlirModule module) {
  Candidates candidates = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), addCandidate, &candidates,
                    MlirWalkPreOrder);
  return candidates;
}

static void freeCandidates(Candidates *candidates) {
  for (int c = 0; c < candidates->count; c++)
    free(candidates->list[c].why);
  free(candidates->list);
}

//===----------------------------------------------------------------------===//
// To serial loops
//===----------------------------------------------------------------------===//

static MlirWalkResult serialiseInside(MlirOperation op, void *context) {
  const MlirOperation *outer = context;
  if (asLoopIsParallel(op) && !mlirOperationEqual(op, *outer))
    asLoopsSerialise(op);
  return MlirWalkResultAdvance;
}

static MlirOperation serialise(MlirOperation op) {
  mlirOperationWalk(op, serialiseInside, &op, MlirWalkPostOrder);
  return asLoopsSerialise(op);
}

static MlirWalkResult numberLoop(MlirOperation op, void *context) {
  if (asIrIsLoop(op))
    mlirOperationSetDiscardableAttributeByName(op, asIrString(number),
                                               *(MlirAttribute *)context);
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// The trial
//===----------------------------------------------------------------------===//

static int numberOf(MlirOperation op) {
  MlirAttribute value =
      mlirOperationGetDiscardableAttributeByName(op, asIrString(number));
  return mlirAttributeIsNull(value) ? -1
                                    : (int)mlirIntegerAttrGetValueInt(value);
}

/// Keeps the first remark on each candidate.
static void keepRemark(MlirOperation op, const char *why, void *context) {
  Candidates *candidates = context;
  for (MlirOperation at = op; !mlirOperationIsNull(at);
       at = mlirOperationGetParentOperation(at)) {
    int c = numberOf(at);
    if (c < 0 || candidates->list[c].why)
      continue;
    candidates->list[c].place = mlirOperationGetLocation(op);
    candidates->list[c].why = asCopyString(why);
    return;
  }
}

static MlirWalkResult findLeft(MlirOperation op, void *context) {
  Candidates *candidates = context;
  if (!mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_NEST_ATTRIBUTE))))
    return MlirWalkResultSkip;
  int c = numberOf(op);
  if (c >= 0 && asAliasVersionOf(op) != AS_VERSION_OVERLAPPING)
    candidates->list[c].isLeft = true;
  return MlirWalkResultAdvance;
}

static void dropOthers(MlirOperation function, void *context) {
  (void)context;
  Candidates inside = {0};
  mlirOperationWalk(function, addCandidate, &inside, MlirWalkPreOrder);
  if (!inside.count && asIrHasBody(function))
    asIrDropBody(function);
  freeCandidates(&inside);
}

static MlirWalkResult findRefused(MlirOperation op, void *context) {
  Candidate *candidate = context;
  const char *why = asLoopIsParallel(op) ? asLoopsWhyNotSerial(op) : NULL;
  if (!why)
    return MlirWalkResultAdvance;
  candidate->isLeft = true;
  candidate->place = mlirOperationGetLocation(op);
  candidate->why = asCopyString(why);
  return MlirWalkResultInterrupt;
}

/// Writes the candidate as serial loops, with its number.
static void serialiseCopy(Candidate *candidate, int c) {
  MlirOperation op = candidate->op;
  mlirOperationWalk(op, findRefused, candidate, MlirWalkPreOrder);
  if (candidate->isLeft)
    return;
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  MlirAttribute value = mlirIntegerAttrGet(i64, c);
  mlirOperationWalk(serialise(op), numberLoop, &value, MlirWalkPreOrder);
}

/// Finds out what would become of the candidates, which are those of a copy of
/// the module.
static void tryCopy(MlirModule copy, const AsAffineOptions *options,
                    Candidates *candidates) {
  AsAffineOptions quiet = *options;
  AsError error = {0};
  quiet.remark = keepRemark;
  quiet.context = candidates;
  asIrVisitFunctions(copy, dropOthers, NULL);
  for (int c = 0; c < candidates->count; c++)
    serialiseCopy(&candidates->list[c], c);
  bool failed = asAffineRaise(copy, &quiet, &error);
  if (!failed)
    asMarkSchedulableNests(copy, &quiet);
  mlirOperationWalk(mlirModuleGetOperation(copy), findLeft, candidates,
                    MlirWalkPreOrder);
  for (int c = 0; c < candidates->count; c++)
    candidates->list[c].isLeft |= failed;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

typedef struct Place {
  MlirLocation location;
  MlirOperation op;
} Place;

static MlirWalkResult findPlace(MlirOperation op, void *context) {
  Place *place = context;
  if (!mlirLocationEqual(mlirOperationGetLocation(op), place->location))
    return MlirWalkResultAdvance;
  place->op = op;
  return MlirWalkResultInterrupt;
}

static void refuse(MlirOperation op, const Candidate *tried,
                   const AsAffineOptions *options) {
  if (!tried->why)
    return;
  Place place = {tried->place, op};
  mlirOperationWalk(op, findPlace, &place, MlirWalkPreOrder);
  options->remark(place.op, tried->why, options->context);
}

void asTakeParallelLoops(MlirModule module, const AsAffineOptions *options) {
  Candidates candidates = candidatesOf(module);
  if (candidates.count) {
    MlirModule copy = mlirModuleFromOperation(
        mlirOperationClone(mlirModuleGetOperation(module)));
    Candidates tried = candidatesOf(copy); // In the same order.
    tryCopy(copy, options, &tried);
    for (int c = 0; c < candidates.count; c++)
      if (tried.list[c].isLeft)
        refuse(candidates.list[c].op, &tried.list[c], options);
      else
        serialise(candidates.list[c].op);
    freeCandidates(&tried);
    mlirModuleDestroy(copy);
  }
  freeCandidates(&candidates);
}
