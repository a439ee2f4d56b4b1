//===- callable.c - Tests of calling what as-opt has compiled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of inputs/driver/callable.mlir as a shared object.
//
//===----------------------------------------------------------------------===//

#include "as/callable.h"
#include "module.h"
#include "run.h"
#include <stdio.h>
#include <unistd.h>

/// Under ASan, too, an allocation that is too large is to fail, not to end the
/// process.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "allocator_may_return_null=1";
}

static char path[64];

static int openObject(void **state) {
  findWorker(state);
  strcpy(path, "/tmp/as-callable-XXXXXX");
  int file = mkstemp(path);
  Host host = openHost(readInput("driver/callable.mlir"));
  AsOptions *options = OPTIONS("emit", "shared", "trials", "0");
  AsEmission emission = {0};
  AsError error = {0};
  if (asAutoschedule(host.module, options, &emission, &error))
    fail_msg("%s", error.message);
  assert_int_equal(write(file, emission.data, emission.length),
                   emission.length);
  asEmissionDestroy(&emission);
  asOptionsDestroy(options);
  closeHost(&host);
  return close(file);
}

static int removeObject(void **state) { return unlink(path); }

static AsCallable *open(const char *name) {
  AsCallable *callable;
  AsError error = {0};
  if (asCallableOpen(path, name, &callable, &error))
    fail_msg("%s", error.message);
  return callable;
}

static void assertFails(AsStatus status, AsStatus expected,
                        const AsError *error, const char *part) {
  assert_int_equal(status, expected);
  assertContains(error->message, part);
}

static void signaturesAreTold(void **state) {
  AsCallable *linear = open("linear");
  assert_string_equal(asCallableSignature(linear),
                      "[batch]x8xf32,8x4xf32,[batch]x4xf32->[batch]x4xf32,f32");
  assert_int_equal(asCallableNumArguments(linear), 3);
  assert_int_equal(asCallableNumBuffers(linear), 5);
  assert_int_equal(asCallableRank(linear, 3), 2);
  assert_int_equal(asCallableRank(linear, 4), 0);
  assert_int_equal(asCallableElement(linear, 0), AS_ELEMENT_F32);
  assert_int_equal(asCallableNumSizes(linear), 1);
  assert_string_equal(asCallableSizeName(linear, 0), "batch");
  asCallableClose(linear);
  AsCallable *fixed = open("static");
  assert_int_equal(asCallableElement(fixed, 0), AS_ELEMENT_F64);
  assert_int_equal(asCallableNumSizes(fixed), 0);
  asCallableClose(fixed);
}

static void callsAreRight(void **state) {
  enum { mostRows = 40 };
  AsCallable *linear = open("linear");
  AsError error = {0};
  for (int64_t n = 0; n <= mostRows; n += n < 5 ? 1 : 7) {
    static float x[mostRows * 8], w[8 * 4], y[mostRows * 4];
    float r[mostRows * 4 + 1], two = 0;
    for (int i = 0; i < mostRows * 8; i++)
      x[i] = (float)(i % 5);
    for (int i = 0; i < 8 * 4; i++)
      w[i] = (float)(i % 3) - 1;
    for (int i = 0; i < mostRows * 4; i++)
      y[i] = (float)i;
    r[n * 4] = -7;
    int64_t sizes[1], dims[2];
    const int64_t ofX[] = {n, 8}, ofW[] = {8, 4}, ofY[] = {n, 4};
    assert_int_equal(asCallableSizes(linear,
                                     (const int64_t *const[]){ofX, ofW, ofY},
                                     sizes, &error),
                     AS_OK);
    assert_int_equal(sizes[0], n);
    assert_int_equal(asCallableDims(linear, sizes, 3, dims, &error), AS_OK);
    assert_true(dims[0] == n && dims[1] == 4);
    assert_int_equal(asCallableDims(linear, sizes, 1, dims, &error), AS_OK);
    assert_true(dims[0] == 8 && dims[1] == 4);
    if (asCallableRun(linear, sizes, (void *[]){x, w, y, r, &two}, &error))
      fail_msg("%s", error.message);
    assert_true(two == 2 && r[n * 4] == -7);
    for (int64_t i = 0; i < n * 4; i++) {
      float sum = y[i];
      for (int k = 0; k < 8; k++)
        sum += x[i / 4 * 8 + k] * w[k * 4 + i % 4];
      assert_float_equal(r[i], sum, 1e-3);
    }
  }
  asCallableClose(linear);
}

static void staticShapesNeedNoSizes(void **state) {
  AsCallable *fixed = open("static");
  AsError error = {0};
  double x[6] = {1, 2, 3, 4, 5, 6}, r[6];
  int64_t dims[2];
  assert_int_equal(asCallableDims(fixed, NULL, 1, dims, &error), AS_OK);
  assert_true(dims[0] == 2 && dims[1] == 3);
  assert_int_equal(asCallablePrepare(fixed, NULL, (void *[]){x, r}, &error),
                   AS_OK);
  assert_int_equal(asCallableRun(fixed, NULL, (void *[]){x, r}, &error), AS_OK);
  assert_float_equal(r[5], 12, 0);
  const int64_t wrong[] = {2, 4};
  assertFails(
      asCallableSizes(fixed, (const int64_t *const[]){wrong}, NULL, &error),
      AS_INVALID_INPUT, &error,
      "dimension 1 of argument 0 is 4, but 'static' (2x3xf64->2x3xf64) takes "
      "3");
  asCallableClose(fixed);
}

static void constantsArePrepared(void **state) {
  AsCallable *packed = open("packed");
  AsError error = {0};
  static float x[3 * 32], a[16 * 32], w[32 * 64], y[3 * 32], r[16 * 64];
  for (int i = 0; i < 16 * 32; i++)
    a[i] = (float)(i % 7);
  for (int i = 0; i < 32 * 64; i++)
    w[i] = (float)(i % 5);
  void *const buffers[] = {x, a, w, y, r};
  const int64_t sizes[] = {3};
  if (asCallablePrepare(packed, sizes, buffers, &error) ||
      asCallableRun(packed, sizes, buffers, &error))
    fail_msg("%s", error.message);
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += a[5 * 32 + k] * w[k * 64 + 9];
  assert_float_equal(r[5 * 64 + 9], sum, 1e-2);
  asCallableClose(packed);
}

/// NULL would not do if a buffer was touched.
static void wrongSizesAreRefused(void **state) {
  AsError error = {0};
  AsCallable *linear = open("linear"), *twice = open("twice"),
             *between = open("between");
  int64_t sizes[2], dims[2] = {-7, -7};
  const int64_t ofX[] = {3, 8}, ofW[] = {8, 4}, ofY[] = {5, 4};
  assertFails(asCallableSizes(linear, (const int64_t *const[]){ofX, ofW, ofY},
                              sizes, &error),
              AS_INVALID_INPUT, &error,
              "dimension 0 of argument 2 is 5, but dimension 0 of argument 0 "
              "is 3, and in 'linear' ");
  assertContains(error.message, "both are 'batch'");
  void *none[5] = {0};
  assertFails(asCallableRun(linear, (const int64_t[]){-1}, none, &error),
              AS_INVALID_INPUT, &error,
              "with the sizes batch=-1, an array of 'linear'");
  assertFails(
      asCallableRun(linear, (const int64_t[]){INT64_MAX / 2}, none, &error),
      AS_INVALID_INPUT, &error, "would be too large");
  assertFails(asCallableDims(twice, (const int64_t[]){3, 7}, 2, dims, &error),
              AS_INVALID_INPUT, &error,
              "the sizes d0=3,d1=7 do not go together in 'twice'");
  assert_true(dims[0] == -7 && dims[1] == -7);
  assertFails(asCallableRun(twice, (const int64_t[]){3, 7}, none, &error),
              AS_INVALID_INPUT, &error, "do not go together");
  const int64_t huge = (int64_t)1 << 24, overflowing = (int64_t)1 << 40;
  assertFails(asCallableRun(between,
                            (const int64_t[]){overflowing, overflowing}, none,
                            &error),
              AS_INVALID_INPUT, &error, "would be too large");
  assertFails(
      asCallableRun(between, (const int64_t[]){huge, huge}, none, &error),
      AS_OUT_OF_MEMORY, &error,
      "with the sizes d0=16777216,d1=16777216 there is no memory");
  asCallableClose(linear);
  asCallableClose(twice);
  asCallableClose(between);
}

static void whatIsNotThereIsSaid(void **state) {
  AsCallable *callable;
  AsError error = {0};
  assertFails(asCallableOpen("/nowhere/at.so", "f", &callable, &error), AS_IO,
              &error, "/nowhere/at.so: cannot be found: ");
  assert_null(callable);
  assertFails(asCallableOpen("/proc/self/status", "f", &callable, &error),
              AS_INVALID_INPUT, &error, "cannot be loaded: ");
  assertFails(asCallableOpen(path, "f", &callable, &error), AS_NOT_FOUND,
              &error, "has no function 'f' that as-opt has made");
  asCallableClose(callable);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signaturesAreTold),
      cmocka_unit_test(callsAreRight),
      cmocka_unit_test(staticShapesNeedNoSizes),
      cmocka_unit_test(constantsArePrepared),
      cmocka_unit_test(wrongSizesAreRefused),
      cmocka_unit_test(whatIsNotThereIsSaid),
  };
  return cmocka_run_group_tests(tests, openObject, removeObject);
}
