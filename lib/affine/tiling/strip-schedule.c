//===- strip-schedule.c - Strips, with updates deferred to their ends
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the schedule tree of statements that are cut into strips
// (tiling/strips.h). What an update computes is deferred if no other instance
// in the strip waits for it: not counting the update itself, which adds to the
// same elements, and keeps its order.
//
// Requires:    strips by asAffineStripsOf, and all dependences.
// Provides:    a schedule of the statements; its legality is not checked here.
// Invalidates: nothing.
//
//   for i { for j < i { for k < j { S0: A[i, j] -= A[i, k] * A[j, k] }
//                       S1: A[i, j] /= A[j, j] } ... }           cholesky
// becomes, with strips of 64 and 16 and no smaller ones,
//   schedule: [floor(k / 64)] of S0, [floor(j / 64)] of S1
//     sequence:
//       schedule: [floor(k / 16)] of S0, [floor(j / 16)] of S1
//         sequence: columns of the strip of 16, in the original loops;
//                   tiles of S0 right of them, in the strip of 64
//       tiles of S0 right of the strip of 64
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/strip-schedule.h"
#include "affine/tiling/separate-full-tiles.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

typedef struct Builder {
  const AsScop *scop;
  const AsDependences *dependences;
  const AsAffineStrips *strips;
} Builder;

/// By statement of the strips: some of its instances; NULL if isl failed, so
/// that the schedule fails as well. NULL for other statements. Owned.
typedef struct Instances {
  isl_set *of[AS_AFFINE_MAX_STATEMENTS];
} Instances;

static bool isIn(uint64_t statements, int s) { return statements >> s & 1; }

static void freeInstances(const Builder *builder, Instances *instances) {
  for (int s = 0; s < builder->scop->numStatements; s++)
    isl_set_free(instances->of[s]);
}

//===----------------------------------------------------------------------===//
// Functions of instances
//===----------------------------------------------------------------------===//

/// Reads a function of the instances of a statement. `text` has what is behind
/// the arrow, and is freed.
static __isl_give isl_multi_aff *functionOf(const Builder *builder, int s,
                                            AsText *text) {
  const AsAffineStatement *statement = &builder->scop->statements[s];
  AsText all = {0};
  asTextFormat(&all, "{ S%d[", s);
  for (int d = 0; d < statement->depth; d++)
    asTextFormat(&all, d ? ", i%d" : "i%d", d);
  asTextFormat(&all, "] -> [%s] }", asTextString(text));
  asTextFree(text);
  isl_multi_aff *function =
      isl_multi_aff_read_from_str(builder->scop->isl, asTextString(&all));
  asTextFree(&all);
  return isl_multi_aff_align_params(function,
                                    isl_set_get_space(statement->domain));
}

/// From instances to the number of their strip.
static __isl_give isl_multi_aff *stripOf(const Builder *builder, int level,
                                         int s) {
  const AsAffineStrips *strips = builder->strips;
  AsText text = {0};
  asTextFormat(&text, "floor((i%d - %lld) / %lld)", strips->loop[s],
               (long long)strips->origin, (long long)strips->sizes[level]);
  return functionOf(builder, s, &text);
}

/// From instances to times at which the statement's loops keep their order, but
/// for the one that is cut, which comes last, before the one for vectors.
/// Statements with fewer loops run where the ones that they have say; the one
/// that is cut stands for the others. Statements with equal times run in
/// textual order.
static __isl_give isl_multi_aff *vectorTimes(const Builder *builder, int depth,
                                             int s) {
  const AsAffineStrips *strips = builder->strips;
  const AsAffineStatement *statement = &builder->scop->statements[s];
  int cut = strips->loop[s];
  AsText text = {0};
  // A statement as deep as the update has `vector` and `cut` apart.
  int updateCut = strips->loop[__builtin_ctzll(strips->updates)];
  for (int d = 0; d < depth; d++)
    if (d != strips->vector && d != updateCut)
      asTextFormat(&text, "i%d, ", d < statement->depth ? d : cut);
  asTextFormat(&text, "i%d, i%d, %d", cut,
               strips->vector < statement->depth ? strips->vector : cut, s);
  return functionOf(builder, s, &text);
}

static int depthOf(const Builder *builder) {
  int deepest = 0;
  for (int s = 0; s < builder->scop->numStatements; s++)
    if (isIn(builder->strips->statements, s) &&
        builder->scop->statements[s].depth > deepest)
      deepest = builder->scop->statements[s].depth;
  return deepest;
}

//===----------------------------------------------------------------------===//
// What is deferred
//===----------------------------------------------------------------------===//

/// Whether both accesses are to the element that the update adds to.
static bool isSum(const AsDependence *dependence, const AsAffineForm *form) {
  return dependence->source == dependence->target &&
         (dependence->sourceAccess == 0 ||
          dependence->sourceAccess == form->accumulator) &&
         (dependence->targetAccess == 0 ||
          dependence->targetAccess == form->accumulator);
}

/// The sources of the dependence with a target in `targets` in the same strip.
static __isl_give isl_set *waitedFor(const Builder *builder, int level,
                                     const AsDependence *dependence,
                                     __isl_take isl_set *targets) {
  isl_map *same = isl_map_apply_range(
      isl_map_from_multi_aff(stripOf(builder, level, dependence->source)),
      isl_map_reverse(
          isl_map_from_multi_aff(stripOf(builder, level, dependence->target))));
  isl_map *pairs = isl_map_intersect(isl_map_copy(dependence->relation), same);
  return isl_map_domain(isl_map_intersect_range(pairs, targets));
}

/// Removes the instances that others in their strip wait for: with `sums`, as
/// terms of sums that are not deferred to the end; otherwise all others.
static __isl_give isl_set *leaveOutWaitedFor(const Builder *builder, int level,
                                             const Instances *instances,
                                             const AsAffineForm *form,
                                             bool sums,
                                             __isl_take isl_set *free) {
  int s = form->statement;
  isl_set *kept =
      isl_set_subtract(isl_set_copy(instances->of[s]), isl_set_copy(free));
  for (int d = 0; d < builder->dependences->size; d++) {
    const AsDependence *dependence = &builder->dependences->list[d];
    if (dependence->source != s || isSum(dependence, form) != sums ||
        !isIn(builder->strips->statements, dependence->target))
      continue;
    isl_set *targets = sums ? isl_set_copy(kept)
                            : isl_set_copy(instances->of[dependence->target]);
    free =
        isl_set_subtract(free, waitedFor(builder, level, dependence, targets));
  }
  isl_set_free(kept);
  return isl_set_coalesce(free);
}

/// Those of the instances whose tiles have no others: without this a last row
/// or column, for which nothing waits, would be deferred alone.
static __isl_give isl_set *wholeTiles(const Builder *builder,
                                      const AsAffineBlocks *blocks,
                                      __isl_keep isl_set *all,
                                      __isl_take isl_set *free) {
  isl_multi_aff *function = asAffineTiles(builder->scop, blocks);
  isl_map *tiles = isl_map_from_multi_aff(isl_multi_aff_copy(function));
  isl_set *kept = isl_set_apply(isl_set_subtract(isl_set_copy(all), free),
                                isl_map_copy(tiles));
  isl_set *any = isl_set_apply(isl_set_copy(all), tiles);
  isl_set *whole = isl_set_coalesce(isl_set_subtract(isl_set_copy(any), kept));
  whole = isl_set_coalesce(isl_set_gist(whole, any));
  return isl_set_intersect(isl_set_preimage_multi_aff(whole, function),
                           isl_set_copy(all));
}

/// The tiles of an update in strips.
static bool blocksOf(const Builder *builder, int level, int s,
                     AsAffineBlocks *blocks) {
  const AsAffineStrips *strips = builder->strips;
  return asAffineBlocksInStrips(builder->scop, s, strips->loop[s],
                                strips->origin, strips->sizes[level], blocks);
}

/// What the update computes in whole strips that nothing else in these waits
/// for.
static __isl_give isl_set *deferredOf(const Builder *builder, int level,
                                      const Instances *instances, int s) {
  const AsAffineStrips *strips = builder->strips;
  AsDependences none = {0};
  AsAffineForm form;
  AsAffineBlocks blocks;
  AsAffineObstacle obstacle;
  if (!asAffineFormOfHull(builder->scop, &none, s, 0, &form, &obstacle) ||
      !blocksOf(builder, level, s, &blocks))
    return NULL;
  int64_t whole =
      strips->end - (strips->end - strips->origin) % strips->sizes[level];
  isl_set *free =
      isl_set_upper_bound_si(isl_set_copy(instances->of[s]), isl_dim_set,
                             (unsigned)strips->loop[s], (int)whole - 1);
  free = leaveOutWaitedFor(builder, level, instances, &form, false, free);
  free = leaveOutWaitedFor(builder, level, instances, &form, true, free);
  return wholeTiles(builder, &blocks, instances->of[s], free);
}

//===----------------------------------------------------------------------===//
// The schedule tree
//===----------------------------------------------------------------------===//

static __isl_give isl_union_map *noTimes(const Builder *builder) {
  return isl_union_map_empty(isl_space_params_alloc(builder->scop->isl, 0));
}

static __isl_give isl_union_map *onlyOf(__isl_take isl_map *times,
                                        __isl_keep isl_set *instances) {
  return isl_union_map_from_map(
      isl_map_intersect_domain(times, isl_set_copy(instances)));
}

/// The instances in their original loops, or in those that vectors want.
static __isl_give isl_schedule *scheduleLoops(const Builder *builder,
                                              const Instances *instances) {
  int depth = depthOf(builder);
  isl_union_map *times = noTimes(builder);
  for (int s = 0; s < builder->scop->numStatements; s++) {
    if (!isIn(builder->strips->statements, s))
      continue;
    isl_map *own =
        builder->strips->vector >= 0
            ? isl_map_from_multi_aff(vectorTimes(builder, depth, s))
            : asAffineTimes(builder->scop,
                            &builder->scop->statements[s].accesses[0]);
    times = isl_union_map_union(times, onlyOf(own, instances->of[s]));
  }
  isl_schedule *schedule =
      isl_schedule_from_domain(isl_union_map_domain(isl_union_map_copy(times)));
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_from_union_map(times));
}

/// The loop over strips, around the schedule of what is in them.
static __isl_give isl_schedule *
insertStrips(const Builder *builder, int level, const Instances *instances,
             __isl_take isl_schedule *schedule) {
  isl_union_map *strips = noTimes(builder);
  for (int s = 0; s < builder->scop->numStatements; s++)
    if (isIn(builder->strips->statements, s))
      strips = isl_union_map_union(
          strips, onlyOf(isl_map_from_multi_aff(stripOf(builder, level, s)),
                         instances->of[s]));
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_from_union_map(strips));
}

/// The instances in which the loop is in the strip of this level that they are
/// in.
static __isl_give isl_set *withinStrip(const Builder *builder, int level, int s,
                                       int loop,
                                       __isl_take isl_set *instances) {
  const AsAffineStrips *strips = builder->strips;
  long long origin = strips->origin, size = strips->sizes[level];
  AsText text = {0};
  asTextFormat(&text, "floor((i%d - %lld) / %lld) - floor((i%d - %lld) / %lld)",
               loop, origin, size, strips->loop[s], origin, size);
  isl_map *distance = isl_map_from_multi_aff(functionOf(builder, s, &text));
  isl_set *none =
      isl_set_fix_si(isl_map_range(isl_map_copy(distance)), isl_dim_set, 0, 0);
  isl_map *within = isl_map_intersect_range(distance, none);
  return isl_set_coalesce(isl_set_intersect(instances, isl_map_domain(within)));
}

/// Makes tiled loop `within` the first one, so that loops inside of it need no
/// conditions. It is short: it stays within a strip. The others go through all
/// that is beside that strip, in tiles as long as it is, so that there are few
/// calls; of what these cover in part, as before.
static void lengthenTiles(const Builder *builder, int level, int within,
                          AsAffineBlocks *blocks) {
  int first = blocks->tiled[0];
  blocks->tiled[0] = blocks->tiled[within];
  blocks->tiled[within] = first;
  int depth = builder->scop->statements[blocks->statement].depth;
  if (!asAffineStripsAreLong(builder->strips) ||
      level + 1 + 2 * blocks->numTiled + depth > AS_AFFINE_MAX_DEPTH)
    return;
  blocks->numSizes = blocks->numTiled > 1 ? 2 : 1;
  for (int c = 0; c < blocks->numTiled; c++) {
    blocks->sizes[1][c] = builder->strips->sizes[level];
    blocks->sizes[0][c] = builder->strips->sizes[c ? level - 1 : level];
  }
}

/// The tiles of an update; NULL if isl gave up. Within an outer strip, what
/// stays in it along one loop comes first.
static __isl_give isl_schedule *tilesOf(const Builder *builder, int level,
                                        int s, __isl_keep isl_set *deferred) {
  AsAffineBlocks all;
  if (!blocksOf(builder, level, s, &all))
    return NULL;
  isl_schedule *schedule = NULL;
  isl_set *rest = isl_set_copy(deferred);
  bool isFirst = true; // NULL is a failure later.
  for (int c = 0; c <= all.numTiled; c++) {
    bool isLast = c == all.numTiled;
    if (!isLast && level == 0)
      continue;
    isl_set *part = isl_set_copy(rest);
    if (!isLast)
      part = withinStrip(builder, level - 1, s, all.tiled[c], part);
    isl_set *others = isl_set_coalesce(
        isl_set_subtract(isl_set_copy(rest), isl_set_copy(part)));
    // Another part is worth it only for long tiles.
    bool isTaken = isLast || asAffineStripsAreLong(builder->strips) ||
                   isl_set_is_empty(others) == isl_bool_true;
    if (isTaken && isl_set_is_empty(part) != isl_bool_true) {
      AsAffineBlocks blocks = all;
      if (!isLast)
        lengthenTiles(builder, level, c, &blocks);
      isl_schedule *own = asFullTileSchedule(builder->scop, &blocks, part);
      schedule = isFirst ? own : isl_schedule_sequence(schedule, own);
      isFirst = false;
    }
    isl_set_free(part);
    isl_set_free(isTaken ? rest : others);
    if (isTaken)
      rest = others;
  }
  isl_set_free(rest);
  return schedule;
}

/// The schedule of the instances, of which `level` levels of strips are done.
static __isl_give isl_schedule *scheduleLevel(const Builder *builder, int level,
                                              const Instances *instances) {
  if (level == builder->strips->numLevels)
    return scheduleLoops(builder, instances);
  Instances deferred = {{NULL}}, rest = {{NULL}};
  for (int s = 0; s < builder->scop->numStatements; s++) {
    if (!isIn(builder->strips->statements, s))
      continue;
    rest.of[s] = isl_set_copy(instances->of[s]);
    if (!isIn(builder->strips->updates, s))
      continue;
    deferred.of[s] = deferredOf(builder, level, instances, s);
    rest.of[s] = isl_set_coalesce(
        isl_set_subtract(rest.of[s], isl_set_copy(deferred.of[s])));
  }
  isl_schedule *schedule = scheduleLevel(builder, level + 1, &rest);
  for (int s = 0; s < builder->scop->numStatements; s++)
    if (deferred.of[s] && isl_set_is_empty(deferred.of[s]) != isl_bool_true)
      schedule = isl_schedule_sequence(
          schedule, tilesOf(builder, level, s, deferred.of[s]));
  freeInstances(builder, &deferred);
  freeInstances(builder, &rest);
  return insertStrips(builder, level, instances, schedule);
}

__isl_give isl_schedule *asStripSchedule(const AsScop *scop,
                                         const AsDependences *dependences,
                                         const AsAffineStrips *strips) {
  Builder builder = {scop, dependences, strips};
  Instances all = {{NULL}};
  for (int s = 0; s < scop->numStatements; s++)
    if (isIn(strips->statements, s))
      all.of[s] = isl_set_copy(scop->statements[s].domain);
  isl_schedule *schedule = scheduleLevel(&builder, 0, &all);
  freeInstances(&builder, &all);
  return schedule;
}
