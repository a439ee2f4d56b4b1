//===- task-history.c - Trials and their times
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is remembered of a task: its trials, the best of them, and the pace of
// the machine while they were measured. All times are made up.
//
//===----------------------------------------------------------------------===//

#include "search/task-history.h"
#include "measure/timing-statistics.h"
#include "record/store.h"
#include "search/clock-drift.h"
#include "search/task-scheduler.h"
#include "search/tuner-state.h"
#include "support/text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static AsCandidate candidate(int number) {
  AsCandidate made = {.sketch = number % 3};
  made.point.choice[0] = (uint8_t)(number / 3);
  made.point.choice[AS_MAX_KNOBS - 1] = (uint8_t)(number / 700);
  return made;
}

static void historyFindsWhatWasAdded(void **state) {
  AsTaskHistory history = {0};
  AsCandidate one = candidate(0);
  assert_int_equal(asTaskHistoryFind(&history, &one), -1);
  assert_int_equal(asTaskHistoryBest(&history), -1);
  enum { COUNT = 1500 };
  for (int i = 0; i < COUNT; i++) {
    one = candidate(i);
    assert_int_equal(asTaskHistoryFind(&history, &one), -1);
    assert_int_equal(asTaskHistoryAdd(&history, &one), i);
    assert_int_equal(history.trials[i].outcome, AS_OUTCOME_BUILT);
    assert_true(history.trials[i].seconds == 0);
    assert_int_equal(history.trials[i].program, -1);
  }
  assert_int_equal(history.numTrials, COUNT);
  for (int i = 0; i < COUNT; i++) {
    one = candidate(i);
    assert_int_equal(asTaskHistoryFind(&history, &one), i);
    const AsCandidate *found = &history.trials[i].candidate;
    assert_int_equal(found->sketch, one.sketch);
    assert_memory_equal(&found->point, &one.point, sizeof one.point);
  }
  one = candidate(COUNT);
  assert_int_equal(asTaskHistoryFind(&history, &one), -1);
  asTaskHistoryFree(&history);
  assert_int_equal(asTaskHistoryFind(&history, &one), -1);
}

static void historyKnowsTheBest(void **state) {
  AsTaskHistory history = {0};
  static const struct {
    AsOutcome outcome;
    double seconds;
    int best; ///< After this one.
  } trials[] = {{AS_OUTCOME_BUILT, 0, -1},
                {AS_OUTCOME_RUN_CRASHED, 0, -1},
                {AS_OUTCOME_OK, 2.1, 2},
                {AS_OUTCOME_OK, 2.2, 2},
                {AS_OUTCOME_WRONG_ANSWER, 1, 2},
                {AS_OUTCOME_OK, 2, 5},
                {AS_OUTCOME_OK, 2, 5}};
  for (int i = 0; i < (int)(sizeof trials / sizeof *trials); i++) {
    AsCandidate one = candidate(i);
    int trial = asTaskHistoryAdd(&history, &one);
    history.trials[trial].outcome = trials[i].outcome;
    history.trials[trial].seconds = trials[i].seconds;
    assert_int_equal(asTaskHistoryBest(&history), trials[i].best);
    assert_int_equal(asTaskHistoryWinner(&history), trials[i].best);
  }
  // One that was measured again wins over those that were not.
  history.trials[3].isFinal = true;
  assert_int_equal(asTaskHistoryWinner(&history), 3);
  history.trials[2].isFinal = history.trials[4].isFinal = true;
  assert_int_equal(asTaskHistoryWinner(&history), 2);
  assert_int_equal(asTaskHistoryBest(&history), 5);
  // Unless these look much better.
  history.trials[2].seconds = history.trials[3].seconds = 2.4;
  assert_int_equal(asTaskHistoryWinner(&history), 5);
  history.trials[2].seconds = 2.25;
  assert_int_equal(asTaskHistoryWinner(&history), 2);
  asTaskHistoryFree(&history);
}

static void timesBecomeTheirLowerQuartile(void **state) {
  const double times[] = {9, 2, 8, 3, 7, 4, 6, 5, 1};
  assert_true(asTimesStatistic(times, 0) == 0);
  assert_true(asTimesStatistic(times, 1) == 9);
  assert_true(asTimesStatistic(times, 2) == 2);
  assert_true(asTimesStatistic(times, 4) == 2);
  assert_true(asTimesStatistic(times, 5) == 3);
  assert_true(asTimesStatistic(times, 9) == 3);
  assert_true(times[0] == 9); // They stay in the order of being measured.
}

/// Adds a trial as the pipeline does when it was measured.
static double finish(AsTuneTask *task, int number,
                     const AsRunnerResult *result) {
  AsCandidate one = candidate(number);
  int trial = asTaskHistoryAdd(&task->history, &one);
  asDriftNote(task, result);
  double seconds = asDriftSeconds(task, result);
  task->history.trials[trial].outcome = AS_OUTCOME_OK;
  task->history.trials[trial].seconds = seconds;
  AsText object = {0};
  asTextFormat(&object, "object %d", number);
  asDriftOffer(task, trial, seconds, &object);
  asTextFree(&object);
  return seconds;
}

static void thePaceIsTakenOut(void **state) {
  AsTuneTask task = {0};
  // The first one has nothing beside it.
  assert_true(
      finish(&task, 0, &(AsRunnerResult){.times = {4}, .numTimes = 1}) == 4);
  assert_string_equal(asTextString(&task.driftReference), "object 0");

  // Twice as fast as the drift reference, on a machine that is now at half its
  // pace.
  AsRunnerResult slowed = {
      .times = {4, 5, 4}, .paces = {8, 10, 8}, .numTimes = 3, .isPaced = true};
  assert_true(finish(&task, 1, &slowed) == 2);
  assert_string_equal(asTextString(&task.driftReference), "object 1");
  // As fast as the first, whose driftReference was another.
  AsRunnerResult again = {
      .times = {8, 9}, .paces = {4, 5}, .numTimes = 2, .isPaced = true};
  assert_true(finish(&task, 2, &again) == 4);
  assert_string_equal(asTextString(&task.driftReference), "object 1");

  // The machine was never as fast as now: all it did before would be faster,
  // which is nothing gained.
  task.bestSeconds = 2;
  asTaskSchedulerNoteBatch(&task);
  AsRunnerResult faster = {
      .times = {3, 3}, .paces = {1, 1}, .numTimes = 2, .isPaced = true};
  assert_true(finish(&task, 3, &faster) == 3);
  const double expected[] = {2, 1, 2, 3};
  for (int t = 0; t < 4; t++)
    assert_true(task.history.trials[t].seconds == expected[t]);
  assert_true(task.bestSeconds == 1);
  asTaskSchedulerNoteBatch(&task);
  assert_true(task.gains[0] == 0);

  // What may run how long before it is stopped.
  assert_true(asDriftRunLimit(&task) > 2.5 * task.bestSeconds);
  assert_true(asDriftRunLimit(&task) < 4 * task.bestSeconds);
  assert_true(asDriftReference(&task).seconds == 1);
  task.bestSeconds = 1e-3;
  assert_true(asDriftRunLimit(&task) < 1); // However quick the best is.
  task.bestSeconds = 0;
  task.referenceSeconds = 2;
  assert_true(asDriftRunLimit(&task) > 4 && asDriftRunLimit(&task) < 20);

  // Nothing to compare with any more.
  asDriftForget(&task);
  assert_int_equal(task.driftReference.length, 0);
  assert_true(asDriftReference(&task).length == 0);
  assert_true(asDriftSeconds(&task, &(AsRunnerResult){0}) == 0);
  asTuneTaskFree(&task);
}

static AsStatus noteRecord(const AsRecord *record, void *context,
                           AsError *error) {
  double *seconds = context;
  seconds[strcmp(record->sketch, "tile") == 0] = record->seconds;
  return AS_OK;
}

static AsStatus countRecord(const AsRecord *record, void *count,
                            AsError *error) {
  (void)record;
  (void)error;
  ++*(size_t *)count;
  return AS_OK;
}

/// A search with one task, which has a trial of 4 s and a baseline of 8, and
/// the records of both.
typedef struct Stored {
  AsStore *store;
  AsStoreNotes notes;
  AsTuneTask task;
  AsTuner tuner;
} Stored;

static void openStored(Stored *stored) {
  static const AsProgram program = {0};
  static const AsSketch sketch = {
      .name = "tile", .version = "1", .program = &program};
  static const AsTarget target = {.key = "cpu", .model = "host"};
  static const AsOptions options = {.seed = 1};
  AsError error = {0};
  *stored =
      (Stored){.task = {.hash = "0123", .sketches = &sketch, .numSketches = 1}};
  assert_int_equal(asStoreOpen(":memory:", &stored->store, &error), AS_OK);
  AsCostScorer *scorer = NULL;
  assert_int_equal(asCostScorerCreate(&target, 1, &scorer, &error), AS_OK);
  stored->tuner = (AsTuner){.given = {.options = &options,
                                      .target = &target,
                                      .store = stored->store,
                                      .storeNotes = &stored->notes,
                                      .compiler = "LLVM"},
                            .scorer = scorer,
                            .tasks = &stored->task,
                            .numTasks = 1};
  AsRunnerResult result = {
      .outcome = AS_OUTCOME_OK, .times = {4}, .numTimes = 1};
  AsCandidate none = candidate(0);
  finish(&stored->task, 0, &result);
  stored->task.baselineSeconds = 8;
  asTrialsStore(&stored->tuner, &stored->task, &none, &result, 4, 1, "", true);
  asTrialsStore(&stored->tuner, &stored->task, NULL, &result, 8, 1, "", true);
}

static void closeStored(Stored *stored) {
  asTuneTaskFree(&stored->task);
  asCostScorerDestroy(stored->tuner.scorer);
  asStoreClose(stored->store);
}

static void visitStored(const Stored *stored, AsRecordVisitor visitor,
                        void *context) {
  AsRecordQuery all = {0};
  AsError error = {0};
  assert_int_equal(asStoreVisit(stored->store, &all, visitor, context, &error),
                   AS_OK);
}

/// What the store has is what the next run starts from.
static void recordsFollowThePace(void **state) {
  Stored stored;
  openStored(&stored);
  const AsTuneTask *task = &stored.task;
  AsRunnerResult faster = {
      .times = {3}, .paces = {1}, .numTimes = 1, .isPaced = true};
  asTrialsNoteDrift(&stored.tuner, &stored.task, &faster);
  assert_false(stored.tuner.given.keepsNothing);
  // It says nothing of a program that somebody killed it.
  AsRunnerResult killed = {.outcome = AS_OUTCOME_KILLED};
  AsCandidate other = candidate(1);
  asTrialsStore(&stored.tuner, task, &other, &killed, 0, 1, "", false);
  double seconds[2] = {0};
  visitStored(&stored, noteRecord, seconds);
  assert_true(task->baselineSeconds == 2 && seconds[0] == 2);
  assert_true(task->history.trials[0].seconds == 1 && seconds[1] == 1);
  size_t count = 0;
  visitStored(&stored, countRecord, &count);
  assert_int_equal(count, 2);
  closeStored(&stored);
}

static int putsLeft;
static const AsStoreFunctions *wholeStore;

/// The disk is full after a few puts.
static AsStatus putSome(AsStore *store, const AsRecord *record,
                        AsError *error) {
  return putsLeft-- > 0 ? wholeStore->put(store, record, error)
                        : asFail(error, AS_IO, "the disk is full");
}

/// Records of the old pace and of the new one do not compare.
static void allRecordsChangeOrNone(void **state) {
  Stored stored;
  openStored(&stored);
  wholeStore = stored.store->functions;
  AsStoreFunctions some = *wholeStore;
  some.put = putSome;
  stored.store->functions = &some;
  putsLeft = 1;
  AsRunnerResult faster = {
      .times = {3}, .paces = {1}, .numTimes = 1, .isPaced = true};
  asTrialsNoteDrift(&stored.tuner, &stored.task, &faster);
  stored.store->functions = wholeStore;
  assert_int_equal(putsLeft, -1);
  assert_true(stored.tuner.given.keepsNothing);
  assert_string_equal(stored.notes.failure.message, "the disk is full");
  double seconds[2] = {0};
  visitStored(&stored, noteRecord, seconds);
  assert_true(seconds[0] == 8 && seconds[1] == 4);
  closeStored(&stored);
}

static AsStatus expectDistrust(const AsRecord *record, void *context,
                               AsError *error) {
  bool isTrial = strcmp(record->sketch, "tile") == 0;
  assert_int_equal(record->outcome,
                   isTrial ? AS_OUTCOME_WRONG_ANSWER : AS_OUTCOME_OK);
  assert_int_equal(record->numTimes, isTrial ? 0 : 1);
  assert_string_equal(record->message, isTrial ? "they differ" : "");
  return countRecord(record, context, error);
}

/// A later run must not choose what was compared with a wrong reference either.
static void wrongReferencesAreRemembered(void **state) {
  Stored stored;
  openStored(&stored);
  AsTuneTask *task = &stored.task;
  strcpy(task->problem, "they differ");
  asTrialsDistrust(&stored.tuner, task);
  assert_false(stored.tuner.given.keepsNothing);
  assert_int_equal(asTaskHistoryBest(&task->history), -1);
  assert_true(task->bestSeconds == 0 && !task->isReady);
  size_t count = 0;
  visitStored(&stored, expectDistrust, &count);
  assert_int_equal(count, 2);
  // The next run reads it so.
  asTuneTaskFree(task);
  *task = (AsTuneTask){.hash = task->hash,
                       .sketches = task->sketches,
                       .numSketches = task->numSketches};
  AsError error = {0};
  assert_int_equal(asTrialsLoad(&stored.tuner, &error), AS_OK);
  assert_int_equal(task->outcomes[AS_OUTCOME_WRONG_ANSWER], 1);
  assert_true(task->bestSeconds == 0);
  closeStored(&stored);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(historyFindsWhatWasAdded),
      cmocka_unit_test(historyKnowsTheBest),
      cmocka_unit_test(timesBecomeTheirLowerQuartile),
      cmocka_unit_test(thePaceIsTakenOut),
      cmocka_unit_test(recordsFollowThePace),
      cmocka_unit_test(allRecordsChangeOrNone),
      cmocka_unit_test(wrongReferencesAreRemembered),
  };
  return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
