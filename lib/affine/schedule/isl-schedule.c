//===- isl-schedule.c - Schedules by isl
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes a schedule tree by isl's scheduler (Pluto's algorithm) from the
// dependences.
//
// Requires:    a SCoP and all of its dependences.
// Provides:    a schedule tree; the caller tests it by asScheduleBreaks.
// Invalidates: nothing; the IR stays.
//
//   domain: { S0[t, i] }                                 A[i] = A[i-1] + A[i+1]
// becomes
//   schedule: [t], [t + i]                               permutable
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/isl-schedule.h"
#include "affine/schedule/schedule-band.h"
#include "affine/schedule/scheduler-effort.h"
#include "affine/schedule/symbolic-sizes.h"
#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
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
