//===- build-protocol.c - The messages of a build worker
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pool/build-protocol.h"
#include "packets.h"

enum { numChoices = 3 };
static const AsKnobChoice choices[numChoices] = {
    {"size", 2, NULL}, {"tile", -1001, ""}, {"order", 0, "[0, 1]"}};

static const AsBuildJob job = {.task = "func.func @task()",
                               .sketch = "it",
                               .script = "module {}",
                               .isReference = true,
                               .mustVectorise = true,
                               .form = AS_BUILD_LLVM,
                               .choices = choices,
                               .numChoices = numChoices};

static void jobsArrive(void **state) {
  AsArena arena = {0};
  AsText packet = {0};
  AsBuildJob got;
  asPacketPut(&asBuildJobLayout, &job, &packet);
  assert_true(
      asPacketGet(&asBuildJobLayout, packet.data, packet.length, &arena, &got));
  assert_string_equal(got.task, job.task);
  assert_string_equal(got.sketch, job.sketch);
  assert_string_equal(got.script, job.script);
  assert_true(got.isReference && got.mustVectorise);
  assert_int_equal(got.form, AS_BUILD_LLVM);
  assert_int_equal(got.numChoices, numChoices);
  for (int c = 0; c < numChoices; c++) {
    assert_string_equal(got.choices[c].knob, choices[c].knob);
    assert_int_equal(got.choices[c].value, choices[c].value);
    assert_int_equal(got.choices[c].text == NULL, choices[c].text == NULL);
    if (choices[c].text)
      assert_string_equal(got.choices[c].text, choices[c].text);
  }
  asTextFree(&packet);
  asArenaDestroy(&arena);
}

/// Of the stock lowering there is no sketch, and that is not an empty one.
static void absentScriptsArrive(void **state) {
  AsArena arena = {0};
  AsText packet = {0};
  AsBuildJob got;
  asPacketPut(&asBuildJobLayout, &(AsBuildJob){.task = "t"}, &packet);
  assert_true(
      asPacketGet(&asBuildJobLayout, packet.data, packet.length, &arena, &got));
  assert_null(got.sketch);
  assert_null(got.script);
  assert_false(got.isReference || got.mustVectorise);
  assert_int_equal(got.numChoices, 0);
  asTextFree(&packet);
  asArenaDestroy(&arena);
}

static const AsBuildResult result = {.outcome = AS_OUTCOME_SPILLED,
                                     .message = "why",
                                     .object = {(char *)"an\0object", 9, 9}};

static void resultsArrive(void **state) {
  AsText packet = {0};
  AsBuildResult got;
  asPacketPut(&asBuildResultLayout, &result, &packet);
  assert_true(asPacketGet(&asBuildResultLayout, packet.data, packet.length,
                          NULL, &got));
  asTextFree(&packet); // The object is a copy.
  assert_int_equal(got.outcome, result.outcome);
  assert_string_equal(got.message, result.message);
  assert_int_equal(got.object.length, result.object.length);
  assert_memory_equal(got.object.data, result.object.data,
                      result.object.length);
  asTextFree(&got.object);
}

static void packetsStayWithinBounds(void **state) {
  checkBounds(&asBuildJobLayout, &job);
  checkBounds(&asBuildResultLayout, &result);
}

static void countsMustBeRight(void **state) {
  static const int64_t wrong[] = {-1, 2, 4, INT32_MAX, INT64_MAX, INT64_MIN};
  AsBuildJob other = job; // Its name has no length that is like the count.
  other.sketch = "sketch";
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
    checkRefused(&asBuildJobLayout, &other, numChoices, wrong[w]);
}

static void outcomesMustBeRight(void **state) {
  AsBuildResult other = result;
  other.outcome = AS_NUM_OUTCOMES;
  assert_false(takesValue(&asBuildResultLayout, &other));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jobsArrive),
      cmocka_unit_test(absentScriptsArrive),
      cmocka_unit_test(resultsArrive),
      cmocka_unit_test(packetsStayWithinBounds),
      cmocka_unit_test(countsMustBeRight),
      cmocka_unit_test(outcomesMustBeRight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
