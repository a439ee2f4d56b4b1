//===- schedule-choices.c - The distinct schedules of a nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries all options without tiles and keeps those that give a new schedule.
// Many give the same: statements in a cycle of dependences share loops whatever
// `fuse` says, and a single statement cannot be distributed.
//
// Four strategies run isl's scheduler: fused or not, with the outermost loop
// kept or not. Each result is then shaped: distributed or not, and with each
// member innermost that has contiguous accesses. Wavefronts are added only if
// the innermost loop of every schedule so far carries a dependence. Where that
// of a strategy does, tiles of its other members are also unrolled into it.
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/schedule-choices.h"
#include "affine/schedule/isl-schedule.h"
#include "affine/schedule/loop-order.h"
#include "ir/trip-count.h"
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/schedule.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <string.h>

/// Budgets of isl (affine/scop/isl-budget.h): to shape another schedule (a part
/// of a second), and to tell whether two are the same.
enum { mostToShape = 300 * 1000, mostToCompare = 20 * 1000 };

typedef struct Choices {
  const AsScop *scop;
  const AsDependences *dependences;
  AsIslBudget *budget;
  int count;
  AsNestSchedule *schedules;
  isl_union_map *times[AS_NEST_MAX_SCHEDULES]; ///< Of their instances. Owned.
} Choices;

//===----------------------------------------------------------------------===//
// Distinct schedules
//===----------------------------------------------------------------------===//

/// Whether the statements have the same loops in both schedules.
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

/// Whether each tiling of `a` is also one of `b`: the bands begin with the same
/// loop. A single loop is not worth tiling.
static bool isCovered(const AsNestSchedule *a, const AsNestSchedule *b,
                      int numStatements) {
  bool isCovered = true;
  for (int s = 0; s < numStatements; s++)
    isCovered &= a->order[s].first == b->order[s].first &&
                 a->order[s].members <= b->order[s].members;
  return (isCovered && a->jam == b->jam) || a->members < 2;
}

/// The time of each instance.
static __isl_give isl_union_map *timesOf(__isl_keep isl_schedule *schedule) {
  return isl_union_map_intersect_domain(isl_schedule_get_map(schedule),
                                        isl_schedule_get_domain(schedule));
}

/// The pairs of instances of which one comes before the other.
static __isl_give isl_union_map *orderOf(__isl_keep isl_union_map *times) {
  return isl_union_map_lex_lt_union_map(isl_union_map_copy(times),
                                        isl_union_map_copy(times));
}

/// Whether both give the same order of instances, as far as isl can tell
/// quickly. Times may differ: inside of a loop over t, 2t + i orders like i.
static bool isSameOrder(AsIslBudget *budget, __isl_keep isl_union_map *a,
                        __isl_keep isl_union_map *b) {
  asIslBudgetAllow(budget, mostToCompare, 1);
  isl_bool isSame = isl_union_map_is_equal(a, b);
  if (isSame == isl_bool_false) {
    isl_union_map *first = orderOf(a), *second = orderOf(b);
    isSame = isl_union_map_is_equal(first, second);
    isl_union_map_free(first);
    isl_union_map_free(second);
  }
  asIslBudgetAllow(budget, mostToShape, 1);
  return isSame == isl_bool_true;
}

/// Whether schedule `other` has the same order. `first` is the first schedule
/// known to have it, or -1; all others of that order refer to it.
static bool isSame(const Choices *choices, int other, int first,
                   const AsNestSchedule *schedule,
                   __isl_keep isl_union_map *times) {
  const AsNestSchedule *known = &choices->schedules[other];
  return first >= 0
             ? known->same == first
             : hasSameLoops(schedule, known, choices->scop->numStatements) &&
                   isSameOrder(choices->budget, times, choices->times[other]);
}

/// Where to put a schedule: in the place of one that it covers, or at the end.
/// -1 if it is not new or there is no room.
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

/// Shapes `found` by the options, writes the result to *schedule, and adds it
/// if it is new. False if isl gave up.
static bool tryShape(Choices *choices, __isl_keep isl_schedule *found,
                     const AsScheduleOptions *options,
                     AsNestSchedule *schedule) {
  *schedule = (AsNestSchedule){.fuse = options->fuse,
                               .keep = options->keep,
                               .distribute = options->distribute,
                               .wave = options->wave,
                               .jam = options->jam,
                               .innermost = options->innermost};
  asIslBudgetAllow(choices->budget, mostToShape, 1);
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
  bool isShort = schedule->jam && schedule->extent[schedule->members - 1] <
                                      AS_NEST_MOST_UNROLLED;
  int place = failed || isShort ? -1 : placeFor(choices, schedule, times);
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

/// Whether an access of the statement is contiguous along the loop.
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

/// The depth of the most deeply nested statement.
static int depthOf(const AsScop *scop) {
  int deepest = 0;
  for (int s = 0; s < scop->numStatements; s++)
    if (scop->statements[s].depth > deepest)
      deepest = scop->statements[s].depth;
  return deepest;
}

/// Whether the member is worth being innermost: along it some access is
/// contiguous, so that vectors are possible. Only the most deeply nested
/// statements count, which run most often.
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

/// Adds other shapes of `found`: with each worthwhile member innermost,
/// distributed and not. `first` is its distributed shape.
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

/// Whether the innermost loop of each of the most deeply nested statements
/// carries so much, or more.
static bool isSerial(const AsScop *scop, const AsNestSchedule *schedule,
                     AsNestCarry least) {
  int deepest = depthOf(scop);
  for (int s = 0; s < scop->numStatements; s++)
    if (scop->statements[s].depth == deepest &&
        schedule->order[s].carry < least)
      return false;
  return true;
}

static bool isAlwaysSerial(const Choices *choices) {
  for (int i = 0; i < choices->count; i++)
    if (!isSerial(choices->scop, &choices->schedules[i], AS_NEST_CARRY_SOME))
      return false;
  return true;
}

/// Adds `found` with tiles of another member unrolled into the innermost loop,
/// if that one carries a value from each iteration to the next, as a sum does,
/// and goes through memory in its order.
static void tryJammed(Choices *choices, __isl_keep isl_schedule *found,
                      const AsNestSchedule *first) {
  AsScheduleOptions options = {
      .fuse = first->fuse, .keep = first->keep, .jam = true};
  AsNestSchedule other;
  bool done = isSerial(choices->scop, first, AS_NEST_CARRY_CHAIN) &&
              isWorthLast(choices->scop, first, first->members - 1);
  for (int m = 0; done && m < first->members - 1; m++) {
    options.innermost = m;
    done = tryShape(choices, found, &options, &other);
  }
}

/// Adds wavefronts of `found`, along each of its members.
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

/// Adds the first shape of a strategy; *found is computed unless it was before.
/// False if isl gave up.
static bool tryFirst(Choices *choices, const AsScheduleOptions *strategy,
                     isl_schedule **found, AsNestSchedule *first) {
  AsScheduleOptions options = *strategy;
  options.distribute = true;
  options.innermost = -1;
  if (!*found)
    *found = asScheduleCompute(choices->scop, choices->dependences, strategy,
                               choices->budget);
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

/// The runs of isl's scheduler, in the order in which they are tried. A band by
/// one of the first three makes a nest tileable.
static const AsScheduleOptions strategies[] = {
    {.fuse = true}, {0}, {.fuse = true, .keep = true}, {.keep = true}};
enum { numStrategies = sizeof strategies / sizeof *strategies };

/// Whether the strategy may find what others do not: keeping a loop of one
/// iteration is no restriction.
static bool isDistinct(const AsScop *scop, const AsScheduleOptions *strategy) {
  return !strategy->keep || asIrLoopIterations(scop->loops[0].op) != 1;
}

/// Runs strategies until one has a band. False if none has.
static bool findBanded(const Choices *choices,
                       isl_schedule *found[numStrategies]) {
  bool isBanded = false;
  for (int w = 0; w < numStrategies - 1 && !isBanded; w++) {
    if (!isDistinct(choices->scop, &strategies[w]))
      continue;
    found[w] = asScheduleCompute(choices->scop, choices->dependences,
                                 &strategies[w], choices->budget);
    asIslBudgetAllow(choices->budget, mostToShape, 1);
    isBanded = found[w] && hasBand(choices, found[w]);
  }
  return isBanded;
}

/// Adds the shapes of all strategies: the first of each, then the rest.
static void tryStrategies(Choices *choices,
                          isl_schedule *found[numStrategies]) {
  AsNestSchedule first[numStrategies];
  bool isFirst[numStrategies];
  for (int w = 0; w < numStrategies; w++)
    isFirst[w] = isDistinct(choices->scop, &strategies[w]) &&
                 tryFirst(choices, &strategies[w], &found[w], &first[w]);
  for (int w = 0; w < numStrategies; w++)
    if (isFirst[w] && !tryRest(choices, found[w], &first[w]))
      break;
  bool isWaiting = isAlwaysSerial(choices);
  for (int w = 0; w < numStrategies; w++)
    if (isFirst[w])
      tryJammed(choices, found[w], &first[w]);
  for (int w = 0; w < numStrategies && isWaiting; w++)
    if (isFirst[w])
      tryWaves(choices, found[w], &first[w]);
}

int asScheduleChoices(const AsScop *scop, const AsDependences *dependences,
                      AsIslBudget *budget, AsNestSchedule *schedules) {
  Choices choices = {scop, dependences, budget, .schedules = schedules};
  isl_schedule *found[numStrategies] = {NULL};
  if (scop->numStatements > AS_NEST_MAX_STATEMENTS)
    return 0;
  if (findBanded(&choices, found))
    tryStrategies(&choices, found);
  for (int w = 0; w < numStrategies; w++)
    isl_schedule_free(found[w]);
  for (int i = 0; i < choices.count; i++)
    isl_union_map_free(choices.times[i]);
  return choices.count;
}
