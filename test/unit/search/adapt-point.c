//===- adapt-point.c - A point of one sketch as a point of another
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "search/adapt-point.h"
#include "inputs/programs.h"
#include <string.h>

static const int64_t divisorsOf96[] = {1,  2,  3,  4,  6,  8,
                                       12, 16, 24, 32, 48, 96};
static const int64_t unrolls[] = {1, 2, 4, 8};
static const int64_t orders[] = {0, 1};

/// A sketch of three knobs: a tile of an extent of 96, an unroll factor, an
/// order of loops. All of its points are valid.
static AsSketch openSketch(Program *program, MlirContext context) {
  openProgram("matmul-large.mlir", &programTargets[0], context, program);
  AsSketch sketch = program->sketches[0];
  sketch.numSteps = 0;
  sketch.numKnobs = 4;
  sketch.knobs[0] = (AsKnob){.kind = AS_KNOB_TILE,
                             .name = "tile",
                             .numOptions = 12,
                             .options = divisorsOf96,
                             .within = -1,
                             .extent = 96};
  sketch.knobs[1] = (AsKnob){.kind = AS_KNOB_UNROLL,
                             .name = "unroll",
                             .numOptions = 4,
                             .options = unrolls,
                             .within = -1};
  sketch.knobs[2] = (AsKnob){.kind = AS_KNOB_ORDER,
                             .name = "order",
                             .numOptions = 2,
                             .options = orders,
                             .within = -1};
  sketch.knobs[3] = (AsKnob){.kind = AS_KNOB_LOCATION,
                             .name = "location",
                             .numOptions = 2,
                             .options = orders,
                             .within = -1};
  return sketch;
}

/// The point that these become, as text; NULL if none.
static const char *adapt(const char *values, const char *knobs) {
  static char text[128];
  MlirContext context = asIrContextCreate();
  Program program;
  AsSketch sketch = openSketch(&program, context);
  cJSON *object = cJSON_Parse(values), *list = cJSON_Parse(knobs);
  AsPoint point;
  bool adapts = asPointAdapt(&sketch, object, list, &point);
  AsArena arena = {0};
  if (adapts)
    snprintf(text, sizeof text, "%s", asPointFormat(&sketch, &point, &arena));
  asArenaDestroy(&arena);
  cJSON_Delete(object);
  cJSON_Delete(list);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
  return adapts ? text : NULL;
}

static void valuesThatAreOptionsStay(void **state) {
  assert_string_equal(adapt("{\"tile\":12,\"unroll\":4,\"order\":1}", "[]"),
                      "{\"tile\":12,\"unroll\":4,\"order\":1,\"location\":0}");
}

static void sizesGoToTheNearestRatio(void **state) {
  assert_string_equal(adapt("{\"order\":0,\"tile\":64,\"unroll\":16}", "[]"),
                      "{\"tile\":48,\"unroll\":8,\"order\":0,\"location\":0}");
  assert_string_equal(adapt("{\"tile\":7,\"unroll\":3,\"order\":0}", "[]"),
                      "{\"tile\":8,\"unroll\":4,\"order\":0,\"location\":0}");
  assert_string_equal(adapt("{\"tile\":1000000,\"unroll\":1,\"order\":0}", ""),
                      "{\"tile\":96,\"unroll\":1,\"order\":0,\"location\":0}");
}

/// Sketches from before there was the knob fused.
static void locationsMayBeMissing(void **state) {
  assert_string_equal(
      adapt("{\"tile\":12,\"unroll\":4,\"order\":1,\"location\":1}", "[]"),
      "{\"tile\":12,\"unroll\":4,\"order\":1,\"location\":1}");
  assert_string_equal(adapt("{\"tile\":12,\"unroll\":4,\"order\":1}", "[]"),
                      "{\"tile\":12,\"unroll\":4,\"order\":1,\"location\":0}");
  assert_null(
      adapt("{\"tile\":12,\"unroll\":4,\"order\":1,\"location\":2}", "[]"));
}

/// A tile of 17 of 17 is all of it, and becomes 96 of 96.
static void wholeExtentsStayWhole(void **state) {
  const char *values = "{\"tile\":17,\"unroll\":1,\"order\":0}";
  assert_string_equal(adapt(values, "[{\"name\":\"tile\",\"extent\":17}]"),
                      "{\"tile\":96,\"unroll\":1,\"order\":0,\"location\":0}");
  assert_string_equal(adapt(values, "[{\"name\":\"tile\",\"extent\":34}]"),
                      "{\"tile\":16,\"unroll\":1,\"order\":0,\"location\":0}");
}

static void othersAreRefused(void **state) {
  assert_null(adapt("{\"tile\":8,\"unroll\":1}", "[]"));
  assert_null(adapt("{\"tile\":8,\"unroll\":1,\"order\":2}", "[]"));
  assert_null(adapt("{\"tile\":0,\"unroll\":1,\"order\":0}", "[]"));
  assert_null(adapt("{\"tile\":-8,\"unroll\":1,\"order\":0}", "[]"));
  assert_null(adapt("{\"tile\":\"8\",\"unroll\":1,\"order\":0}", "[]"));
  assert_null(adapt("[]", "{}"));
}

/// From the same sketch for an extent of 24: what is the whole of it stays so,
/// and a number of another name is none.
static void pointsOfASmallerTaskAreTaken(void **state) {
  static const int64_t divisorsOf24[] = {1, 2, 3, 4, 6, 8, 12, 24};
  MlirContext context = asIrContextCreate();
  Program program;
  AsSketch sketch = openSketch(&program, context), small = sketch;
  small.knobs[0].options = divisorsOf24;
  small.knobs[0].numOptions = 8;
  small.knobs[0].extent = 24;
  AsPoint of8 = {{5, 2, 1, 0}}, of24 = {{7, 3, 0, 1}}, point;
  AsArena arena = {0};
  assert_true(asPointAdaptFrom(&small, &of8, &sketch, &point));
  assert_string_equal(asPointFormat(&sketch, &point, &arena),
                      "{\"tile\":8,\"unroll\":4,\"order\":1,\"location\":0}");
  assert_true(asPointAdaptFrom(&small, &of24, &sketch, &point));
  assert_string_equal(asPointFormat(&sketch, &point, &arena),
                      "{\"tile\":96,\"unroll\":8,\"order\":0,\"location\":1}");
  assert_true(asPointAdaptFrom(&sketch, &point, &small, &point));
  assert_string_equal(asPointFormat(&small, &point, &arena),
                      "{\"tile\":24,\"unroll\":8,\"order\":0,\"location\":1}");
  small.knobs[2].name = "other";
  assert_false(asPointAdaptFrom(&small, &of8, &sketch, &point));
  asArenaDestroy(&arena);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(valuesThatAreOptionsStay),
      cmocka_unit_test(sizesGoToTheNearestRatio),
      cmocka_unit_test(locationsMayBeMissing),
      cmocka_unit_test(wholeExtentsStayWhole),
      cmocka_unit_test(othersAreRefused),
      cmocka_unit_test(pointsOfASmallerTaskAreTaken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
