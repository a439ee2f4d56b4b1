//===- runner-protocol.c - The messages of a runner
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/runner-protocol.h"
#include "packets.h"

enum { numBuffers = 3 };
static const AsBuffer buffers[numBuffers] = {
    {.element = AS_ELEMENT_BF16, .count = 1000, .isResult = false},
    {.element = AS_ELEMENT_F32, .count = 0, .isResult = false},
    {.element = AS_ELEMENT_INDEX, .count = 77, .isResult = true}};

static const AsRunnerTask task = {.name = "task",
                                  .symbol = "as_entry_task",
                                  .buffers = buffers,
                                  .numBuffers = numBuffers,
                                  .seed = UINT64_MAX,
                                  .tolerance = 0.5,
                                  .reference = "an\0object",
                                  .referenceLength = 9,
                                  .timeLimit = 0.25,
                                  .expectedFile = "/tmp/expected"};

static const AsRunnerJob job = {.task = "task",
                                .symbol = "as_entry_job",
                                .object = "one\0",
                                .objectLength = 4,
                                .allowance = 1.5,
                                .driftReference = "two",
                                .driftReferenceLength = 3,
                                .driftReferenceSeconds = 2.5,
                                .bestRatio = 3.5,
                                .giveUpFactor = 4.5,
                                .timeLimit = 5.5,
                                .runLimit = 6.5,
                                .minSeconds = 7.5,
                                .minRuns = 8,
                                .maxRuns = 9,
                                .flush = true};

/// Gets `value` back out of its packet, at *got.
static void pass(const AsPacketLayout *layout, const void *value, void *got,
                 AsArena *arena, AsText *packet) {
  asPacketPut(layout, value, packet);
  assert_true(asPacketGet(layout, packet->data, packet->length, arena, got));
}

static void tasksArrive(void **state) {
  AsRunnerTask got;
  AsArena arena = {0};
  AsText packet = {0};
  pass(&asRunnerTaskLayout, &task, &got, &arena, &packet);
  assert_string_equal(got.name, task.name);
  assert_string_equal(got.symbol, task.symbol);
  assert_int_equal(got.numBuffers, numBuffers);
  for (int b = 0; b < numBuffers; b++) {
    assert_int_equal(got.buffers[b].element, buffers[b].element);
    assert_int_equal(got.buffers[b].count, buffers[b].count);
    assert_int_equal(got.buffers[b].isResult, buffers[b].isResult);
  }
  assert_true(got.seed == task.seed);
  assert_true(got.tolerance == task.tolerance);
  assert_int_equal(got.referenceLength, task.referenceLength);
  assert_memory_equal(got.reference, task.reference, task.referenceLength);
  assert_true(got.timeLimit == task.timeLimit);
  assert_string_equal(got.expectedFile, task.expectedFile);
  asTextFree(&packet);
  asArenaDestroy(&arena);
}

static void jobsArrive(void **state) {
  AsRunnerJob got;
  AsText packet = {0};
  pass(&asRunnerJobLayout, &job, &got, NULL, &packet);
  assert_string_equal(got.task, job.task);
  assert_string_equal(got.symbol, job.symbol);
  assert_int_equal(got.objectLength, job.objectLength);
  assert_memory_equal(got.object, job.object, job.objectLength);
  assert_int_equal(got.driftReferenceLength, job.driftReferenceLength);
  assert_memory_equal(got.driftReference, job.driftReference,
                      job.driftReferenceLength);
  assert_true(got.allowance == job.allowance);
  assert_true(got.driftReferenceSeconds == job.driftReferenceSeconds);
  assert_true(got.bestRatio == job.bestRatio);
  assert_true(got.giveUpFactor == job.giveUpFactor);
  assert_true(got.timeLimit == job.timeLimit);
  assert_true(got.runLimit == job.runLimit);
  assert_true(got.minSeconds == job.minSeconds);
  assert_int_equal(got.minRuns, job.minRuns);
  assert_int_equal(got.maxRuns, job.maxRuns);
  assert_true(got.flush);
  asTextFree(&packet);
}

static AsRunnerResult longResult(void) {
  AsRunnerResult result = {.outcome = AS_OUTCOME_KILLED,
                           .message = "why",
                           .deviation = 1.5,
                           .tolerance = 2.5,
                           .numTimes = AS_MAX_TIMES,
                           .isPaced = true,
                           .atLeast = 3.5,
                           .wallSeconds = 4.5,
                           .telemetry = {1980, 2619, 55}};
  for (int t = 0; t < AS_MAX_TIMES; t++) {
    result.times[t] = t + 0.25;
    result.paces[t] = -t - 0.75;
  }
  return result;
}

static void resultsArrive(void **state) {
  AsRunnerResult result = longResult(), got;
  AsText packet = {0};
  pass(&asRunnerResultLayout, &result, &got, NULL, &packet);
  assert_int_equal(got.outcome, result.outcome);
  assert_string_equal(got.message, result.message);
  assert_true(got.deviation == result.deviation);
  assert_true(got.tolerance == result.tolerance);
  assert_int_equal(got.numTimes, AS_MAX_TIMES);
  assert_memory_equal(got.times, result.times, sizeof got.times);
  assert_memory_equal(got.paces, result.paces, sizeof got.paces);
  assert_true(got.isPaced);
  assert_true(got.atLeast == result.atLeast);
  assert_true(got.wallSeconds == result.wallSeconds);
  assert_int_equal(got.telemetry.clock, 1980);
  assert_int_equal(got.telemetry.memoryClock, 2619);
  assert_int_equal(got.telemetry.temperature, 55);
  asTextFree(&packet);
}

static void packetsStayWithinBounds(void **state) {
  AsRunnerResult result = longResult();
  result.numTimes = 2;
  checkBounds(&asRunnerTaskLayout, &task);
  checkBounds(&asRunnerJobLayout, &job);
  checkBounds(&asRunnerResultLayout, &result);
}

static void countsMustBeRight(void **state) {
  static const int64_t wrong[] = {-1, 63, 65, INT32_MAX, INT64_MAX, INT64_MIN};
  AsRunnerResult result = longResult();
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    checkRefused(&asRunnerTaskLayout, &task, numBuffers, wrong[w]);
    checkRefused(&asRunnerResultLayout, &result, AS_MAX_TIMES, wrong[w]);
  }
}

/// Buffers that no machine has, and elements of no type.
static void buffersMustBeSane(void **state) {
  static const AsBuffer insane[] = {
      {.element = AS_ELEMENT_F32, .count = -1, .isResult = true},
      {.element = AS_ELEMENT_F32, .count = INT64_MAX / 2, .isResult = true},
      {.element = AS_NUM_ELEMENTS, .count = 1, .isResult = true},
      {.element = (AsElement)-1, .count = 1, .isResult = true}};
  AsRunnerTask other = task;
  other.numBuffers = 1;
  other.buffers = buffers;
  assert_true(takesValue(&asRunnerTaskLayout, &other));
  for (size_t i = 0; i < sizeof insane / sizeof *insane; i++) {
    other.buffers = &insane[i];
    assert_false(takesValue(&asRunnerTaskLayout, &other));
  }
}

/// A task is not read as a job, however right it is.
static void typesMustAgree(void **state) {
  AsText packet = {0};
  AsRunnerJob got;
  asPacketPut(&asRunnerJobLayout, &job, &packet);
  AsMessage message = {AS_WORKER_RUN_JOB, packet.data, packet.length};
  assert_true(asWorkerRead(&message, &asRunnerJobLayout, NULL, &got));
  message.type = AS_WORKER_RUN_TASK;
  assert_false(asWorkerRead(&message, &asRunnerJobLayout, NULL, &got));
  asTextFree(&packet);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tasksArrive),
      cmocka_unit_test(jobsArrive),
      cmocka_unit_test(resultsArrive),
      cmocka_unit_test(packetsStayWithinBounds),
      cmocka_unit_test(countsMustBeRight),
      cmocka_unit_test(buffersMustBeSane),
      cmocka_unit_test(typesMustAgree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
