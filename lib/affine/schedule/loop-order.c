//===- loop-order.c - What the search needs of a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/loop-order.h"
#include "affine/schedule/isl-schedule.h"
#include "affine/schedule/parallel-loops.h"
#include "affine/schedule/schedule-band.h"
#include <isl/aff.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <math.h>
#include <string.h>

/// The times of a statement in one loop of the schedule, as a function of its
/// own loops.
typedef struct Times {
  unsigned involved;                  ///< Bit d: it depends on loop d,
  double factor[AS_AFFINE_MAX_DEPTH]; ///< by this factor.
} Times;

/// State while reading one schedule tree.
typedef struct Reading {
  const AsScop *scop;
  const AsDependences *dependences;
  AsNestSchedule *schedule;
  Times times[AS_NEST_MAX_STATEMENTS][AS_NEST_MAX_LOOPS];
  bool failed;
} Reading;

//===----------------------------------------------------------------------===//
// Statements below a node
//===----------------------------------------------------------------------===//

static __isl_give isl_space *spaceOf(const AsScop *scop, int s) {
  return isl_set_get_space(scop->statements[s].domain);
}

static bool isBelow(const AsScop *scop, __isl_keep isl_schedule_node *node,
                    int s) {
  isl_union_set *domain = isl_schedule_node_get_domain(node);
  isl_set *own = isl_union_set_extract_set(domain, spaceOf(scop, s));
  bool isBelow = isl_set_is_empty(own) == isl_bool_false;
  isl_set_free(own);
  isl_union_set_free(domain);
  return isBelow;
}

static double factorOf(__isl_keep isl_aff *time, int d) {
  isl_val *factor = isl_aff_get_coefficient_val(time, isl_dim_in, d);
  double value = isl_val_get_d(factor);
  isl_val_free(factor);
  return value;
}

static isl_stat addPiece(__isl_take isl_set *domain, __isl_take isl_aff *time,
                         void *context) {
  Times *times = context;
  isl_size count = isl_aff_dim(time, isl_dim_in);
  for (int d = 0; d < (int)count && d < AS_AFFINE_MAX_DEPTH; d++)
    if (isl_aff_involves_dims(time, isl_dim_in, (unsigned)d, 1) ==
        isl_bool_true) {
      times->involved |= 1u << d;
      times->factor[d] = factorOf(time, d);
    }
  isl_set_free(domain);
  isl_aff_free(time);
  return isl_stat_ok;
}

/// The times of statement s in a member of the band.
static Times timesIn(const AsScop *scop, __isl_keep isl_schedule_node *band,
                     int member, int s) {
  isl_multi_union_pw_aff *schedule =
      isl_schedule_node_band_get_partial_schedule(band);
  isl_union_pw_aff *all =
      isl_multi_union_pw_aff_get_union_pw_aff(schedule, member);
  isl_space *space = isl_space_from_domain(spaceOf(scop, s));
  isl_pw_aff *own = isl_union_pw_aff_extract_pw_aff(
      all, isl_space_add_dims(space, isl_dim_out, 1));
  Times times = {0};
  isl_pw_aff_foreach_piece(own, addPiece, &times);
  isl_pw_aff_free(own);
  isl_union_pw_aff_free(all);
  isl_multi_union_pw_aff_free(schedule);
  return times;
}

//===----------------------------------------------------------------------===//
// Reading a schedule tree
//===----------------------------------------------------------------------===//

/// What the last loop of an innermost band carries while all others are fixed.
static AsNestCarry carryOf(const AsDependences *dependences,
                           __isl_keep isl_schedule_node *band) {
  int count = (int)isl_schedule_node_band_n_member(band);
  isl_schedule_node *last = isl_schedule_node_copy(band);
  if (count > 1)
    last = isl_schedule_node_child(
        isl_schedule_node_band_split(last, count - 1), 0);
  AsNestCarry carry = AS_NEST_CARRY_NONE;
  if (asBandIsChained(last, 0, dependences))
    carry = AS_NEST_CARRY_CHAIN;
  else if (asBandCarries(last, 0, dependences))
    carry = AS_NEST_CARRY_SOME;
  isl_schedule_node_free(last);
  return carry;
}

static void readBand(Reading *reading, __isl_keep isl_schedule_node *band) {
  const AsScop *scop = reading->scop;
  int members = (int)isl_schedule_node_band_n_member(band);
  int lastStatement = scop->numStatements - 1;
  bool hasLast = isBelow(scop, band, lastStatement);
  for (int s = 0; s < scop->numStatements; s++) {
    if (!isBelow(scop, band, s))
      continue;
    AsNestOrder *order = &reading->schedule->order[s];
    reading->failed |= order->numLoops + members > AS_NEST_MAX_LOOPS;
    for (int m = 0; m < members && !reading->failed; m++)
      reading->times[s][order->numLoops++] = timesIn(scop, band, m, s);
    order->shared += hasLast ? members : 0;
  }
}

static isl_bool readNode(__isl_keep isl_schedule_node *node, void *context) {
  Reading *reading = context;
  if (asBandIs(node))
    readBand(reading, node);
  return reading->failed ? isl_bool_error : isl_bool_true;
}

/// Notes what innermost loops carry.
static isl_bool readCarry(__isl_keep isl_schedule_node *node, void *context) {
  Reading *reading = context;
  const AsScop *scop = reading->scop;
  AsNestCarry carry = asBandIsInnermost(node)
                          ? carryOf(reading->dependences, node)
                          : AS_NEST_CARRY_NONE;
  for (int s = 0; carry && s < scop->numStatements; s++)
    if (isBelow(scop, node, s))
      reading->schedule->order[s].carry = carry;
  return isl_bool_true;
}

/// Assigns loop `r` of the schedule a loop of the statement that no other loop
/// walks: the innermost, since outer ones appear by skewing. With `onlyChoice`,
/// only if there is exactly one left.
static bool assign(AsNestOrder *order, unsigned *involved, int r,
                   bool onlyChoice) {
  unsigned left = involved[r];
  if (order->loop[r] >= 0 || left == 0 || (onlyChoice && (left & (left - 1))))
    return false;
  int loop = 0;
  while (left >> (loop + 1))
    loop++;
  order->loop[r] = (int8_t)loop;
  for (int other = 0; other < order->numLoops; other++)
    involved[other] &= ~(1u << loop);
  return true;
}

/// Assigns each loop around a statement the loop of the statement that it
/// walks.
static void assignLoops(AsNestOrder *order, const Times *times) {
  unsigned involved[AS_NEST_MAX_LOOPS];
  for (int r = 0; r < order->numLoops; r++)
    involved[r] = times[r].involved;
  memset(order->loop, -1, sizeof order->loop);
  bool isDone = false;
  while (!isDone) {
    isDone = true;
    for (int onlyChoice = 1; onlyChoice >= 0 && isDone; onlyChoice--)
      for (int r = 0; r < order->numLoops && isDone; r++)
        isDone = !assign(order, involved, r, onlyChoice);
  }
}

/// By how much an iteration of the loop of member 0 moves each other loop.
static void findShifts(AsNestOrder *order, const Times *times) {
  int mover = order->members ? order->loop[order->first] : -1;
  for (int r = 0; mover >= 0 && r < order->numLoops; r++) {
    int loop = order->loop[r];
    if (loop < 0 || loop == mover || times[r].factor[loop] == 0)
      continue;
    double shift = fabs(times[r].factor[mover] / times[r].factor[loop]);
    order->shift[r] = (int8_t)fmin(ceil(shift), INT8_MAX);
  }
}

static void readLoops(Reading *reading, __isl_keep isl_schedule *schedule) {
  isl_schedule_foreach_schedule_node_top_down(schedule, readNode, reading);
  for (int s = 0; s < reading->scop->numStatements && !reading->failed; s++) {
    AsNestOrder *order = &reading->schedule->order[s];
    assignLoops(order, reading->times[s]);
    findShifts(order, reading->times[s]);
  }
}

/// Notes the tileable band of each statement.
static isl_bool readTiled(__isl_keep isl_schedule_node *node, void *context) {
  Reading *reading = context;
  const AsScop *scop = reading->scop;
  if (!asBandIsTileable(node))
    return isl_bool_true;
  int count = (int)isl_schedule_node_band_n_member(node);
  int first = (int)isl_schedule_node_get_schedule_depth(node);
  reading->failed |= first + count > AS_NEST_MAX_LOOPS;
  for (int s = 0; s < scop->numStatements && !reading->failed; s++)
    if (isBelow(scop, node, s)) {
      AsNestOrder *order = &reading->schedule->order[s];
      order->first = first;
      order->members = count;
    }
  return reading->failed ? isl_bool_error : isl_bool_true;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// A member that walks no loop in any statement has one time per iteration of
/// the loops around, and cannot be tiled.
static void dropFixed(const AsScop *scop, AsNestSchedule *schedule) {
  for (int m = 0; m < schedule->members; m++) {
    bool isFixed = true;
    for (int s = 0; s < scop->numStatements; s++) {
      const AsNestOrder *order = &schedule->order[s];
      isFixed &= m >= order->members || order->loop[order->first + m] < 0;
    }
    if (isFixed)
      schedule->extent[m] = 1;
  }
}

bool asLoopOrderRead(const AsScop *scop, __isl_keep isl_schedule *banded,
                     __isl_keep isl_schedule *shaped,
                     AsNestSchedule *schedule) {
  int64_t extent[AS_AFFINE_MAX_DEPTH] = {0};
  Reading reading = {.scop = scop, .schedule = schedule};
  schedule->members = asScheduleDeepestBand(banded, extent);
  memcpy(schedule->extent, extent, sizeof schedule->extent);
  isl_schedule_foreach_schedule_node_top_down(banded, readTiled, &reading);
  if (!reading.failed)
    readLoops(&reading, shaped);
  if (reading.failed || schedule->members > AS_NEST_MAX_LOOPS)
    return false;
  dropFixed(scop, schedule);
  return true;
}

void asLoopOrderFindCarry(const AsScop *scop, const AsDependences *dependences,
                          __isl_keep isl_schedule *shaped,
                          AsNestSchedule *schedule) {
  Reading reading = {
      .scop = scop, .dependences = dependences, .schedule = schedule};
  isl_schedule_foreach_schedule_node_top_down(shaped, readCarry, &reading);
}
