//===- shape-schedule.c - Permute, distribute and tile the bands of a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applies the options to the tileable bands of a schedule tree, from the inside
// outwards.
//
// Requires:    a schedule tree by isl and all dependences.
// Provides:    a schedule tree; the caller tests it by asScheduleBreaks.
// Invalidates: nothing; the IR stays.
//
//   schedule: [t], [t + i]                               permutable
// becomes, with tile=4,8
//   schedule: [floor(t / 4)], [floor((t + i) / 8)]       permutable
//   schedule: [t], [t + i]                               permutable
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/shape-schedule.h"
#include "affine/schedule/parallel-loops.h"
#include "affine/schedule/schedule-band.h"
#include "affine/schedule/schedule-legality.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>

/// Context of shape().
typedef struct Shaping {
  const AsScop *scop;
  const AsDependences *dependences;
  const AsScheduleOptions *options;
} Shaping;

//===----------------------------------------------------------------------===//
// Bands
//===----------------------------------------------------------------------===//

/// Inserts a band of tile loops over the band. The tiles are permutable because
/// the band is, or because it is one loop.
static __isl_give isl_schedule_node *
tile(__isl_take isl_schedule_node *node, int count,
     __isl_take isl_multi_union_pw_aff *times, const int64_t *sizes) {
  for (int m = count - 1; m >= 0; m--) {
    if (sizes[m] <= 0) {
      times =
          isl_multi_union_pw_aff_drop_dims(times, isl_dim_set, (unsigned)m, 1);
      continue;
    }
    isl_union_pw_aff *time = isl_multi_union_pw_aff_get_union_pw_aff(times, m);
    time = isl_union_pw_aff_scale_down_val(
        time, isl_val_int_from_si(isl_union_pw_aff_get_ctx(time), sizes[m]));
    times = isl_multi_union_pw_aff_set_union_pw_aff(
        times, m, isl_union_pw_aff_floor(time));
  }
  if (isl_multi_union_pw_aff_dim(times, isl_dim_set) == 0) {
    isl_multi_union_pw_aff_free(times);
    return node;
  }
  node = isl_schedule_node_insert_partial_schedule(node, times);
  return isl_schedule_node_band_set_permutable(node, 1);
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

/// Adds each statement of `domain` as a part of its own, in textual order.
static __isl_give isl_union_set_list *
addStatements(const AsScop *scop, __isl_take isl_union_set *domain,
              __isl_take isl_union_set_list *parts) {
  for (int s = 0; s < scop->numStatements; s++) {
    isl_union_set *own = isl_union_set_intersect(
        isl_union_set_copy(domain),
        isl_union_set_from_set(
            isl_set_universe(isl_set_get_space(scop->statements[s].domain))));
    if (isl_union_set_is_empty(own) == isl_bool_false)
      parts = isl_union_set_list_add(parts, own);
    else
      isl_union_set_free(own);
  }
  isl_union_set_free(domain);
  return parts;
}

/// The statements under an innermost band, in the order in which an iteration
/// runs them.
static __isl_give isl_union_set_list *
statementsOf(const AsScop *scop, __isl_keep isl_schedule_node *band) {
  isl_union_set_list *parts = isl_union_set_list_alloc(scop->isl, 1);
  isl_schedule_node *child = isl_schedule_node_get_child(band, 0);
  enum isl_schedule_node_type type = isl_schedule_node_get_type(child);
  if (type == isl_schedule_node_sequence || type == isl_schedule_node_set) {
    int count = (int)isl_schedule_node_n_children(child);
    for (int c = 0; c < count; c++) {
      isl_schedule_node *filter = isl_schedule_node_get_child(child, c);
      isl_schedule_node *leaf = isl_schedule_node_get_child(filter, 0);
      parts = addStatements(scop, isl_schedule_node_get_domain(leaf), parts);
      isl_schedule_node_free(leaf);
      isl_schedule_node_free(filter);
    }
  } else {
    parts = addStatements(scop, isl_schedule_node_get_domain(child), parts);
  }
  isl_schedule_node_free(child);
  return parts;
}

/// Whether the dependence is between two different statements of the domain.
static bool isWithin(const AsDependence *dependence,
                     __isl_keep isl_union_set *domain) {
  isl_space *space = isl_map_get_space(dependence->relation);
  bool isWithin = isl_space_tuple_is_equal(space, isl_dim_in, space,
                                           isl_dim_out) != isl_bool_true;
  isl_space *ends[] = {isl_space_domain(isl_space_copy(space)),
                       isl_space_range(space)};
  for (int e = 0; e < 2; e++) {
    isl_set *end = isl_union_set_extract_set(domain, ends[e]);
    isWithin &= isl_set_plain_is_empty(end) != isl_bool_true;
    isl_set_free(end);
  }
  return isWithin;
}

/// Whether all dependences between statements of the node are kept after
/// distribution. No other dependence can break by it.
static bool isLegal(const Shaping *shaping,
                    __isl_keep isl_schedule_node *node) {
  isl_union_set *domain = isl_schedule_node_get_domain(node);
  isl_schedule *schedule = isl_schedule_node_get_schedule(node);
  isl_union_map *times = isl_schedule_get_map(schedule);
  bool isLegal = true;
  for (int d = 0; d < shaping->dependences->size && isLegal; d++) {
    const AsDependence *dependence = &shaping->dependences->list[d];
    if (!dependence->commutes && isWithin(dependence, domain))
      isLegal = asTimesBreak(times, dependence) == isl_bool_false;
  }
  isl_union_map_free(times);
  isl_schedule_free(schedule);
  isl_union_set_free(domain);
  return isLegal;
}

/// Gives each statement a last loop of its own, if that is legal.
static __isl_give isl_schedule_node *
distributeLast(const Shaping *shaping, __isl_take isl_schedule_node *node,
               int count) {
  isl_schedule_node *together = isl_schedule_node_copy(node);
  if (count > 1)
    node = isl_schedule_node_child(
        isl_schedule_node_band_split(node, count - 1), 0);
  isl_union_set_list *parts = statementsOf(shaping->scop, node);
  if (isl_union_set_list_n_union_set(parts) > 1)
    node = isl_schedule_node_insert_sequence(node, parts);
  else
    isl_union_set_list_free(parts);
  if (count > 1)
    node = isl_schedule_node_parent(node);
  bool isKept = isLegal(shaping, node);
  isl_schedule_node_free(isKept ? together : node);
  return isKept ? node : together;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Unrolls the last loop of an innermost band. The one around it is split where
/// the instances in it change, so that no conditions are left.
static __isl_give isl_schedule_node *jam(__isl_take isl_schedule_node *node,
                                         int count) {
  node = isl_schedule_node_band_member_set_ast_loop_type(node, count - 1,
                                                         isl_ast_loop_unroll);
  return isl_schedule_node_band_member_set_ast_loop_type(node, count - 2,
                                                         isl_ast_loop_separate);
}

/// Applies the options to one band. Others return unchanged.
static __isl_give isl_schedule_node *shape(__isl_take isl_schedule_node *node,
                                           void *context) {
  const Shaping *shaping = context;
  const AsScheduleOptions *options = shaping->options;
  if (!asBandIsTileable(node))
    return node;
  int count = (int)isl_schedule_node_band_n_member(node);
  if (count > AS_AFFINE_MAX_DEPTH)
    return node;
  bool isPermutable = asBandIsPermutable(node);
  if (isPermutable && options->innermost >= 0 && options->innermost < count - 1)
    node = asBandMove(node, options->innermost, count - 1);
  isl_multi_union_pw_aff *times =
      isl_schedule_node_band_get_partial_schedule(node);
  if (options->wave && isPermutable && count > 1)
    node = asBandWavefront(node);
  if (options->jam && isPermutable && count > 1 && asBandIsInnermost(node) &&
      options->tile[count - 1] > 0)
    node = jam(node, count);
  if (options->distribute && asBandIsInnermost(node))
    node = distributeLast(shaping, node, count);
  // A single loop can be strip-mined whatever it carries.
  if (isPermutable || count == 1)
    return tile(node, count, times, options->tile);
  isl_multi_union_pw_aff_free(times);
  return node;
}

__isl_give isl_schedule *asScheduleShape(const AsScop *scop,
                                         const AsDependences *dependences,
                                         const AsScheduleOptions *options,
                                         __isl_take isl_schedule *schedule) {
  Shaping shaping = {scop, dependences, options};
  schedule =
      isl_schedule_map_schedule_node_bottom_up(schedule, shape, &shaping);
  return schedule && options->parallel
             ? asScheduleMarkParallel(schedule, dependences)
             : schedule;
}
