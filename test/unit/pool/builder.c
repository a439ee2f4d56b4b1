//===- builder.c - The pool of build workers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What builds and what fails, and that the pool goes on after workers that did
// not survive it.
//
//===----------------------------------------------------------------------===//

#include "fake-worker.h"
#include "matmul.h"
#include "pool/build-protocol.h"
#include "support/clock.h"
#include <signal.h>
#include <sys/wait.h>

static const char worker[] = AS_BUILD_DIR "/bin/as-worker";

static AsBuilder *openPoolOf(AsBuilderOptions options) {
  if (access(worker, X_OK) != 0) {
    print_message("%s is not built\n", worker);
    skip();
  }
  options.worker = worker;
  options.target = &target;
  options.fp = AS_FP_CONTRACT;
  AsBuilder *builder;
  AsError error = {0};
  if (asBuilderCreate(&options, &builder, &error))
    fail_msg("%s", error.message);
  return builder;
}

static AsBuilder *openPoolWith(int numWorkers, int numGuests, double timeLimit,
                               size_t memoryLimit) {
  return openPoolOf((AsBuilderOptions){.numWorkers = numWorkers,
                                       .numGuests = numGuests,
                                       .timeLimit = timeLimit,
                                       .memoryLimit = memoryLimit});
}

static AsBuilder *openPool(int numWorkers, double timeLimit,
                           size_t memoryLimit) {
  return openPoolWith(numWorkers, 0, timeLimit, memoryLimit);
}

static void build(AsBuilder *builder, const AsBuildJob *job,
                  AsBuildResult *result) {
  AsError error = {0};
  if (asBuilderBuild(builder, job, result, &error))
    fail_msg("%s", error.message);
  assert_int_equal(result->tag, job->tag);
  assert_int_equal(asBuilderBusy(builder), 0);
}

static const AsKnobChoice choices[] = {{"size", 2, NULL}, {"tile", 1, NULL}};
static const char *matmul, *tiling;
static AsBuildJob good, greedy;

static int readJobs(void **state) {
  matmul = readInput("lowering/matmul.mlir");
  tiling = readInput("scripts/tiling.mlir");
  good = (AsBuildJob){.tag = 7,
                      .task = matmul,
                      .sketch = "it",
                      .script = tiling,
                      .choices = choices,
                      .numChoices = 2};
  greedy = (AsBuildJob){.tag = 9,
                        .task = readInput("scripts/negf.mlir"),
                        .sketch = "it",
                        .script = readInput("scripts/unroll-a-million.mlir")};
  return setUp(state);
}

/// Whatever happened before: the pool goes on.
static void checkGoodBuild(AsBuilder *builder) {
  AsBuildResult result;
  char path[32];
  void (*entry)(void **);
  build(builder, &good, &result);
  if (result.outcome != AS_OUTCOME_BUILT)
    fail_msg("%s: %s", asOutcomeName(result.outcome), result.message);
  assert_true(result.seconds > 0);
  void *library = load(&result.object, path, "as_entry_task", &entry);
  checkMatmul(entry);
  dlclose(library);
  asTextFree(&result.object);
}

static void thePoolBuilds(void **state) {
  AsBuilder *builder = openPool(1, 20, 0);
  assert_int_equal(asBuilderIdle(builder), 1);
  checkGoodBuild(builder);
  checkGoodBuild(builder); // From what it remembers.
  AsBuildJob stock = good;
  stock.script = NULL;
  stock.numChoices = 0;
  AsBuildResult result;
  build(builder, &stock, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
  asTextFree(&result.object);
  asBuilderDestroy(builder);
}

/// To know whether it can be.
static void aJobMayBeLoweredOnly(void **state) {
  AsBuilder *builder = openPool(1, 20, 0);
  AsBuildJob job = good;
  AsBuildResult result;
  job.form = AS_BUILD_NOTHING;
  build(builder, &job, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
  assert_int_equal(result.object.length, 0);
  asTextFree(&result.object);
  job.script = readInput("scripts/split-one.mlir");
  job.numChoices = 0;
  build(builder, &job, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILD_FAILED);
  asTextFree(&result.object);
  asBuilderDestroy(builder);
}

static void failuresAreOutcomes(void **state) {
  static const AsKnobChoice wrong[] = {{"size", 3, NULL}};
  const struct {
    AsBuildJob job;
    const char *message;
  } cases[] = {
      {{.tag = 1, .task = "func.func @", .sketch = "it", .script = tiling},
       "<task>:1:12: error:"},
      {{.tag = 2, .task = matmul, .sketch = "it", .script = "module {"},
       "<sketch it>:1:7: error:"},
      {{.tag = 3, .task = matmul, .sketch = "it", .script = "module {}"},
       "named_sequence"},
      {{.tag = 4, .task = matmul, .sketch = "it", .script = tiling},
       "size"}, // It is open.
      {{.tag = 5,
        .task = matmul,
        .sketch = "it",
        .script = tiling,
        .choices = wrong,
        .numChoices = 1},
       "no option"},
      {{.tag = 6,
        .task = matmul,
        .sketch = "it",
        .script = readInput("scripts/split-one.mlir")},
       "expected to contain 2 payloads"},
  };
  AsBuilder *builder = openPool(1, 20, 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsBuildResult result;
    build(builder, &cases[i].job, &result);
    assert_int_equal(result.outcome, AS_OUTCOME_BUILD_FAILED);
    assert_int_equal(result.object.length, 0);
    if (!strstr(result.message, cases[i].message))
      fail_msg("'%s' lacks '%s'", result.message, cases[i].message);
    asTextFree(&result.object);
  }
  checkGoodBuild(builder);
  asBuilderDestroy(builder);
}

/// The script matches none of the task's operations, and does not fail.
static void scalarsAreNoVectors(void **state) {
  AsBuildJob job = {.tag = 8,
                    .task = matmul,
                    .script = readInput("scripts/vectorise-nothing.mlir"),
                    .sketch = "as_schedule",
                    .mustVectorise = true};
  AsBuilder *builder = openPool(1, 20, 0);
  AsBuildResult result;
  build(builder, &job, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_NOT_VECTORISED);
  assert_non_null(strstr(result.message, "linalg.matmul"));
  assert_int_equal(result.object.length, 0);
  asTextFree(&result.object);
  job.mustVectorise = false;
  build(builder, &job, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
  asTextFree(&result.object);
  asBuilderDestroy(builder);
}

static void slowOnesAreStopped(void **state) {
  AsBuilder *builder = openPool(1, 1.0, 0);
  checkGoodBuild(builder);
  AsBuildResult result;
  build(builder, &greedy, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILD_TIMEOUT);
  assert_string_equal(result.message, "took longer than 1.0 s");
  assert_true(result.seconds >= 1 && result.seconds < 3);
  checkGoodBuild(builder);
  asBuilderDestroy(builder);
}

static void greedyOnesAreStopped(void **state) {
#ifdef __SANITIZE_ADDRESS__
  skip(); // ASan takes all the addresses there are at its start.
#endif
  AsBuilder *builder = openPool(1, 30, (size_t)1 << 30);
  checkGoodBuild(builder);
  AsBuildResult result;
  build(builder, &greedy, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILD_CRASHED);
  assert_string_not_equal(result.message, "");
  checkGoodBuild(builder);
  asBuilderDestroy(builder);
}

/// Kills the only worker, and waits for it to be dead, but leaves it to the
/// pool to see that.
static void killWorker(void) {
  char path[64], text[64] = "";
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(fgets(text, sizeof text, file));
  fclose(file);
  char *end;
  pid_t pid = (pid_t)strtol(text, &end, 10);
  assert_string_equal(end, " ");
  kill(pid, SIGKILL);
  siginfo_t info;
  assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

static void killedOnesAreReplaced(void **state) {
  AsBuilder *builder = openPool(1, 20, 0);
  AsError error = {0};
  checkGoodBuild(builder);
  // While it is at work.
  assert_int_equal(asBuilderStart(builder, &greedy, &error), AS_OK);
  assert_int_equal(asBuilderBusy(builder), 1);
  killWorker();
  AsBuildResult result;
  bool finished = false;
  while (!finished) {
    assert_int_equal(asBuilderWait(builder, -1, 5000, &error), AS_OK);
    assert_int_equal(asBuilderPoll(builder, &result, &finished, &error), AS_OK);
  }
  assert_int_equal(result.tag, greedy.tag);
  assert_int_equal(result.outcome, AS_OUTCOME_KILLED);
  assert_non_null(
      strstr(result.message, "the build worker was killed by SIGKILL"));
  checkGoodBuild(builder);
  // While it waits: no job is to blame.
  killWorker();
  checkGoodBuild(builder);
  asBuilderDestroy(builder);
}

static void aPoolWorksInParallel(void **state) {
  AsBuilder *builder = openPool(2, 20, 0);
  AsBuildJob jobs[] = {good, good};
  AsError error = {0};
  for (uint64_t j = 0; j < 2; j++) {
    jobs[j].tag = 100 + j;
    assert_int_equal(asBuilderStart(builder, &jobs[j], &error), AS_OK);
  }
  assert_int_equal(asBuilderIdle(builder), 0);
  assert_int_equal(asBuilderStart(builder, &good, &error), AS_INTERNAL);
  bool seen[2] = {false, false};
  while (asBuilderBusy(builder)) {
    assert_int_equal(asBuilderWait(builder, -1, 5000, &error), AS_OK);
    AsBuildResult result;
    bool finished;
    assert_int_equal(asBuilderPoll(builder, &result, &finished, &error), AS_OK);
    if (!finished)
      continue;
    assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
    assert_in_range(result.tag, 100, 101);
    assert_false(seen[result.tag - 100]);
    seen[result.tag - 100] = true;
    asTextFree(&result.object);
  }
  assert_true(seen[0] && seen[1]);
  asBuilderDestroy(builder);
}

/// A guest that is stopped gives nothing and takes nothing; the time does not
/// count, so that it is longer than its limit here without an end to the job.
static void guestsCanBeStopped(void **state) {
  enum { residents = 1, guests = 1, limit = 3 };
  AsBuilder *builder = openPoolWith(residents + guests, guests, limit, 0);
  checkGoodBuild(builder); // By the resident.
  asBuilderHold(builder, true);
  assert_int_equal(asBuilderIdle(builder), residents);
  asBuilderHold(builder, false);
  AsError error = {0};
  AsBuildJob jobs[] = {good, good};
  for (int j = 0; j < residents + guests; j++)
    assert_int_equal(asBuilderStart(builder, &jobs[j], &error), AS_OK);
  asBuilderHold(builder, true);
  int finishedWhileHeld = 0;
  bool finished;
  AsBuildResult result;
  for (int i = 0; i < 12 * limit; i++) {
    usleep(100000);
    assert_int_equal(asBuilderPoll(builder, &result, &finished, &error), AS_OK);
    if (!finished)
      continue;
    finishedWhileHeld++;
    assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
    asTextFree(&result.object);
  }
  assert_int_equal(finishedWhileHeld, residents);
  assert_int_equal(asBuilderBusy(builder), guests);
  asBuilderHold(builder, false);
  while (asBuilderBusy(builder)) {
    assert_int_equal(asBuilderWait(builder, -1, 1000, &error), AS_OK);
    assert_int_equal(asBuilderPoll(builder, &result, &finished, &error), AS_OK);
  }
  assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
  assert_true(result.seconds < limit);
  asTextFree(&result.object);
  asBuilderDestroy(builder);
}

static AsLeases *openLeases(void) {
  AsLeases *leases = NULL;
  AsError error = {0};
  if (asLeasesOpen("test-builder", &leases, &error))
    fail_msg("%s", error.message);
  return leases;
}

/// Polls until a job has finished, at most for so many seconds.
static bool finishesWithin(AsBuilder *builder, double seconds) {
  AsError error = {0};
  AsBuildResult result;
  bool finished = false;
  double end = asClockNow() + seconds;
  while (!finished && asClockNow() < end) {
    assert_int_equal(asBuilderWait(builder, -1, 10, &error), AS_OK);
    assert_int_equal(asBuilderPoll(builder, &result, &finished, &error), AS_OK);
  }
  if (finished) {
    assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
    assert_true(result.seconds < 10);
    asTextFree(&result.object);
  }
  return finished;
}

/// A build gives way to whoever wants to be alone on its core, and goes on when
/// that has ended; the time limit stands still meanwhile.
static void buildsShareTheirCores(void **state) {
  setenv("AS_LEASES", AS_BUILD_DIR, 1);
  AsArena arena = {0};
  AsLeases *own = openLeases(), *others = openLeases();
  AsCoreSet core = asCoreSetSlice(asCoreSetAllowed(&arena), 0, 1);
  const int number = core.list[0].number;
  AsBuilder *builder = openPoolOf((AsBuilderOptions){
      .numWorkers = 1, .cores = core, .leases = own, .timeLimit = 10});
  checkGoodBuild(builder);
  assert_true(asLeasesTake(others, &number, 1)); // Nothing is left shared.
  AsError error = {0};
  assert_int_equal(asBuilderIdle(builder), 0);
  assert_int_equal(asBuilderStart(builder, &good, &error), AS_OK);
  assert_false(finishesWithin(builder, 2));
  assert_true(asBuilderWaits(builder));
  asLeasesReturn(others);
  assert_true(finishesWithin(builder, 60));
  assert_false(asBuilderWaits(builder));

  assert_int_equal(asBuilderStart(builder, &greedy, &error), AS_OK);
  assert_false(asBuilderWaits(builder));
  assert_false(asLeasesTake(others, &number, 1)); // It builds,
  assert_false(finishesWithin(builder, 0.05));    // is stopped,
  assert_true(asBuilderWaits(builder));
  assert_true(asLeasesTake(others, &number, 1)); // and so can be measured.
  asBuilderCancel(builder);
  asLeasesReturn(others);
  checkGoodBuild(builder); // By a worker that was started again.
  asBuilderDestroy(builder);
  asLeasesClose(own);
  asLeasesClose(others);
  asArenaDestroy(&arena);
}

static void aPoolWithoutWorkersIsAnError(void **state) {
  AsBuilderOptions options = {.worker = "/nowhere/as-worker",
                              .numWorkers = 1,
                              .target = &target,
                              .timeLimit = 1};
  AsBuilder *builder;
  AsError error = {0};
  assert_int_not_equal(asBuilderCreate(&options, &builder, &error), AS_OK);
  assert_non_null(strstr(error.message, "/nowhere/as-worker"));
}

static void otherVersionsAreRefused(void **state) {
  AsBuilderOptions options = {
      .worker = fakeWorker, .numWorkers = 2, .target = &target, .timeLimit = 1};
  for (int f = 0; f < numFakes; f++) {
    AsBuilder *builder;
    AsBuildResult result;
    AsError error = {0};
    becomeFake(fakes[f].does);
    assert_int_equal(asBuilderCreate(&options, &builder, &error), AS_OK);
    AsStatus status = asBuilderBuild(builder, &good, &result, &error);
    expectRefusal(status, &error, fakes[f].said);
    asBuilderDestroy(builder);
  }
}

//===----------------------------------------------------------------------===//
// A large pool
//===----------------------------------------------------------------------===//

/// This program as a worker that builds nothing: answers a job whose task is
/// "now", and never any other.
static int serveNow(void) {
  AsText inbox = {0};
  AsArena jobs = {0};
  AsMessage message;
  AsBuildJob job;
  if (asWorkerSayReady(NULL) || asParentReceive(&inbox, &message, NULL) ||
      !asWorkerRead(&message, &asBuildJobLayout, &jobs, &job))
    return 1;
  AsBuildResult result = {.outcome = AS_OUTCOME_BUILT};
  if (strcmp(job.task, "now") == 0)
    asWorkerReply(&asBuildResultLayout, &result, NULL);
  pause();
  return 0;
}

/// The last one of many is waited for like the first.
static void aPoolMayBeLarge(void **state) {
  enum { numWorkers = 70 };
  static const double patience = 100;
  AsBuilderOptions options = {.worker = "/proc/self/exe",
                              .numWorkers = numWorkers,
                              .target = &target,
                              .timeLimit = 2 * patience};
  AsBuilder *builder;
  AsBuildResult result;
  AsError error = {0};
  if (asBuilderCreate(&options, &builder, &error))
    fail_msg("%s", error.message);
  for (int j = 0; j < numWorkers; j++) {
    AsBuildJob job = {.tag = (uint64_t)j,
                      .task = j == numWorkers - 1 ? "now" : "never"};
    if (asBuilderStart(builder, &job, &error))
      fail_msg("%s", error.message);
  }
  assert_int_equal(asBuilderIdle(builder), 0);
  double start = asClockNow();
  bool finished = false;
  while (!finished) { // A message may come in parts.
    assert_int_equal(asBuilderWait(builder, -1, (int)(patience * 1000), &error),
                     AS_OK);
    assert_int_equal(asBuilderPoll(builder, &result, &finished, &error), AS_OK);
  }
  assert_true(asClockNow() - start < patience / 2);
  assert_int_equal(result.tag, numWorkers - 1);
  asTextFree(&result.object);
  asBuilderDestroy(builder);
}

/// The caller's descriptor is waited for too, and where there is none it is
/// not.
static void waitsForAnother(void **state) {
  AsBuilder *builder = openPool(1, 20, 0);
  AsError error = {0};
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(write(ends[1], "x", 1), 1);
  double start = asClockNow();
  assert_int_equal(asBuilderWait(builder, ends[0], 60000, &error), AS_OK);
  assert_true(asClockNow() - start < 30);
  start = asClockNow();
  assert_int_equal(asBuilderWait(builder, -1, 200, &error), AS_OK);
  assert_true(asClockNow() - start > 0.1);
  close(ends[0]);
  close(ends[1]);
  asBuilderDestroy(builder);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "build") == 0)
    return serveNow();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(thePoolBuilds),
      cmocka_unit_test(aJobMayBeLoweredOnly),
      cmocka_unit_test(failuresAreOutcomes),
      cmocka_unit_test(scalarsAreNoVectors),
      cmocka_unit_test(slowOnesAreStopped),
      cmocka_unit_test(greedyOnesAreStopped),
      cmocka_unit_test(killedOnesAreReplaced),
      cmocka_unit_test(aPoolWorksInParallel),
      cmocka_unit_test(guestsCanBeStopped),
      cmocka_unit_test(buildsShareTheirCores),
      cmocka_unit_test(aPoolWithoutWorkersIsAnError),
      cmocka_unit_test(otherVersionsAreRefused),
      cmocka_unit_test(aPoolMayBeLarge),
      cmocka_unit_test(waitsForAnother),
  };
  return cmocka_run_group_tests_name("builder", tests, readJobs, tearDown);
}
