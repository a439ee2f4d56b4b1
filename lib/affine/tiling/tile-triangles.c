//===- tile-triangles.c - Loops over triangles, cut into blocks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each statement that has blocks gets loops of its own, those between them keep
// theirs: in the order of the text, but for what must come before. Whether that
// may be is asked of all dependences, as of any other schedule.
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/tile-triangles.h"
#include "affine/dependence/dependence-components.h"
#include "affine/schedule/generate-loops.h"
#include "affine/schedule/isl-schedule.h"
#include "affine/scop/alias-versions.h"
#include "affine/tiling/separate-full-tiles.h"
#include "support/arena.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdlib.h>

typedef struct Cutting {
  const AsScop *scop;
  AsDependences dependences;
  int numComponents;
  AsComponent components[AS_AFFINE_MAX_STATEMENTS];
  int count;
  AsAffineBlocks blocks[AS_AFFINE_MAX_STATEMENTS];
} Cutting;

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

/// The loops of the statements as they are.
static isl_schedule *scheduleAsIs(const AsScop *scop, uint64_t statements) {
  isl_union_map *times = NULL;
  for (int s = 0; s < scop->numStatements; s++) {
    if (!(statements >> s & 1))
      continue;
    isl_union_map *own = isl_union_map_from_map(
        isl_map_copy(scop->statements[s].accesses[0].schedule));
    times = times ? isl_union_map_union(times, own) : own;
  }
  isl_schedule *schedule =
      isl_schedule_from_domain(isl_union_map_domain(isl_union_map_copy(times)));
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_from_union_map(times));
}

/// Takes both, of which the first may be nothing yet. NULL where isl failed.
static isl_schedule *append(bool isFirst, isl_schedule *schedule,
                            isl_schedule *next) {
  return isFirst ? next : isl_schedule_sequence(schedule, next);
}

/// The blocks of the only statement in the component; NULL where it has none.
static const AsAffineBlocks *blocksOf(const Cutting *cutting,
                                      const AsComponent *component) {
  for (int c = 0; c < cutting->count; c++)
    if (component->statements == (uint64_t)1 << cutting->blocks[c].statement)
      return &cutting->blocks[c];
  return NULL;
}

/// The first component in the text of those whose turn it is.
static const AsComponent *pickNext(const Cutting *cutting, uint64_t done) {
  const AsComponent *next = cutting->components;
  while (next->statements & done || next->before & ~done)
    next++;
  return next;
}

static isl_schedule *scheduleOf(const Cutting *cutting) {
  const AsScop *scop = cutting->scop;
  isl_schedule *schedule = NULL;
  uint64_t done = 0, kept = 0; // Kept: in their loops, since the last blocks.
  bool isFirst = true;
  for (int i = 0; i <= cutting->numComponents; i++) {
    bool isEnd = i == cutting->numComponents;
    const AsComponent *next = isEnd ? NULL : pickNext(cutting, done);
    const AsAffineBlocks *blocks = isEnd ? NULL : blocksOf(cutting, next);
    if (kept && (isEnd || blocks)) {
      schedule = append(isFirst, schedule, scheduleAsIs(scop, kept));
      isFirst = false;
      kept = 0;
    }
    if (blocks) {
      schedule = append(isFirst, schedule, asFullTileSchedule(scop, blocks));
      isFirst = false;
    }
    done |= isEnd ? 0 : next->statements;
    kept |= isEnd || blocks ? 0 : next->statements;
  }
  return schedule;
}

typedef enum Verdict { KEEPS_ALL, BREAKS_SOME, NO_TIME } Verdict;

static Verdict judge(const Cutting *cutting) {
  isl_ctx_reset_operations(cutting->scop->isl);
  isl_schedule *schedule = scheduleOf(cutting);
  bool failed = !schedule;
  bool isBroken =
      schedule && asScheduleBreaks(schedule, &cutting->dependences, &failed);
  isl_schedule_free(schedule);
  if (!failed)
    return isBroken ? BREAKS_SOME : KEEPS_ALL;
  isl_ctx_reset_error(cutting->scop->isl);
  isl_ctx_reset_operations(cutting->scop->isl);
  return NO_TIME;
}

/// Whether the statement does not depend on others in a circle.
static bool isAlone(const Cutting *cutting, int statement) {
  for (int i = 0; i < cutting->numComponents; i++)
    if (cutting->components[i].statements == (uint64_t)1 << statement)
      return true;
  return false;
}

/// Sets the first order of what is in the blocks that keeps all dependences,
/// with the others as they are.
static Verdict findOrder(const Cutting *cutting, AsAffineBlocks *blocks) {
  int innermost = blocks->innermost;
  Verdict verdict = BREAKS_SOME;
  for (int isKept = innermost < 0; isKept < 2; isKept++)
    for (int isFirst = 0; isFirst < 2 && verdict == BREAKS_SOME; isFirst++) {
      blocks->innermost = isKept ? -1 : innermost;
      blocks->fullFirst = isFirst;
      verdict = judge(cutting);
    }
  return verdict;
}

static bool canCut(const Cutting *cutting, AsAffineBlocks *blocks) {
  Verdict verdict = findOrder(cutting, blocks);
  if (verdict == NO_TIME && blocks->numSizes > 1) {
    blocks->numSizes = 1;
    verdict = findOrder(cutting, blocks);
  }
  return verdict == KEEPS_ALL;
}

/// Takes all that have blocks and can be cut together.
static void findBlocks(Cutting *cutting) {
  const AsScop *scop = cutting->scop;
  cutting->numComponents =
      asComponentsFind(scop, &cutting->dependences, asComponentsAll(scop), 0,
                       cutting->components);
  for (int s = 0; s < scop->numStatements; s++) {
    AsAffineBlocks *blocks = &cutting->blocks[cutting->count];
    if (!isAlone(cutting, s) ||
        !asAffineBlocksOf(scop, &cutting->dependences, s, blocks))
      continue;
    cutting->count++;
    cutting->count -= !canCut(cutting, blocks);
  }
}

/// Whether some statement has blocks but for dependences, which take long to
/// find.
static bool mayHaveBlocks(const AsScop *scop) {
  AsDependences none = {0};
  AsAffineBlocks blocks;
  if (scop->numStatements > AS_AFFINE_MAX_STATEMENTS)
    return false;
  for (int s = 0; s < scop->numStatements; s++)
    if (asAffineBlocksOf(scop, &none, s, &blocks))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

static bool generate(const Cutting *cutting) {
  isl_ctx_reset_operations(cutting->scop->isl);
  isl_schedule *schedule = scheduleOf(cutting);
  const char *why;
  bool done = schedule && asGenerateLoops(cutting->scop, schedule, &why);
  isl_schedule_free(schedule);
  return done;
}

/// The same where arrays do not overlap, beside the loops as they are.
static bool generateVersion(const Cutting *cutting,
                            const AsAffineTensors *tensors) {
  const AsScop *scop = cutting->scop;
  MlirOperation first = scop->ops[0], apart, otherwise;
  asAliasVersions(first, asAliasTest(scop, tensors, first), &apart, &otherwise);
  MlirOperation versions = mlirOperationGetParentOperation(apart);
  for (int i = 0; i < scop->numOps; i++) {
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(otherwise),
                                        otherwise,
                                        mlirOperationClone(scop->ops[i]));
    mlirOperationMoveBefore(scop->ops[i], apart);
  }
  if (generate(cutting))
    return true;
  for (int i = 0; i < scop->numOps; i++)
    mlirOperationMoveBefore(scop->ops[i], versions);
  mlirOperationDestroy(versions);
  return false;
}

/// What can be cut. The caller frees it.
static Cutting *findCutting(const AsScop *scop) {
  Cutting *cutting = asAlloc(sizeof *cutting);
  *cutting = (Cutting){.scop = scop};
  if (mayHaveBlocks(scop) && asDependencesFind(scop, &cutting->dependences))
    findBlocks(cutting);
  asDependencesFree(&cutting->dependences);
  return cutting;
}

int asTileTrianglesCount(const AsScop *scop) {
  Cutting *cutting = findCutting(scop);
  int count = cutting->count;
  free(cutting);
  return count;
}

bool asTileTriangles(const AsScop *scop, const AsAffineTensors *tensors,
                     AsAliasing aliasing) {
  if (aliasing == AS_ALIAS_UNKNOWN)
    return false;
  Cutting *cutting = findCutting(scop);
  bool done = cutting->count &&
              (aliasing == AS_ALIAS_NONE ? generate(cutting)
                                         : generateVersion(cutting, tensors));
  free(cutting);
  return done;
}
