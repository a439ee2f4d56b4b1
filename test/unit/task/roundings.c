//===- roundings.c - What is rounded on the way to a result
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "module.h"
#include "task/task.h"

/// The roundings of result `result` of a file, as text: "bf16:1 f32:64".
static void expectRoundings(const char *file, int result,
                            const char *expected) {
  AsArena arena = {0};
  AsTask task = {0};
  MlirModule module = parse(readInput(file));
  assert_int_equal(asTaskDescribe(firstOperation(module), &arena, &task, NULL),
                   AS_OK);
  int first = 0;
  while (first < task.numBuffers && !task.buffers[first].isResult)
    first++;
  const AsTaskBuffer *buffer = &task.buffers[first + result];
  AsText text = {0};
  for (int e = 0; e < AS_NUM_ELEMENTS; e++)
    if (buffer->roundings.steps[e])
      asTextFormat(&text, "%s%s:%d", text.length ? " " : "", asElementName(e),
                   (int)buffer->roundings.steps[e]);
  assert_string_equal(asTextString(&text), expected);
  asTextFree(&text);
  mlirModuleDestroy(module);
  asArenaDestroy(&arena);
}

static void theNarrowestTypeIsSeenBehindWidening(void **state) {
  expectRoundings("roundings/root.mlir", 0, "bf16:1");
}

static void stepsOfSumsAreCounted(void **state) {
  // A product of bf16 in f32, which is rounded to bf16 at the end.
  expectRoundings("roundings/sums.mlir", 0, "f32:64 bf16:1");
  // One in bf16. Its products are no steps of the sum.
  expectRoundings("roundings/narrow-sums.mlir", 0, "bf16:64");
}

static void resultsHaveTheirOwn(void **state) {
  expectRoundings("roundings/two-results.mlir", 0, "f32:1");
  expectRoundings("roundings/two-results.mlir", 1, "f16:1");
}

/// A maximum is exact, and so is what moves data.
static void whatIsExactRoundsNothing(void **state) {
  expectRoundings("roundings/exact.mlir", 0, "");
}

/// Summands are rounded on their own, sums in each step.
static void summandsAreNoSums(void **state) {
  expectRoundings("roundings/summands.mlir", 0, "f32:32 bf16:1");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(theNarrowestTypeIsSeenBehindWidening),
      cmocka_unit_test(stepsOfSumsAreCounted),
      cmocka_unit_test(resultsHaveTheirOwn),
      cmocka_unit_test(whatIsExactRoundsNothing),
      cmocka_unit_test(summandsAreNoSums),
  };
  return cmocka_run_group_tests_name("roundings", tests, openContext,
                                     closeContext);
}
