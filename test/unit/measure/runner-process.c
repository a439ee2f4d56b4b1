//===- runner-process.c - Tests of the runner as a process
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That it is started again, replaced, and dies with its client; its options and
// the messages that it takes.
//
//===----------------------------------------------------------------------===//

#include "measure/runner-protocol.h"
#include "runner.h"
#include "support/clock.h"
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/// Kills a process and waits until it is dead, but leaves it to be reaped.
static void killAndWait(pid_t pid) {
  siginfo_t info;
  kill(pid, SIGKILL);
  assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

static void runnerIsStartedAgain(void **state) {
  AsRunner *runner = createWithTask();
  // Between jobs; the second time it is noticed by a poll.
  killAndWait(onlyChild());
  expectStillFine(runner);
  killAndWait(onlyChild());
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
  killAndWait(onlyChild());
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
  expect(&result, AS_OUTCOME_RUN_TIMEOUT, "did not answer");
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

static void optionsMustBeRight(void **state) {
  static const char *const wrong[] = {
      "--threads=0", "--threads=x",  "--threads=", "--threads=2x",
      "--memory=-1", "--memory=9e9", "--cores=1",  "now"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    AsText command = {0};
    asTextFormat(&command, "%s run %s 2>/dev/null", options().worker, wrong[i]);
    int status = system(command.data);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    asTextFree(&command);
  }
}

/// Whether the first `length` bytes of a packet are taken for the whole.
static bool takesTask(const AsText *packet, size_t length) {
  AsMessage message = {AS_RUNNER_TASK, packet->data, length};
  AsRunnerTask task;
  const char *symbol;
  bool taken = asRunnerGetTask(&message, &task, &symbol);
  free((AsBuffer *)task.buffers);
  return taken;
}

static bool takesJob(const AsText *packet, size_t length) {
  AsMessage message = {AS_RUNNER_JOB, packet->data, length};
  AsRunnerJob job;
  return asRunnerGetJob(&message, &job);
}

static bool takesResult(const AsText *packet, size_t length) {
  AsMessage message = {AS_RUNNER_RESULT, packet->data, length};
  AsRunnerResult result;
  return asRunnerGetResult(&message, &result);
}

static void messagesMustBeWhole(void **state) {
  AsText packets[3] = {0};
  static const AsText object = {(char *)"object", 6, 6};
  AsRunnerTask task = {.name = "t",
                       .buffers = withResult,
                       .numBuffers = 3,
                       .reference = object.data,
                       .referenceLength = object.length};
  AsRunnerJob job = jobFor("t", &object, "symbol");
  AsRunnerResult result = {
      .numTimes = AS_MAX_TIMES, .isPaced = true, .message = "why"};
  asRunnerPutTask(&packets[0], &task, "symbol");
  asRunnerPutJob(&packets[1], &job);
  asRunnerPutResult(&packets[2], &result);
  bool (*const takes[])(const AsText *, size_t) = {takesTask, takesJob,
                                                   takesResult};
  for (int i = 0; i < 3; i++) {
    size_t whole = packets[i].length;
    assert_true(takes[i](&packets[i], whole));
    for (size_t length = 0; length < whole; length++)
      assert_false(takes[i](&packets[i], length));
    asTextAppend(&packets[i], "", 1);
    assert_false(takes[i](&packets[i], whole + 1));
    asTextFree(&packets[i]);
  }
  // Buffers that no machine has, and elements of no type.
  static const AsBuffer insane[] = {{AS_ELEMENT_F32, -1, true},
                                    {AS_ELEMENT_F32, INT64_MAX / 2, true},
                                    {AS_NUM_ELEMENTS, 1, true},
                                    {(AsElement)-1, 1, true}};
  for (size_t i = 0; i < sizeof insane / sizeof *insane; i++) {
    AsText packet = {0};
    task.buffers = &insane[i];
    task.numBuffers = 1;
    asRunnerPutTask(&packet, &task, "symbol");
    assert_false(takesTask(&packet, packet.length));
    asTextFree(&packet);
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
      TEST(runnerIsStartedAgain),   TEST(stuckRunnerIsReplaced),
      TEST(missingWorkerIsAnError), TEST(optionsMustBeRight),
      TEST(messagesMustBeWhole),    TEST(runnerDiesWithItsClient),
  };
  return cmocka_run_group_tests(tests, compileKernels, freeKernels);
}
