//===- tile-triangles.c - Tile triangular loop nests
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles the statements of a SCoP that reduce over a triangle
// (tiling/iteration-blocks.h), so that their full tiles become operators, cuts
// factorisations into strips (tiling/strips.h), and lets several products with
// one large matrix read it once (tiling/row-blocks.h).
//
// Each tiled statement gets loops of its own, and so do the statements of a
// factorisation and products with one matrix; those in between keep their
// common loops. They follow each
// other in textual order unless a dependence demands otherwise. The resulting
// schedule is tested against all dependences.
//
// Requires:    a SCoP without early reads, and the aliasing of its arrays.
// Provides:    a legal order of the same instances; full tiles as boxes.
// Invalidates: the SCoP and its operations.
//
//   affine.for %i = 0 to 96 { affine.for %j = 0 to #map(%i) { S } }
// becomes
//   affine.for %ti = 0 to 3 {
//     affine.for %i, affine.for %j = 0 to #m(%i) { S }        partial tiles
//     affine.for %tj = 0 to #map2(%ti) {
//       affine.for %i, %j = 0 to 32 { S }                     full tiles
//     }
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/tile-triangles.h"
#include "affine/dependence/dependence-components.h"
#include "affine/schedule/generate-loops.h"
#include "affine/schedule/schedule-legality.h"
#include "affine/scop/alias-versions.h"
#include "affine/tiling/row-blocks.h"
#include "affine/tiling/separate-full-tiles.h"
#include "affine/tiling/strip-schedule.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdlib.h>

/// Factorisations that are cut into strips, and matrices that are read once, at
/// most.
enum { MAX_STRIPS = 4, MAX_ROW_BLOCKS = 4 };

/// The statements to tile, and what decides their order.
typedef struct Tiling {
  const AsScop *scop;
  AsDependences dependences;
  int numComponents;
  AsComponent components[AS_AFFINE_MAX_STATEMENTS];
  int count;
  AsAffineBlocks blocks[AS_AFFINE_MAX_STATEMENTS];
  int numStrips;
  AsAffineStrips strips[MAX_STRIPS];
  int numRowBlocks;
  AsRowBlocks rowBlocks[MAX_ROW_BLOCKS];
} Tiling;

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

/// The statements in their original loops.
static __isl_give isl_schedule *scheduleAsIs(const AsScop *scop,
                                             uint64_t statements) {
  isl_union_map *times = NULL;
  for (int s = 0; s < scop->numStatements; s++) {
    if (!(statements >> s & 1))
      continue;
    isl_union_map *own = isl_union_map_from_map(
        asAffineTimes(scop, &scop->statements[s].accesses[0]));
    times = times ? isl_union_map_union(times, own) : own;
  }
  isl_schedule *schedule =
      isl_schedule_from_domain(isl_union_map_domain(isl_union_map_copy(times)));
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_from_union_map(times));
}

/// `schedule`, then `next`. With `isFirst` there is no `schedule` yet. NULL if
/// isl failed.
static __isl_give isl_schedule *append(bool isFirst,
                                       __isl_take isl_schedule *schedule,
                                       __isl_take isl_schedule *next) {
  return isFirst ? next : isl_schedule_sequence(schedule, next);
}

/// The tiling of the single statement in the component; NULL if it is not
/// tiled.
static const AsAffineBlocks *blocksOf(const Tiling *tiling,
                                      const AsComponent *component) {
  for (int c = 0; c < tiling->count; c++)
    if (component->statements == (uint64_t)1 << tiling->blocks[c].statement)
      return &tiling->blocks[c];
  return NULL;
}

/// How the component is cut into strips; NULL if it is not.
static const AsAffineStrips *stripsOf(const Tiling *tiling,
                                      const AsComponent *component) {
  for (int c = 0; c < tiling->numStrips; c++)
    if (component->statements == tiling->strips[c].statements)
      return &tiling->strips[c];
  return NULL;
}

/// How the component is cut into blocks of rows; NULL if it is not.
static const AsRowBlocks *rowBlocksOf(const Tiling *tiling,
                                      const AsComponent *component) {
  for (int c = 0; c < tiling->numRowBlocks; c++)
    if (component->statements == tiling->rowBlocks[c].statements)
      return &tiling->rowBlocks[c];
  return NULL;
}

/// Whether the component has loops of its own.
static bool isOwn(const Tiling *tiling, const AsComponent *component) {
  return blocksOf(tiling, component) || stripsOf(tiling, component) ||
         rowBlocksOf(tiling, component);
}

/// The loops of a component that has its own; NULL if isl gave up.
static __isl_give isl_schedule *ownSchedule(const Tiling *tiling,
                                            const AsComponent *component) {
  const AsScop *scop = tiling->scop;
  const AsAffineBlocks *blocks = blocksOf(tiling, component);
  const AsAffineStrips *strips = stripsOf(tiling, component);
  if (strips)
    return asStripSchedule(scop, &tiling->dependences, strips);
  return blocks ? asFullTileSchedule(scop, blocks,
                                     scop->statements[blocks->statement].domain)
                : asRowBlockSchedule(scop, rowBlocksOf(tiling, component));
}

/// The first component in textual order whose predecessors are done; NULL if
/// components wait for each other.
static const AsComponent *pickNext(const Tiling *tiling, uint64_t done) {
  for (int c = 0; c < tiling->numComponents; c++) {
    const AsComponent *next = &tiling->components[c];
    if (!(next->statements & done) && !(next->before & ~done))
      return next;
  }
  return NULL;
}

/// The schedule of all statements; NULL if isl gave up.
static __isl_give isl_schedule *scheduleOf(const Tiling *tiling) {
  const AsScop *scop = tiling->scop;
  isl_schedule *schedule = NULL;
  uint64_t done = 0,
           kept = 0; // Kept: statements not tiled since the last tiled one.
  bool isFirst = true;
  for (int i = 0; i <= tiling->numComponents; i++) {
    bool isEnd = i == tiling->numComponents;
    const AsComponent *next = isEnd ? NULL : pickNext(tiling, done);
    bool hasOwn = !isEnd && isOwn(tiling, next);
    if (kept && (isEnd || hasOwn)) {
      schedule = append(isFirst, schedule, scheduleAsIs(scop, kept));
      isFirst = false;
      kept = 0;
    }
    if (hasOwn) {
      schedule = append(isFirst, schedule, ownSchedule(tiling, next));
      isFirst = false;
    }
    done |= isEnd ? 0 : next->statements;
    kept |= isEnd || hasOwn ? 0 : next->statements;
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

/// Whether the statement is in no cycle of dependences with others.
static bool isAlone(const Tiling *tiling, int statement) {
  for (int i = 0; i < tiling->numComponents; i++)
    if (tiling->components[i].statements == (uint64_t)1 << statement)
      return true;
  return false;
}

/// Finds an order inside of the tiles that keeps all dependences: preferably
/// with the vector loop innermost, and with partial tiles first.
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
  while (verdict == TIMED_OUT && blocks->numSizes > 1) {
    blocks->numSizes--;
    verdict = findOrder(tiling, blocks);
  }
  return verdict == LEGAL;
}

/// Takes each statement that can be tiled together with those taken before.
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

/// Whether the strips keep all dependences, preferably with the loop for
/// vectors innermost, and with as many levels as isl can check.
static bool canCut(const Tiling *tiling, AsAffineStrips *strips) {
  Verdict verdict = checkLegality(tiling);
  while (verdict == TIMED_OUT && strips->numLevels > 2 &&
         asAffineStripsResize(strips->numLevels - 1, strips))
    verdict = checkLegality(tiling);
  if (verdict == ILLEGAL && strips->vector >= 0) {
    strips->vector = -1;
    verdict = checkLegality(tiling);
  }
  return verdict == LEGAL;
}

/// Cuts each component that has no tiles, and can be cut together with what was
/// found before.
static void findStrips(Tiling *tiling) {
  for (int i = 0; i < tiling->numComponents; i++) {
    const AsComponent *component = &tiling->components[i];
    if (tiling->numStrips == MAX_STRIPS || blocksOf(tiling, component))
      continue;
    AsAffineStrips *strips = &tiling->strips[tiling->numStrips];
    if (!asAffineStripsOf(tiling->scop, &tiling->dependences,
                          component->statements, strips))
      continue;
    tiling->numStrips++;
    tiling->numStrips -= !canCut(tiling, strips);
  }
}

/// Makes one component of those of the statements.
static void join(Tiling *tiling, uint64_t statements) {
  AsComponent *joined = NULL;
  int left = 0;
  for (int c = 0; c < tiling->numComponents; c++) {
    const AsComponent *component = &tiling->components[c];
    if (joined && component->statements & statements) {
      asComponentsJoin(joined, component);
      continue;
    }
    tiling->components[left] = *component;
    if (component->statements & statements)
      joined = &tiling->components[left];
    left++;
  }
  tiling->numComponents = left;
}

/// Whether no components wait for each other.
static bool isOrdered(const Tiling *tiling) {
  uint64_t done = 0;
  for (int i = 0; i < tiling->numComponents; i++) {
    const AsComponent *next = pickNext(tiling, done);
    if (!next)
      return false;
    done |= next->statements;
  }
  return true;
}

/// Whether these blocks of rows, the last ones, keep all dependences. If so,
/// their statements become one component.
static bool canJoin(Tiling *tiling, const AsRowBlocks *blocks) {
  Tiling *saved = asAlloc(sizeof *saved);
  *saved = *tiling;
  tiling->rowBlocks[tiling->numRowBlocks++] = *blocks;
  join(tiling, blocks->statements);
  bool can = isOrdered(tiling) && checkLegality(tiling) == LEGAL;
  if (!can)
    *tiling = *saved;
  else
    tiling->numRowBlocks--;
  free(saved);
  return can;
}

/// Adds the statements that can go through the matrix with those of the blocks,
/// one by one. Whether there are any.
static bool addToRowBlocks(Tiling *tiling, AsRowBlocks *blocks) {
  bool hasOthers = false;
  for (int s = 0; s < tiling->scop->numStatements; s++) {
    AsRowBlocks more = *blocks;
    if (blocks->statements >> s & 1 || !isAlone(tiling, s) ||
        !asRowBlocksAdd(tiling->scop, &tiling->dependences, s, &more) ||
        !canJoin(tiling, &more))
      continue;
    *blocks = more;
    hasOthers = true;
  }
  return hasOthers;
}

/// Cuts matrices that several statements go through into blocks of rows, on
/// CPUs: a GPU would not be full.
static void findRowBlocks(Tiling *tiling) {
  const AsScop *scop = tiling->scop;
  for (int s = 0; s < scop->numStatements && scop->isForCpu; s++)
    for (int a = 0; a < scop->numArrays && isAlone(tiling, s); a++) {
      AsRowBlocks blocks;
      if (tiling->numRowBlocks < MAX_ROW_BLOCKS &&
          asRowBlocksStart(scop, &tiling->dependences, s, a, &blocks) &&
          addToRowBlocks(tiling, &blocks))
        tiling->rowBlocks[tiling->numRowBlocks++] = blocks;
    }
}

/// Whether a statement could be tiled if there were no dependences, which take
/// long to find.
static bool mayHaveBlocks(const AsScop *scop) {
  AsDependences none = {0};
  AsAffineBlocks blocks;
  for (int s = 0; s < scop->numStatements; s++)
    if (asAffineBlocksOf(scop, &none, s, &blocks))
      return true;
  return asAffineMayHaveStrips(scop) ||
         (scop->isForCpu && asMayHaveRowBlocks(scop));
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Marks the loops from `op` to the one before `end`, or to the last one.
static void markStrips(MlirOperation op, MlirOperation end) {
  MlirAttribute mark = mlirUnitAttrGet(mlirOperationGetContext(op));
  for (; !mlirOperationIsNull(op) && !mlirOperationEqual(op, end);
       op = mlirOperationGetNextInBlock(op))
    if (asIrIsLoop(op))
      mlirOperationSetDiscardableAttributeByName(
          op, asIrString(AS_STRIPS_ATTRIBUTE), mark);
}

static bool generate(const Tiling *tiling) {
  const AsScop *scop = tiling->scop;
  // The new loops are inserted between this constant and what follows.
  MlirOperation end = mlirOperationGetNextInBlock(scop->ops[scop->numOps - 1]),
                start = asIrDefinition(asIrInsertIndex(scop->ops[0], 0));
  isl_ctx_reset_operations(scop->isl);
  isl_schedule *schedule = scheduleOf(tiling);
  const char *why;
  bool done = schedule && asGenerateLoops(scop, schedule, &why);
  isl_schedule_free(schedule);
  if (done && tiling->numStrips)
    markStrips(start, end);
  mlirOperationDestroy(start);
  return done;
}

/// Generates the tiled loops in a version for disjoint arrays, beside the
/// original loops.
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

/// Finds what can be tiled. The caller destroys it.
static Tiling *findTiling(const AsScop *scop) {
  Tiling *tiling = asAlloc(sizeof *tiling);
  *tiling = (Tiling){.scop = scop};
  if (mayHaveBlocks(scop) && asDependencesFind(scop, &tiling->dependences)) {
    findBlocks(tiling);
    findStrips(tiling);
    findRowBlocks(tiling);
  }
  return tiling;
}

static void destroyTiling(Tiling *tiling) {
  asDependencesFree(&tiling->dependences);
  free(tiling);
}

int asTileTrianglesCount(const AsScop *scop) {
  Tiling *tiling = findTiling(scop);
  int count = tiling->count + tiling->numStrips;
  destroyTiling(tiling);
  return count;
}

bool asTileTriangles(const AsScop *scop, const AsAffineTensors *tensors,
                     AsAliasing aliasing) {
  if (aliasing == AS_ALIAS_UNKNOWN)
    return false;
  Tiling *tiling = findTiling(scop);
  bool done = (tiling->count || tiling->numStrips || tiling->numRowBlocks) &&
              (aliasing == AS_ALIAS_NONE ? generate(tiling)
                                         : generateVersion(tiling, tensors));
  destroyTiling(tiling);
  return done;
}
