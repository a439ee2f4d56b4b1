//===- isl-schedule.c - Schedules by isl, with tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes a schedule tree by isl's scheduler (Pluto's algorithm) from the
// dependences, and applies the options to its tileable bands, from the inside
// outwards.
//
// Requires:    a SCoP and all of its dependences.
// Provides:    a schedule tree; the caller tests it by asScheduleBreaks.
// Invalidates: nothing; the IR stays.
//
//   domain: { S0[t, i] }                                 A[i] = A[i-1] + A[i+1]
// becomes, with tile=4,8
//   schedule: [floor(t / 4)], [floor((t + i) / 8)]       permutable
//   schedule: [t], [t + i]                               permutable
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/isl-schedule.h"
#include "affine/schedule/parallel-loops.h"
#include "affine/schedule/schedule-band.h"
#include "affine/schedule/scheduler-effort.h"
#include "affine/schedule/symbolic-sizes.h"
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>

/// The largest factor of skewing and the largest shift. isl takes long to
/// exclude larger ones, and they make poor loops.
enum { largestFactor = 20 };

/// Budgets of isl (affine/scop/isl-budget.h). The first is that of
/// asScheduleFind, several times that of the search, so that what was found
/// once is found again. The second is for the rest: to shape and test a
/// schedule and to generate loops.
enum { unitsToFind = 60 * 1000 * 1000, unitsToApply = 4 * 1000 * 1000 };

/// The price of the operations around isl's scheduler.
enum { priceToPrepare = 6 };

/// Context of shape().
typedef struct Shaping {
  const AsScop *scop;
  const AsDependences *dependences;
  const AsScheduleOptions *options;
} Shaping;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// Whether some pair gets the same time, or is reversed. `times` maps all
/// statements to one space.
static isl_bool isBroken(__isl_keep isl_union_map *times,
                         const AsDependence *dependence) {
  isl_union_map *pairs =
      isl_union_map_from_map(isl_map_copy(dependence->relation));
  pairs = isl_union_map_apply_domain(pairs, isl_union_map_copy(times));
  pairs = isl_union_map_apply_range(pairs, isl_union_map_copy(times));
  isl_map *moved = isl_map_from_union_map(pairs);
  isl_space *space = isl_space_domain(isl_map_get_space(moved));
  moved = isl_map_intersect(moved, isl_map_lex_ge(space));
  isl_bool isKept = isl_map_is_empty(moved);
  isl_map_free(moved);
  return isl_bool_not(isKept);
}

const AsDependence *asScheduleBreaks(__isl_keep isl_schedule *schedule,
                                     const AsDependences *dependences,
                                     bool *failed) {
  isl_union_map *times = isl_schedule_get_map(schedule);
  const AsDependence *found = NULL;
  *failed = false;
  for (int d = 0; d < dependences->size && !found && !*failed; d++) {
    if (dependences->list[d].commutes)
      continue;
    isl_bool broken = isBroken(times, &dependences->list[d]);
    *failed = broken == isl_bool_error;
    if (broken == isl_bool_true)
      found = &dependences->list[d];
  }
  isl_union_map_free(times);
  return found;
}

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
      isLegal = isBroken(times, dependence) == isl_bool_false;
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
  if (options->distribute && asBandIsInnermost(node))
    node = distributeLast(shaping, node, count);
  // A single loop can be strip-mined whatever it carries.
  if (isPermutable || count == 1)
    return tile(node, count, times, options->tile);
  isl_multi_union_pw_aff_free(times);
  return node;
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

static __isl_give isl_union_set *domainOf(const AsScop *scop) {
  isl_union_set *domain =
      isl_union_set_from_set(isl_set_copy(scop->statements[0].domain));
  for (int s = 1; s < scop->numStatements; s++)
    domain = isl_union_set_union(domain, isl_union_set_from_set(isl_set_copy(
                                             scop->statements[s].domain)));
  return domain;
}

/// The same pairs within the domain, and possibly more outside, in fewer
/// constraints.
static __isl_give isl_union_map *simplify(__isl_take isl_union_map *pairs,
                                          __isl_keep isl_union_set *domain) {
  pairs = isl_union_map_coalesce(pairs);
  pairs = isl_union_map_gist_domain(pairs, isl_union_set_copy(domain));
  return isl_union_map_gist_range(pairs, isl_union_set_copy(domain));
}

/// The dependences as isl's scheduler wants them. Owned.
typedef struct Constraints {
  isl_union_map *ordered; ///< Validity: source before target.
  isl_union_map *all;     ///< Coincidence: not in parallel.
  isl_union_map *flow;    ///< Proximity: close in time.
} Constraints;

static void freeConstraints(Constraints *constraints) {
  isl_union_map_free(constraints->ordered);
  isl_union_map_free(constraints->all);
  isl_union_map_free(constraints->flow);
}

/// Runs isl's scheduler. NULL if it would take too long or gave up.
static __isl_give isl_schedule *compute(AsIslBudget *budget,
                                        __isl_take isl_union_set *domain,
                                        __isl_take isl_union_map *ordered,
                                        __isl_take isl_union_map *all,
                                        __isl_take isl_union_map *flow) {
  asIslBudgetAllow(budget, budget->all, priceToPrepare);
  AsSchedulerEffort effort = {0};
  bool isTooLarge = !asSchedulerEffortAdd(&effort, ordered) ||
                    !asSchedulerEffortAdd(&effort, all) ||
                    !asSchedulerEffortAdd(&effort, flow);
  asIslBudgetAllow(budget, budget->all / 2, asSchedulerEffortPrice(&effort));
  isl_schedule_constraints *constraints =
      isl_schedule_constraints_on_domain(domain);
  constraints = isl_schedule_constraints_set_validity(constraints, ordered);
  constraints = isl_schedule_constraints_set_coincidence(constraints, all);
  constraints = isl_schedule_constraints_set_proximity(constraints, flow);
  if (!isTooLarge)
    return isl_schedule_constraints_compute_schedule(constraints);
  isl_schedule_constraints_free(constraints);
  return NULL;
}

static __isl_give isl_union_map *add(__isl_take isl_union_map *all,
                                     __isl_keep isl_union_map *some) {
  return isl_union_map_union(all, isl_union_map_copy(some));
}

/// With `keep`, only dependences that the kept loop does not carry count.
static Constraints constraintsOf(const AsDependences *dependences,
                                 __isl_keep isl_union_set *domain, bool keep) {
  isl_union_map *none = isl_union_map_empty(isl_union_set_get_space(domain));
  Constraints constraints = {isl_union_map_copy(none), isl_union_map_copy(none),
                             none};
  for (int d = 0; d < dependences->size; d++) {
    const AsDependence *dependence = &dependences->list[d];
    isl_map *pairs = isl_map_copy(dependence->relation);
    if (keep)
      pairs = isl_map_equate(pairs, isl_dim_in, 0, isl_dim_out, 0);
    isl_union_map *own = isl_union_map_from_map(pairs);
    if (dependence->kind == AS_DEPENDENCE_FLOW)
      constraints.flow = add(constraints.flow, own);
    if (!dependence->commutes)
      constraints.ordered = add(constraints.ordered, own);
    constraints.all = add(constraints.all, own);
    isl_union_map_free(own);
  }
  return constraints;
}

/// Runs the scheduler on unsimplified constraints, with sizes hidden behind
/// parameters.
static __isl_give isl_schedule *
computeForSizes(AsIslBudget *budget, __isl_keep isl_union_set *domain,
                const Constraints *constraints) {
  AsSymbolicSizes sizes = {0};
  isl_union_map *instances = isl_union_set_identity(isl_union_set_copy(domain));
  isl_schedule *schedule = NULL;
  if (asSymbolicSizesCollect(&sizes, instances) &&
      asSymbolicSizesCollect(&sizes, constraints->all)) {
    isl_union_map *hidden =
        asSymbolicSizesHide(&sizes, isl_union_map_copy(instances));
    schedule = compute(
        budget, isl_union_map_domain(hidden),
        asSymbolicSizesHide(&sizes, isl_union_map_copy(constraints->ordered)),
        asSymbolicSizesHide(&sizes, isl_union_map_copy(constraints->all)),
        asSymbolicSizesHide(&sizes, isl_union_map_copy(constraints->flow)));
  }
  isl_union_map_free(instances);
  return schedule ? asSymbolicSizesReveal(&sizes, schedule,
                                          isl_union_set_copy(domain))
                  : NULL;
}

/// Runs the scheduler, first on simplified constraints.
static __isl_give isl_schedule *computeFrom(const AsScop *scop,
                                            const AsDependences *dependences,
                                            __isl_take isl_union_set *domain,
                                            bool keep, AsIslBudget *budget) {
  asIslBudgetAllow(budget, budget->all / 2, priceToPrepare);
  Constraints of = constraintsOf(dependences, domain, keep);
  // Simplified constraints make isl ten times as fast, but the added pairs
  // outside of the domain may form cycles. Proximity stays as it is: distances
  // are bounded only within the domain.
  isl_schedule *schedule =
      compute(budget, isl_union_set_copy(domain),
              simplify(isl_union_map_copy(of.ordered), domain),
              simplify(isl_union_map_copy(of.all), domain),
              isl_union_map_copy(of.flow));
  asIslBudgetAllow(budget, budget->all / 2, priceToPrepare);
  if (!schedule)
    schedule = computeForSizes(budget, domain, &of);
  freeConstraints(&of);
  isl_union_set_free(domain);
  return schedule;
}

/// Whether all statements have the same outermost loop.
static bool hasOutermost(const AsScop *scop) {
  for (int s = 0; s < scop->numStatements; s++)
    if (scop->statements[s].depth == 0 ||
        scop->statements[s].loops[0] != scop->statements[0].loops[0])
      return false;
  return true;
}

/// The outermost loop of all statements, as a function of instances.
static __isl_give isl_union_pw_aff *outermost(const AsScop *scop) {
  isl_union_pw_aff *all = NULL;
  for (int s = 0; s < scop->numStatements; s++) {
    isl_set *domain = scop->statements[s].domain;
    isl_aff *time = isl_aff_var_on_domain(
        isl_local_space_from_space(isl_set_get_space(domain)), isl_dim_set, 0);
    isl_union_pw_aff *own =
        isl_union_pw_aff_from_pw_aff(isl_pw_aff_intersect_domain(
            isl_pw_aff_from_aff(time), isl_set_copy(domain)));
    all = all ? isl_union_pw_aff_union_add(all, own) : own;
  }
  return all;
}

static __isl_give isl_schedule_node *
dropFixed(__isl_take isl_schedule_node *node, void *around) {
  return asBandIs(node) ? asBandDropFixed(node, around) : node;
}

/// Puts the outermost loop around the schedule of its body.
static __isl_give isl_schedule *
insertOutermost(const AsScop *scop, __isl_take isl_schedule *schedule) {
  isl_union_pw_aff *outer = outermost(scop);
  isl_union_map *around =
      isl_union_map_from_union_pw_aff(isl_union_pw_aff_copy(outer));
  schedule =
      isl_schedule_map_schedule_node_bottom_up(schedule, dropFixed, around);
  isl_union_map_free(around);
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_from_union_pw_aff(outer));
}

__isl_give isl_schedule *asScheduleCompute(const AsScop *scop,
                                           const AsDependences *dependences,
                                           const AsScheduleOptions *options,
                                           AsIslBudget *budget) {
  if (scop->numStatements == 0)
    return NULL;
  isl_options_set_schedule_serialize_sccs(scop->isl, !options->fuse);
  isl_options_set_schedule_maximize_band_depth(scop->isl, 1);
  isl_options_set_schedule_max_coefficient(scop->isl, largestFactor);
  isl_options_set_schedule_max_constant_term(scop->isl, largestFactor);
  bool keep = options->keep && hasOutermost(scop);
  isl_schedule *schedule =
      computeFrom(scop, dependences, domainOf(scop), keep, budget);
  return keep && schedule ? insertOutermost(scop, schedule) : schedule;
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

__isl_give isl_schedule *asScheduleFind(const AsScop *scop,
                                        const AsDependences *dependences,
                                        const AsScheduleOptions *options) {
  AsIslBudget budget;
  asIslBudgetStart(&budget, scop->isl, unitsToFind);
  isl_schedule *schedule =
      asScheduleCompute(scop, dependences, options, &budget);
  asIslBudgetAllow(&budget, unitsToApply, 1);
  return asScheduleShape(scop, dependences, options, schedule);
}

//===----------------------------------------------------------------------===//
// Extents of bands
//===----------------------------------------------------------------------===//

typedef struct Deepest {
  int count;
  int64_t *extents;
} Deepest;

static bool readNumber(__isl_take isl_val *value, int64_t *number) {
  bool isNumber = isl_val_is_int(value) == isl_bool_true;
  *number = isNumber ? isl_val_get_num_si(value) : 0;
  isl_val_free(value);
  return isNumber;
}

/// The range of times of a member of the band; 0 if isl cannot tell.
static int64_t extentOf(__isl_keep isl_schedule_node *band, int member) {
  isl_union_map *map = asBandTimes(band, member);
  isl_set *all = isl_set_from_union_set(isl_union_map_range(map));
  isl_aff *time = isl_aff_var_on_domain(
      isl_local_space_from_space(isl_set_get_space(all)), isl_dim_set, 0);
  int64_t first, last;
  bool isKnown = readNumber(isl_set_min_val(all, time), &first) &&
                 readNumber(isl_set_max_val(all, time), &last);
  isl_aff_free(time);
  isl_set_free(all);
  return isKnown ? last - first + 1 : 0;
}

static isl_bool readDeepest(__isl_keep isl_schedule_node *node, void *context) {
  Deepest *deepest = context;
  if (!asBandIsTileable(node))
    return isl_bool_true;
  int count = (int)isl_schedule_node_band_n_member(node);
  if (count <= deepest->count || count > AS_AFFINE_MAX_DEPTH)
    return isl_bool_true;
  deepest->count = count;
  for (int m = 0; m < count; m++)
    deepest->extents[m] = extentOf(node, m);
  return isl_bool_true;
}

int asScheduleDeepestBand(__isl_keep isl_schedule *schedule, int64_t *extents) {
  Deepest deepest = {0, extents};
  isl_schedule_foreach_schedule_node_top_down(schedule, readDeepest, &deepest);
  return deepest.count;
}
