//===- shapes.c - Workloads by name and by chance, and what is said of them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/shapes.h"
#include "bench/classes.h"
#include "bench/families.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static AsArena arena;

static int destroyArena(void **state) {
  asArenaDestroy(&arena);
  return 0;
}

static AsStatus named(const char *name, AsWorkload *workload) {
  AsError error = {0};
  return asShapeNamed(name, &arena, workload, &error);
}

static void namesGiveSizes(void **state) {
  AsWorkload workload;
  assert_int_equal(named("matmul-bias-relu-3x5x7", &workload), AS_OK);
  assert_ptr_equal(workload.family, &asFamilyMatmulBiasRelu);
  assert_string_equal(workload.name, "matmul-bias-relu-3x5x7");
  assert_int_equal(asWorkloadSize(&workload, 'k'), 7);
  // A border of 1, stride 2: 56 outputs of 3 reach over 113, or 111 inside.
  assert_int_equal(named("conv-pad-1x56x56x64x3x3x64x2x1x1x1", &workload),
                   AS_OK);
  assert_int_equal(asWorkloadSize(&workload, 'u'), 113);
  assert_int_equal(asWorkloadSize(&workload, 'h'), 111);
  // What is optional is left out.
  assert_int_equal(named("conv-pad-1x56x56x64x3x3x64x2", &workload), AS_OK);
  assert_int_equal(asWorkloadSize(&workload, 'd'), 1);
  assert_int_equal(asWorkloadSize(&workload, 'i'), 0);
}

static void otherNamesAreRefused(void **state) {
  static const char *const wrong[] = {
      "",
      "-",
      "matmul",
      "matmul-",
      "matmul-1x2",
      "matmul-1x2x3x4",
      "matmul-1x2x",
      "matmul-1x2x3 ",
      "matmul-0x2x3",
      "matmul-+1x2x3",
      "matmul-1x2x99999999999999999999",
      "matmul-100000x1x100000",
      "matmull-1x2x3",
      "conv-1x56x56x64x3x3x64",
      "conv-pad-1x1x1x4x1x1x4x1x1x1x1", // Nothing but the border.
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    AsWorkload workload;
    if (named(wrong[i], &workload) != AS_INVALID_INPUT)
      fail_msg("'%s' is accepted", wrong[i]);
  }
}

static void familiesAreTold(void **state) {
  const AsFamilies families = asFamilies();
  for (size_t i = 0; i < families.count; i++)
    for (size_t j = 0; j < i; j++)
      assert_string_not_equal(families.all[i]->name, families.all[j]->name);
}

static AsStatus readShapes(const char *text, AsWorkloads *workloads,
                           AsError *error) {
  char path[] = "/tmp/as-shapes-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  fputs(text, file);
  fclose(file);
  AsStatus status = asShapesRead(path, &arena, workloads, error);
  unlink(path);
  return status;
}

static void filesNameShapes(void **state) {
  AsWorkloads workloads;
  AsError error = {0};
  assert_int_equal(
      readShapes("# a comment\n\nmatmul-1x2x3\nsoftmax-5x7 # rows\n"
                 "matmul-1x2x3\n  matmul-1x2x4\nmatmul-1x2x3",
                 &workloads, &error),
      AS_OK);
  assert_int_equal(workloads.count, 3);
  assert_string_equal(workloads.rows[0].name, "matmul-1x2x3");
  assert_string_equal(workloads.rows[1].name, "softmax-5x7");
  assert_string_equal(workloads.rows[2].name, "matmul-1x2x4");
  assert_int_equal(readShapes("", &workloads, &error), AS_OK);
  assert_int_equal(workloads.count, 0);
  assert_int_equal(readShapes("softmax-1x2\nsoftmix-1x2\n", &workloads, &error),
                   AS_INVALID_INPUT);
  assert_non_null(strstr(error.message, ":2"));
  assert_non_null(strstr(error.message, "did you mean 'softmax'"));
}

static size_t countOf(const AsWorkloads *workloads, const AsFamily *family,
                      size_t first) {
  size_t count = 0;
  for (size_t i = 0; i < first; i++)
    count += workloads->rows[i].family == family;
  return count;
}

static void chanceRepeats(void **state) {
  AsWorkloads ours, same, others;
  asShapesDraw(20, &(AsRandom){7}, &arena, &ours);
  asShapesDraw(20, &(AsRandom){7}, &arena, &same);
  asShapesDraw(20, &(AsRandom){8}, &arena, &others);
  assert_true(ours.count > 200);
  assert_int_equal(ours.count, same.count);
  size_t equal = 0, odd = 0;
  for (size_t i = 0; i < ours.count; i++) {
    assert_string_equal(ours.rows[i].name, same.rows[i].name);
    equal +=
        i < others.count && !strcmp(ours.rows[i].name, others.rows[i].name);
    odd += ours.rows[i].sizes[1] % 2;
  }
  assert_true(equal < ours.count / 10);
  assert_true(odd > ours.count / 10);
  // What is drawn has a name that gives it again.
  for (size_t i = 0; i < ours.count; i++) {
    AsWorkload again;
    assert_int_equal(named(ours.rows[i].name, &again), AS_OK);
    assert_memory_equal(again.sizes, ours.rows[i].sizes, sizeof again.sizes);
  }
}

static void familiesTakeTurns(void **state) {
  AsWorkloads workloads;
  AsError error = {0};
  assert_int_equal(
      readShapes("matmul-1x1x1\nmatmul-2x2x2\nmatmul-3x3x3\nmatmul-4x4x4\n"
                 "softmax-1x1\nsoftmax-2x2\nsoftmax-3x3\ngelu-1x1\n",
                 &workloads, &error),
      AS_OK);
  AsWorkloads all = workloads, few = workloads, some = workloads;
  asShapesSample("*", 100, &(AsRandom){3}, &arena, &all);
  assert_int_equal(all.count, 8);
  assert_int_equal(countOf(&all, &asFamilyMatmul, 3), 1);
  assert_int_equal(countOf(&all, &asFamilyGelu, 3), 1);
  assert_int_equal(countOf(&all, &asFamilyMatmul, 5), 2);
  assert_int_equal(countOf(&all, &asFamilySoftmax, 5), 2);
  asShapesSample("*", 5, &(AsRandom){3}, &arena, &few);
  assert_int_equal(few.count, 5);
  for (size_t i = 0; i < 5; i++)
    assert_string_equal(few.rows[i].name, all.rows[i].name);
  asShapesSample("softmax-*", 2, &(AsRandom){3}, &arena, &some);
  assert_int_equal(some.count, 2);
  assert_int_equal(countOf(&some, &asFamilySoftmax, 2), 2);
}

static void classesHaveMeans(void **state) {
  const AsWorkload a = {"a", &asFamilyMatmul, {0}},
                   b = {"b", &asFamilyMatmul, {0}},
                   c = {"c", &asFamilyGelu, {0}};
  const AsScore scores[] = {{&a, 8}, {&c, 1}, {&b, 0.5}};
  const AsClass products = asClassOf(&asFamilyMatmul, scores, 3);
  assert_int_equal(products.count, 2);
  assert_float_equal(products.mean, 2, 1e-9);
  assert_float_equal(products.capped, 1, 1e-9);
  assert_int_equal(products.ahead, 1);
  assert_int_equal(products.behind, 1);
  assert_string_equal(products.worst.workload->name, "b");
  const AsClass all = asClassOf(NULL, scores, 3);
  assert_int_equal(all.count, 3);
  assert_float_equal(all.mean, pow(4, 1 / 3.0), 1e-9);
  assert_int_equal(all.ahead, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(namesGiveSizes),
      cmocka_unit_test(otherNamesAreRefused),
      cmocka_unit_test(familiesAreTold),
      cmocka_unit_test(filesNameShapes),
      cmocka_unit_test(chanceRepeats),
      cmocka_unit_test(familiesTakeTurns),
      cmocka_unit_test(classesHaveMeans),
  };
  return cmocka_run_group_tests(tests, NULL, destroyArena);
}
