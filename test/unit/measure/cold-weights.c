//===- cold-weights.c - What is taken out of the caches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The weights of a kernel, and nothing that a task before it would have left
// in the caches.
//
//===----------------------------------------------------------------------===//

#include "measure/cold-weights.h"
#include "measure/guarded-buffers.h"
#include "measure/object-linker.h"
#include "runner.h"

/// Of b, the weights.
static const AsBuffer withWeight[] = {
    {.element = AS_ELEMENT_F32, .count = length},
    {.element = AS_ELEMENT_F32, .count = length, .isWeight = true},
    {.element = AS_ELEMENT_F32, .count = length, .isResult = true}};

static bool has(const AsColdWeights *weights, const void *address) {
  bool isThere = false;
  for (int r = 0; r < weights->count; r++)
    isThere |=
        (uintptr_t)address - weights->ranges[r].start < weights->ranges[r].size;
  return isThere;
}

static void linkKernel(AsLinker *linker, const char *symbol, AsKernel *kernel) {
  AsError error = {0};
  if (asLinkerLink(linker, faults.data, faults.length, symbol, kernel, &error))
    fail_msg("%s", error.message);
}

static void weightsAreFound(void **state) {
  AsError error = {0};
  static AsLinker *linker, *other; // There until the process ends.
  assert_int_equal(asLinkerCreate(&linker, &error), AS_OK);
  assert_int_equal(asLinkerCreate(&other, &error), AS_OK);
  AsKernel located, good;
  linkKernel(linker, "as_entry_located", &located);
  linkKernel(other, "as_entry_good", &good);
  AsArrays arrays;
  assert_int_equal(asArraysMap(withWeight, 3, &arrays, &error), AS_OK);
  void *place = NULL;
  float *a = arrays.data[0], *b = arrays.data[1], *c = arrays.data[2];
  for (int i = 0; i < length; i++)
    a[i] = b[i] = (float)i;
  void *buffers[] = {a, b, c, &place};
  located.load(buffers);
  located.run(buffers);
  assert_non_null(place);

  AsColdWeights cold = asColdWeightsFind(&located, withWeight, 3, buffers);
  assert_true(has(&cold, b) && has(&cold, b + length - 1));
  assert_true(has(&cold, place));
  assert_true(has(&cold, (float *)place + length - 1));
  assert_false(has(&cold, a) || has(&cold, c));
  // Nothing changes by it.
  asColdWeightsFlush(&cold);
  memset(c, 0, length * sizeof *c);
  located.run(buffers);
  for (int i = 0; i < length; i++)
    assert_true(b[i] == (float)i && c[i] == 3 * (float)i);
  free(cold.ranges);

  // Without a load, arguments are all there is.
  cold = asColdWeightsFind(&good, withWeight, 3, buffers);
  assert_int_equal(cold.count, 1);
  assert_true(has(&cold, b));
  free(cold.ranges);
  asArraysUnmap(&arrays);
}

/// Each run is timed alone, as its weights have to be flushed before it.
static void runsAreTimedAlone(void **state) {
  AsRunner *runner = create(options());
  AsRunnerResult result =
      addTask(runner, "cold", withWeight, &faults, "as_entry_good");
  expect(&result, AS_OUTCOME_OK, "");
  AsRunnerJob job = jobFor("cold", &faults, "as_entry_packed");
  job.minSeconds = 1000;
  job.coldWeights = true;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_int_equal(result.numTimes, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weightsAreFound),
      TEST(runsAreTimedAlone),
  };
  return cmocka_run_group_tests(tests, compileKernels, freeKernels);
}
