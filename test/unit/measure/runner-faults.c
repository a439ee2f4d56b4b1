//===- runner-faults.c - Measuring kernels that may do anything
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrong answers, crashes, loops, garbage for object code: all are outcomes, and
// the runner goes on.
//
//===----------------------------------------------------------------------===//

#include "runner.h"
#include "support/clock.h"
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static void faultsAreOutcomes(void **state) {
  static const struct {
    const char *symbol;
    AsOutcome outcome;
    const char *message;
  } cases[] = {
      {"as_entry_wrong", AS_OUTCOME_WRONG_ANSWER, "element 17 of result 0 is "},
      {"as_entry_nan", AS_OUTCOME_WRONG_ANSWER, "element 3 of result 0 is nan"},
      {"as_entry_unwritten", AS_OUTCOME_WRONG_ANSWER,
       "element 999 of result 0 is -nan"},
      {"as_entry_crash", AS_OUTCOME_RUN_CRASHED,
       "the kernel was killed by SIGSEGV while running"},
      {"as_entry_overflow", AS_OUTCOME_RUN_CRASHED, "killed by SIGSEGV"},
      {"as_entry_exit", AS_OUTCOME_RUN_CRASHED,
       "the kernel ended the process with status 0"},
      {"as_entry_killed", AS_OUTCOME_KILLED,
       "the kernel was killed by SIGKILL while running"},
      {"as_entry_hog", AS_OUTCOME_RUN_CRASHED,
       "killed by SIGABRT while running"},
      {"as_entry_past", AS_OUTCOME_WRONG_ANSWER,
       "wrote out of bounds of buffer 2"},
      {"as_entry_before", AS_OUTCOME_WRONG_ANSWER,
       "wrote out of bounds of buffer 2"},
      {"as_entry_absent", AS_OUTCOME_RUN_CRASHED,
       "does not define 'as_entry_absent'"},
  };
  AsRunner *runner = createWithTask();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsRunnerResult result = measureFault(runner, cases[i].symbol);
    expect(&result, cases[i].outcome, cases[i].message);
    assert_int_equal(result.numTimes, 0);
    expectStillFine(runner);
  }
}

static void guardPagesAreThere(void **state) {
  AsRunner *runner = create(options());
  AsRunnerResult result =
      addTask(runner, "sum", withFullPages, &faultsFullPage, "as_entry_good");
  expect(&result, AS_OUTCOME_OK, "");
  static const char *const symbols[] = {"as_entry_past", "as_entry_before"};
  for (int i = 0; i < 2; i++) {
    AsRunnerJob job = jobFor("sum", &faultsFullPage, symbols[i]);
    result = measure(runner, &job);
    expect(&result, AS_OUTCOME_RUN_CRASHED, "killed by SIGSEGV");
  }
}

static void objectsMayBeGarbage(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &missing, "as_entry_missing");
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_RUN_CRASHED,
         "needs symbol 'no_such_function' which is not available");
  AsText garbage = {0};
  for (int i = 0; i < 1000; i++)
    asTextFormat(&garbage, "%d garbage ", i);
  job = jobFor("sum", &garbage, "as_entry_good");
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_RUN_CRASHED, "cannot be linked");
  // Nothing, half a file, and a whole one with its insides turned over.
  asTextClear(&garbage);
  asTextAppend(&garbage, faults.data, faults.length);
  job.object = garbage.data;
  for (size_t part = 0; part < 4; part++) {
    job.objectLength = garbage.length * part / 4;
    result = measure(runner, &job);
    expect(&result, AS_OUTCOME_RUN_CRASHED, "");
  }
  job.objectLength = garbage.length;
  memset(garbage.data + garbage.length / 2, 0xee, garbage.length / 4);
  result = measure(runner, &job);
  assert_true(result.outcome != AS_OUTCOME_OK || result.deviation == 0);
  asTextFree(&garbage);
  expectStillFine(runner);
}

static void loopsAreEnded(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_loop");
  job.timeLimit = 0.3;
  double start = asClockNow();
  AsRunnerResult result = measure(runner, &job);
  assert_true(asClockNow() - start < 1.3);
  expect(&result, AS_OUTCOME_RUN_TIMEOUT, "limit of 0.3 s");
  assert_true(result.wallSeconds >= 0.3);
  expectStillFine(runner);
}

/// A process that the kernel started does not outlive the job.
static void groupsAreEnded(void **state) {
  AsRunner *runner = createWithTask();
  prctl(PR_SET_CHILD_SUBREAPER, 1); // What is left of them comes to us.
  AsRunnerResult result = measureFault(runner, "as_entry_forking");
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  expect(&result, AS_OUTCOME_OK, "");
  double deadline = asClockNow() + 5;
  int numOrphans = 0;
  for (pid_t first; countChildren(&first) > 1; usleep(1000)) {
    int status;
    while (waitpid(-1, &status, WNOHANG) > 0) {
      assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
      numOrphans++;
    }
    assert_true(asClockNow() < deadline);
  }
  assert_true(numOrphans > 0);
  expectStillFine(runner);
}

static void referencesMayFail(void **state) {
  AsRunner *runner = create(options());
  static const struct {
    const AsBuffer *buffers;
    const char *symbol;
    AsOutcome outcome;
    const char *message;
  } cases[] = {
      {withResult, "as_entry_crash", AS_OUTCOME_RUN_CRASHED, "SIGSEGV"},
      {withResult, "as_entry_loop", AS_OUTCOME_RUN_TIMEOUT, "limit"},
      {withoutResult, "as_entry_nothing", AS_OUTCOME_RUN_CRASHED,
       "nothing can be compared"},
  };
  AsError error = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsRunnerResult result =
        addTask(runner, "bad", cases[i].buffers, &faults, cases[i].symbol);
    expect(&result, cases[i].outcome, cases[i].message);
    AsRunnerJob job = jobFor("bad", &faults, "as_entry_good");
    assert_int_equal(asRunnerStart(runner, &job, &error), AS_NOT_FOUND);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(faultsAreOutcomes),   TEST(guardPagesAreThere),
      TEST(objectsMayBeGarbage), TEST(loopsAreEnded),
      TEST(groupsAreEnded),      TEST(referencesMayFail),
  };
  return cmocka_run_group_tests(tests, compileKernels, freeKernels);
}
