//===- test/unit/runner.c - Measuring kernels that may do anything
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the kernels in test/unit/kernels with the C compiler and has a real
// runner measure them. AS_WORKER in the environment names another as-worker.
//
//===----------------------------------------------------------------------===//

#include "measure/runner.h"
#include "measure/protocol.h"
#include "support/clock.h"
#include "support/text.h"
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

//===----------------------------------------------------------------------===//
// Kernels, runners, tasks and jobs
//===----------------------------------------------------------------------===//

/// The object code of the kernels: for arrays that end amid a page, and for
/// arrays that fill it.
static AsText faults, faultsFullPage, missing, pacer, parallel, bfloat;
enum { length = 1000, fullPage = 1024 };

#define CLANG "PATH=$PATH:/usr/lib/llvm-22/bin clang-22 2>/dev/null"

static bool compile(const char *folder, const char *compiler, const char *name,
                    int size, AsText *object) {
  AsText command = {0}, path = {0};
  asTextFormat(&path, "%s/%s.o", folder, name);
  asTextFormat(&command,
               "%s -O1 -fPIC -w -DN=%d -c " AS_TEST_DIR
               "/unit/kernels/%s.c -o %s",
               compiler, size, name, path.data);
  bool ok =
      system(command.data) == 0 && asReadFile(path.data, object, NULL) == AS_OK;
  unlink(path.data);
  asTextFree(&command);
  asTextFree(&path);
  return ok;
}

static int compileKernels(void **state) {
  char folder[] = "/tmp/as-runner-XXXXXX";
  if (!mkdtemp(folder))
    return 1;
  bool ok = compile(folder, "cc", "faults", length, &faults) &&
            compile(folder, "cc", "faults", fullPage, &faultsFullPage) &&
            compile(folder, "cc", "missing", length, &missing) &&
            compile(folder, "cc", "pacer", length, &pacer);
  // Without clang there are no such objects; their tests are skipped.
  compile(folder, CLANG " -fopenmp", "parallel", length, &parallel);
  compile(folder, CLANG, "bfloat", length, &bfloat);
  rmdir(folder);
  return !ok;
}

static int freeKernels(void **state) {
  asTextFree(&faults);
  asTextFree(&faultsFullPage);
  asTextFree(&missing);
  asTextFree(&pacer);
  asTextFree(&parallel);
  asTextFree(&bfloat);
  return 0;
}

static AsRunnerOptions options(void) {
  const char *worker = getenv("AS_WORKER");
  return (AsRunnerOptions){.worker =
                               worker ? worker : AS_BUILD_DIR "/bin/as-worker",
                           .threads = 1,
                           .memoryLimit = 256 << 20};
}

/// The one runner there is; a test that fails leaves it to the teardown.
static AsRunner *current;

static int destroyRunner(void **state) {
  asRunnerDestroy(current);
  current = NULL;
  return 0;
}

static AsRunner *create(AsRunnerOptions options) {
  AsError error = {0};
  destroyRunner(NULL);
  if (asRunnerCreate(&options, &current, &error) != AS_OK)
    fail_msg("%s", error.message);
  return current;
}

static const AsBuffer withResult[] = {{AS_ELEMENT_F32, length, false},
                                      {AS_ELEMENT_F32, length, false},
                                      {AS_ELEMENT_F32, length, true}};
static const AsBuffer withFullPages[] = {{AS_ELEMENT_F32, fullPage, false},
                                         {AS_ELEMENT_F32, fullPage, false},
                                         {AS_ELEMENT_F32, fullPage, true}};
static const AsBuffer withoutResult[] = {{AS_ELEMENT_F32, length, false},
                                         {AS_ELEMENT_F32, length, false},
                                         {AS_ELEMENT_F32, length, false}};

static AsRunnerResult addTask(AsRunner *runner, const char *name,
                              const AsBuffer buffers[3], const AsText *object,
                              const char *symbol) {
  AsRunnerTask task = {.name = name,
                       .buffers = buffers,
                       .numBuffers = 3,
                       .seed = 1,
                       .tolerance = asBufferTolerance(&buffers[2], 1),
                       .reference = object->data,
                       .referenceLength = object->length,
                       .timeLimit = 2};
  AsRunnerResult result;
  AsError error = {0};
  if (asRunnerAddTask(runner, &task, symbol, &result, &error) != AS_OK)
    fail_msg("%s", error.message);
  return result;
}

/// A runner that knows the task "sum".
static AsRunner *createWithTask(void) {
  AsRunner *runner = create(options());
  AsRunnerResult result =
      addTask(runner, "sum", withResult, &faults, "as_entry_good");
  assert_int_equal(result.outcome, AS_OUTCOME_OK);
  assert_true(result.numTimes > 0 && result.times[0] > 0);
  return runner;
}

static AsRunnerJob jobFor(const char *task, const AsText *object,
                          const char *symbol) {
  return (AsRunnerJob){.task = task,
                       .symbol = symbol,
                       .object = object->data,
                       .objectLength = object->length,
                       .timeLimit = 10,
                       .minSeconds = 0.001,
                       .minRuns = 3,
                       .maxRuns = 5};
}

static AsRunnerResult measure(AsRunner *runner, const AsRunnerJob *job) {
  AsRunnerResult result;
  AsError error = {0};
  if (asRunnerMeasure(runner, job, &result, &error) != AS_OK)
    fail_msg("%s", error.message);
  return result;
}

static AsRunnerResult measureFault(AsRunner *runner, const char *symbol) {
  AsRunnerJob job = jobFor("sum", &faults, symbol);
  return measure(runner, &job);
}

static void expect(const AsRunnerResult *result, AsOutcome outcome,
                   const char *message) {
  if (result->outcome != outcome || !strstr(result->message, message))
    fail_msg("expected %s '%s', got %s '%s'", asOutcomeName(outcome), message,
             asOutcomeName(result->outcome), result->message);
}

static void expectStillFine(AsRunner *runner) {
  AsRunnerResult result = measureFault(runner, "as_entry_good");
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.deviation == 0);
}

/// How many children this process has, and the first of them.
static int countChildren(pid_t *first) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  int count = 0;
  for (int pid; fscanf(file, "%d", &pid) == 1; count++)
    if (count == 0)
      *first = pid;
  fclose(file);
  return count;
}

/// The process of the only runner there is.
static pid_t onlyChild(void) {
  pid_t pid = 0;
  assert_int_equal(countChildren(&pid), 1);
  return pid;
}

/// Kills a process and waits until it is dead, but leaves it to be reaped.
static void killAndWait(pid_t pid) {
  siginfo_t info;
  kill(pid, SIGKILL);
  assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

//===----------------------------------------------------------------------===//
// Right kernels
//===----------------------------------------------------------------------===//

static void rightKernelIsTimed(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_good");
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.deviation == 0);
  assert_true(result.tolerance == asBufferTolerance(&withResult[2], 1));
  assert_in_range(result.numTimes, 3, 5);
  for (int i = 0; i < result.numTimes; i++)
    assert_true(result.times[i] > 10e-9 && result.times[i] < 1e-3);
  assert_true(result.wallSeconds > 0 && result.wallSeconds < 10);

  result = measureFault(runner, "as_entry_rounded");
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.deviation > 0 && result.deviation < result.tolerance);
}

static double fastest(const AsRunnerResult *result) {
  double best = result->times[0];
  for (int i = 1; i < result->numTimes; i++)
    best = fmin(best, result->times[i]);
  return best;
}

static void timingFollowsTheJob(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_slow");
  AsRunnerResult result = measure(runner, &job);
  assert_int_equal(result.numTimes, 3); // minRuns; 20 ms > minSeconds.
  for (int i = 0; i < 3; i++)
    assert_true(result.times[i] >= 0.02);
  job.minSeconds = 10;
  result = measure(runner, &job);
  assert_int_equal(result.numTimes, 5); // maxRuns, long before minSeconds.
  assert_false(result.isPaced);

  // Quick ones come in batches; as many as are kept at the most.
  job = jobFor("sum", &faults, "as_entry_chasing");
  job.minSeconds = 1000;
  job.maxRuns = 1000;
  job.timeLimit = 20;
  result = measure(runner, &job);
  assert_int_equal(result.numTimes, AS_MAX_TIMES);
  assert_true(result.wallSeconds > AS_MAX_TIMES * 50e-6);

  // One run at a time when the caches are flushed, and those take longer.
  double warm = fastest(&result);
  job.flush = true;
  job.maxRuns = 5;
  result = measure(runner, &job);
  assert_int_equal(result.numTimes, 5);
  assert_true(fastest(&result) > 1.3 * warm);

  // No time for a second run: the first one counts.
  job = jobFor("sum", &faults, "as_entry_slower");
  job.timeLimit = 1.2;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_int_equal(result.numTimes, 1);
  assert_true(result.times[0] >= 0.7);
}

static void pacerRunsBeside(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_slow");
  job.pacer = pacer.data;
  job.pacerLength = pacer.length;
  job.bestRatio = 1;
  job.giveUpFactor = 3;
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.isPaced);
  // Hopeless beside the pacer; the second time is for accidents.
  assert_int_equal(result.numTimes, 2);
  assert_true(result.times[0] >= 0.02 && result.paces[0] > 0 &&
              result.paces[0] < 0.001);
  job.giveUpFactor = 1e9;
  result = measure(runner, &job);
  assert_int_equal(result.numTimes, 3);

  job.pacer = missing.data;
  job.pacerLength = missing.length;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_RUN_CRASHED, "does not define 'as_entry_slow'");
}

static void inputsAreFresh(void **state) {
  AsRunner *runner = createWithTask();
  for (int i = 0; i < 2; i++) {
    AsRunnerResult result = measureFault(runner, "as_entry_overwriting");
    expect(&result, AS_OUTCOME_OK, "");
    assert_true(result.numTimes >= 3);
    expectStillFine(runner);
  }
}

static void changedArgumentsAreCompared(void **state) {
  AsRunner *runner = create(options());
  AsRunnerResult result =
      addTask(runner, "inplace", withoutResult, &faults, "as_entry_inplace");
  expect(&result, AS_OUTCOME_OK, "");
  static const struct {
    const char *symbol;
    AsOutcome outcome;
    const char *message;
  } cases[] = {
      {"as_entry_inplace", AS_OUTCOME_OK, ""},
      {"as_entry_scratch", AS_OUTCOME_OK, ""},
      {"as_entry_misplaced", AS_OUTCOME_WRONG_ANSWER, "of argument 1 is"},
      {"as_entry_nothing", AS_OUTCOME_WRONG_ANSWER, "of argument 1 is"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsRunnerJob job = jobFor("inplace", &faults, cases[i].symbol);
    result = measure(runner, &job);
    expect(&result, cases[i].outcome, cases[i].message);
  }
}

static void runtimeFunctionsAreThere(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerResult result = measureFault(runner, "as_entry_copy");
  expect(&result, AS_OUTCOME_OK, "");
}

static void bfloatsAreRounded(void **state) {
  if (!bfloat.length)
    skip();
  AsBuffer buffers[3];
  memcpy(buffers, withResult, sizeof buffers);
  buffers[2].element = AS_ELEMENT_BF16;
  static const char *const names[][2] = {
      {"as_entry_single", "as_entry_singleReference"},
      {"as_entry_twice", "as_entry_twiceReference"}};
  AsRunner *runner = create(options());
  for (int i = 0; i < 2; i++) {
    AsRunnerResult result =
        addTask(runner, "round", buffers, &bfloat, names[i][1]);
    expect(&result, AS_OUTCOME_OK, "");
    AsRunnerJob job = jobFor("round", &bfloat, names[i][0]);
    result = measure(runner, &job);
    expect(&result, AS_OUTCOME_OK, "");
    assert_true(result.deviation == 0);
  }
}

static void threadsArePinned(void **state) {
  cpu_set_t set;
  assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
  uint64_t cores = 0;
  for (int core = 0; core < 64; core++)
    cores |= (uint64_t)(CPU_ISSET(core, &set) != 0) << core;
  if (__builtin_popcountll(cores) < 2 || !parallel.length)
    skip();
  static const char *const references[] = {"as_entry_one", "as_entry_two"};
  for (int threads = 1; threads <= 2; threads++) {
    AsRunnerOptions with = options();
    with.threads = threads;
    with.cores = cores;
    AsRunner *runner = create(with);
    AsRunnerResult result =
        addTask(runner, "sum", withResult, &faults, references[threads - 1]);
    expect(&result, AS_OUTCOME_OK, "");
    AsRunnerJob job = jobFor("sum", &parallel, "as_entry_parallel");
    result = measure(runner, &job);
    expect(&result, AS_OUTCOME_OK, "");
  }
}

//===----------------------------------------------------------------------===//
// Wrong ones
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// The runner itself
//===----------------------------------------------------------------------===//

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
  expect(&result, AS_OUTCOME_RUN_CRASHED, "the runner was killed by SIGKILL");
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

#define TEST(name) cmocka_unit_test_teardown(name, destroyRunner)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(rightKernelIsTimed),
      TEST(timingFollowsTheJob),
      TEST(pacerRunsBeside),
      TEST(inputsAreFresh),
      TEST(changedArgumentsAreCompared),
      TEST(runtimeFunctionsAreThere),
      TEST(bfloatsAreRounded),
      TEST(threadsArePinned),
      TEST(faultsAreOutcomes),
      TEST(guardPagesAreThere),
      TEST(objectsMayBeGarbage),
      TEST(loopsAreEnded),
      TEST(groupsAreEnded),
      TEST(referencesMayFail),
      TEST(runnerIsStartedAgain),
      TEST(stuckRunnerIsReplaced),
      TEST(missingWorkerIsAnError),
      TEST(runnerDiesWithItsClient),
      TEST(optionsMustBeRight),
      TEST(messagesMustBeWhole),
  };
  return cmocka_run_group_tests(tests, compileKernels, freeKernels);
}
