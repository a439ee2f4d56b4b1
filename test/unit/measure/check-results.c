//===- check-results.c - Which results are right
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/check-results.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Whether two results, which should be ones, are right. The second is allowed
/// more, and the candidate `allowance` of both.
static bool isRight(float first, float second, double allowance,
                    AsRunnerResult *result) {
  AsBuffer buffers[] = {
      {AS_ELEMENT_F32, .count = 1, .isResult = true, .tolerance = 1e-4},
      {AS_ELEMENT_F32, .count = 1, .isResult = true, .tolerance = 1e-1},
  };
  float one = 1;
  AsServedTask task = {.buffers = buffers,
                       .numBuffers = 2,
                       .tolerance = 1e-1,
                       .expected = (void *[]){&one, &one}};
  *result = (AsRunnerResult){.tolerance = task.tolerance + allowance};
  return asAnswerIsRight(&task, (void *[]){&first, &second}, result);
}

static void eachResultHasItsTolerance(void **state) {
  AsRunnerResult result;
  assert_true(isRight(1, 1, 0, &result));
  assert_true(isRight(1.00005F, 1.05F, 0, &result));
  assert_false(isRight(1.5F, 1, 0, &result));
  assert_non_null(strstr(result.message, "element 0 of result 0 is 1.5"));
  assert_non_null(strstr(result.message, "tolerance 0.0001)"));
  assert_false(isRight(1, 1.2F, 0, &result));
  assert_non_null(strstr(result.message, "result 1"));
}

static void candidatesMayBeAllowedMore(void **state) {
  AsRunnerResult result;
  assert_true(isRight(1.05F, 1.12F, 0.1, &result));
  assert_false(isRight(1.15F, 1, 0.1, &result));
}

static void buffersMayHaveTheirTasks(void **state) {
  AsBuffer buffer = {AS_ELEMENT_F32, .count = 1, .isResult = true};
  float one = 1, other = 1.05F;
  AsServedTask task = {.buffers = &buffer,
                       .numBuffers = 1,
                       .tolerance = 1e-1,
                       .expected = (void *[]){&one}};
  AsRunnerResult result = {.tolerance = 1e-1};
  assert_true(asAnswerIsRight(&task, (void *[]){&other}, &result));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(eachResultHasItsTolerance),
      cmocka_unit_test(candidatesMayBeAllowedMore),
      cmocka_unit_test(buffersMayHaveTheirTasks),
  };
  return cmocka_run_group_tests_name("check-results", tests, NULL, NULL);
}
