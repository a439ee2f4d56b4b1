//===- row-arithmetic.c - Tests of what is counted once for each row
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies in which some operations are the same in all iterations of the last
// loop.
//
//===----------------------------------------------------------------------===//

#include "module.h"
#include "task/task.h"

/// A number of each element of 4x8, of each row and of each column, and a body.
static AsStage describe(const char *body, AsArena *arena) {
  AsText source = {0};
  asTextFormat(
      &source,
      "func.func @f(%%x: tensor<4x8xf32>, %%row: tensor<4xf32>,"
      "    %%column: tensor<8xf32>, %%to: tensor<4x8xf32>) -> tensor<4x8xf32> {"
      "  %%k = arith.constant 2.0 : f32\n"
      "  %%y = linalg.generic {indexing_maps = ["
      "      affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,"
      "      affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],"
      "      iterator_types = [\"parallel\", \"parallel\"]}"
      "      ins(%%x, %%row, %%column"
      "          : tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>)"
      "      outs(%%to : tensor<4x8xf32>) {"
      "  ^bb0(%%e: f32, %%r: f32, %%c: f32, %%o: f32):\n%s"
      "    linalg.yield %%z : f32"
      "  } -> tensor<4x8xf32>"
      "  return %%y : tensor<4x8xf32>"
      "}",
      body);
  MlirModule module = parse(source.data);
  AsTask task = {0};
  AsError error = {0};
  if (asTaskDescribe(firstOperation(module), arena, &task, &error))
    fail_msg("%s", error.message);
  AsStage stage = task.program.stages[task.program.numStages - 1];
  mlirModuleDestroy(module);
  asTextFree(&source);
  return stage;
}

/// The mean and the root are of a row; what takes elements is not.
static void numbersOfRowsAreCounted(void **state) {
  AsArena arena = {0};
  AsStage stage = describe("%mean = arith.divf %r, %k : f32\n"
                           "%root = math.rsqrt %mean : f32\n"
                           "%a = arith.subf %e, %mean : f32\n"
                           "%z = arith.mulf %a, %root : f32\n",
                           &arena);
  assert_int_equal(stage.arithmetic[AS_ARITHMETIC_DIV], 2);
  assert_int_equal(stage.rowArithmetic[AS_ARITHMETIC_DIV], 2);
  assert_int_equal(stage.arithmetic[AS_ARITHMETIC_ADD], 1);
  assert_int_equal(stage.rowArithmetic[AS_ARITHMETIC_ADD], 0);
  assert_int_equal(stage.rowArithmetic[AS_ARITHMETIC_MUL], 0);
  asArenaDestroy(&arena);
}

/// Numbers of columns, of indices, and of results so far change in a row.
static void numbersOfColumnsAreNot(void **state) {
  AsArena arena = {0};
  AsStage stage = describe("%j = linalg.index 1 : index\n"
                           "%n = arith.index_cast %j : index to i32\n"
                           "%f = arith.sitofp %n : i32 to f32\n"
                           "%a = arith.divf %c, %k : f32\n"
                           "%b = arith.divf %o, %k : f32\n"
                           "%d = arith.divf %a, %b : f32\n"
                           "%z = arith.divf %d, %f : f32\n",
                           &arena);
  assert_int_equal(stage.arithmetic[AS_ARITHMETIC_DIV], 4);
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    assert_int_equal(stage.rowArithmetic[k], 0);
  asArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbersOfRowsAreCounted),
      cmocka_unit_test(numbersOfColumnsAreNot),
  };
  return cmocka_run_group_tests_name("row arithmetic", tests, openContext,
                                     closeContext);
}
