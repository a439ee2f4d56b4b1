//===- nest-features.c - Tests of the features
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of programs and schedules that are made by hand (schedules.h), and of random
// ones.
//
//===----------------------------------------------------------------------===//

#include "costmodel/nest-features.h"
#include "costmodel/footprint.h"
#include "schedules.h"
#include "support/hash.h"
#include "support/random.h"
#include "support/text.h"
#include <ctype.h>
#include <stdio.h>

/// Room for the rows of the largest nest, and the rows of a schedule.
static int extract(const Schedule *schedule, const AsProgram *program,
                   float *rows) {
  AsSketch sketch;
  AsNest nest;
  build(schedule, program, &sketch, &nest);
  return asFeaturesExtract(&nest, rows);
}

static float *newRows(AsArena *arena) {
  return asArenaArray(arena, float, AS_MAX_STAGES *asNumFeatures);
}

static double feature(const float *rows, int stage, const char *name) {
  for (int f = 0; f < asNumFeatures; f++)
    if (strcmp(asFeatureName(f), name) == 0)
      return rows[stage * asNumFeatures + f];
  fail_msg("no feature is called %s", name);
  return 0;
}

/// That a feature is `value`, on a logarithmic scale.
static void assertLog(const float *rows, int stage, const char *name,
                      double value) {
  double found = feature(rows, stage, name);
  if (fabs(found - log2(1 + value)) > 1e-4)
    fail_msg("%s is %g, not log2(1 + %g)", name, found, value);
}

static void testNames(void **state) {
  assert_in_range(asNumFeatures, 100, 200);
  for (int i = 0; i < asNumFeatures; i++)
    for (int j = 0; j < i; j++)
      assert_string_not_equal(asFeatureName(i), asFeatureName(j));
  assert_string_equal(asFeatureName(-1), "unknown");
  assert_string_equal(asFeatureName(asNumFeatures), "unknown");
}

/// That the documentation has all of them, the buffers once for all.
static void testNamesAreDocumented(void **state) {
  AsText docs = {0};
  assert_int_equal(asReadFile(AS_TEST_DIR "/../docs/costmodel.md", &docs, NULL),
                   AS_OK);
  for (int f = 0; f < asNumFeatures; f++) {
    char name[64];
    snprintf(name, sizeof name, "`%s`", asFeatureName(f));
    for (char *c = name; *c; c++)
      if (isdigit((unsigned char)*c) && strchr("r.", c[-1])) // buffer0
        *c = 'N';
    if (!strstr(asTextString(&docs), name))
      fail_msg("docs/costmodel.md does not mention %s", name);
  }
  asTextFree(&docs);
}

/// Where this fails: raise AS_FEATURES_VERSION, and put the new hash here.
static void testVersionIsThatOfTheTable(void **state) {
  AsHash hash = asHashStart();
  for (int f = 0; f < asNumFeatures; f++)
    hash = asHashString(hash, asFeatureName(f));
  assert_string_equal(asHashFormat(hash).text,
                      "ba71a3894ce54704a497a3bfc3ebf46f");
  assert_int_equal(AS_FEATURES_VERSION, 1);
}

static void testValues(void **state) {
  AsArena arena = {0};
  float *rows = newRows(&arena);
  Matmul matmul;
  makeMatmul(&matmul, 512, 512, 512);
  Schedule schedule = good;
  schedule.packs = true;
  assert_int_equal(extract(&schedule, &matmul.program, rows), numStages);
  const double flops = 512.0 * 512 * 512, matrixBytes = 512 * 512 * 4;
  assertLog(rows, matmulStage, "ops.add", flops);
  assertLog(rows, matmulStage, "ops.div", 0);
  assertLog(rows, reluStage, "ops.compare", 512.0 * 512);
  assertLog(rows, matmulStage, "lanes", 16);
  assertLog(rows, matmulStage, "accumulators", 8 * 2);
  assertLog(rows, fillStage, "accumulators", 0);
  assertLog(rows, matmulStage, "unroll", 4);
  assertLog(rows, matmulStage, "bodies", flops / (8 * 32));
  assertLog(rows, matmulStage, "inner_trip", 512);
  assert_true(feature(rows, matmulStage, "inner_reduces") == 1);
  assert_true(feature(rows, matmulStage, "vectorised") == 1);
  assert_true(feature(rows, matmulStage, "in_registers") == 1);
  assert_true(feature(rows, reluStage, "in_registers") == 0);
  // Arithmetic over bytes of the whole: two operations, three matrices.
  assertLog(rows, matmulStage, "intensity.9",
            2 * flops / (2 * matrixBytes + 512 * 128 * 4));
  // The packed copy is 512 x 128, made for each of four tiles of columns.
  assertLog(rows, matmulStage, "pack.bytes", matrixBytes / 4);
  assertLog(rows, matmulStage, "pack.copied", matrixBytes);
  assertLog(rows, matmulStage, "buffer0.unique_bytes", matrixBytes);
  // Weights lie packed in memory, all of them, before the program runs.
  matmul.tensors[tensorB].isFixed = true;
  extract(&schedule, &matmul.program, rows);
  assertLog(rows, matmulStage, "pack.bytes", 0);
  assertLog(rows, matmulStage, "pack.copied", 0);
  assert_true(feature(rows, matmulStage, "buffer1.packed") == 1);
  assertLog(rows, matmulStage, "intensity.9", 2 * flops / (3 * matrixBytes));
  asArenaDestroy(&arena);
}

static void testSameNestsSameRows(void **state) {
  AsArena arena = {0};
  float *first = newRows(&arena), *second = newRows(&arena);
  Matmul matmul;
  makeMatmul(&matmul, 512, 512, 512);
  int count = extract(&good, &matmul.program, first);
  assert_int_equal(extract(&good, &matmul.program, second), count);
  size_t size = sizeof(float) * (size_t)(count * asNumFeatures);
  assert_memory_equal(first, second, size);
  asArenaDestroy(&arena);
}

static void testChoicesShow(void **state) {
  static const Schedule others[] = {
      {0, 512, 128, 8, 32, false, 2},   {0, 512, 128, 4, 32, false, 4},
      {0, 512, 128, 8, 16, false, 4},   {0, 256, 128, 8, 32, false, 4},
      {0, 512, 64, 8, 32, false, 4},    {0, 512, 128, 8, 32, true, 4},
      {128, 128, 128, 8, 32, false, 4}, {0, 512, 128, 4, 64, false, 4},
  };
  AsArena arena = {0};
  float *base = newRows(&arena), *rows = newRows(&arena);
  Matmul matmul;
  makeMatmul(&matmul, 512, 512, 512);
  int count = extract(&good, &matmul.program, base);
  size_t size = sizeof(float) * (size_t)(count * asNumFeatures);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    extract(&others[i], &matmul.program, rows);
    assert_memory_not_equal(base, rows, size);
  }
  asArenaDestroy(&arena);
}

static void testThreads(void **state) {
  AsArena arena = {0};
  float *rows = newRows(&arena);
  Matmul matmul;
  makeMatmul(&matmul, 96, 512, 512);
  const Schedule schedule = {32, 32, 128, 8, 32, false, 4};
  extract(&schedule, &matmul.program, rows);
  assertLog(rows, matmulStage, "parallel", 3);
  // Three parts: of two threads one idles in the second round.
  assert_float_equal(feature(rows, matmulStage, "idle_2"), 0.25, 1e-6);
  assert_float_equal(feature(rows, matmulStage, "idle_4"), 0.25, 1e-6);
  asArenaDestroy(&arena);
}

//===--- Footprints ------------------------------------------------------===//

static void testReuse(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 512, 512, 512);
  AsSketch sketch;
  AsNest nest;
  AsNestView view;
  build(&good, &matmul.program, &sketch, &nest);
  asViewNest(&nest, 64, &view);
  const AsStageView *stage = &view.stage[matmulStage];
  // Loops: 4 tiles of columns, 64 rows, 4 columns, 512 of the reduction.
  assert_int_equal(stage->numLoops, 4);
  assert_true(stage->reach[1][4].bytes == 32 * 4);
  assert_true(stage->reach[1][3].bytes == 512 * 32 * 4);
  assert_true(stage->reach[1][3].runs == 512);
  assert_true(stage->reach[1][3].stride == 512 * 4);
  assert_true(stage->reach[1][0].lines == 512 * 512 * 4 / 64);
  // Within a tile of columns everything fits into 1 MiB: B is read once.
  AsCache second = {.bytes = 1 << 20}, first = {.bytes = 32 << 10};
  assert_int_equal(asViewReuseDepth(&view, matmulStage, 1, &first), 3);
  assert_true(asViewReuseDepth(&view, matmulStage, 1, &second) <= 1);
  assert_int_equal(asViewHoistDepth(stage, 2), 3);
  assert_true(asViewInRegisters(&view, matmulStage, 2));
  assert_true(asViewInRegisters(&view, reluStage, 0));
  assert_false(asViewInRegisters(&view, matmulStage, 1));
}

/// Columns a page apart all want the same eight lines of a 32 KiB cache.
static void testConflicts(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 16, 1024, 16);
  AsSketch sketch;
  AsNest nest;
  AsNestView view;
  const Schedule schedule = {0, 16, 1024, 16, 16, false, 2};
  build(&schedule, &matmul.program, &sketch, &nest);
  asViewNest(&nest, 64, &view);
  AsCache hashed = {.bytes = 32 << 10},
          indexed = {.bytes = 32 << 10, .wayBytes = 4096};
  assert_true(asViewReuseDepth(&view, matmulStage, 1, &hashed) <
              asViewReuseDepth(&view, matmulStage, 1, &indexed));
  // They do not keep the rows of A, which are next to each other, from staying.
  assert_int_equal(asViewReuseDepth(&view, matmulStage, 0, &hashed),
                   asViewReuseDepth(&view, matmulStage, 0, &indexed));
}

/// What a box of 32 by 64 elements touches in so many steps, in boxes.
static double boxesIn(const AsProgram *program, int64_t steps, int8_t mover,
                      int8_t down, int8_t right) {
  AsSketch sketch;
  AsNest nest;
  AsNestView view;
  makeSketch(&sketch, program);
  assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
  const struct {
    int loop;
    int64_t size;
  } cuts[] = {{0, steps}, {1, 32}, {2, 64}, {0, 1}};
  for (int c = 0; c < 4; c++)
    assert_true(
        asNestCut(&nest, 0, cuts[c].loop, cuts[c].size, AS_LOOP_SERIAL));
  nest.stage[0].mover = mover;
  nest.stage[0].shift[1] = down, nest.stage[0].shift[2] = right;
  asViewNest(&nest, 64, &view);
  const AsReach *reach = view.stage[0].reach[0];
  assert_true(reach[4].bytes == 32 * 64 * 4);
  assert_true(reach[4].runs == 32);
  assert_true(reach[3].runs / reach[4].runs == reach[3].bytes / reach[4].bytes);
  assert_true(reach[0].bytes == 1024 * 1024 * 4);
  return reach[3].bytes / reach[4].bytes;
}

/// Time moves the boxes of a skewed nest on.
static void testMovingBoxes(void **state) {
  AsStage stage = {.kind = AS_STAGE_ELEMENTWISE,
                   .name = "affine.store",
                   .numDims = 3,
                   .extent = {4000, 1024, 1024},
                   .numAccesses = 1,
                   .access = {result(at(0, 1, 2), -1)}};
  AsTensor tensor = matrix(1024, 1024, 0);
  AsProgram program = {
      .numStages = 1, .stages = &stage, .numTensors = 1, .tensors = &tensor};
  assert_true(boxesIn(&program, 100, -1, 2, 4) == 1);
  assert_true(boxesIn(&program, 100, 0, 0, 0) == 1);
  assert_true(boxesIn(&program, 100, 0, 2, 4) == 1 + 99 * (2. / 32 + 4. / 64));
  // A box cannot be elsewhere more than as a whole, and the tensor is not left.
  assert_true(boxesIn(&program, 100, 0, 30, 40) == 100);
  assert_true(boxesIn(&program, 1000, 0, 30, 40) == 32 * 16);
  // What time moves by itself is elsewhere in each step, skewed or not.
  stage.access[0] = result(at(0, 0, 2), -1);
  stage.access[0].factor[0][1] = 1;
  assert_true(boxesIn(&program, 33, -1, 2, 4) ==
              boxesIn(&program, 33, 0, 2, 4));
}

//===--- Odd programs ----------------------------------------------------===//

static void assertFinite(const AsNest *nest, float *rows) {
  int count = asFeaturesExtract(nest, rows);
  assert_int_equal(count, nest->numStages);
  for (int f = 0; f < count * asNumFeatures; f++)
    if (!isfinite(rows[f]) || rows[f] < 0)
      fail_msg("%s is %g", asFeatureName(f % asNumFeatures), rows[f]);
  double seconds = asPriorSeconds(nest, &target);
  assert_true(seconds > 0 && isfinite((float)seconds));
}

/// A program of a single stage whose last access is its result.
static void makeOdd(AsStage *stage, AsTensor *tensors, AsProgram *program) {
  *program = (AsProgram){.numStages = 1,
                         .stages = stage,
                         .numTensors = stage->numAccesses,
                         .tensors = tensors};
  stage->kind = AS_STAGE_OTHER;
  stage->name = "linalg.generic";
  for (int a = 0; a < stage->numAccesses; a++) {
    stage->access[a].tensor = a;
    stage->access[a].initial = -1;
    stage->access[a].isWrite = a == stage->numAccesses - 1;
    tensors[a].producer = stage->access[a].isWrite ? 0 : -1;
  }
}

static void assertPlainIsFinite(AsStage *stage, AsTensor *tensors,
                                float *rows) {
  AsProgram program;
  AsSketch sketch;
  AsNest nest;
  makeOdd(stage, tensors, &program);
  makeSketch(&sketch, &program);
  assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
  assertFinite(&nest, rows);
  nest.stage[0].isVectorised = true;
  assertFinite(&nest, rows);
}

static void testOddPrograms(void **state) {
  AsArena arena = {0};
  float *rows = newRows(&arena);
  AsTensor tensors[AS_MAX_ACCESSES] = {{0}};
  // Nothing but a scalar.
  AsStage scalar = {.numAccesses = 2};
  assertPlainIsFinite(&scalar, tensors, rows);
  // A vector summed to a scalar: no lane loop.
  AsStage sum = {.numDims = 1,
                 .extent = {64},
                 .isReduction = {true},
                 .numAccesses = 2,
                 .arithmetic = {1}};
  sum.access[0].factor[0][0] = 1;
  tensors[0] = (AsTensor){1, {64}, AS_ELEMENT_F64, -1, false, false};
  assertPlainIsFinite(&sum, tensors, rows);
  // Extents of 1 only.
  AsStage ones = {.numDims = 2, .extent = {1, 1}, .numAccesses = 1};
  ones.access[0].factor[0][0] = ones.access[0].factor[1][1] = 1;
  tensors[0] = (AsTensor){2, {1, 1}, AS_ELEMENT_I1, -1, false, false};
  assertPlainIsFinite(&ones, tensors, rows);
  // Backwards, with gaps.
  AsStage strided = {.numDims = 2, .extent = {8, 7}, .numAccesses = 1};
  strided.access[0].factor[0][0] = -2;
  strided.access[0].factor[0][1] = 3;
  strided.access[0].offset[0] = 14;
  tensors[0] = (AsTensor){1, {40}, AS_ELEMENT_BF16, -1, false, false};
  assertPlainIsFinite(&strided, tensors, rows);
  // Huge in every dimension.
  AsStage huge = {.numDims = AS_MAX_DIMS,
                  .numAccesses = 2,
                  .arithmetic = {1 << 20, 1, 1, 1, 1, 1, 1}};
  for (int d = 0; d < AS_MAX_DIMS; d++) {
    huge.extent[d] = (int64_t)1 << 60;
    huge.access[0].factor[d % AS_MAX_RANK][d] = INT16_MAX;
    huge.access[1].factor[d % AS_MAX_RANK][d] = 1;
  }
  for (int a = 0; a < 2; a++) {
    tensors[a] = (AsTensor){.rank = AS_MAX_RANK, .element = AS_ELEMENT_F64};
    for (int r = 0; r < AS_MAX_RANK; r++)
      tensors[a].shape[r] = INT64_MAX;
  }
  assertPlainIsFinite(&huge, tensors, rows);
  // No stage at all: nothing to say, but still an estimate.
  AsNest none = {.numStages = 0};
  assertFinite(&none, rows);
  asArenaDestroy(&arena);
}

/// Whatever the loops are, invariants or not, the numbers are finite.
static void testRandomNests(void **state) {
  AsArena arena = {0};
  float *rows = newRows(&arena);
  AsRandom random = {1};
  for (int i = 0; i < 2000; i++) {
    AsStage stage = {.numDims = (int)asRandomBelow(&random, AS_MAX_DIMS + 1),
                     .numAccesses =
                         1 + (int)asRandomBelow(&random, AS_MAX_ACCESSES)};
    AsTensor tensors[AS_MAX_ACCESSES];
    for (int d = 0; d < stage.numDims; d++) {
      stage.extent[d] = (int64_t)1 << asRandomBelow(&random, 20);
      stage.isReduction[d] = asRandomBelow(&random, 2);
    }
    for (int a = 0; a < stage.numAccesses; a++) {
      tensors[a] = (AsTensor){
          .rank = (int)asRandomBelow(&random, AS_MAX_RANK + 1),
          .element = (AsElement)asRandomBelow(&random, AS_NUM_ELEMENTS)};
      for (int r = 0; r < tensors[a].rank; r++) {
        tensors[a].shape[r] = 1 + asRandomBelow(&random, 5000);
        for (int d = 0; d < stage.numDims; d++)
          stage.access[a].factor[r][d] =
              (int16_t)((int)asRandomBelow(&random, 5) - 2);
      }
    }
    AsProgram program;
    makeOdd(&stage, tensors, &program);
    AsSketch sketch = {.program = &program,
                       .vectorBytes = 16 << asRandomBelow(&random, 3),
                       .vectorRegisters = 16};
    AsNest nest = {.sketch = &sketch, .numStages = 1};
    AsNestStage *own = &nest.stage[0];
    own->isVectorised = asRandomBelow(&random, 2);
    own->isSplit = asRandomBelow(&random, 2);
    own->padded = (int8_t)((int)asRandomBelow(&random, AS_MAX_DIMS) - 1);
    for (int a = 0; a < stage.numAccesses; a++)
      own->packLoops[a] = (int8_t)((int)asRandomBelow(&random, 4) - 1);
    own->numLoops = (int8_t)asRandomBelow(&random, AS_MAX_LOOPS + 1);
    own->shared = (int8_t)asRandomBelow(&random, (uint32_t)own->numLoops + 1);
    for (int l = 0; l < own->numLoops; l++) {
      bool isParallel = asRandomBelow(&random, 2);
      int32_t step = 1 + (int32_t)asRandomBelow(&random, 50);
      int32_t trip = 2 + (int32_t)asRandomBelow(&random, 2000);
      int32_t rest = // Threads are given none.
          isParallel ? 0 : (int32_t)asRandomBelow(&random, (uint32_t)step);
      own->loop[l] = (AsNestLoop){
          (int16_t)((int)asRandomBelow(&random, (uint32_t)stage.numDims + 1) -
                    1),
          isParallel ? AS_LOOP_PARALLEL : AS_LOOP_SERIAL,
          (int16_t)(1 + asRandomBelow(&random, 8)), trip * step + rest, step};
    }
    for (int d = 0; d < stage.numDims; d++)
      own->tile[d] = 1 + asRandomBelow(&random, 100);
    assertFinite(&nest, rows);
  }
  asArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testNames),
      cmocka_unit_test(testNamesAreDocumented),
      cmocka_unit_test(testVersionIsThatOfTheTable),
      cmocka_unit_test(testValues),
      cmocka_unit_test(testSameNestsSameRows),
      cmocka_unit_test(testChoicesShow),
      cmocka_unit_test(testThreads),
      cmocka_unit_test(testReuse),
      cmocka_unit_test(testConflicts),
      cmocka_unit_test(testMovingBoxes),
      cmocka_unit_test(testOddPrograms),
      cmocka_unit_test(testRandomNests),
  };
  return cmocka_run_group_tests_name("features", tests, NULL, NULL);
}
