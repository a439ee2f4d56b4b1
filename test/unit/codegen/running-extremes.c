//===- running-extremes.c - Maxima and minima of NaNs and zeros
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code for each kind of processor that this one can stand in for computes
// maxima and minima of NaNs of both signs, infinities, zeros of both signs and
// few other numbers. Results are compared as bits; all NaNs are alike.
//
//===----------------------------------------------------------------------===//

#include "matmul.h"
#include <math.h>

enum { MAX_ELEMENTS = 2080, ROUNDS = 300 };

typedef struct Case {
  const char *entry;
  int steps, lanes; ///< The extreme of each lane is taken over all steps.
  bool isMinimum, isDouble;
} Case;

static const Case cases[] = {
    {"as_entry_grid", 13, 48, false, false},
    {"as_entry_many", 13, 160, false, false},
    {"as_entry_least", 13, 9, true, true},
    {"as_entry_chain", 4, 19, true, false},
    {"as_entry_row", 67, 1, false, false},
    {"as_entry_leastOfRow", 21, 1, true, true},
    {"as_entry_longRow", 240, 1, true, false},
};

static MlirModule lowered;

static int lowerInput(void **state) {
  int failed = setUp(state);
  lowered = lower(parseInput("codegen/extremes.mlir"), AS_FP_CONTRACT);
  return failed;
}

static int destroyInput(void **state) {
  mlirModuleDestroy(lowered);
  return tearDown(state);
}

static void generate(const char *cpu, AsText *object, AsText *llvm) {
  AsMachine *machine;
  AsError error = {0};
  assert_int_equal(asMachineCreate(target.triple, cpu, "", &machine, &error),
                   AS_OK);
  if (asCodegen(machine, lowered, &(AsCodegenOptions){0}, object, llvm, &error))
    fail_msg("%s", error.message);
  asMachineDestroy(machine);
}

/// The larger or smaller one, as IEEE 754 has maximum and minimum.
static double extremeOf(const Case *test, double x, double y) {
  if (isnan(x) || isnan(y))
    return NAN;
  if (x == y)
    return (signbit(x) != 0) == test->isMinimum ? x : y;
  return (x > y) != test->isMinimum ? x : y;
}

/// Few of those that decide the extreme of all, so that there are results of
/// each kind.
static double draw(const Case *test, int kind) {
  static uint32_t seed = 1;
  seed = seed * 1664525 + 1013904223;
  double sign = test->isMinimum ? 1 : -1;
  uint32_t chance = seed >> 8 & 1023;
  if (kind == 0 && chance < 8)
    return chance < 4 ? NAN : -NAN;
  if (kind == 1 && chance < 8)
    return -sign * INFINITY;
  if (kind == 2 && chance < 8)
    return -sign * 0.0;
  if (kind < 5 && chance < 400)
    return sign * 0.0;
  return chance < 500 ? sign * INFINITY : sign * chance / 16;
}

static double loadNumber(const Case *test, const void *numbers, int at) {
  return test->isDouble ? ((const double *)numbers)[at]
                        : (double)((const float *)numbers)[at];
}

static void storeNumber(const Case *test, void *numbers, int at, double value) {
  if (test->isDouble)
    ((double *)numbers)[at] = value;
  else
    ((float *)numbers)[at] = (float)value;
}

static void check(const Case *test, const char *cpu, const void *in,
                  const void *out) {
  for (int lane = 0; lane < test->lanes; lane++) {
    double expected = loadNumber(test, in, lane);
    for (int step = 1; step < test->steps; step++)
      expected = extremeOf(test, expected,
                           loadNumber(test, in, step * test->lanes + lane));
    double got = loadNumber(test, out, lane);
    if (isnan(expected) ? !isnan(got)
                        : got != expected || signbit(got) != signbit(expected))
      fail_msg("%s on %s, lane %d: %g in place of %g", test->entry, cpu, lane,
               got, expected);
  }
}

static void runOn(const char *cpu) {
  AsText object = {0};
  char path[32];
  void (*entry)(void **);
  generate(cpu, &object, NULL);
  void *library = load(&object, path, cases[0].entry, &entry);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    *(void **)&entry = dlsym(library, cases[c].entry);
    for (int round = 0; round < ROUNDS; round++) {
      double in[MAX_ELEMENTS], out[MAX_ELEMENTS];
      int count = cases[c].steps * cases[c].lanes;
      assert_true(count <= MAX_ELEMENTS);
      for (int i = 0; i < count; i++)
        storeNumber(&cases[c], in, i, draw(&cases[c], round % 6));
      entry((void *[]){in, out});
      check(&cases[c], cpu, in, out);
    }
  }
  dlclose(library);
  asTextFree(&object);
}

static void nansAndZerosAreRight(void **state) {
  (void)state;
  runOn(target.cpu);
#ifdef __x86_64__
  runOn("x86-64");
  if (__builtin_cpu_supports("avx2"))
    runOn("x86-64-v3");
  if (__builtin_cpu_supports("avx512vl"))
    runOn("x86-64-v4");
#endif
}

/// How often `what` occurs in the function of a case.
static int countIn(const char *llvm, const char *function, const char *what) {
  char start[64];
  snprintf(start, sizeof start, "define void @%s(", function);
  const char *at = strstr(llvm, start);
  assert_non_null(at);
  const char *end = strstr(at, "\n}");
  int count = 0;
  while ((at = strstr(at + 1, what)) && at < end)
    count++;
  return count;
}

static void stepsAreCheap(void **state) {
  (void)state;
#ifdef __x86_64__
  AsText v4 = {0}, v3 = {0};
  generate("x86-64-v4", NULL, &v4);
  generate("x86-64-v3", NULL, &v3);
  assert_int_equal(countIn(v4.data, "grid", "mask.range.ps.512"), 2);
  assert_int_equal(countIn(v4.data, "grid", "fixupimm"), 0);
  // One vfixupimmps for each vrangeps where there are too few masks.
  assert_int_equal(countIn(v4.data, "many", "mask.range.ps.512"), 10);
  assert_int_equal(countIn(v4.data, "many", "mask.fixupimm.ps.512"), 10);
  // Four vectors are checked by two comparisons; 19 lanes are two registers.
  assert_int_equal(countIn(v4.data, "chain", "fcmp ord"), 4);
  assert_int_equal(countIn(v4.data, "chain", "select"), 2);
  assert_int_equal(countIn(v3.data, "grid", "fcmp ogt"), 6);
  assert_int_equal(countIn(v3.data, "longRow", "fcmp olt"), 6 + 5 + 3);
  // The registers that a row is put together from are, and there is one end.
  assert_int_equal(countIn(v4.data, "longRow", "fcmp ord"), 3);
  assert_int_equal(countIn(v4.data, "longRow", "select"), 1);
  assert_null(strstr(v4.data, "call contract <"));
  assert_null(strstr(v3.data, "call contract <"));
  asTextFree(&v3);
  asTextFree(&v4);
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nansAndZerosAreRight),
      cmocka_unit_test(stepsAreCheap),
  };
  return cmocka_run_group_tests_name("running extremes", tests, lowerInput,
                                     destroyInput);
}
