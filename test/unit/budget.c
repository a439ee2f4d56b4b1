//===- test/unit/budget.c - The budget over tasks -------------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which task gets the next trials, by made-up times.
//
//===----------------------------------------------------------------------===//

#include "search/budget.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const AsTuneTask freshTask = {.weight = 1,
                                     .flops = 1e9,
                                     .minBytes = 1e6,
                                     .numSketches = 1,
                                     .baselineSeconds = 1};

/// One that has had its first batch, and gained by it.
static const AsTuneTask tunedTask = {.weight = 1,
                                     .flops = 1e9,
                                     .minBytes = 1e6,
                                     .numSketches = 1,
                                     .baselineSeconds = 1,
                                     .bestSeconds = 0.5,
                                     .numTrials = 16,
                                     .lastGain = 16};

static void everyTaskGetsABatchFirst(void **state) {
  AsTuneTask tasks[] = {freshTask, tunedTask, freshTask, freshTask};
  assert_int_equal(asBudgetPick(tasks, 4, 16, 0), 0);
  tasks[0].numInFlight = 16; // On its way counts.
  assert_int_equal(asBudgetPick(tasks, 4, 16, 0), 2);
  tasks[2].isDead = true;
  assert_int_equal(asBudgetPick(tasks, 4, 16, 0), 3);
  tasks[3].numSketches = 0;
  assert_in_range(asBudgetPick(tasks, 4, 16, 0), 0, 1);
}

static void someTasksCanUseNothing(void **state) {
  AsTuneTask tasks[] = {tunedTask, tunedTask, tunedTask};
  tasks[0].weight = 100; // It would be picked.
  assert_int_equal(asBudgetPick(tasks, 3, 16, 0), 0);
  tasks[0].isDead = true;
  tasks[1].numTrials = 60;
  tasks[1].numInFlight = 4;
  assert_int_equal(asBudgetPick(tasks, 3, 16, 64), 2);
  tasks[2].numSketches = 0;
  assert_int_equal(asBudgetPick(tasks, 3, 16, 64), -1);
  assert_int_equal(asBudgetPick(tasks, 3, 16, 65), 1);
  assert_int_equal(asBudgetPick(tasks, 0, 16, 0), -1);
}

static void theGradientDecides(void **state) {
  // By weight.
  AsTuneTask tasks[] = {tunedTask, tunedTask};
  tasks[1].weight = 3;
  assert_int_equal(asBudgetPick(tasks, 2, 16, 0), 1);
  // By time.
  tasks[1].weight = 1;
  tasks[1].bestSeconds = 0.6;
  assert_int_equal(asBudgetPick(tasks, 2, 16, 0), 1);
  // By what more trials may bring.
  tasks[1] = tunedTask;
  tasks[1].numTrials = tasks[1].lastGain = 64;
  assert_int_equal(asBudgetPick(tasks, 2, 16, 0), 0);
  // By what the last batches brought.
  tasks[1] = tunedTask;
  tasks[1].bestBefore = 0.9;
  asBudgetNoteBatch(&tasks[1]);
  assert_int_equal(asBudgetPick(tasks, 2, 16, 0), 1);
  // By how far it is from the speed that others reach.
  tasks[0] = tasks[1] = tunedTask;
  tasks[0].numTrials = tasks[1].numTrials = 2; // Else this is no bound.
  tasks[0].bestSeconds = tasks[0].flops / 1e12;
  tasks[1].flops = 0.9e12;
  assert_int_equal(asBudgetPick(tasks, 2, 16, 0), 1);
}

static void staleTasksMakeRoom(void **state) {
  AsTuneTask tasks[] = {tunedTask, tunedTask};
  tasks[1].weight = 1000;
  tasks[1].numTrials = 16 + 6 * 16;
  assert_int_equal(asBudgetPick(tasks, 2, 16, 0), 1);
  tasks[1].numTrials++; // Seven batches without a gain.
  assert_int_equal(asBudgetPick(tasks, 2, 16, 0), 0);
  tasks[0].isDead = true; // Nobody else can use the trials.
  assert_int_equal(asBudgetPick(tasks, 2, 16, 0), 1);
}

static void gainsAreKept(void **state) {
  AsTuneTask task = tunedTask;
  task.bestSeconds = 4.5;
  asBudgetNoteBatch(&task); // Nothing was known before.
  assert_true(task.gains[0] == 0);
  static const double after[] = {2.5, 0.5, 0, 0};
  static const double gains[] = {2, 2, 0, 0};
  for (int i = 0; i < 4; i++) {
    task.bestSeconds = after[i];
    asBudgetNoteBatch(&task);
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
      cmocka_unit_test(gainsAreKept),
  };
  return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}
