//===- features.c - What a CPU has, asked before anything else
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process of its own: LLVM knows no CPU before its tables are filled, which
// anything else here might do.
//
//===----------------------------------------------------------------------===//

#include "target/target.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h> // After what it leans on.

/// As the first thing that a build worker does.
static void dotProductsAreKnownAtOnce(void **state) {
#ifndef __x86_64__
  skip(); // LLVM has the tables of this machine's kind only.
#endif
  const char *triple = "x86_64-unknown-linux-gnu";
  AsDotProducts dots = asTargetDotProducts(triple, "sapphirerapids", "");
  assert_true(dots.bf16);
  assert_int_equal(dots.byteLanes, 16);
  dots = asTargetDotProducts(triple, "haswell", "");
  assert_false(dots.bf16);
  assert_int_equal(dots.byteLanes, 0);
}

/// Zen 4 has registers of 64 bytes, and units of 32.
static void unitsMayBeNarrower(void **state) {
#ifndef __x86_64__
  skip();
#endif
  const char *triple = "x86_64-unknown-linux-gnu";
  assert_int_equal(asTargetVectorBytes(triple, "znver4", ""), 64);
  assert_int_equal(asTargetUnitBytes(triple, "znver4", ""), 32);
  assert_int_equal(asTargetUnitBytes(triple, "znver1", ""), 16);
  assert_int_equal(asTargetUnitBytes(triple, "sapphirerapids", ""), 64);
  assert_int_equal(asTargetUnitBytes(triple, "znver3", ""), 32);
  assert_int_equal(asTargetUnitBytes(triple, "nehalem", ""), 16);
}

static void someFollowRows(void **state) {
  assert_true(asTargetFollowsRows("znver5"));
  assert_false(asTargetFollowsRows("znver4"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unitsMayBeNarrower),
      cmocka_unit_test(someFollowRows),
      cmocka_unit_test(dotProductsAreKnownAtOnce),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
