//===- task-scheduler.c - The budget over tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which task gets the next trials, by made-up times.
//
//===----------------------------------------------------------------------===//

#include "search/task-scheduler.h"
#include "search/objective.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/// Runs in two models, of which most tests have the first alone.
static const double once[] = {1, 0}, thrice[] = {3, 0}, often[] = {1000, 0},
                    inOther[] = {0, 1};

static const AsTuneTask freshTask = {.runs = once,
                                     .flops = 1e9,
                                     .minBytes = 1e6,
                                     .numSketches = 1,
                                     .baselineSeconds = 1};

/// One that has had its first batch, and gained by it.
static const AsTuneTask tunedTask = {.runs = once,
                                     .flops = 1e9,
                                     .minBytes = 1e6,
                                     .numSketches = 1,
                                     .baselineSeconds = 1,
                                     .bestSeconds = 0.5,
                                     .numTrials = 16,
                                     .lastGain = 16};

static int pick(const AsTuneTask *tasks, int numTasks, int64_t perTask) {
  static const AsGoal goal = {"main", 1, 0};
  return asTaskSchedulerPick(&(AsTaskScheduler){.tasks = tasks,
                                                .numTasks = numTasks,
                                                .goals = &goal,
                                                .numGoals = 1,
                                                .batch = 16,
                                                .perTask = perTask});
}

static void everyTaskGetsABatchFirst(void **state) {
  AsTuneTask tasks[] = {freshTask, tunedTask, freshTask, freshTask};
  assert_int_equal(pick(tasks, 4, 0), 0);
  tasks[0].numInFlight = 16; // On its way counts.
  assert_int_equal(pick(tasks, 4, 0), 2);
  tasks[2].isDead = true;
  assert_int_equal(pick(tasks, 4, 0), 3);
  tasks[3].numSketches = 0;
  assert_in_range(pick(tasks, 4, 0), 0, 1);
}

static void someTasksCanUseNothing(void **state) {
  AsTuneTask tasks[] = {tunedTask, tunedTask, tunedTask};
  tasks[0].runs = often; // It would be picked.
  assert_int_equal(pick(tasks, 3, 0), 0);
  tasks[0].isDead = true;
  tasks[1].numTrials = 60;
  tasks[1].numInFlight = 4;
  assert_int_equal(pick(tasks, 3, 64), 2);
  tasks[2].numSketches = 0;
  assert_int_equal(pick(tasks, 3, 64), -1);
  assert_int_equal(pick(tasks, 3, 65), 1);
  assert_int_equal(pick(tasks, 0, 0), -1);
}

static void theGradientDecides(void **state) {
  // By weight.
  AsTuneTask tasks[] = {tunedTask, tunedTask};
  tasks[1].runs = thrice;
  assert_int_equal(pick(tasks, 2, 0), 1);
  // By time.
  tasks[1].runs = once;
  tasks[1].bestSeconds = 0.6;
  assert_int_equal(pick(tasks, 2, 0), 1);
  // By what more trials may bring.
  tasks[1] = tunedTask;
  tasks[1].numTrials = tasks[1].lastGain = 64;
  assert_int_equal(pick(tasks, 2, 0), 0);
  // By what the last batches brought.
  tasks[1] = tunedTask;
  tasks[1].bestBefore = 0.9;
  asTaskSchedulerNoteBatch(&tasks[1]);
  assert_int_equal(pick(tasks, 2, 0), 1);
  // By how far it is from the speed that others reach.
  tasks[0] = tasks[1] = tunedTask;
  tasks[0].numTrials = tasks[1].numTrials = 2; // Else this is no bound.
  tasks[0].bestSeconds = tasks[0].flops / 1e12;
  tasks[1].flops = 0.9e12;
  assert_int_equal(pick(tasks, 2, 0), 1);
}

static void staleTasksMakeRoom(void **state) {
  AsTuneTask tasks[] = {tunedTask, tunedTask};
  tasks[1].runs = often;
  tasks[1].numTrials = 16 + 6 * 16;
  assert_int_equal(pick(tasks, 2, 0), 1);
  tasks[1].numTrials++; // Seven batches without a gain.
  assert_int_equal(pick(tasks, 2, 0), 0);
  tasks[0].isDead = true; // Nobody else can use the trials.
  assert_int_equal(pick(tasks, 2, 0), 1);
}

static void patienceEnds(void **state) {
  AsTuneTask tasks[] = {tunedTask, tunedTask};
  AsGoal goal = {"main", 1, 0};
  AsTaskScheduler budget = {tasks, 2, &goal, 1, .batch = 16, .patience = 20};
  tasks[0].runs = often;
  tasks[0].numTrials = 16 + 19;
  assert_int_equal(asTaskSchedulerPick(&budget), 0);
  tasks[0].numTrials++;
  assert_int_equal(asTaskSchedulerPick(&budget), 1);
  tasks[1].numTrials += 20;
  assert_int_equal(asTaskSchedulerPick(&budget), -1);
  tasks[1].lastGain = tasks[1].numTrials;
  assert_int_equal(asTaskSchedulerPick(&budget), 1);
}

static void modelsHaveGoals(void **state) {
  AsTuneTask tasks[] = {tunedTask, tunedTask};
  tasks[1].runs = inOther;
  AsGoal goals[] = {{"main", 1, 0}, {"other", 2, 0}};
  AsTaskScheduler budget = {tasks, 2, goals, 2, .batch = 16};
  assert_int_equal(asTaskSchedulerPick(&budget), 1); // It counts twice.
  goals[1].latency = 0.4;                            // It takes longer.
  assert_int_equal(asTaskSchedulerPick(&budget), 1);
  goals[1].latency = 0.5;
  assert_int_equal(asTaskSchedulerPick(&budget), 0);
  goals[0].weight = 0; // Nobody cares.
  assert_int_equal(asTaskSchedulerPick(&budget), -1);
  goals[0].weight = 1;
  goals[0].latency = 1;
  assert_int_equal(asTaskSchedulerPick(&budget), -1);
  // As long as a task has no time, there is none of its model.
  tasks[0].bestSeconds = 0;
  assert_int_equal(asTaskSchedulerPick(&budget), 0);
}

static void sharesAreOfTimeBefore(void **state) {
  AsTuneTask tasks[] = {tunedTask, freshTask, tunedTask};
  AsGoal goals[] = {{"main", 1, 0}, {"other", 5, 0}};
  AsTaskScheduler budget = {tasks, 3, goals, 2, .batch = 16};
  tasks[0].runs = thrice;
  tasks[1].runs = inOther;
  assert_true(asTaskSchedulerShare(&budget, 0) == 3 / 9.0);
  assert_true(asTaskSchedulerShare(&budget, 1) == 5 / 9.0);
  goals[1].weight = 0; // Nobody cares.
  assert_true(asTaskSchedulerShare(&budget, 1) == 0);
  assert_true(asTaskSchedulerShare(&budget, 2) == 1 / 4.0);
  tasks[1].baselineSeconds = 0; // It may take very long.
  assert_true(asTaskSchedulerShare(&budget, 2) == 1);
  tasks[1].isDead = true;
  assert_true(asTaskSchedulerShare(&budget, 2) == 1 / 4.0);
}

static void expectGoals(const char *weights, const char *latencies,
                        const double expected[4]) {
  static const char *const models[] = {"encoder", "decoder"};
  AsGoal goals[2];
  AsError error = {0};
  assert_int_equal(asGoalsRead(weights, latencies, models, 2, goals, &error),
                   AS_OK);
  for (int m = 0; m < 2; m++) {
    assert_string_equal(goals[m].model, models[m]);
    assert_true(goals[m].weight == expected[2 * m]);
    assert_true(goals[m].latency == expected[2 * m + 1]);
  }
}

static void expectNoGoals(const char *weights, const char *latencies,
                          const char *message) {
  static const char *const models[] = {"encoder", "decoder"};
  AsGoal goals[2];
  AsError error = {0};
  assert_int_equal(asGoalsRead(weights, latencies, models, 2, goals, &error),
                   AS_INVALID_INPUT);
  assert_string_equal(error.message, message);
}

static void goalsAreRead(void **state) {
  expectGoals("", "", (double[]){1, 0, 1, 0});
  expectGoals("2", "decoder=0.5", (double[]){2, 0, 2, 0.5});
  expectGoals("encoder=0,@decoder=2.5", "1e-3,encoder=0",
              (double[]){0, 0, 2.5, 1e-3});
  expectNoGoals("encode=1", "",
                "--function-weights: a run does not begin at 'encode', but at: "
                "encoder, decoder; did you mean 'encoder'?");
  expectNoGoals("", "encoder=fast",
                "--latency-goals: expected a number that is not negative, or "
                "FUNCTION=NUMBER, not 'fast'");
  expectNoGoals(
      "-1", "",
      "--function-weights: expected a number that is not negative, or "
      "FUNCTION=NUMBER, not '-1'");
}

static void gainsAreKept(void **state) {
  AsTuneTask task = tunedTask;
  task.bestSeconds = 4.5;
  asTaskSchedulerNoteBatch(&task); // Nothing was known before.
  assert_true(task.gains[0] == 0);
  static const double after[] = {2.5, 0.5, 0, 0};
  static const double gains[] = {2, 2, 0, 0};
  for (int i = 0; i < 4; i++) {
    task.bestSeconds = after[i];
    asTaskSchedulerNoteBatch(&task);
    assert_true(task.gains[0] == gains[i]);
  }
  assert_true(task.gains[2] == 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everyTaskGetsABatchFirst),
      cmocka_unit_test(someTasksCanUseNothing),
      cmocka_unit_test(theGradientDecides),
      cmocka_unit_test(staleTasksMakeRoom),
      cmocka_unit_test(patienceEnds),
      cmocka_unit_test(modelsHaveGoals),
      cmocka_unit_test(sharesAreOfTimeBefore),
      cmocka_unit_test(goalsAreRead),
      cmocka_unit_test(gainsAreKept),
  };
  return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}
