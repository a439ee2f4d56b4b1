//===- size-ranges.c - Tests of sizes as options give them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/size-ranges.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static AsSizeRanges readText(const char *text, AsArena *arena) {
  AsSizeRanges ranges;
  AsError error = {0};
  if (asSizeRangesRead(text, arena, &ranges, &error))
    fail_msg("%s: %s", text, error.message);
  return ranges;
}

static void assertRange(const AsSizeRange *range, const char *name,
                        int64_t first, int64_t last, int64_t step) {
  assert_string_equal(range->name, name);
  assert_int_equal(range->first, first);
  assert_int_equal(range->last, last);
  assert_int_equal(range->step, step);
}

static void readsSizes(void **state) {
  (void)state;
  AsArena arena = {0};
  AsSizeRanges ranges = readText("n=37,m_2=0,5,8..64", &arena);
  assert_int_equal(ranges.count, 4);
  assertRange(&ranges.ranges[0], "n", 37, 37, 1);
  assertRange(&ranges.ranges[1], "m_2", 0, 0, 1);
  assertRange(&ranges.ranges[2], "m_2", 5, 5, 1);
  assertRange(&ranges.ranges[3], "m_2", 8, 64, 1);
  for (int r = 0; r < 4; r++) {
    assert_null(ranges.ranges[r].function);
    assert_true(ranges.ranges[r].weight == 1);
  }
  assert_int_equal(readText("", &arena).count, 0);
  asArenaDestroy(&arena);
}

static void readsWeightsAndFunctions(void **state) {
  (void)state;
  AsArena arena = {0};
  AsSizeRanges ranges = readText("a:b:n=8..64:8@0.5,100@2,n=1", &arena);
  assert_int_equal(ranges.count, 3);
  assertRange(&ranges.ranges[0], "n", 8, 64, 8);
  assert_string_equal(ranges.ranges[0].function, "a:b");
  assert_true(ranges.ranges[0].weight == 0.5);
  assertRange(&ranges.ranges[1], "n", 100, 100, 1);
  assert_string_equal(ranges.ranges[1].function, "a:b");
  assert_true(ranges.ranges[1].weight == 2);
  assert_true(asSizeRangeIsOf(&ranges.ranges[0], "a:b", "n"));
  assert_true(asSizeRangeIsOf(&ranges.ranges[0], NULL, "n"));
  assert_false(asSizeRangeIsOf(&ranges.ranges[0], "b", "n"));
  assert_true(asSizeRangeIsOf(&ranges.ranges[2], "b", "n"));
  assert_false(asSizeRangeIsOf(&ranges.ranges[2], "b", "m"));
  asArenaDestroy(&arena);
}

static void saysWhatIsWrong(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "n",        "n=",       "=3",           "5",
      "n=-1",     "n=8x",     "n=4..",        "n=9..4",
      "n=1..8:0", "n=1..8:",  "n=1@0",        "n=1@-1",
      "n=1@x",    "2n=4",     ":n=4",         "n=1..8:2:",
      "n=1,,m=2", "n=1 ,m=2", "n= 4",         "n=1@inf",
      "n=4:2",    "n.a=1..4", "n=1..8@1e999", "n=0x10",
      "n=1...8",  "n=+1",     "n=1@nan",      "n=99999999999999999999"};
  AsArena arena = {0};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    AsSizeRanges ranges;
    AsError error = {0};
    AsStatus status = asSizeRangesRead(wrong[i], &arena, &ranges, &error);
    if (status != AS_INVALID_INPUT)
      fail_msg("'%s' was taken", wrong[i]);
    assert_non_null(strstr(error.message, "--sizes has '"));
    assert_non_null(strstr(error.message, "FIRST..LAST"));
  }
  asArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(readsSizes),
      cmocka_unit_test(readsWeightsAndFunctions),
      cmocka_unit_test(saysWhatIsWrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
