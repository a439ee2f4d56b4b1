//===- tile-triangles.c - Loops over triangles, tiled into blocks
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

typedef struct Tiling {
  const AsScop *scop;
  AsDependences dependences;
  int numComponents;
  AsComponent components[AS_AFFINE_MAX_STATEMENTS];
  int count;
  AsAffineBlocks blocks[AS_AFFINE_MAX_STATEMENTS];
} Tiling;

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

/// The loops of the statements as they are.
static __isl_give isl_schedule *scheduleAsIs(const AsScop *scop,
                                             uint64_t statements) {
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
static __isl_give isl_schedule *append(bool isFirst,
                                       __isl_take isl_schedule *schedule,
                                       __isl_take isl_schedule *next) {
  return isFirst ? next : isl_schedule_sequence(schedule, next);
}

/// The blocks of the only statement in the component; NULL where it has none.
static const AsAffineBlocks *blocksOf(const Tiling *tiling,
                                      const AsComponent *component) {
  for (int c = 0; c < tiling->count; c++)
    if (component->statements == (uint64_t)1 << tiling->blocks[c].statement)
      return &tiling->blocks[c];
  return NULL;
}

/// The first component in the text of those whose turn it is.
static const AsComponent *pickNext(const Tiling *tiling, uint64_t done) {
  const AsComponent *next = tiling->components;
  while (next->statements & done || next->before & ~done)
    next++;
  return next;
}

static __isl_give isl_schedule *scheduleOf(const Tiling *tiling) {
  const AsScop *scop = tiling->scop;
  isl_schedule *schedule = NULL;
  uint64_t done = 0, kept = 0; // Kept: in their loops, since the last blocks.
  bool isFirst = true;
  for (int i = 0; i <= tiling->numComponents; i++) {
    bool isEnd = i == tiling->numComponents;
    const AsComponent *next = isEnd ? NULL : pickNext(tiling, done);
    const AsAffineBlocks *blocks = isEnd ? NULL : blocksOf(tiling, next);
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

typedef enum Verdict { LEGAL, ILLEGAL, TIMED_OUT } Verdict;

static Verdict checkLegality(const Tiling *tiling) {
  isl_ctx_reset_operations(tiling->scop->isl);
  isl_schedule *schedule = scheduleOf(tiling);
  bool failed = !schedule;
  bool isBroken =
      schedule && asScheduleBreaks(schedule, &tiling->dependences, &failed);
  isl_schedule_free(schedule);
  if (!failed)
    return isBroken ? ILLEGAL : LEGAL;
  isl_ctx_reset_error(tiling->scop->isl);
  isl_ctx_reset_operations(tiling->scop->isl);
  return TIMED_OUT;
}

/// Whether the statement does not depend on others in a circle.
static bool isAlone(const Tiling *tiling, int statement) {
  for (int i = 0; i < tiling->numComponents; i++)
    if (tiling->components[i].statements == (uint64_t)1 << statement)
      return true;
  return false;
}

/// Sets the first order of what is in the blocks that keeps all dependences,
/// with the others as they are.
static Verdict findOrder(const Tiling *tiling, AsAffineBlocks *blocks) {
  int innermost = blocks->innermost;
  Verdict verdict = ILLEGAL;
  for (int isKept = innermost < 0; isKept < 2; isKept++)
    for (int isFirst = 0; isFirst < 2 && verdict == ILLEGAL; isFirst++) {
      blocks->innermost = isKept ? -1 : innermost;
      blocks->fullFirst = isFirst;
      verdict = checkLegality(tiling);
    }
  return verdict;
}

static bool canTile(const Tiling *tiling, AsAffineBlocks *blocks) {
  Verdict verdict = findOrder(tiling, blocks);
  if (verdict == TIMED_OUT && blocks->numSizes > 1) {
    blocks->numSizes = 1;
    verdict = findOrder(tiling, blocks);
  }
  return verdict == LEGAL;
}

/// Takes all that have blocks and can be tiled together.
static void findBlocks(Tiling *tiling) {
  const AsScop *scop = tiling->scop;
  tiling->numComponents = asComponentsFind(
      scop, &tiling->dependences, asComponentsAll(scop), 0, tiling->components);
  for (int s = 0; s < scop->numStatements; s++) {
    AsAffineBlocks *blocks = &tiling->blocks[tiling->count];
    if (!isAlone(tiling, s) ||
        !asAffineBlocksOf(scop, &tiling->dependences, s, blocks))
      continue;
    tiling->count++;
    tiling->count -= !canTile(tiling, blocks);
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

static bool generate(const Tiling *tiling) {
  isl_ctx_reset_operations(tiling->scop->isl);
  isl_schedule *schedule = scheduleOf(tiling);
  const char *why;
  bool done = schedule && asGenerateLoops(tiling->scop, schedule, &why);
  isl_schedule_free(schedule);
  return done;
}

/// The same where arrays do not overlap, beside the loops as they are.
static bool generateVersion(const Tiling *tiling,
                            const AsAffineTensors *tensors) {
  const AsScop *scop = tiling->scop;
  MlirOperation first = scop->ops[0], disjoint, otherwise;
  asAliasVersions(first, asAliasTest(scop, tensors, first), &disjoint,
                  &otherwise);
  MlirOperation versions = mlirOperationGetParentOperation(disjoint);
  for (int i = 0; i < scop->numOps; i++) {
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(otherwise),
                                        otherwise,
                                        mlirOperationClone(scop->ops[i]));
    mlirOperationMoveBefore(scop->ops[i], disjoint);
  }
  if (generate(tiling))
    return true;
  for (int i = 0; i < scop->numOps; i++)
    mlirOperationMoveBefore(scop->ops[i], versions);
  mlirOperationDestroy(versions);
  return false;
}

/// What can be tiled. The caller frees it.
static Tiling *findTiling(const AsScop *scop) {
  Tiling *tiling = asAlloc(sizeof *tiling);
  *tiling = (Tiling){.scop = scop};
  if (mayHaveBlocks(scop) && asDependencesFind(scop, &tiling->dependences))
    findBlocks(tiling);
  asDependencesFree(&tiling->dependences);
  return tiling;
}

int asTileTrianglesCount(const AsScop *scop) {
  Tiling *tiling = findTiling(scop);
  int count = tiling->count;
  free(tiling);
  return count;
}

bool asTileTriangles(const AsScop *scop, const AsAffineTensors *tensors,
                     AsAliasing aliasing) {
  if (aliasing == AS_ALIAS_UNKNOWN)
    return false;
  Tiling *tiling = findTiling(scop);
  bool done = tiling->count &&
              (aliasing == AS_ALIAS_NONE ? generate(tiling)
                                         : generateVersion(tiling, tensors));
  free(tiling);
  return done;
}
