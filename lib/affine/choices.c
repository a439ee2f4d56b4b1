//===- affine/choices.c - The schedules that options lead to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many options lead to the same schedule: statements of one cycle of
// dependences share loops whether they are to or not, what has one statement
// has nothing to distribute. So all are tried, without tiles, and those that
// gave something new are kept, with what a search has to know of them: which
// loops of the program the loops of the schedule walk, which of them make up
// the band, which are shared, and whether the innermost carries a dependence.
//
//===----------------------------------------------------------------------===//

#include "affine/choices.h"
#include "affine/band.h"
#include "affine/parallel.h"
#include "affine/schedule.h"
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <string.h>

typedef struct Choices {
  const AsAffineView *view;
  const AsDependences *dependences;
  int count;
  AsNestSchedule *schedules;
  isl_union_map *times[AS_NEST_MAX_SCHEDULES]; ///< Of their instances.
} Choices;

/// What is read off one schedule tree.
typedef struct Reading {
  const Choices *choices;
  AsNestSchedule *schedule;
  /// Which loops of a statement each of its loops in the schedule involves.
  unsigned involved[AS_NEST_MAX_STATEMENTS][AS_NEST_MAX_LOOPS];
  bool failed;
} Reading;

//===----------------------------------------------------------------------===//
// Statements below a node
//===----------------------------------------------------------------------===//

static isl_space *spaceOf(const AsAffineView *view, int s) {
  return isl_set_get_space(view->statements[s].domain);
}

static bool isBelow(const AsAffineView *view, isl_schedule_node *node, int s) {
  isl_union_set *domain = isl_schedule_node_get_domain(node);
  isl_set *own = isl_union_set_extract_set(domain, spaceOf(view, s));
  bool isBelow = isl_set_is_empty(own) == isl_bool_false;
  isl_set_free(own);
  isl_union_set_free(domain);
  return isBelow;
}

static isl_stat addPiece(isl_set *domain, isl_aff *time, void *context) {
  unsigned *involved = context;
  isl_size count = isl_aff_dim(time, isl_dim_in);
  for (int d = 0; d < (int)count; d++)
    if (isl_aff_involves_dims(time, isl_dim_in, (unsigned)d, 1) ==
        isl_bool_true)
      *involved |= 1u << d;
  isl_set_free(domain);
  isl_aff_free(time);
  return isl_stat_ok;
}

/// The loops of the statement that the time of a member depends on.
static unsigned involvedIn(const AsAffineView *view, isl_schedule_node *band,
                           int member, int s) {
  isl_multi_union_pw_aff *times =
      isl_schedule_node_band_get_partial_schedule(band);
  isl_union_pw_aff *all =
      isl_multi_union_pw_aff_get_union_pw_aff(times, member);
  isl_space *space = isl_space_from_domain(spaceOf(view, s));
  isl_pw_aff *own = isl_union_pw_aff_extract_pw_aff(
      all, isl_space_add_dims(space, isl_dim_out, 1));
  unsigned involved = 0;
  isl_pw_aff_foreach_piece(own, addPiece, &involved);
  isl_pw_aff_free(own);
  isl_union_pw_aff_free(all);
  isl_multi_union_pw_aff_free(times);
  return involved;
}

//===----------------------------------------------------------------------===//
// Reading a schedule tree
//===----------------------------------------------------------------------===//

/// Whether the last loop of an innermost band carries a dependence, all others
/// standing still.
static bool isSerial(const Choices *choices, isl_schedule_node *band) {
  int count = (int)isl_schedule_node_band_n_member(band);
  isl_schedule_node *last = isl_schedule_node_copy(band);
  if (count > 1)
    last = isl_schedule_node_child(
        isl_schedule_node_band_split(last, count - 1), 0);
  bool carries = asBandCarries(last, 0, choices->dependences);
  isl_schedule_node_free(last);
  return carries;
}

static void readBand(Reading *reading, isl_schedule_node *band) {
  const AsAffineView *view = reading->choices->view;
  int members = (int)isl_schedule_node_band_n_member(band);
  int lastStatement = view->numStatements - 1;
  bool hasLast = isBelow(view, band, lastStatement);
  bool isInnermost = asBandIsInnermost(band);
  bool serial = isInnermost && isSerial(reading->choices, band);
  for (int s = 0; s < view->numStatements; s++) {
    if (!isBelow(view, band, s))
      continue;
    AsNestOrder *order = &reading->schedule->order[s];
    reading->failed |= order->numLoops + members > AS_NEST_MAX_LOOPS;
    for (int m = 0; m < members && !reading->failed; m++)
      reading->involved[s][order->numLoops++] = involvedIn(view, band, m, s);
    order->shared += hasLast ? members : 0;
    order->isSerial = serial;
  }
}

static isl_bool readNode(isl_schedule_node *node, void *context) {
  Reading *reading = context;
  if (asBandIs(node))
    readBand(reading, node);
  return reading->failed ? isl_bool_error : isl_bool_true;
}

/// Gives loop `r` of the schedule a loop of the statement that no other has:
/// of those left the innermost, as the outer ones are what skewed it.
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

/// Which loop of its own each loop around a statement walks.
static void assignLoops(AsNestOrder *order, unsigned *involved) {
  memset(order->loop, -1, sizeof order->loop);
  bool isDone = false;
  while (!isDone) {
    isDone = true;
    for (int onlyChoice = 1; onlyChoice >= 0 && isDone; onlyChoice--)
      for (int r = 0; r < order->numLoops && isDone; r++)
        isDone = !assign(order, involved, r, onlyChoice);
  }
}

static void readLoops(Reading *reading, isl_schedule *schedule) {
  isl_schedule_foreach_schedule_node_top_down(schedule, readNode, reading);
  for (int s = 0; s < reading->choices->view->numStatements; s++)
    assignLoops(&reading->schedule->order[s], reading->involved[s]);
}

/// The bands that tiles are of, of a schedule that is not distributed: that
/// takes the last member out of them.
static isl_bool readTiled(isl_schedule_node *node, void *context) {
  Reading *reading = context;
  const AsAffineView *view = reading->choices->view;
  if (!asBandIsLast(node))
    return isl_bool_true;
  int count = (int)isl_schedule_node_band_n_member(node);
  reading->failed |= count > AS_NEST_MAX_LOOPS;
  for (int s = 0; s < view->numStatements; s++)
    if (isBelow(view, node, s)) {
      AsNestOrder *order = &reading->schedule->order[s];
      order->first = (int)isl_schedule_node_get_schedule_depth(node);
      order->members = count;
    }
  return reading->failed ? isl_bool_error : isl_bool_true;
}

//===----------------------------------------------------------------------===//
// What is new
//===----------------------------------------------------------------------===//

/// Whether the statements' loops are the same, as far as that was read off.
static bool hasSameLoops(const AsNestSchedule *a, const AsNestSchedule *b,
                         int numStatements) {
  for (int s = 0; s < numStatements; s++)
    if (a->order[s].numLoops != b->order[s].numLoops ||
        a->order[s].shared != b->order[s].shared ||
        memcmp(a->order[s].loop, b->order[s].loop, sizeof a->order[s].loop) !=
            0)
      return false;
  return true;
}

/// Whether tiles of the bands in `a` are tiles of those in `b` as well: they
/// begin with the same loop. One loop alone is not worth tiling.
static bool isCovered(const AsNestSchedule *a, const AsNestSchedule *b,
                      int numStatements) {
  bool isCovered = true;
  for (int s = 0; s < numStatements; s++)
    isCovered &= a->order[s].first == b->order[s].first &&
                 a->order[s].members <= b->order[s].members;
  return isCovered || a->members < 2;
}

/// Which instances come before which.
static isl_union_map *orderOf(isl_union_map *times) {
  return isl_union_map_lex_lt_union_map(isl_union_map_copy(times),
                                        isl_union_map_copy(times));
}

/// Whether all instances are in the same order. Times need not be the same for
/// that: within a loop through t, 2t + i goes on as i does.
static isl_bool isSameOrder(isl_union_map *a, isl_union_map *b) {
  isl_bool isSame = isl_union_map_is_equal(a, b);
  if (isSame != isl_bool_false)
    return isSame;
  isl_union_map *first = orderOf(a), *second = orderOf(b);
  isSame = isl_union_map_is_equal(first, second);
  isl_union_map_free(first);
  isl_union_map_free(second);
  return isSame;
}

/// One that is in the same order, -1 where there is none; *failed where isl had
/// no time.
static int findSame(const Choices *choices, const AsNestSchedule *schedule,
                    isl_union_map *times, bool *failed) {
  *failed = times == NULL;
  for (int i = 0; i < choices->count && !*failed; i++) {
    if (!hasSameLoops(schedule, &choices->schedules[i],
                      choices->view->numStatements))
      continue;
    isl_bool isSame = isSameOrder(times, choices->times[i]);
    *failed = isSame == isl_bool_error;
    if (isSame == isl_bool_true)
      return i;
  }
  return -1;
}

/// Takes the times. False where isl had no time.
static bool add(Choices *choices, AsNestSchedule *schedule,
                isl_union_map *times) {
  bool failed;
  int same = findSame(choices, schedule, times, &failed);
  bool isNew = same < 0 || !isCovered(schedule, &choices->schedules[same],
                                      choices->view->numStatements);
  schedule->same = same;
  if (!failed && isNew && choices->count < AS_NEST_MAX_SCHEDULES) {
    choices->times[choices->count] = times;
    choices->schedules[choices->count++] = *schedule;
  } else {
    isl_union_map_free(times);
  }
  return !failed;
}

//===----------------------------------------------------------------------===//
// The options
//===----------------------------------------------------------------------===//

static isl_schedule *shapeOf(const Choices *choices, isl_schedule *found,
                             const AsScheduleOptions *options) {
  return asScheduleShape(choices->view, choices->dependences, options,
                         isl_schedule_copy(found));
}

/// Adds what the options make of a schedule that was found; *members is how
/// many its deepest band has. False where isl had no time.
static bool tryShape(Choices *choices, isl_schedule *found,
                     const AsScheduleOptions *options, int *members) {
  AsNestSchedule schedule = {.fuse = options->fuse,
                             .keep = options->keep,
                             .distribute = options->distribute,
                             .innermost = options->innermost};
  Reading reading = {choices, &schedule, {{0}}, false};
  AsScheduleOptions together = *options;
  together.distribute = false;
  isl_schedule *banded = shapeOf(choices, found, &together);
  isl_schedule *shaped = shapeOf(choices, found, options);
  bool done = banded && shaped;
  if (done) {
    int64_t extent[AS_AFFINE_MAX_DEPTH] = {0};
    schedule.members = asScheduleDeepestBand(banded, extent);
    memcpy(schedule.extent, extent, sizeof schedule.extent);
    *members = schedule.members;
    isl_schedule_foreach_schedule_node_top_down(banded, readTiled, &reading);
    if (!reading.failed)
      readLoops(&reading, shaped);
    done = !reading.failed && schedule.members <= AS_NEST_MAX_LOOPS &&
           add(choices, &schedule, isl_schedule_get_map(shaped));
  }
  isl_schedule_free(banded);
  isl_schedule_free(shaped);
  return done;
}

/// Adds what is found where statements share loops or not, and the outermost
/// loop stays or not: with innermost loops apart, and together, and with each
/// member innermost; *hasBand where there is anything to tile.
static bool tryFound(Choices *choices, bool fuse, bool keep, bool *hasBand) {
  AsScheduleOptions options = {.fuse = fuse, .keep = keep};
  isl_schedule *found =
      asScheduleCompute(choices->view, choices->dependences, &options);
  bool done = found != NULL;
  int members = 1; // Until it is known.
  for (int apart = 1; apart >= 0 && done; apart--)
    for (int m = -1; m < members - 1 && done; m++) {
      options.distribute = apart;
      options.innermost = m;
      done = tryShape(choices, found, &options, &members);
    }
  isl_schedule_free(found);
  *hasBand |= members > 1;
  return done;
}

int asAffineChoices(const AsAffineView *view, const AsDependences *dependences,
                    AsNestSchedule *schedules) {
  static const struct {
    bool fuse, keep;
  } ways[] = {{true, false}, {false, false}, {true, true}, {false, true}};
  Choices choices = {view, dependences, .schedules = schedules};
  if (view->numStatements > AS_NEST_MAX_STATEMENTS)
    return 0;
  bool hasBand = false, done = true;
  for (int w = 0; w < 4 && (done || !hasBand); w++) {
    if (!hasBand) // Once there is something, the rest shares what time is left.
      isl_ctx_reset_operations(view->isl);
    done = tryFound(&choices, ways[w].fuse, ways[w].keep, &hasBand);
    isl_ctx_reset_error(view->isl);
  }
  isl_ctx_reset_operations(view->isl);
  for (int i = 0; i < choices.count; i++)
    isl_union_map_free(choices.times[i]);
  return hasBand ? choices.count : 0;
}
