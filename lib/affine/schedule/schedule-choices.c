//===- schedule-choices.c - The schedules that options lead to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many options lead to the same schedule: statements of one cycle of
// dependences share loops whether they are to or not, what has one statement
// has nothing to distribute. So all are tried, without tiles, and those that
// gave something new are kept, with what a search has to know of them
// (affine/schedule/loop-order.h).
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/schedule-choices.h"
#include "affine/schedule/isl-schedule.h"
#include "affine/schedule/loop-order.h"
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/schedule.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <string.h>

/// What isl may take to find a schedule that is not the first, and what becomes
/// of it: a part of a second; and to tell whether two are the same.
enum { mostOperations = 300 * 1000, mostToCompare = 20 * 1000 };

typedef struct Choices {
  const AsScop *scop;
  const AsDependences *dependences;
  int count;
  AsNestSchedule *schedules;
  isl_union_map *times[AS_NEST_MAX_SCHEDULES]; ///< Of their instances.
} Choices;

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

/// When each instance happens.
static __isl_give isl_union_map *timesOf(__isl_keep isl_schedule *schedule) {
  return isl_union_map_intersect_domain(isl_schedule_get_map(schedule),
                                        isl_schedule_get_domain(schedule));
}

/// Which instances come before which.
static __isl_give isl_union_map *orderOf(__isl_keep isl_union_map *times) {
  return isl_union_map_lex_lt_union_map(isl_union_map_copy(times),
                                        isl_union_map_copy(times));
}

/// Whether all instances are in the same order, as far as isl can tell quickly.
/// Times need not be the same for that: within a loop through t, 2t + i goes on
/// as i does.
static bool isSameOrder(__isl_keep isl_union_map *a,
                        __isl_keep isl_union_map *b) {
  isl_ctx *isl = isl_union_map_get_ctx(a);
  unsigned long allowed = isl_ctx_get_max_operations(isl);
  isl_ctx_set_max_operations(isl, mostToCompare);
  isl_ctx_reset_operations(isl);
  isl_bool isSame = isl_union_map_is_equal(a, b);
  if (isSame == isl_bool_false) {
    isl_union_map *first = orderOf(a), *second = orderOf(b);
    isSame = isl_union_map_is_equal(first, second);
    isl_union_map_free(first);
    isl_union_map_free(second);
  }
  isl_ctx_reset_error(isl);
  isl_ctx_reset_operations(isl);
  isl_ctx_set_max_operations(isl, allowed);
  return isSame == isl_bool_true;
}

/// Whether one that there is is in the same order; `first` is the first that is
/// known to be, or -1: all others of that order say so.
static bool isSame(const Choices *choices, int other, int first,
                   const AsNestSchedule *schedule,
                   __isl_keep isl_union_map *times) {
  const AsNestSchedule *known = &choices->schedules[other];
  return first >= 0
             ? known->same == first
             : hasSameLoops(schedule, known, choices->scop->numStatements) &&
                   isSameOrder(times, choices->times[other]);
}

/// The place for a schedule among those that there are: another one's that can
/// do less, or the next; -1 where it is nothing new.
static int placeFor(const Choices *choices, AsNestSchedule *schedule,
                    __isl_keep isl_union_map *times) {
  int numStatements = choices->scop->numStatements;
  schedule->same = -1;
  for (int i = 0; i < choices->count; i++) {
    const AsNestSchedule *other = &choices->schedules[i];
    if (!isSame(choices, i, schedule->same, schedule, times))
      continue;
    if (isCovered(schedule, other, numStatements))
      return -1;
    if (isCovered(other, schedule, numStatements)) {
      schedule->same = other->same;
      return i;
    }
    if (schedule->same < 0)
      schedule->same = i;
  }
  return choices->count < AS_NEST_MAX_SCHEDULES ? choices->count : -1;
}

//===----------------------------------------------------------------------===//
// The options
//===----------------------------------------------------------------------===//

static __isl_give isl_schedule *shapeOf(const Choices *choices,
                                        __isl_keep isl_schedule *found,
                                        const AsScheduleOptions *options) {
  return asScheduleShape(choices->scop, choices->dependences, options,
                         isl_schedule_copy(found));
}

/// Adds what the options make of a schedule that was found, and writes it to
/// *schedule. False where isl had no time.
static bool tryShape(Choices *choices, __isl_keep isl_schedule *found,
                     const AsScheduleOptions *options,
                     AsNestSchedule *schedule) {
  *schedule = (AsNestSchedule){.fuse = options->fuse,
                               .keep = options->keep,
                               .distribute = options->distribute,
                               .wave = options->wave,
                               .innermost = options->innermost};
  isl_ctx_reset_operations(choices->scop->isl);
  AsScheduleOptions together = *options;
  together.distribute = together.wave = false;
  isl_schedule *banded = shapeOf(choices, found, &together);
  bool isApart = options->distribute || options->wave;
  isl_schedule *shaped =
      isApart ? shapeOf(choices, found, options) : isl_schedule_copy(banded);
  bool failed = !banded || !shaped ||
                !asLoopOrderRead(choices->scop, banded, shaped, schedule);
  isl_union_map *times = failed ? NULL : timesOf(shaped);
  failed |= !times;
  int place = failed ? -1 : placeFor(choices, schedule, times);
  if (place >= 0) {
    asLoopOrderFindCarry(choices->scop, choices->dependences, shaped, schedule);
    if (place < choices->count)
      isl_union_map_free(choices->times[place]);
    choices->count += place == choices->count;
    choices->times[place] = isl_union_map_copy(times);
    choices->schedules[place] = *schedule;
  }
  isl_union_map_free(times);
  isl_schedule_free(banded);
  isl_schedule_free(shaped);
  return !failed;
}

/// Whether what the statement accesses is contiguous along one of its loops.
static bool isContiguous(const AsAffineStatement *statement, int loop) {
  for (int a = 0; a < statement->numAccesses; a++) {
    isl_multi_aff *indices = statement->accesses[a].indices;
    int rank = (int)isl_multi_aff_dim(indices, isl_dim_out);
    if (rank == 0)
      continue;
    isl_aff *last = isl_multi_aff_get_aff(indices, rank - 1);
    isl_val *step = isl_aff_get_coefficient_val(last, isl_dim_in, loop);
    bool isOne = isl_val_is_one(step) == isl_bool_true;
    isl_val_free(step);
    isl_aff_free(last);
    if (isOne)
      return true;
  }
  return false;
}

/// How many loops are around the statement that has most.
static int depthOf(const AsScop *scop) {
  int deepest = 0;
  for (int s = 0; s < scop->numStatements; s++)
    if (scop->statements[s].depth > deepest)
      deepest = scop->statements[s].depth;
  return deepest;
}

/// Whether a member of the bands is worth being their last: there is nothing to
/// make vectors of where memory is not contiguous along it. What is done most
/// often counts, which is in the most loops.
static bool isWorthLast(const AsScop *scop, const AsNestSchedule *schedule,
                        int member) {
  int deepest = depthOf(scop);
  for (int s = 0; s < scop->numStatements; s++) {
    const AsNestOrder *order = &schedule->order[s];
    int loop =
        member < order->members ? order->loop[order->first + member] : -1;
    if (loop >= 0 && scop->statements[s].depth == deepest &&
        isContiguous(&scop->statements[s], loop))
      return true;
  }
  return false;
}

/// Adds what else becomes of a schedule that was found, of which `first` has
/// innermost loops apart: with the members innermost for which that may be
/// good, and the same with innermost loops together.
static bool tryRest(Choices *choices, __isl_keep isl_schedule *found,
                    const AsNestSchedule *first) {
  AsScheduleOptions options = {.fuse = first->fuse, .keep = first->keep};
  AsNestSchedule other;
  bool done = true;
  for (int apart = 1; apart >= 0; apart--)
    for (int m = apart ? 0 : -1; done && m < first->members - 1; m++) {
      options.distribute = apart;
      options.innermost = m;
      if (m < 0 || isWorthLast(choices->scop, first, m))
        done = tryShape(choices, found, &options, &other);
    }
  return done;
}

/// Whether what is done most often depends on the last iteration of its
/// innermost loop in all schedules that there are.
static bool isAlwaysSerial(const Choices *choices) {
  const AsScop *scop = choices->scop;
  int deepest = depthOf(scop);
  for (int i = 0; i < choices->count; i++)
    for (int s = 0; s < scop->numStatements; s++)
      if (scop->statements[s].depth == deepest &&
          choices->schedules[i].order[s].carry == AS_NEST_CARRY_NONE)
        return false;
  return true;
}

/// Adds waves of a schedule that was found, along each of its members.
static void tryWaves(Choices *choices, __isl_keep isl_schedule *found,
                     const AsNestSchedule *first) {
  AsScheduleOptions options = {
      .fuse = first->fuse, .keep = first->keep, .wave = true};
  AsNestSchedule other;
  bool done = true;
  for (int m = -1; done && m < first->members - 1; m++) {
    options.innermost = m;
    done = tryShape(choices, found, &options, &other);
  }
}

/// Adds the schedule that is the first of its strategy, found if need be. False
/// where isl had no time.
static bool tryFirst(Choices *choices, const AsScheduleOptions *strategy,
                     isl_schedule **found, AsNestSchedule *first) {
  AsScheduleOptions options = *strategy;
  options.distribute = true;
  options.innermost = -1;
  if (!*found)
    *found = asScheduleCompute(choices->scop, choices->dependences, strategy);
  return *found && tryShape(choices, *found, &options, first);
}

static bool hasBand(const Choices *choices, __isl_keep isl_schedule *found) {
  static const AsScheduleOptions asItIs = {.innermost = -1};
  int64_t extent[AS_AFFINE_MAX_DEPTH];
  isl_schedule *schedule = shapeOf(choices, found, &asItIs);
  int members = schedule ? asScheduleDeepestBand(schedule, extent) : 0;
  isl_schedule_free(schedule);
  return members > 1;
}

/// What to try, in this order: the first three are those that make a nest one
/// that can be tiled.
static const AsScheduleOptions strategies[] = {
    {.fuse = true}, {0}, {.fuse = true, .keep = true}, {.keep = true}};
enum { numStrategies = sizeof strategies / sizeof *strategies };

/// Finds schedules until one has a band; false where none has.
static bool findBanded(const Choices *choices,
                       isl_schedule *found[numStrategies]) {
  isl_ctx *isl = choices->scop->isl;
  bool isBanded = false;
  for (int w = 0; w < numStrategies - 1 && !isBanded; w++) {
    isl_ctx_reset_operations(isl);
    found[w] =
        asScheduleCompute(choices->scop, choices->dependences, &strategies[w]);
    isBanded = found[w] && hasBand(choices, found[w]);
    isl_ctx_reset_error(isl);
  }
  return isBanded;
}

/// Adds what becomes of all strategies, the first of each before the rest of
/// any.
static void tryStrategies(Choices *choices,
                          isl_schedule *found[numStrategies]) {
  isl_ctx *isl = choices->scop->isl;
  AsNestSchedule first[numStrategies];
  bool isFirst[numStrategies];
  for (int w = 0; w < numStrategies; w++) {
    isl_ctx_reset_operations(isl);
    isFirst[w] = tryFirst(choices, &strategies[w], &found[w], &first[w]);
    isl_ctx_reset_error(isl);
  }
  for (int w = 0; w < numStrategies; w++)
    if (isFirst[w] && !tryRest(choices, found[w], &first[w]))
      break;
  isl_ctx_reset_error(isl);
  bool isSerial = isAlwaysSerial(choices);
  for (int w = 0; w < numStrategies && isSerial; w++)
    if (isFirst[w])
      tryWaves(choices, found[w], &first[w]);
  isl_ctx_reset_error(isl);
}

int asScheduleChoices(const AsScop *scop, const AsDependences *dependences,
                      AsNestSchedule *schedules) {
  Choices choices = {scop, dependences, .schedules = schedules};
  isl_schedule *found[numStrategies] = {NULL};
  if (scop->numStatements > AS_NEST_MAX_STATEMENTS)
    return 0;
  if (findBanded(&choices, found)) {
    unsigned long allowed = isl_ctx_get_max_operations(scop->isl);
    isl_ctx_set_max_operations(scop->isl, mostOperations);
    tryStrategies(&choices, found);
    isl_ctx_set_max_operations(scop->isl, allowed);
  }
  isl_ctx_reset_operations(scop->isl);
  for (int w = 0; w < numStrategies; w++)
    isl_schedule_free(found[w]);
  for (int i = 0; i < choices.count; i++)
    isl_union_map_free(choices.times[i]);
  return choices.count;
}
