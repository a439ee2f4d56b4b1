//===- divisors.c - The divisors of an extent
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is found among small extents is compared with counting. Of large ones
// that would take longer than the test may.
//
//===----------------------------------------------------------------------===//

#include "sketch/divisors.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void findsWhatCountingFinds(void **state) {
  (void)state;
  for (int64_t extent = 1; extent <= 400; extent++)
    for (int64_t least = -1; least <= extent + 2; least++) {
      int64_t wanted = least < 1 ? 1 : least < extent ? least : extent;
      while (extent % wanted != 0)
        wanted++;
      assert_int_equal(asLeastDivisor(extent, least), wanted);
    }
}

static void takesLargeExtents(void **state) {
  (void)state;
  static const struct {
    int64_t extent, least, wanted;
  } cases[] = {
      {1000000000, 7, 8},
      {1000000000, 500000001, 1000000000},
      {1000000000, 250000001, 500000000},
      {999999937, 2, 999999937}, // A prime.
      {INT64_C(4294967296), 65537, 131072},
      {INT64_C(4294967291), 2, INT64_C(4294967291)}, // A prime.
      {INT64_C(3000000000000000009), 4, INT64_C(1000000000000000003)},
      {INT64_C(9223372036854775807), 8, 49},
      {INT64_C(9223372036854775807), INT64_C(200000000000000000),
       INT64_C(1317624576693539401)},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    assert_int_equal(asLeastDivisor(cases[c].extent, cases[c].least),
                     cases[c].wanted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(findsWhatCountingFinds),
      cmocka_unit_test(takesLargeExtents),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
