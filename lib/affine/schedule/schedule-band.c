//===- schedule-band.c - Bands of a schedule tree
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   schedule: [t], [i], [j]
// asBandMove(band, 1, 2)
//   schedule: [t], [j], [i]
// asBandWavefront(band)
//   schedule: [t], [i + j], [j]
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/schedule-band.h"
#include <isl/aff.h>
#include <isl/union_map.h>

bool asBandIs(__isl_keep isl_schedule_node *node) {
  return isl_schedule_node_get_type(node) == isl_schedule_node_band;
}

bool asBandIsPermutable(__isl_keep isl_schedule_node *band) {
  return isl_schedule_node_band_get_permutable(band) == isl_bool_true;
}

static isl_bool isNoBand(__isl_keep isl_schedule_node *node, void *context) {
  return !asBandIs(node);
}

bool asBandIsInnermost(__isl_keep isl_schedule_node *node) {
  if (!asBandIs(node))
    return false;
  isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
  isl_bool isLast = isl_schedule_node_every_descendant(child, isNoBand, NULL);
  isl_schedule_node_free(child);
  return isLast == isl_bool_true;
}

/// Whether the node is a permutable band of several members.
static bool isWide(__isl_keep isl_schedule_node *node) {
  return asBandIs(node) && isl_schedule_node_band_n_member(node) > 1 &&
         asBandIsPermutable(node);
}

static isl_bool isNotWide(__isl_keep isl_schedule_node *node, void *context) {
  return !isWide(node);
}

/// Whether it is, and no band below it is.
static bool isDeepestWide(__isl_keep isl_schedule_node *node) {
  if (!isWide(node))
    return false;
  isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
  isl_bool isDeepest =
      isl_schedule_node_every_descendant(child, isNotWide, NULL);
  isl_schedule_node_free(child);
  return isDeepest == isl_bool_true;
}

bool asBandIsTileable(__isl_keep isl_schedule_node *node) {
  if (isDeepestWide(node) || !asBandIsInnermost(node))
    return isDeepestWide(node);
  bool isWithin = false;
  isl_schedule_node *around = isl_schedule_node_copy(node);
  while (!isWithin && isl_schedule_node_has_parent(around) == isl_bool_true) {
    around = isl_schedule_node_parent(around);
    isWithin = isDeepestWide(around);
  }
  isl_schedule_node_free(around);
  return !isWithin;
}

__isl_give isl_union_map *asBandTimes(__isl_keep isl_schedule_node *band,
                                      int member) {
  isl_multi_union_pw_aff *times =
      isl_schedule_node_band_get_partial_schedule(band);
  isl_union_map *own = isl_union_map_from_union_pw_aff(
      isl_multi_union_pw_aff_get_union_pw_aff(times, member));
  isl_multi_union_pw_aff_free(times);
  return isl_union_map_intersect_domain(own,
                                        isl_schedule_node_get_domain(band));
}

__isl_give isl_schedule_node *asBandMove(__isl_take isl_schedule_node *band,
                                         int from, int to) {
  int count = (int)isl_schedule_node_band_n_member(band);
  isl_multi_union_pw_aff *times =
      isl_schedule_node_band_get_partial_schedule(band);
  isl_multi_union_pw_aff *moved = isl_multi_union_pw_aff_copy(times);
  for (int m = 0; m < count; m++) {
    int old = m;
    if (m == to)
      old = from;
    else if (m >= from && m < to)
      old = m + 1;
    else if (m > to && m <= from)
      old = m - 1;
    moved = isl_multi_union_pw_aff_set_union_pw_aff(
        moved, m, isl_multi_union_pw_aff_get_union_pw_aff(times, old));
  }
  isl_multi_union_pw_aff_free(times);
  band = isl_schedule_node_delete(band);
  band = isl_schedule_node_insert_partial_schedule(band, moved);
  return isl_schedule_node_band_set_permutable(band, 1);
}

__isl_give isl_schedule_node *
asBandWavefront(__isl_take isl_schedule_node *band) {
  int last = (int)isl_schedule_node_band_n_member(band) - 1;
  isl_multi_union_pw_aff *times =
      isl_schedule_node_band_get_partial_schedule(band);
  isl_union_pw_aff *sum = isl_union_pw_aff_add(
      isl_multi_union_pw_aff_get_union_pw_aff(times, last - 1),
      isl_multi_union_pw_aff_get_union_pw_aff(times, last));
  times = isl_multi_union_pw_aff_set_union_pw_aff(times, last - 1, sum);
  band = isl_schedule_node_delete(band);
  band = isl_schedule_node_insert_partial_schedule(band, times);
  return isl_schedule_node_band_set_permutable(band, 1);
}

/// Whether the member has a single time for each time of `around`.
static bool isFixed(__isl_keep isl_schedule_node *band, int member,
                    __isl_keep isl_union_map *around) {
  isl_union_map *times = isl_union_map_apply_domain(asBandTimes(band, member),
                                                    isl_union_map_copy(around));
  isl_bool isSingle = isl_union_map_is_single_valued(times);
  isl_union_map_free(times);
  return isSingle == isl_bool_true;
}

__isl_give isl_schedule_node *
asBandDropFixed(__isl_take isl_schedule_node *band,
                __isl_keep isl_union_map *around) {
  isl_multi_union_pw_aff *times =
      isl_schedule_node_band_get_partial_schedule(band);
  bool isPermutable = asBandIsPermutable(band);
  int count = (int)isl_schedule_node_band_n_member(band), left = count;
  for (int m = count - 1; m >= 0; m--)
    if (isFixed(band, m, around)) {
      times =
          isl_multi_union_pw_aff_drop_dims(times, isl_dim_set, (unsigned)m, 1);
      left--;
    }
  if (left == count || !left)
    isl_multi_union_pw_aff_free(times);
  if (left == count)
    return band;
  band = isl_schedule_node_delete(band);
  if (!left)
    return band;
  band = isl_schedule_node_insert_partial_schedule(band, times);
  return isl_schedule_node_band_set_permutable(band, isPermutable);
}
