//===- size-combinations.c - Tests of choices of sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a function 'f' with the sizes n and m.
//
//===----------------------------------------------------------------------===//

#include "support/size-combinations.h"
#include "support/text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h> // After what it leans on.

static AsStatus combine(const char *text, AsArena *arena,
                        AsSizeCombinations *combinations, AsError *error) {
  static const char *const names[] = {"n", "m"};
  AsSizeRanges ranges;
  assert_int_equal(asSizeRangesRead(text, arena, &ranges, error), AS_OK);
  return asSizeCombinationsOf(&ranges, "f", names, 2, arena, combinations,
                              error);
}

static void combinationsAreInOrder(void **state) {
  static const struct {
    const char *text, *combinations;
  } cases[] = {
      {"n=37,m=5", "37,5"},
      {"m=5,n=37", "37,5"},
      {"n=9223372036854775807,m=0", "9223372036854775807,0"},
      {"n=1,37,300,m=2", "1,2 37,2 300,2"},
      {"n=1..3,m=5", "1,5 2,5 3,5"},
      {"n=1..10:4,m=5", "1,5 5,5 9,5"},
      {"n=9223372036854775806..9223372036854775807,m=1",
       "9223372036854775806,1 9223372036854775807,1"},
      {"n=1,2,m=1..2,n=9", "1,1 1,2 2,1 2,2 9,1 9,2"},
      {"n=7,g:n=8,g:k=1,f:m=3,m=4@0.5", "7,3 7,4"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsArena arena = {0};
    AsText text = {0};
    AsSizeCombinations combinations;
    AsError error = {0};
    if (combine(cases[i].text, &arena, &combinations, &error))
      fail_msg("'%s': %s", cases[i].text, error.message);
    for (int64_t c = 0; c < combinations.count; c++) {
      int64_t sizes[2];
      asSizeCombinationGet(&combinations, c, sizes);
      asTextFormat(&text, "%s%lld,%lld", c ? " " : "", (long long)sizes[0],
                   (long long)sizes[1]);
    }
    assert_string_equal(asTextString(&text), cases[i].combinations);
    asTextFree(&text);
    asArenaDestroy(&arena);
  }
}

static void faultsAreSaid(void **state) {
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "--sizes lacks the size 'n' of"},
      {"n=1", "--sizes lacks the size 'm' of"},
      {"n=1,g:m=1", "--sizes lacks the size 'm' of"},
      {"n=1,m=1,k=1", "--sizes has 'k', which is no size of"},
      {"n=1,m=1,f:k=1", "--sizes has 'k', which is no size of"},
      {"n=1..10001,m=1",
       "--sizes has 10001 combinations, of which 10000 are "
       "the most; choose fewer, as by steps (1..512:50), for"},
      {"n=1,m=0..9223372036854775807",
       "--sizes has 9223372036854775807 combinations, of which 10000 are the "
       "most; choose fewer, as by steps (1..512:50), for"},
      {"n=1,0..9223372036854775807,m=1",
       "--sizes has 9223372036854775807 combinations, of which 10000 are the "
       "most; choose fewer, as by steps (1..512:50), for"},
      {"n=1..6000,1..6000,m=1",
       "--sizes has 12000 combinations, of which 10000 are the most; choose "
       "fewer, as by steps (1..512:50), for"},
      {"n=1..101,m=1..100",
       "--sizes has 10100 combinations, of which 10000 are the most; choose "
       "fewer, as by steps (1..512:50), for"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsArena arena = {0};
    AsSizeCombinations combinations;
    AsError error = {0};
    assert_int_equal(combine(cases[i].text, &arena, &combinations, &error),
                     AS_INVALID_INPUT);
    assert_string_equal(error.message, cases[i].message);
    asArenaDestroy(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(combinationsAreInOrder),
      cmocka_unit_test(faultsAreSaid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
