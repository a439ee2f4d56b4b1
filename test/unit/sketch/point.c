//===- point.c - Points of sketches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds for the points of every sketch of every program: they are valid,
// bred to valid ones, written and read.
//
//===----------------------------------------------------------------------===//

#include "inputs/programs.h"
#include "search/strategies/variation.h"
#include "sketch/loop-nest.h"
#include "sketch/sanity.h"
#include <string.h>

/// Tiles divide the tile around them, wherever some option does. Of a whole
/// extent they may leave something over, and those that do of an even part of
/// it, where they fit twice.
static bool tilesDivide(const AsSketch *sketch, const AsPoint *point) {
  for (int k = 0; k < sketch->numKnobs; k++) {
    const AsKnob *knob = &sketch->knobs[k];
    if (knob->within < 0)
      continue;
    int64_t around = asPointValue(sketch, point, knob->within);
    if (around == knob->extent)
      continue;
    bool some = false;
    for (int o = 0; o < knob->numOptions; o++)
      some |= around % knob->options[o] == 0;
    int64_t size = asPointValue(sketch, point, k);
    bool isPeeled = knob->extent % around == 0 && knob->extent % size != 0 &&
                    2 * size <= around;
    if (some && around % size != 0 && !isPeeled)
      return false;
  }
  return true;
}

/// Options in range, and nothing where there is no knob: points are compared
/// and hashed as bytes.
static bool isWellFormed(const AsSketch *sketch, const AsPoint *point) {
  for (int k = 0; k < AS_MAX_KNOBS; k++)
    if (point->choice[k] >=
        (k < sketch->numKnobs ? sketch->knobs[k].numOptions : 1))
      return false;
  return true;
}

static bool isSame(const AsPoint *a, const AsPoint *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

static void pointsAreRead(const AsSketch *sketch, const AsPoint *point) {
  AsArena arena = {0};
  AsPoint read;
  assert_true(
      asPointParse(sketch, asPointFormat(sketch, point, &arena), &read));
  assert_true(isSame(point, &read));
  asArenaDestroy(&arena);
}

static void repairsAnything(const AsSketch *sketch, const AsPoint *valid,
                            AsRandom *random) {
  AsPoint point = *valid;
  asPointRepair(sketch, &point);
  assert_true(isSame(&point, valid));
  for (int k = 0; k < sketch->numKnobs; k++)
    point.choice[k] =
        (uint8_t)asRandomBelow(random, (uint32_t)sketch->knobs[k].numOptions);
  asPointRepair(sketch, &point);
  assert_true(isWellFormed(sketch, &point));
  assert_true(tilesDivide(sketch, &point));
  AsPoint again = point;
  asPointRepair(sketch, &again);
  assert_true(isSame(&again, &point));
}

static void breedsValidPoints(const AsSketch *sketch, const AsPoint points[],
                              int numPoints, AsRandom *random) {
  for (int i = 0; i < numPoints; i++) {
    AsPoint child;
    if (asMutate(sketch, &points[i], random, &child)) {
      assert_true(isWellFormed(sketch, &child));
      assert_true(asPointIsValid(sketch, &child));
      assert_false(isSame(&child, &points[i]));
    }
    const AsPoint *const parents[3] = {&points[i], &points[(i + 1) % numPoints],
                                       &points[(i + 2) % numPoints]};
    if (asCrossOver(sketch, parents, random, &child)) {
      assert_true(isWellFormed(sketch, &child));
      assert_true(asPointIsValid(sketch, &child));
    }
    const AsPoint *const same[3] = {&points[i], &points[i], &points[i]};
    assert_true(asCrossOver(sketch, same, random, &child));
    assert_true(isSame(&child, &points[i]));
  }
}

static void samplesAndBreeds(const Program *program) {
  AsRandom random = {11};
  for (int s = 0; s < program->numSketches; s++) {
    const AsSketch *sketch = &program->sketches[s];
    enum { COUNT = 50 };
    AsPoint points[COUNT];
    for (int i = 0; i < COUNT; i++) {
      AsNest nest;
      assert_true(asPointSample(sketch, &random, &points[i]));
      assert_true(isWellFormed(sketch, &points[i]));
      assert_true(tilesDivide(sketch, &points[i]));
      assert_true(asPointIsValid(sketch, &points[i]));
      assert_true(asNestBuild(sketch, &points[i], &nest));
      assert_true(asNestIsSane(&nest));
      pointsAreRead(sketch, &points[i]);
      repairsAnything(sketch, &points[i], &random);
    }
    breedsValidPoints(sketch, points, COUNT, &random);
  }
}

static void pointsAreValid(void **state) { visitPrograms(samplesAndBreeds); }

static const AsSketch *sketchCalled(const Program *program, const char *name) {
  for (int s = 0; s < program->numSketches; s++)
    if (strcmp(program->sketches[s].name, name) == 0)
      return &program->sketches[s];
  fail_msg("no sketch %s", name);
  return NULL;
}

static void openMatmul(Program *program, MlirContext *context) {
  *context = asIrContextCreate();
  openProgram("matmul.mlir", &programTargets[0], *context, program);
}

static void closeProgram(Program *program, MlirContext context) {
  asArenaDestroy(&program->arena);
  mlirContextDestroy(context);
}

/// 96x128x64 with 16 lanes and 32 registers.
static void samplingReachesEverything(void **state) {
  Program program;
  MlirContext context;
  openMatmul(&program, &context);
  const AsSketch *sketch = sketchCalled(&program, "tile+contract");
  AsRandom random = {5};
  bool seen[AS_MAX_KNOBS][AS_MAX_OPTIONS] = {{false}};
  for (int i = 0; i < 5000; i++) {
    AsPoint point;
    assert_true(asPointSample(sketch, &random, &point));
    for (int k = 0; k < sketch->numKnobs; k++)
      seen[k][point.choice[k]] = true;
  }
  double points = 1;
  for (int k = 0; k < sketch->numKnobs; k++) {
    for (int o = 0; o < sketch->knobs[k].numOptions; o++)
      if (!seen[k][o])
        fail_msg("%s is never %lld", sketch->knobs[k].name,
                 (long long)sketch->knobs[k].options[o]);
    points *= sketch->knobs[k].numOptions;
  }
  assert_true(asSketchNumPoints(sketch) == points);
  closeProgram(&program, context);
}

static void badPointsAreRefused(void **state) {
  Program program;
  MlirContext context;
  openMatmul(&program, &context);
  const AsSketch *sketch = sketchCalled(&program, "tile+contract");
#define POINT(cache, register0, unroll)                                        \
  "{\"cache_0\":" cache ",\"cache_1\":64,\"register_0\":" register0            \
  ",\"register_1\":32,\"order\":1,\"unroll\":" unroll "}"
  AsPoint point;
  assert_true(asPointParse(sketch, POINT("48", "8", "4"), &point));
  assert_true(asPointIsValid(sketch, &point));
  static const char *const refused[] = {
      "",
      "{}",
      "{\"cache_0\":48}",
      POINT("", "8", "4"),
      POINT("null", "8", "4"),
      POINT("\"48\"", "8", "4"),
      POINT("[48]", "8", "4"),
      POINT("47", "8", "4"),
      POINT("-48", "8", "4"),
      POINT("48.5", "8", "4"),
      POINT("48e1", "8", "4"),
      POINT("99999999999999999999", "8", "4"),
      POINT("48", "8", "3"),
      // Written by another sketch: a knob is missing.
      "{\"cache_0\":48,\"cache_1\":64,\"register_0\":8,\"register_1\":32,"
      "\"unroll\":4}",
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (asPointParse(sketch, refused[i], &point))
      fail_msg("accepted: %s", refused[i]);

  // Readable, but they cannot be built.
  static const char *const invalid[] = {
      POINT("32", "12", "4"), // 12 does not divide 32.
      POINT("48", "24", "4"), // 48 accumulators in 32 registers.
  };
#undef POINT
  for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
    assert_true(asPointParse(sketch, invalid[i], &point));
    assert_false(asPointIsValid(sketch, &point));
  }
  closeProgram(&program, context);
}

/// 16 channels of 14 x 14 pixels with 8 lanes and 16 registers, windows 3 wide.
static void accumulatorsFitIntoRegisters(void **state) {
  MlirContext context = asIrContextCreate();
  Program program;
  AsTarget target = programTargets[0];
  target.vectorBytes = 32;
  target.vectorRegisters = 16;
  openProgram("conv-nchw-short.mlir", &target, context, &program);
  const AsSketch *sketch = sketchCalled(&program, "channels");
#define POINT(channels, pixels, unroll)                                        \
  "{\"register_1\":" channels ",\"register_3\":" pixels ",\"unroll\":" unroll  \
  "}"
  static const struct {
    const char *point;
    bool isValid;
  } cases[] = {
      {POINT("8", "14", "1"), true}, {POINT("16", "7", "1"), false},
      {POINT("16", "2", "1"), true}, {POINT("8", "7", "3"), true},
      {POINT("8", "7", "2"), false}, // Of three positions.
  };
#undef POINT
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsPoint point;
    assert_true(asPointParse(sketch, cases[i].point, &point));
    if (asPointIsValid(sketch, &point) != cases[i].isValid)
      fail_msg("should %sbe valid: %s", cases[i].isValid ? "" : "not ",
               cases[i].point);
  }
  closeProgram(&program, context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pointsAreValid),
      cmocka_unit_test(samplingReachesEverything),
      cmocka_unit_test(badPointsAreRefused),
      cmocka_unit_test(accumulatorsFitIntoRegisters),
  };
  return cmocka_run_group_tests_name("point", tests, NULL, NULL);
}
