//===- last-cache.c - Tests of the size of the last cache
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a virtual machine says of all core complexes is not what a core reaches.
//
//===----------------------------------------------------------------------===//

#include "support/last-cache.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const int64_t mib = (int64_t)1 << 20;

static int64_t bytesOf(int64_t bytes, int64_t ways) {
  return asLastCacheBytes(bytes, ways, AS_COMPLEX_BYTES);
}

static void aSumOverComplexesIsTheCacheOfOne(void **state) {
#ifdef __x86_64__
  assert_int_equal(bytesOf(508 * mib, 0), 32 * mib);
  assert_int_equal(asLastCacheBytes(508 * mib, 0, AS_LARGEST_COMPLEX_BYTES),
                   96 * mib);
#endif
  assert_int_equal(bytesOf(16 * mib, 0), 16 * mib);
}

static void aCacheThatIsDescribedHasItsSize(void **state) {
  assert_int_equal(bytesOf(320 * mib, 20), 320 * mib);
  assert_int_equal(bytesOf(96 * mib, 16), 96 * mib);
  assert_int_equal(bytesOf(96 * mib, -1), 96 * mib); // Fully associative.
}

static void anUnknownSizeStaysOne(void **state) {
  assert_int_equal(bytesOf(0, 0), 0);
  assert_int_equal(bytesOf(-1, -1), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(aSumOverComplexesIsTheCacheOfOne),
      cmocka_unit_test(aCacheThatIsDescribedHasItsSize),
      cmocka_unit_test(anUnknownSizeStaysOne),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
