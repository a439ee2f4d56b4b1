//===- runner-process.c - Tests of the runner as a process
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That it is started again, replaced, and dies with its client; its options,
// and that of another version is refused.
//
//===----------------------------------------------------------------------===//

#include "fake-worker.h"
#include "runner.h"
#include "support/clock.h"
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/// Kills the process of `runner` and waits until it is dead, but leaves it to
/// be reaped. A job's process dies a little later, and keeps the socket open
/// until then.
static void killAndWait(AsRunner *runner) {
  pid_t pid = onlyChild();
  siginfo_t info;
  kill(pid, SIGKILL);
  assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
  struct pollfd closed = {.fd = asRunnerDescriptor(runner), .events = POLLIN};
  assert_int_equal(poll(&closed, 1, 10000), 1);
}

static void runnerIsStartedAgain(void **state) {
  AsRunner *runner = createWithTask();
  // Between jobs; the second time it is noticed by a poll.
  killAndWait(runner);
  expectStillFine(runner);
  killAndWait(runner);
  AsRunnerResult result;
  AsError error = {0};
  bool finished = true;
  assert_int_equal(asRunnerPoll(runner, &result, &finished, &error), AS_OK);
  assert_false(finished);
  expectStillFine(runner);
  // During a job.
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_loop");
  assert_int_equal(asRunnerStart(runner, &job, &error), AS_OK);
  assert_int_equal(asRunnerStart(runner, &job, &error), AS_INTERNAL);
  assert_int_equal(asRunnerPoll(runner, &result, &finished, &error), AS_OK);
  assert_false(finished);
  killAndWait(runner);
  assert_int_equal(asRunnerPoll(runner, &result, &finished, &error), AS_OK);
  assert_true(finished);
  expect(&result, AS_OUTCOME_KILLED, "the runner was killed by SIGKILL");
  expectStillFine(runner);
}

static void stuckRunnerIsReplaced(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_good");
  job.timeLimit = 0.2;
  kill(onlyChild(), SIGSTOP);
  double start = asClockNow();
  AsRunnerResult result = measure(runner, &job);
  assert_true(asClockNow() - start < 10);
  expect(&result, AS_OUTCOME_KILLED, "did not answer");
  expectStillFine(runner);
}

static void missingWorkerIsAnError(void **state) {
  AsRunnerOptions none = options();
  none.worker = "/no/such/as-worker";
  AsRunner *runner = NULL;
  AsError error = {0};
  assert_int_equal(asRunnerCreate(&none, &runner, &error), AS_IO);
  assert_non_null(strstr(error.message, "/no/such/as-worker"));
  none.worker = "/bin/true"; // Starts, but is none.
  assert_int_equal(asRunnerCreate(&none, &runner, &error), AS_CHILD);
  assert_null(runner);
  asRunnerDestroy(NULL);
}

/// Whoever starts it by hand is told what is wrong.
static void optionsMustBeRight(void **state) {
  static const char *const wrong[] = {"", "walk", "run --threads=0",
                                      "run --cores=1", "run now"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    AsText command = {0};
    asTextFormat(&command, "%s %s 2>&1", options().worker, wrong[i]);
    FILE *output = popen(command.data, "r");
    char line[256] = "";
    assert_non_null(fgets(line, sizeof line, output));
    assert_non_null(strstr(line, "as-worker"));
    int status = pclose(output);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    asTextFree(&command);
  }
}

static void otherVersionsAreRefused(void **state) {
  AsRunnerOptions other = options();
  other.worker = fakeWorker;
  for (int f = 0; f < numFakes; f++) {
    AsRunner *runner = NULL;
    AsError error = {0};
    becomeFake(fakes[f].does);
    AsStatus status = asRunnerCreate(&other, &runner, &error);
    expectRefusal(status, &error, fakes[f].said);
    assert_null(runner);
  }
}

/// A client that dies takes the runner and its job along.
static void runnerDiesWithItsClient(void **state) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int report[2];
  assert_int_equal(pipe(report), 0);
  pid_t client = fork();
  if (client == 0) {
    AsRunner *runner = createWithTask();
    AsRunnerJob job = jobFor("sum", &faults, "as_entry_loop");
    asRunnerStart(runner, &job, NULL);
    usleep(200000); // The job gets going.
    pid_t server = onlyChild();
    _exit(write(report[1], &server, sizeof server) != sizeof server);
  }
  pid_t server = 0;
  assert_int_equal(read(report[0], &server, sizeof server), sizeof server);
  int status;
  assert_int_equal(waitpid(client, NULL, 0), client);
  assert_int_equal(waitpid(server, &status, 0), server);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  // The job has become our child, and has died too.
  double deadline = asClockNow() + 5;
  while (waitpid(-1, NULL, WNOHANG) >= 0 && asClockNow() < deadline)
    usleep(1000);
  assert_true(asClockNow() < deadline);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  close(report[0]);
  close(report[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(runnerIsStartedAgain),    TEST(stuckRunnerIsReplaced),
      TEST(missingWorkerIsAnError),  TEST(optionsMustBeRight),
      TEST(otherVersionsAreRefused), TEST(runnerDiesWithItsClient),
  };
  return cmocka_run_group_tests(tests, compileKernels, freeKernels);
}
