//===- symbolic-sizes.c - Replace large sizes by parameters
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/symbolic-sizes.h"
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <stdio.h>
#include <stdlib.h>

/// Numbers below `smallest` stay. Others are written as a multiple of a size,
/// of at most `mostTimes`, plus or minus at most `mostApart`.
enum { smallest = 40, mostTimes = 4, mostApart = 16 };

/// A number as times * size + rest. `size` is -1 for a number that stays.
typedef struct Parts {
  int size;
  int64_t times, rest;
} Parts;

static bool split(const AsSymbolicSizes *sizes, int64_t number, Parts *parts) {
  int64_t amount = llabs(number), sign = number < 0 ? -1 : 1;
  *parts = (Parts){-1, 0, number};
  if (amount < smallest)
    return true;
  for (int s = 0; s < sizes->count; s++)
    for (int64_t times = 1; times <= mostTimes; times++) {
      int64_t rest = amount - times * sizes->value[s];
      if (llabs(rest) <= mostApart) {
        *parts = (Parts){s, sign * times, sign * rest};
        return true;
      }
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// State while walking the constraints of a relation.
typedef struct Rewriting {
  AsSymbolicSizes *found;       ///< Where sizes are collected.
  const AsSymbolicSizes *sizes; ///< Sizes to hide.
  int first;                    ///< Position of the parameter n0.
  isl_basic_map *pairs;         ///< The current disjunct, rewritten so far,
  isl_union_map *all;           ///< and all disjuncts so far.
} Rewriting;

static int64_t constantOf(__isl_keep isl_constraint *constraint) {
  isl_val *value = isl_constraint_get_constant_val(constraint);
  int64_t number = isl_val_get_num_si(value);
  isl_val_free(value);
  return number;
}

static isl_stat collectFrom(__isl_take isl_constraint *constraint,
                            void *context) {
  AsSymbolicSizes *sizes = ((Rewriting *)context)->found;
  int64_t number = constantOf(constraint);
  isl_constraint_free(constraint);
  Parts parts;
  if (split(sizes, number, &parts))
    return isl_stat_ok;
  if (sizes->count == AS_SIZES_MAX)
    return isl_stat_error;
  sizes->value[sizes->count++] = llabs(number);
  return isl_stat_ok;
}

static isl_stat hideIn(__isl_take isl_constraint *constraint, void *context) {
  Rewriting *rewriting = context;
  Parts parts;
  split(rewriting->sizes, constantOf(constraint), &parts);
  if (parts.size >= 0) {
    constraint = isl_constraint_set_constant_si(constraint, (int)parts.rest);
    constraint = isl_constraint_set_coefficient_si(
        constraint, isl_dim_param, rewriting->first + parts.size,
        (int)parts.times);
  }
  rewriting->pairs = isl_basic_map_add_constraint(rewriting->pairs, constraint);
  return isl_stat_ok;
}

static isl_stat collectFromDisjunct(__isl_take isl_basic_map *pairs,
                                    void *context) {
  isl_stat done = isl_basic_map_foreach_constraint(pairs, collectFrom, context);
  isl_basic_map_free(pairs);
  return done;
}

static isl_stat collectFromMap(__isl_take isl_map *pairs, void *context) {
  isl_stat done =
      isl_map_foreach_basic_map(pairs, collectFromDisjunct, context);
  isl_map_free(pairs);
  return done;
}

bool asSymbolicSizesCollect(AsSymbolicSizes *sizes,
                            __isl_keep isl_union_map *pairs) {
  Rewriting rewriting = {.found = sizes};
  return isl_union_map_foreach_map(pairs, collectFromMap, &rewriting) ==
         isl_stat_ok;
}

//===----------------------------------------------------------------------===//
// Hiding
//===----------------------------------------------------------------------===//

static void nameOf(int size, char name[16]) { snprintf(name, 16, "n%d", size); }

static __isl_give isl_basic_map *addParameters(const AsSymbolicSizes *sizes,
                                               __isl_take isl_basic_map *pairs,
                                               int first) {
  pairs = isl_basic_map_add_dims(pairs, isl_dim_param, (unsigned)sizes->count);
  for (int s = 0; s < sizes->count; s++) {
    char name[16];
    nameOf(s, name);
    pairs = isl_basic_map_set_dim_name(pairs, isl_dim_param,
                                       (unsigned)(first + s), name);
  }
  return pairs;
}

static isl_stat hideInDisjunct(__isl_take isl_basic_map *pairs, void *context) {
  Rewriting *rewriting = context;
  rewriting->first = (int)isl_basic_map_dim(pairs, isl_dim_param);
  pairs = addParameters(rewriting->sizes, pairs, rewriting->first);
  rewriting->pairs = isl_basic_map_universe(isl_basic_map_get_space(pairs));
  isl_stat done = isl_basic_map_foreach_constraint(pairs, hideIn, rewriting);
  isl_basic_map_free(pairs);
  rewriting->all = isl_union_map_union(
      rewriting->all, isl_union_map_from_basic_map(rewriting->pairs));
  return done;
}

static isl_stat hideInMap(__isl_take isl_map *pairs, void *context) {
  isl_stat done = isl_map_foreach_basic_map(pairs, hideInDisjunct, context);
  isl_map_free(pairs);
  return done;
}

__isl_give isl_union_map *asSymbolicSizesHide(const AsSymbolicSizes *sizes,
                                              __isl_take isl_union_map *pairs) {
  Rewriting rewriting = {.sizes = sizes};
  rewriting.all = isl_union_map_empty(isl_union_map_get_space(pairs));
  isl_stat done = isl_union_map_foreach_map(pairs, hideInMap, &rewriting);
  isl_union_map_free(pairs);
  if (done != isl_stat_ok)
    rewriting.all = isl_union_map_free(rewriting.all);
  return rewriting.all;
}

//===----------------------------------------------------------------------===//
// Revealing
//===----------------------------------------------------------------------===//

/// Replaces the parameters by their sizes.
static __isl_give isl_union_map *fix(const AsSymbolicSizes *sizes,
                                     __isl_take isl_union_map *map) {
  for (int s = 0; s < sizes->count; s++) {
    char name[16];
    nameOf(s, name);
    int at = isl_union_map_find_dim_by_name(map, isl_dim_param, name);
    if (at < 0)
      continue;
    isl_set *value =
        isl_set_params(isl_set_universe(isl_union_map_get_space(map)));
    value = isl_set_fix_si(value, isl_dim_param, (unsigned)at,
                           (int)sizes->value[s]);
    map = isl_union_map_intersect_params(map, value);
    map = isl_union_map_project_out(map, isl_dim_param, (unsigned)at, 1);
  }
  return map;
}

static __isl_give isl_union_set *fixSet(const AsSymbolicSizes *sizes,
                                        __isl_take isl_union_set *set) {
  return isl_union_map_domain(fix(sizes, isl_union_set_identity(set)));
}

static __isl_give isl_schedule_node *
copyBelow(const AsSymbolicSizes *sizes, __isl_keep isl_schedule_node *from,
          __isl_take isl_schedule_node *to);

static __isl_give isl_schedule_node *
copyBand(const AsSymbolicSizes *sizes, __isl_keep isl_schedule_node *band,
         __isl_take isl_schedule_node *to) {
  isl_union_map *times = isl_union_map_from_multi_union_pw_aff(
      isl_schedule_node_band_get_partial_schedule(band));
  to = isl_schedule_node_insert_partial_schedule(
      to, isl_multi_union_pw_aff_from_union_map(fix(sizes, times)));
  to = isl_schedule_node_band_set_permutable(
      to, isl_schedule_node_band_get_permutable(band) == isl_bool_true);
  int count = (int)isl_schedule_node_band_n_member(band);
  for (int m = 0; m < count; m++)
    to = isl_schedule_node_band_member_set_coincident(
        to, m,
        isl_schedule_node_band_member_get_coincident(band, m) == isl_bool_true);
  isl_schedule_node *child = isl_schedule_node_get_child(band, 0);
  to = copyBelow(sizes, child, isl_schedule_node_child(to, 0));
  isl_schedule_node_free(child);
  return isl_schedule_node_parent(to);
}

/// Copies a sequence or a set of parts.
static __isl_give isl_schedule_node *
copyParts(const AsSymbolicSizes *sizes, __isl_keep isl_schedule_node *parts,
          __isl_take isl_schedule_node *to) {
  int count = (int)isl_schedule_node_n_children(parts);
  isl_union_set_list *filters =
      isl_union_set_list_alloc(isl_schedule_node_get_ctx(parts), count);
  for (int c = 0; c < count; c++) {
    isl_schedule_node *child = isl_schedule_node_get_child(parts, c);
    filters = isl_union_set_list_add(
        filters, fixSet(sizes, isl_schedule_node_filter_get_filter(child)));
    isl_schedule_node_free(child);
  }
  bool isOrdered =
      isl_schedule_node_get_type(parts) == isl_schedule_node_sequence;
  to = isOrdered ? isl_schedule_node_insert_sequence(to, filters)
                 : isl_schedule_node_insert_set(to, filters);
  for (int c = 0; c < count; c++) {
    isl_schedule_node *child = isl_schedule_node_get_child(parts, c);
    isl_schedule_node *below = isl_schedule_node_get_child(child, 0);
    to = copyBelow(sizes, below, isl_schedule_node_grandchild(to, c, 0));
    to = isl_schedule_node_grandparent(to);
    isl_schedule_node_free(below);
    isl_schedule_node_free(child);
  }
  return to;
}

/// Copies the tree below `from` to the leaf `to`, with numbers for the
/// parameters.
static __isl_give isl_schedule_node *
copyBelow(const AsSymbolicSizes *sizes, __isl_keep isl_schedule_node *from,
          __isl_take isl_schedule_node *to) {
  switch (isl_schedule_node_get_type(from)) {
  case isl_schedule_node_band:
    return copyBand(sizes, from, to);
  case isl_schedule_node_sequence:
  case isl_schedule_node_set:
    return copyParts(sizes, from, to);
  default:
    return to;
  }
}

__isl_give isl_schedule *
asSymbolicSizesReveal(const AsSymbolicSizes *sizes,
                      __isl_take isl_schedule *schedule,
                      __isl_take isl_union_set *domain) {
  isl_schedule_node *root = isl_schedule_get_root(schedule);
  isl_schedule_node *from = isl_schedule_node_child(root, 0);
  isl_schedule *revealed = isl_schedule_from_domain(domain);
  isl_schedule_node *to =
      isl_schedule_node_child(isl_schedule_get_root(revealed), 0);
  to = copyBelow(sizes, from, to);
  isl_schedule_free(revealed);
  revealed = isl_schedule_node_get_schedule(to);
  isl_schedule_node_free(to);
  isl_schedule_node_free(from);
  isl_schedule_free(schedule);
  return revealed;
}
