//===- affine/choices.c - The schedules that options lead to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many options lead to the same schedule: statements of one cycle of
// dependences share loops whether they are to or not, what has one statement
// has nothing to distribute. So all are tried, without tiles, and those that
// gave something new are kept, with what a search has to know of them
// (affine/order.h).
//
//===----------------------------------------------------------------------===//

#include "affine/choices.h"
#include "affine/order.h"
#include "affine/schedule.h"
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/schedule.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <string.h>

/// What isl may take for all schedules beside the one that makes a nest a task:
/// about a second.
enum { mostOperations = 1000 * 1000 };

typedef struct Choices {
  const AsAffineView *view;
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
static isl_union_map *timesOf(isl_schedule *schedule) {
  return isl_union_map_intersect_domain(isl_schedule_get_map(schedule),
                                        isl_schedule_get_domain(schedule));
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

/// Whether the schedule is another than all before. False as well where isl had
/// no time, which *failed says.
static bool isNew(const Choices *choices, AsNestSchedule *schedule,
                  isl_union_map *times, bool *failed) {
  schedule->same = findSame(choices, schedule, times, failed);
  return !*failed && choices->count < AS_NEST_MAX_SCHEDULES &&
         (schedule->same < 0 ||
          !isCovered(schedule, &choices->schedules[schedule->same],
                     choices->view->numStatements));
}

//===----------------------------------------------------------------------===//
// The options
//===----------------------------------------------------------------------===//

static isl_schedule *shapeOf(const Choices *choices, isl_schedule *found,
                             const AsScheduleOptions *options) {
  return asScheduleShape(choices->view, choices->dependences, options,
                         isl_schedule_copy(found));
}

/// Adds what the options make of a schedule that was found, and writes it to
/// *schedule. False where isl had no time.
static bool tryShape(Choices *choices, isl_schedule *found,
                     const AsScheduleOptions *options,
                     AsNestSchedule *schedule) {
  *schedule = (AsNestSchedule){.fuse = options->fuse,
                               .keep = options->keep,
                               .distribute = options->distribute,
                               .innermost = options->innermost};
  AsScheduleOptions together = *options;
  together.distribute = false;
  isl_schedule *banded = shapeOf(choices, found, &together);
  isl_schedule *shaped = shapeOf(choices, found, options);
  bool failed = !banded || !shaped ||
                !asOrderRead(choices->view, banded, shaped, schedule);
  isl_union_map *times = failed ? NULL : timesOf(shaped);
  if (!failed && isNew(choices, schedule, times, &failed)) {
    asOrderFindSerial(choices->view, choices->dependences, shaped, schedule);
    choices->times[choices->count] = isl_union_map_copy(times);
    choices->schedules[choices->count++] = *schedule;
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

/// Whether a member of the bands is worth being their last: there is nothing to
/// make vectors of where memory is not contiguous along it. What is done most
/// often counts, which is in the most loops.
static bool isWorthLast(const AsAffineView *view,
                        const AsNestSchedule *schedule, int member) {
  int deepest = 0;
  for (int s = 0; s < view->numStatements; s++)
    if (view->statements[s].depth > deepest)
      deepest = view->statements[s].depth;
  for (int s = 0; s < view->numStatements; s++) {
    const AsNestOrder *order = &schedule->order[s];
    int loop =
        member < order->members ? order->loop[order->first + member] : -1;
    if (loop >= 0 && view->statements[s].depth == deepest &&
        isContiguous(&view->statements[s], loop))
      return true;
  }
  return false;
}

/// Adds what becomes of a schedule that was found: with innermost loops apart,
/// and together, and with the members innermost for which that may be good.
static bool tryFound(Choices *choices, isl_schedule *found,
                     AsScheduleOptions options) {
  bool done = true;
  for (int apart = 1; apart >= 0 && done; apart--) {
    AsNestSchedule first, other;
    options.distribute = apart;
    options.innermost = -1;
    done = tryShape(choices, found, &options, &first);
    for (int m = 0; done && m < first.members - 1; m++) {
      options.innermost = m;
      if (isWorthLast(choices->view, &first, m))
        done = tryShape(choices, found, &options, &other);
    }
  }
  return done;
}

static bool hasBand(const Choices *choices, isl_schedule *found) {
  static const AsScheduleOptions asItIs = {.innermost = -1};
  int64_t extent[AS_AFFINE_MAX_DEPTH];
  isl_schedule *schedule = shapeOf(choices, found, &asItIs);
  int members = schedule ? asScheduleDeepestBand(schedule, extent) : 0;
  isl_schedule_free(schedule);
  return members > 1;
}

int asAffineChoices(const AsAffineView *view, const AsDependences *dependences,
                    AsNestSchedule *schedules) {
  // The first three are those that make a nest one that can be tiled.
  static const AsScheduleOptions ways[] = {
      {.fuse = true}, {0}, {.fuse = true, .keep = true}, {.keep = true}};
  enum { numWays = sizeof ways / sizeof *ways };
  Choices choices = {view, dependences, .schedules = schedules};
  isl_schedule *found[numWays] = {NULL};
  if (view->numStatements > AS_NEST_MAX_STATEMENTS)
    return 0;
  bool isBanded = false;
  int numFound = 0;
  for (; numFound < numWays - 1 && !isBanded; numFound++) {
    isl_ctx_reset_operations(view->isl);
    found[numFound] = asScheduleCompute(view, dependences, &ways[numFound]);
    isBanded = found[numFound] && hasBand(&choices, found[numFound]);
    isl_ctx_reset_error(view->isl);
  }
  unsigned long allowed = isl_ctx_get_max_operations(view->isl);
  isl_ctx_set_max_operations(view->isl, mostOperations);
  isl_ctx_reset_operations(view->isl);
  bool done = isBanded;
  for (int w = 0; w < numWays && done; w++) {
    if (w >= numFound)
      found[w] = asScheduleCompute(view, dependences, &ways[w]);
    done = !found[w] ? w < numFound : tryFound(&choices, found[w], ways[w]);
  }
  isl_ctx_reset_error(view->isl);
  isl_ctx_reset_operations(view->isl);
  isl_ctx_set_max_operations(view->isl, allowed);
  for (int w = 0; w < numWays; w++)
    isl_schedule_free(found[w]);
  for (int i = 0; i < choices.count; i++)
    isl_union_map_free(choices.times[i]);
  return choices.count;
}
