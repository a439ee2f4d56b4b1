//===- two-threads.c - Tests of runs at the same time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of a program may each tune a module of their own. What comes out is
// what came out one after the other.
//
//===----------------------------------------------------------------------===//

#include "run.h"
#include <pthread.h>
#include <stdbool.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/// What one thread does, and what came of it.
typedef struct Job {
  int size; ///< Of the product to tune.
  const char *const *settings;
  pthread_barrier_t *start; ///< NULL: at once.
  AsStatus status;
  AsError error;
  AsEmission emission;
} Job;

static void *work(void *context) {
  Job *job = context;
  char *text = productOf(job->size);
  Host host = openHost(text);
  AsOptions *options = optionsOf(job->settings);
  if (job->start)
    pthread_barrier_wait(job->start);
  job->status =
      asAutoschedule(host.module, options, &job->emission, &job->error);
  asOptionsDestroy(options);
  closeHost(&host);
  free(text);
  return NULL;
}

static void workTogether(Job *jobs, int count) {
  pthread_barrier_t start;
  pthread_t threads[8];
  assert_in_range(count, 1, COUNT(threads));
  pthread_barrier_init(&start, NULL, (unsigned)count);
  for (int j = 0; j < count; j++) {
    jobs[j].start = &start;
    assert_int_equal(pthread_create(&threads[j], NULL, work, &jobs[j]), 0);
  }
  for (int j = 0; j < count; j++)
    pthread_join(threads[j], NULL);
  pthread_barrier_destroy(&start);
  for (int j = 0; j < count; j++)
    if (jobs[j].status)
      fail_msg("%s", jobs[j].error.message);
}

/// Without measurements results repeat, byte for byte: also those of the first
/// runs of a process, which come first here.
static void resultsAreThoseOfOneAfterTheOther(void **state) {
  static const char *const forms[][7] = {
      {"emit", "object", "trials", "0"},
      {"emit", "lowered", "trials", "0", "time-limit", "1000"},
  };
  static const int sizes[] = {8, 12};
  enum { NUM_JOBS = COUNT(forms) * COUNT(sizes), ROUNDS = 5 };
  Job jobs[ROUNDS][NUM_JOBS];
  for (int round = 0; round < ROUNDS; round++) {
    for (int j = 0; j < NUM_JOBS; j++)
      jobs[round][j] = (Job){.size = sizes[j % COUNT(sizes)],
                             .settings = forms[j / COUNT(sizes)]};
    workTogether(jobs[round], NUM_JOBS);
  }
  for (int j = 0; j < NUM_JOBS; j++) {
    Job alone = {.size = jobs[0][j].size, .settings = jobs[0][j].settings};
    work(&alone);
    assert_int_equal(alone.status, AS_OK);
    for (int round = 0; round < ROUNDS; round++) {
      AsEmission *emission = &jobs[round][j].emission;
      assert_int_equal(emission->length, alone.emission.length);
      assert_memory_equal(emission->data, alone.emission.data,
                          emission->length);
      asEmissionDestroy(emission);
    }
    asEmissionDestroy(&alone.emission);
  }
}

/// Searches take turns, and each finds something.
static void searchesTakeTurns(void **state) {
  static const char *const settings[] = {"emit", "schedule", "trials", "2",
                                         NULL};
  Job jobs[] = {{.size = 8, .settings = settings},
                {.size = 16, .settings = settings}};
  workTogether(jobs, COUNT(jobs));
  for (size_t j = 0; j < COUNT(jobs); j++) {
    assertContains(jobs[j].emission.data, "transform.named_sequence");
    assert_int_equal(jobs[j].emission.numRemarks, 0);
    asEmissionDestroy(&jobs[j].emission);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resultsAreThoseOfOneAfterTheOther),
      cmocka_unit_test(searchesTakeTurns),
  };
  return cmocka_run_group_tests(tests, findWorker, NULL);
}
