//===- parallel-loops.c - Parallel loops of a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes from the outermost bands inwards, marks the first loop that carries no
// dependence on each path, and moves it to the front of its permutable band.
// Each loop is tested against all dependences; isl's coincidence flags are not
// used.
//
// Requires:    a legal schedule and all dependences.
// Provides:    marks that asGenerateLoops turns into affine.parallel.
// Invalidates: nothing.
//
//   schedule: [floor(t / 4)], [floor(i / 8)]             a band of tiles
// becomes
//   schedule: [floor(t / 4) + floor(i / 8)]              wavefront
//     mark: parallel
//       schedule: [floor(i / 8)]
//         mark: serial
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/parallel-loops.h"
#include "affine/schedule/schedule-band.h"
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

//===----------------------------------------------------------------------===//
// Dependences that a member carries
//===----------------------------------------------------------------------===//

/// The times of the bands above, then those of the member, for instances below
/// the band.
static __isl_give isl_union_map *timesOf(__isl_keep isl_schedule_node *band,
                                         int member) {
  return isl_union_map_flat_range_product(
      isl_schedule_node_get_prefix_schedule_union_map(band),
      asBandTimes(band, member));
}

/// The dependence as pairs of times that differ in the last time only.
static __isl_give isl_map *apartAtLast(const AsDependence *dependence,
                                       __isl_keep isl_union_map *times) {
  isl_union_map *pairs =
      isl_union_map_from_map(isl_map_copy(dependence->relation));
  pairs = isl_union_map_apply_domain(pairs, isl_union_map_copy(times));
  pairs = isl_union_map_apply_range(pairs, isl_union_map_copy(times));
  if (isl_union_map_is_empty(pairs) == isl_bool_true) {
    isl_map *none = isl_map_empty(isl_union_map_get_space(pairs));
    isl_union_map_free(pairs);
    return none;
  }
  isl_map *apart = isl_map_from_union_map(pairs);
  int last = (int)isl_map_dim(apart, isl_dim_in) - 1;
  for (int r = 0; r < last; r++)
    apart = isl_map_equate(apart, isl_dim_in, r, isl_dim_out, r);
  isl_map *still =
      isl_map_equate(isl_map_copy(apart), isl_dim_in, last, isl_dim_out, last);
  return isl_map_subtract(apart, still);
}

bool asBandCarries(__isl_keep isl_schedule_node *band, int member,
                   const AsDependences *dependences) {
  isl_union_map *times = timesOf(band, member);
  bool carries = false;
  for (int d = 0; d < dependences->size && !carries; d++) {
    isl_map *apart = apartAtLast(&dependences->list[d], times);
    carries = isl_map_is_empty(apart) != isl_bool_true;
    isl_map_free(apart);
  }
  isl_union_map_free(times);
  return carries;
}

/// Whether `times` extend along every dimension along which `all` do.
static bool isFull(__isl_take isl_set *times, __isl_take isl_set *all) {
  isl_set *hull = isl_set_from_basic_set(isl_set_affine_hull(times));
  isl_set *whole = isl_set_from_basic_set(isl_set_affine_hull(all));
  isl_bool isFull = isl_set_is_equal(hull, whole);
  isl_set_free(hull);
  isl_set_free(whole);
  return isFull == isl_bool_true;
}

/// Whether sources and targets both do: almost each time is one.
static bool fillsBothEnds(__isl_keep isl_map *apart,
                          __isl_keep isl_union_map *times) {
  isl_set *all =
      isl_set_from_union_set(isl_union_map_range(isl_union_map_copy(times)));
  bool isFirst = isFull(isl_map_domain(isl_map_copy(apart)), isl_set_copy(all));
  return isFull(isl_map_range(isl_map_copy(apart)), all) && isFirst;
}

bool asBandIsChained(__isl_keep isl_schedule_node *band, int member,
                     const AsDependences *dependences) {
  isl_union_map *times = timesOf(band, member);
  bool isChained = false;
  for (int d = 0; d < dependences->size && !isChained; d++) {
    if (dependences->list[d].kind != AS_DEPENDENCE_FLOW)
      continue;
    isl_map *apart = apartAtLast(&dependences->list[d], times);
    if (isl_map_is_empty(apart) == isl_bool_false)
      isChained = fillsBothEnds(apart, times);
    isl_map_free(apart);
  }
  isl_union_map_free(times);
  return isChained;
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

__isl_give isl_schedule_node *asScheduleMark(__isl_take isl_schedule_node *node,
                                             const char *name) {
  isl_id *id = isl_id_alloc(isl_schedule_node_get_ctx(node), name, NULL);
  return isl_schedule_node_insert_mark(node, id);
}

/// Marks the first member; returns the mark above it.
static __isl_give isl_schedule_node *
markFirst(__isl_take isl_schedule_node *band) {
  if (isl_schedule_node_band_n_member(band) > 1)
    band = isl_schedule_node_band_split(band, 1);
  isl_schedule_node *below =
      asScheduleMark(isl_schedule_node_child(band, 0), AS_SERIAL_MARK);
  return asScheduleMark(isl_schedule_node_parent(below), AS_PARALLEL_MARK);
}

/// The first member that carries nothing and can be moved to the front; -1 if
/// there is none.
static int findFree(__isl_keep isl_schedule_node *band,
                    const AsDependences *dependences) {
  int count =
      asBandIsPermutable(band) ? (int)isl_schedule_node_band_n_member(band) : 1;
  for (int m = 0; m < count; m++)
    if (!asBandCarries(band, m, dependences))
      return m;
  return -1;
}

/// Whether a band follows directly below, as under tile loops.
static bool isTileBand(__isl_keep isl_schedule_node *band) {
  isl_schedule_node *child = isl_schedule_node_get_child(band, 0);
  bool isTileBand = asBandIs(child);
  isl_schedule_node_free(child);
  return isTileBand;
}

/// Replaces the first member by the sum of all members, in a band of its own
/// above the others.
static __isl_give isl_schedule_node *
wavefrontOfTiles(__isl_take isl_schedule_node *band) {
  isl_multi_union_pw_aff *times =
      isl_schedule_node_band_get_partial_schedule(band);
  isl_union_pw_aff *sum = isl_multi_union_pw_aff_get_union_pw_aff(times, 0);
  int count = (int)isl_schedule_node_band_n_member(band);
  for (int m = 1; m < count; m++)
    sum = isl_union_pw_aff_add(
        sum, isl_multi_union_pw_aff_get_union_pw_aff(times, m));
  times = isl_multi_union_pw_aff_set_union_pw_aff(times, 0, sum);
  band = isl_schedule_node_delete(band);
  band = isl_schedule_node_insert_partial_schedule(band, times);
  return isl_schedule_node_band_split(band, 1);
}

/// Marks a member of the band if one is parallel; *isMarked says so. Returns
/// the node in the place of the band.
static __isl_give isl_schedule_node *
markBand(__isl_take isl_schedule_node *band, const AsDependences *dependences,
         bool *isMarked) {
  int free = findFree(band, dependences);
  *isMarked = free >= 0;
  if (*isMarked)
    return markFirst(free > 0 ? asBandMove(band, free, 0) : band);
  if (!asBandIsPermutable(band) || !isTileBand(band) ||
      isl_schedule_node_band_n_member(band) < 2)
    return band;
  isl_schedule_node *wave = isl_schedule_node_child(
      wavefrontOfTiles(isl_schedule_node_copy(band)), 0);
  *isMarked = !asBandCarries(wave, 0, dependences);
  isl_schedule_node_free(*isMarked ? band : wave);
  return *isMarked ? isl_schedule_node_parent(markFirst(wave)) : band;
}

static __isl_give isl_schedule_node *
markParallel(__isl_take isl_schedule_node *node,
             const AsDependences *dependences) {
  bool isMarked = false;
  if (asBandIs(node))
    node = markBand(node, dependences, &isMarked);
  int count = isMarked ? 0 : (int)isl_schedule_node_n_children(node);
  for (int c = 0; c < count; c++)
    node = isl_schedule_node_parent(
        markParallel(isl_schedule_node_child(node, c), dependences));
  return node;
}

__isl_give isl_schedule *
asScheduleMarkParallel(__isl_take isl_schedule *schedule,
                       const AsDependences *dependences) {
  isl_schedule_node *root = isl_schedule_get_root(schedule);
  isl_schedule_free(schedule);
  root = markParallel(root, dependences);
  schedule = isl_schedule_node_get_schedule(root);
  isl_schedule_node_free(root);
  return schedule;
}
