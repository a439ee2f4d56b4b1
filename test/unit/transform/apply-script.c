//===- apply-script.c - Scripts chosen and applied
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which knob values and alternatives a script takes, and which scripts cannot
// be applied.
//
//===----------------------------------------------------------------------===//

#include "matmul.h"

/// Applies the script to the product; true where a loop came of it.
static AsStatus apply(MlirModule script, bool *isTiled, AsError *error) {
  MlirModule module = parseInput("lowering/matmul.mlir");
  AsStatus status = asScriptApply(firstOperation(module), script, NULL, error);
  *isTiled = !status && contains(module, "scf.for");
  mlirModuleDestroy(module);
  return status;
}

static void knobsAreChosenAgainAndAgain(void **state) {
  MlirModule script = parseInput("scripts/tiling.mlir");
  AsError error = {0};
  for (int region = 0; region < 4; region++) {
    bool isTiled;
    assert_int_equal(choose(script, "size", 1 << region % 3, NULL, &error),
                     AS_OK);
    assert_int_equal(choose(script, "tile", region % 2, NULL, &error), AS_OK);
    assert_int_equal(apply(script, &isTiled, &error), AS_OK);
    assert_int_equal(isTiled, region % 2);
  }
  assert_int_equal(choose(script, "size", 0, "4 : i64", &error), AS_OK);
  assert_true(contains(script, "<\"size\"> = 4 : i64"));
  mlirModuleDestroy(script);
}

static void wrongChoicesAreErrors(void **state) {
  static const struct {
    const char *knob;
    int64_t value;
    const char *text;
    AsStatus status;
    const char *message;
  } cases[] = {
      {"size", 3, NULL, AS_INVALID_INPUT, "3 is no option of the knob 'size'"},
      {"size", -1, NULL, AS_INVALID_INPUT, "size"},
      {"size", 0, "\"x\"", AS_INVALID_INPUT,
       "\"x\" is no option of the knob 'size'"},
      {"size", 0, "2 : i32", AS_INVALID_INPUT, "2 : i32 is no option"},
      {"tile", 2, NULL, AS_INVALID_INPUT, "'tile' has no alternative 2"},
      {"tile", -1, NULL, AS_INVALID_INPUT, "'tile' has no alternative -1"},
      {"colour", 1, NULL, AS_NOT_FOUND, "no knob 'colour'"},
      {"", 1, NULL, AS_NOT_FOUND, "no knob ''"},
  };
  MlirModule script = parseInput("scripts/tiling.mlir");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsError error = {0};
    assert_int_equal(
        choose(script, cases[i].knob, cases[i].value, cases[i].text, &error),
        cases[i].status);
    if (!strstr(error.message, cases[i].message))
      fail_msg("'%s' lacks '%s'", error.message, cases[i].message);
  }
  mlirModuleDestroy(script);
}

static void openKnobsAreErrors(void **state) {
  MlirModule script = parseInput("scripts/tiling.mlir");
  bool isTiled;
  AsError error = {0};
  assert_int_equal(choose(script, "tile", 1, NULL, &error), AS_OK);
  assert_int_equal(apply(script, &isTiled, &error), AS_INVALID_INPUT);
  assert_non_null(strstr(error.message, "size"));
  mlirModuleDestroy(script);
}

static void scriptsThatCannotBeApplied(void **state) {
  const struct {
    const char *script, *message;
  } cases[] = {
      {"module {}", "no transform.named_sequence"},
      {readInput("scripts/split-one.mlir"), "expected to contain 2 payloads"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule script = parse(cases[i].script);
    bool isTiled;
    AsError error = {0};
    assert_int_equal(apply(script, &isTiled, &error), AS_INVALID_INPUT);
    if (!strstr(error.message, cases[i].message))
      fail_msg("'%s' lacks '%s'", error.message, cases[i].message);
    mlirModuleDestroy(script);
  }
}

/// Of several sequences the one of that name is applied, without one the first.
static void theSequenceIsFound(void **state) {
  static const struct {
    const char *name;
    AsStatus status;
    bool isTiled;
  } cases[] = {
      {NULL, AS_OK, false},
      {"a", AS_OK, false},
      {"__transform_main", AS_OK, true},
      {"b", AS_NOT_FOUND, false},
  };
  MlirModule script = parseInput("scripts/two-sequences.mlir");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule module = parseInput("lowering/matmul.mlir");
    AsError error = {0};
    assert_int_equal(
        asScriptApply(firstOperation(module), script, cases[i].name, &error),
        cases[i].status);
    assert_int_equal(contains(module, "scf.for"), cases[i].isTiled);
    mlirModuleDestroy(module);
  }
  mlirModuleDestroy(script);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(knobsAreChosenAgainAndAgain),
      cmocka_unit_test(wrongChoicesAreErrors),
      cmocka_unit_test(openKnobsAreErrors),
      cmocka_unit_test(scriptsThatCannotBeApplied),
      cmocka_unit_test(theSequenceIsFound),
  };
  return cmocka_run_group_tests_name("script", tests, setUp, tearDown);
}
