//===- tuner.c - The order of trials
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who gets the next trials in a whole search, and what is left of one that was
// interrupted. Candidates are built but not measured: the estimate takes the
// place of times, and what happens when is said by the calls for progress.
//
//===----------------------------------------------------------------------===//

#include "tuner.h"

enum { MATMUL, SOFTMAX, TRANSPOSE, NUM_TASKS };

typedef struct Search {
  AsArena arena;
  AsTarget target;
  MlirContext context;
  Program programs[NUM_TASKS];
  AsTuneTask tasks[NUM_TASKS];
  AsOptions options;
  atomic_bool interrupted;
  AsTunePhase phase; ///< The last one that was shown.
} Search;

static void openSearch(Search *search) {
  static const char *const files[NUM_TASKS] = {"matmul.mlir", "softmax.mlir",
                                               "transpose.mlir"};
  memset(search, 0, sizeof *search);
  AsError error = {0};
  if (asTargetCreate("host", 1, &search->arena, &search->target, &error))
    fail_msg("%s", error.message);
  search->context = asIrContextCreate();
  for (int t = 0; t < NUM_TASKS; t++) {
    openProgram(files[t], &search->target, search->context,
                &search->programs[t]);
    search->tasks[t] = tuneTaskOf(&search->programs[t]);
  }
  search->options = asOptionsDefault();
  search->options.buildTimeout = patience;
  search->options.measure = AS_MEASURE_STATIC;
}

static void closeSearch(Search *search) {
  for (int t = 0; t < NUM_TASKS; t++) {
    asTuneTaskFree(&search->tasks[t]);
    asArenaDestroy(&search->programs[t].arena);
  }
  mlirContextDestroy(search->context);
  asArenaDestroy(&search->arena);
}

static void run(Search *search,
                void (*progress)(const AsTuner *tuner, void *context)) {
  static const AsGoal goal = {"main", 1, 0};
  AsTunerOptions options = {.options = &search->options,
                            .target = &search->target,
                            .goals = &goal,
                            .numGoals = 1,
                            .worker = worker,
                            .compiler = "test",
                            .interrupted = &search->interrupted,
                            .progress = progress,
                            .context = search};
  AsTuneTimes times;
  AsError error = {0};
  if (asTune(&options, search->tasks, NUM_TASKS, &times, &error))
    fail_msg("%s", error.message);
  assert_int_equal(search->phase, AS_TUNE_DONE);
}

//===----------------------------------------------------------------------===//
// Little time
//===----------------------------------------------------------------------===//

static int chosen(const AsTuneTask *task) {
  return task->numTrials + task->numInFlight;
}

/// No task has a second trial, not even on its way, before all have one.
static void expectTurns(const AsTuner *tuner, void *context) {
  Search *search = context;
  search->phase = asTunerPhase(tuner);
  int least = chosen(&search->tasks[0]), most = least;
  for (int t = 1; t < NUM_TASKS; t++) {
    int count = chosen(&search->tasks[t]);
    least = count < least ? count : least;
    most = count > most ? count : most;
  }
  assert_true(least > 0 || most <= 1);
}

static void littleTimeIsForAllTasks(void **state) {
  Search search;
  openSearch(&search);
  search.options.trials = 12;
  search.options.timeLimit = 3600; // It is never reached.
  run(&search, expectTurns);
  for (int t = 0; t < NUM_TASKS; t++)
    assert_true(search.tasks[t].numTrials > 0);
  closeSearch(&search);
}

//===----------------------------------------------------------------------===//
// Tasks that take no time
//===----------------------------------------------------------------------===//

static bool someHasNone(const Search *search) {
  bool has = false;
  for (int t = 0; t < NUM_TASKS; t++)
    has |= chosen(&search->tasks[t]) == 0;
  return has;
}

/// The first takes nearly all of the time: it has its even share of the budget
/// at once, and the others a few of theirs.
static void expectFew(const AsTuner *tuner, void *context) {
  Search *search = context;
  search->phase = asTunerPhase(tuner);
  int first = chosen(&search->tasks[0]);
  assert_true(first == 0 || first >= 10);
  for (int t = 1; t < NUM_TASKS && someHasNone(search); t++)
    assert_in_range(chosen(&search->tasks[t]), 0, 4);
}

static void shortTasksGetAFew(void **state) {
  Search search;
  openSearch(&search);
  search.options.trials = 30;
  for (int t = 0; t < NUM_TASKS; t++)
    search.tasks[t].baselineSeconds = t == 0 ? 1 : 1e-4;
  run(&search, expectFew);
  for (int t = 0; t < NUM_TASKS; t++)
    assert_true(search.tasks[t].numTrials > 0);
  assert_true(search.tasks[0].numTrials >= 10);
  closeSearch(&search);
}

//===----------------------------------------------------------------------===//
// Being interrupted
//===----------------------------------------------------------------------===//

/// A trial of an earlier run.
static void rememberOutcome(AsTuneTask *task, AsOutcome outcome,
                            double seconds) {
  AsCandidate plain = {.sketch = task->numSketches - 1};
  assert_int_equal(task->sketches[plain.sketch].numKnobs, 0);
  int trial = asTaskHistoryAdd(&task->history, &plain);
  task->history.trials[trial].outcome = outcome;
  task->history.trials[trial].seconds = seconds;
  task->numTrials = 1;
}

/// One that was measured.
static void remember(AsTuneTask *task, double seconds) {
  rememberOutcome(task, AS_OUTCOME_OK, seconds);
}

static void note(const AsTuner *tuner, void *context) {
  ((Search *)context)->phase = asTunerPhase(tuner);
}

/// Ctrl-C, as soon as something was chosen.
static void interrupt(const AsTuner *tuner, void *context) {
  Search *search = context;
  note(tuner, context);
  for (int t = 0; t < NUM_TASKS; t++)
    search->interrupted |= search->tasks[t].numInFlight > 0;
}

static void estimatesAreForWhatHasNoTrial(void **state) {
  Search search;
  openSearch(&search);
  search.options.trials = 0;
  search.options.measure = AS_MEASURE_RUN;
  remember(&search.tasks[SOFTMAX], 0.25);
  run(&search, note);
  for (int t = 0; t < NUM_TASKS; t++) {
    const AsTuneTask *task = &search.tasks[t];
    bool isKnown = t == SOFTMAX;
    assert_int_equal(task->numTrials, 1);
    assert_int_equal(task->history.trials[0].outcome,
                     isKnown ? AS_OUTCOME_OK : AS_OUTCOME_ESTIMATED);
    assert_true(isKnown ? task->bestSeconds == 0.25 : task->bestSeconds > 0);
  }
  closeSearch(&search);
}

/// An interrupt while the estimate chooses: what was chosen and is not built
/// yet is dropped, nothing else is, and what was measured is there.
static void interruptsEndTheChoice(void **state) {
  Search search;
  openSearch(&search);
  search.options.trials = 0;
  search.options.measure = AS_MEASURE_RUN;
  remember(&search.tasks[SOFTMAX], 0.25);
  run(&search, interrupt);
  assert_true(search.interrupted);
  for (int t = 0; t < NUM_TASKS; t++) {
    const AsTuneTask *task = &search.tasks[t];
    AsOutcome outcome = task->history.trials[0].outcome;
    assert_int_equal(task->history.numTrials, 1);
    // One may have been built before the interrupt was seen.
    bool isBuilt = t != SOFTMAX && task->numTrials;
    assert_int_equal(task->numTrials, t == SOFTMAX || isBuilt);
    if (isBuilt)
      assert_int_equal(outcome, AS_OUTCOME_ESTIMATED);
    else
      assert_true(task->bestSeconds == (t == SOFTMAX ? 0.25 : 0));
  }
  closeSearch(&search);
}

/// One before it leaves the choice to the estimate.
static void interruptedSearchesAreEstimated(void **state) {
  Search search;
  openSearch(&search);
  search.options.measure = AS_MEASURE_RUN;
  search.interrupted = 1;
  remember(&search.tasks[SOFTMAX], 0.25);
  run(&search, note);
  for (int t = 0; t < NUM_TASKS; t++)
    assert_int_equal(search.tasks[t].history.trials[0].outcome,
                     t == SOFTMAX ? AS_OUTCOME_OK : AS_OUTCOME_ESTIMATED);
  assert_true(search.tasks[SOFTMAX].bestSeconds == 0.25);
  closeSearch(&search);
}

/// The time is over as soon as something was chosen.
static void runOutOfTime(const AsTuner *tuner, void *context) {
  Search *search = context;
  note(tuner, context);
  for (int t = 0; t < NUM_TASKS; t++)
    if (search->tasks[t].numInFlight > 0)
      search->options.timeLimit = 1e-9;
}

/// What was on its way then is free to be chosen: the choice is the same as
/// without a trial. A trial that was killed is none.
static void searchesOutOfTimeAreEstimated(void **state) {
  Search none, some;
  openSearch(&none);
  openSearch(&some);
  none.options.trials = 0;
  some.options.trials = 12;
  some.options.timeLimit = 3600;
  rememberOutcome(&some.tasks[SOFTMAX], AS_OUTCOME_KILLED, 0);
  run(&none, note);
  run(&some, runOutOfTime);
  for (int t = 0; t < NUM_TASKS; t++) {
    const AsTrial *expected = &none.tasks[t].history.trials[0],
                  *found = &some.tasks[t].history.trials[0];
    assert_int_equal(found->outcome, AS_OUTCOME_ESTIMATED);
    assert_memory_equal(&found->candidate, &expected->candidate,
                        sizeof found->candidate);
    assert_true(some.tasks[t].bestSeconds == none.tasks[t].bestSeconds);
  }
  closeSearch(&some);
  closeSearch(&none);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(littleTimeIsForAllTasks),
      cmocka_unit_test(shortTasksGetAFew),
      cmocka_unit_test(estimatesAreForWhatHasNoTrial),
      cmocka_unit_test(interruptsEndTheChoice),
      cmocka_unit_test(interruptedSearchesAreEstimated),
      cmocka_unit_test(searchesOutOfTimeAreEstimated),
  };
  return cmocka_run_group_tests_name("tuner", tests, NULL, NULL);
}
