//===- affine/cut.c - Loops over triangles, cut into blocks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each statement that has blocks gets loops of its own, those between them keep
// theirs, in the order of the text. Whether that may be is asked of all
// dependences, as of any other schedule.
//
//===----------------------------------------------------------------------===//

#include "affine/cut.h"
#include "affine/blocks.h"
#include "affine/generate.h"
#include "affine/plan.h"
#include "affine/schedule.h"
#include "affine/versions.h"
#include "support/arena.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdlib.h>

typedef struct Cutting {
  const AsAffineView *view;
  AsDependences dependences;
  int count;
  AsAffineBlocks blocks[AS_AFFINE_MAX_STATEMENTS];
} Cutting;

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

/// The loops of the statements from `first` to before `end`, as they are.
static isl_schedule *scheduleAsIs(const AsAffineView *view, int first,
                                  int end) {
  isl_union_map *times = NULL;
  for (int s = first; s < end; s++) {
    isl_union_map *own = isl_union_map_from_map(
        isl_map_copy(view->statements[s].accesses[0].schedule));
    times = times ? isl_union_map_union(times, own) : own;
  }
  isl_schedule *schedule =
      isl_schedule_from_domain(isl_union_map_domain(isl_union_map_copy(times)));
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_from_union_map(times));
}

/// Takes both, of which one may be NULL.
static isl_schedule *append(isl_schedule *schedule, isl_schedule *next) {
  return schedule ? isl_schedule_sequence(schedule, next) : next;
}

static isl_schedule *scheduleOf(const Cutting *cutting) {
  const AsAffineView *view = cutting->view;
  isl_schedule *schedule = NULL;
  int next = 0;
  for (int c = 0; c < cutting->count; c++) {
    const AsAffineBlocks *blocks = &cutting->blocks[c];
    if (next < blocks->statement)
      schedule = append(schedule, scheduleAsIs(view, next, blocks->statement));
    schedule = append(schedule, asAffineBlocksSchedule(view, blocks));
    next = blocks->statement + 1;
  }
  return next < view->numStatements
             ? append(schedule, scheduleAsIs(view, next, view->numStatements))
             : schedule;
}

static bool isLegal(const Cutting *cutting) {
  isl_ctx_reset_operations(cutting->view->isl);
  isl_schedule *schedule = scheduleOf(cutting);
  bool failed = true;
  bool isBroken =
      schedule && asScheduleBreaks(schedule, &cutting->dependences, &failed);
  isl_schedule_free(schedule);
  if (failed)
    isl_ctx_reset_error(cutting->view->isl);
  return !isBroken && !failed;
}

/// Takes all that have blocks and can be cut together.
static void findBlocks(Cutting *cutting) {
  int numStatements = cutting->view->numStatements;
  for (int s = 0; s < numStatements && s < AS_AFFINE_MAX_STATEMENTS; s++) {
    AsAffineBlocks *blocks = &cutting->blocks[cutting->count];
    if (!asAffineBlocksOf(cutting->view, &cutting->dependences, s, blocks))
      continue;
    cutting->count++;
    bool isCut = isLegal(cutting);
    blocks->fullFirst = !isCut;
    cutting->count -= !isCut && !isLegal(cutting);
  }
}

/// Whether some statement has blocks but for dependences, which take long to
/// find.
static bool mayHaveBlocks(const AsAffineView *view) {
  AsDependences none = {0};
  AsAffineBlocks blocks;
  for (int s = 0; s < view->numStatements; s++)
    if (asAffineBlocksOf(view, &none, s, &blocks))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

static bool generate(const Cutting *cutting) {
  isl_ctx_reset_operations(cutting->view->isl);
  isl_schedule *schedule = scheduleOf(cutting);
  const char *why;
  bool done = schedule && asAffineGenerate(cutting->view, schedule, &why);
  isl_schedule_free(schedule);
  return done;
}

/// The same where arrays do not overlap, beside the loops as they are.
static bool generateVersion(const Cutting *cutting,
                            const AsAffineTensors *tensors) {
  const AsAffineView *view = cutting->view;
  MlirOperation first = view->ops[0], apart, otherwise;
  asAffineVersions(first, asAffineAliasTest(view, tensors, first), &apart,
                   &otherwise);
  MlirOperation versions = mlirOperationGetParentOperation(apart);
  for (int i = 0; i < view->numOps; i++) {
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(otherwise),
                                        otherwise,
                                        mlirOperationClone(view->ops[i]));
    mlirOperationMoveBefore(view->ops[i], apart);
  }
  if (generate(cutting))
    return true;
  for (int i = 0; i < view->numOps; i++)
    mlirOperationMoveBefore(view->ops[i], versions);
  mlirOperationDestroy(versions);
  return false;
}

bool asAffineCut(const AsAffineView *view, const AsAffineTensors *tensors,
                 AsAliasing aliasing) {
  if (aliasing == AS_ALIAS_UNKNOWN || !mayHaveBlocks(view))
    return false;
  Cutting *cutting = asAlloc(sizeof *cutting);
  *cutting = (Cutting){.view = view};
  if (asDependencesFind(view, &cutting->dependences))
    findBlocks(cutting);
  asDependencesFree(&cutting->dependences);
  bool done = cutting->count &&
              (aliasing == AS_ALIAS_NONE ? generate(cutting)
                                         : generateVersion(cutting, tensors));
  free(cutting);
  return done;
}
