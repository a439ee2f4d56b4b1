//===- run.c - Tests of runs that are watched and ended
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the progress callback is told, what cancelling does from wherever it is
// called, and what a run leaves to the program: stdout, stderr and signals.
//
//===----------------------------------------------------------------------===//

#include "run.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

/// What a callback was told, and what it does besides.
typedef struct Watch {
  AsRun *run;
  int numCalls, numLast;
  int trialsDone, trialsTotal;
  double stockSeconds, bestSeconds;
  char label[64], phase[16];
  bool cancels, raises;   ///< After the first trial.
  atomic_bool hasStarted; ///< A trial was made.
  struct sigaction action;
} Watch;

static void watch(const AsSnapshot *snapshot, void *userData) {
  Watch *seen = userData;
  assert_int_equal(seen->numLast, 0); // Nothing follows the last.
  seen->numCalls++;
  seen->numLast += asSnapshotIsLast(snapshot);
  seen->trialsDone = asSnapshotTrialsDone(snapshot);
  seen->trialsTotal = asSnapshotTrialsTotal(snapshot);
  assert_int_equal(asSnapshotNumTasks(snapshot), 1);
  assert_in_range(asSnapshotTask(snapshot) + 1, 0, 1);
  assert_true(asSnapshotSeconds(snapshot) >= 0);
  assert_true(asSnapshotTaskWeight(snapshot, 0) == 1);
  assert_int_equal(strlen(asSnapshotTaskHash(snapshot, 0)), 32);
  assert_true(asSnapshotTaskTrials(snapshot, 0) >= seen->trialsDone);
  seen->stockSeconds = asSnapshotTaskStockSeconds(snapshot, 0);
  seen->bestSeconds = asSnapshotTaskSeconds(snapshot, 0);
  strcpy(seen->label, asSnapshotTaskLabel(snapshot, 0));
  strcpy(seen->phase, asSnapshotPhase(snapshot));
  if (seen->numCalls == 1)
    assert_string_equal(seen->phase, "baseline");
  sigaction(SIGINT, NULL, &seen->action);
  if (seen->trialsDone == 0)
    return;
  seen->hasStarted = true;
  if (seen->cancels)
    asRunCancel(seen->run);
  if (seen->raises)
    raise(SIGUSR1);
}

/// A run of a small product with a watch.
static AsRun *createRun(Host *host, AsOptions *options, Watch *seen) {
  char *text = productOf(8);
  *host = openHost(text);
  free(text);
  *seen = (Watch){.run = asRunCreate(host->module, options)};
  asRunSetProgress(seen->run, watch, seen);
  asOptionsDestroy(options); // The run has a copy.
  return seen->run;
}

static void destroyRun(Host *host, AsRun *run) {
  asRunDestroy(run);
  closeHost(host);
}

static void progressTellsOfTheSearch(void **state) {
  Host host;
  Watch seen;
  AsRun *run =
      createRun(&host, OPTIONS("trials", "2", "emit", "schedule"), &seen);
  char *result = emitted(run);
  assertContains(result, "transform.named_sequence");
  assert_int_equal(seen.numLast, 1);
  assert_in_range(seen.numCalls, 4, 2000); // Some for each second, too.
  assert_int_equal(seen.trialsDone, 2);
  assert_int_equal(seen.trialsTotal, 2);
  assert_string_equal(seen.phase, "done");
  assertContains(seen.label, "matmul");
  assert_true(seen.stockSeconds > 0 && seen.bestSeconds > 0);
  free(result);
  destroyRun(&host, run);
}

static void aRunIsExecutedOnce(void **state) {
  Host host;
  Watch seen;
  AsRun *run = createRun(&host, OPTIONS("emit", "tasks"), &seen);
  free(emitted(run));
  AsEmission emission;
  AsError error = {0};
  assert_int_equal(asRunExecute(run, &emission, &error), AS_INVALID_INPUT);
  assertContains(error.message, "create another");
  assert_null(emission.data);
  destroyRun(&host, run);
  asRunDestroy(NULL);
}

//===----------------------------------------------------------------------===//
// Cancelling
//===----------------------------------------------------------------------===//

#define ENDLESS OPTIONS("trials", "100000", "emit", "schedule")

static void assertEndedEarly(Watch *seen) {
  char *result = emitted(seen->run);
  assertContains(result, "transform.named_sequence @__transform_main");
  assert_int_equal(seen->numLast, 1);
  assert_in_range(seen->trialsDone, 0, 99);
  free(result);
}

static void theCallbackMayCancel(void **state) {
  Host host;
  Watch seen;
  AsRun *run = createRun(&host, ENDLESS, &seen);
  seen.cancels = true;
  assertEndedEarly(&seen);
  assert_in_range(seen.trialsDone, 1, 99);
  destroyRun(&host, run);
}

static void cancelledBeforehandNothingIsTried(void **state) {
  Host host;
  Watch seen;
  AsRun *run = createRun(&host, ENDLESS, &seen);
  asRunCancel(run);
  assertEndedEarly(&seen);
  assert_int_equal(seen.trialsDone, 0);
  destroyRun(&host, run);
}

static void *cancelOnceStarted(void *context) {
  Watch *seen = context;
  while (!seen->hasStarted)
    usleep(1000);
  asRunCancel(seen->run);
  return NULL;
}

static void anotherThreadMayCancel(void **state) {
  Host host;
  Watch seen;
  AsRun *run = createRun(&host, ENDLESS, &seen);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, cancelOnceStarted, &seen), 0);
  assertEndedEarly(&seen);
  pthread_join(thread, NULL);
  destroyRun(&host, run);
}

static AsRun *toCancel;

static void cancelFromSignal(int number) { asRunCancel(toCancel); }

static void aSignalHandlerMayCancel(void **state) {
  Host host;
  Watch seen;
  AsRun *run = createRun(&host, ENDLESS, &seen);
  seen.raises = true;
  toCancel = run;
  signal(SIGUSR1, cancelFromSignal);
  assertEndedEarly(&seen);
  signal(SIGUSR1, SIG_DFL);
  destroyRun(&host, run);
}

//===----------------------------------------------------------------------===//
// What is the program's
//===----------------------------------------------------------------------===//

static void ownHandler(int number) {}

static void signalsAndStreamsAreLeftAlone(void **state) {
  Host host;
  Watch seen;
  AsRun *run =
      createRun(&host, OPTIONS("trials", "1", "progress", "plain"), &seen);
  struct sigaction action = {.sa_handler = ownHandler}, after, before;
  assert_int_equal(sigaction(SIGINT, &action, &before), 0);
  FILE *file = tmpfile();
  int streams[] = {STDOUT_FILENO, STDERR_FILENO}, kept[2];
  fflush(NULL);
  for (int i = 0; i < 2; i++) {
    kept[i] = dup(streams[i]);
    dup2(fileno(file), streams[i]);
  }
  AsEmission emission;
  AsError error = {0};
  AsStatus status = asRunExecute(run, &emission, &error);
  fflush(NULL);
  for (int i = 0; i < 2; i++) {
    dup2(kept[i], streams[i]);
    close(kept[i]);
  }
  asEmissionDestroy(&emission);
  assert_int_equal(status, AS_OK);
  assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
  fclose(file);
  assert_ptr_equal(seen.action.sa_handler, ownHandler);
  sigaction(SIGINT, &before, &after);
  assert_ptr_equal(after.sa_handler, ownHandler);
  destroyRun(&host, run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(progressTellsOfTheSearch),
      cmocka_unit_test(aRunIsExecutedOnce),
      cmocka_unit_test(theCallbackMayCancel),
      cmocka_unit_test(cancelledBeforehandNothingIsTried),
      cmocka_unit_test(anotherThreadMayCancel),
      cmocka_unit_test(aSignalHandlerMayCancel),
      cmocka_unit_test(signalsAndStreamsAreLeftAlone),
  };
  return cmocka_run_group_tests(tests, findWorker, NULL);
}
