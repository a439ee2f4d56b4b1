//===- test/unit/features.c - Tests of the features and the prior
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs and sketches are made by hand, so that what the numbers should be
// can be worked out on paper.
//
//===----------------------------------------------------------------------===//

#include "costmodel/features.h"
#include "costmodel/footprint.h"
#include "costmodel/prior.h"
#include "support/arena.h"
#include "support/random.h"
#include "support/text.h"
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
// After the headers that it relies on.
#include <cmocka.h>

//===--- Programs --------------------------------------------------------===//

enum { fillStage, matmulStage, reluStage, numStages };
enum { tensorA, tensorB, tensorZero, tensorC, tensorOut, numTensors };

/// relu(A * B), from zeros: M x N x K.
typedef struct Matmul {
  AsStage stages[numStages];
  AsTensor tensors[numTensors];
  AsProgram program;
} Matmul;

static AsTensor matrix(int64_t rows, int64_t columns, int producer) {
  return (AsTensor){2, {rows, columns}, AS_ELEMENT_F32, producer, false, false};
}

/// The access [loop i, loop j].
static AsAccess at(int tensor, int i, int j) {
  AsAccess access = {.tensor = tensor, .initial = -1};
  access.factor[0][i] = access.factor[1][j] = 1;
  return access;
}

static AsAccess result(AsAccess access, int initial) {
  access.isWrite = true;
  access.isRead = initial >= 0;
  access.initial = initial;
  return access;
}

static void makeMatmul(Matmul *matmul, int64_t m, int64_t n, int64_t k) {
  *matmul = (Matmul){
      .stages =
          {{.kind = AS_STAGE_FILL,
            .name = "linalg.fill",
            .numDims = 2,
            .extent = {m, n},
            .numAccesses = 1,
            .access = {result(at(tensorZero, 0, 1), -1)}},
           {.kind = AS_STAGE_CONTRACTION,
            .name = "linalg.matmul",
            .numDims = 3,
            .extent = {m, n, k},
            .isReduction = {false, false, true},
            .numAccesses = 3,
            .access = {at(tensorA, 0, 2), at(tensorB, 2, 1),
                       result(at(tensorC, 0, 1), tensorZero)},
            .arithmetic = {[AS_ARITHMETIC_ADD] = 1, [AS_ARITHMETIC_MUL] = 1},
            .order = 1},
           {.kind = AS_STAGE_ELEMENTWISE,
            .name = "linalg.generic",
            .numDims = 2,
            .extent = {m, n},
            .numAccesses = 2,
            .access = {at(tensorC, 0, 1), result(at(tensorOut, 0, 1), -1)},
            .arithmetic = {[AS_ARITHMETIC_COMPARE] = 1},
            .order = 2}},
      .tensors = {matrix(m, k, -1), matrix(k, n, -1), matrix(m, n, fillStage),
                  matrix(m, n, matmulStage), matrix(m, n, reluStage)}};
  matmul->program =
      (AsProgram){numStages, matmul->stages, numTensors, matmul->tensors};
  assert_true(asProgramIsSane(&matmul->program));
}

//===--- Schedules -------------------------------------------------------===//

/// A schedule of the matmul: how it is tiled, and what else is done to it.
typedef struct Schedule {
  int64_t parallelRows; ///< 0: one thread.
  int64_t cacheRows, cacheColumns;
  int64_t rows, columns; ///< Of the register tile.
  bool packs;
  int64_t unroll;
} Schedule;

static const Schedule good = {0, 512, 128, 8, 32, false, 4};

static AsStep *addStep(AsSketch *sketch, AsStepKind kind, int stage) {
  AsStep *step = &sketch->steps[sketch->numSteps++];
  *step = (AsStep){.kind = kind, .stage = stage, .order = -1, .knob = -1};
  for (int d = 0; d < AS_MAX_DIMS; d++)
    step->size[d].knob = -1;
  return step;
}

static void tileResult(AsSketch *sketch, AsStepKind kind, int64_t rows,
                       int64_t columns) {
  AsStep *step = addStep(sketch, kind, reluStage);
  step->size[0].constant = rows;
  step->size[1].constant = columns;
}

static void makeSketch(AsSketch *sketch, const AsProgram *program) {
  *sketch = (AsSketch){
      .name = "test",
      .program = program,
      .vectorBytes = 64,
      // More than there are, so that a tile that spills can be built at all.
      .vectorRegisters = 1024};
  asSketchMapLoops(sketch);
}

/// The nest of `schedule`; `unroll` outlives the call.
static void build(const Schedule *schedule, const AsProgram *program,
                  AsSketch *sketch, AsNest *nest) {
  makeSketch(sketch, program);
  if (schedule->parallelRows)
    tileResult(sketch, AS_STEP_PARALLEL, schedule->parallelRows, 0);
  tileResult(sketch, AS_STEP_FUSE, schedule->cacheRows, schedule->cacheColumns);
  tileResult(sketch, AS_STEP_FUSE, schedule->rows, schedule->columns);
  if (schedule->packs) {
    AsStep *pack = addStep(sketch, AS_STEP_PACK, matmulStage);
    pack->operand = 1;
    pack->knob = 1;
  }
  addStep(sketch, AS_STEP_TILE, matmulStage)->size[2].constant = 1;
  for (int s = 0; s < numStages; s++)
    addStep(sketch, AS_STEP_VECTORISE, s);
  sketch->knobs[0] = (AsKnob){.kind = AS_KNOB_UNROLL,
                              .name = "unroll",
                              .numOptions = 1,
                              .options = &schedule->unroll,
                              .within = -1};
  static const int64_t packLoops = 2;
  sketch->knobs[1] = (AsKnob){.kind = AS_KNOB_HOIST,
                              .name = "pack_loops",
                              .numOptions = 1,
                              .options = &packLoops,
                              .within = -1};
  sketch->numKnobs = 2;
  addStep(sketch, AS_STEP_UNROLL, matmulStage)->knob = 0;
  assert_true(asNestBuild(sketch, &(AsPoint){{0}}, nest));
  sketch->vectorRegisters = 32;
}

static const AsTarget target = {.threads = 1,
                                .numCores = 4,
                                .vectorBytes = 64,
                                .vectorRegisters = 32,
                                .cacheBytes = {32 << 10, 1 << 20, 32 << 20},
                                .lineBytes = 64};

static double priorOn(const Schedule *schedule, const AsProgram *program,
                      const AsTarget *machine) {
  AsSketch sketch;
  AsNest nest;
  build(schedule, program, &sketch, &nest);
  return asPriorSeconds(&nest, machine);
}

static double prior(const Schedule *schedule, const AsProgram *program) {
  return priorOn(schedule, program, &target);
}

//===--- Features --------------------------------------------------------===//

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
  AsCache second = {1 << 20, 0}, first = {32 << 10, 0};
  assert_int_equal(asViewReuseDepth(&view, matmulStage, &first), 3);
  assert_true(asViewReuseDepth(&view, matmulStage, &second) <= 1);
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
  AsCache hashed = {32 << 10, 0}, indexed = {32 << 10, 4096};
  assert_true(asViewReuseDepth(&view, matmulStage, &hashed) <
              asViewReuseDepth(&view, matmulStage, &indexed));
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
  *program = (AsProgram){1, stage, stage->numAccesses, tensors};
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
          isParallel, (int16_t)(1 + asRandomBelow(&random, 8)),
          trip * step + rest, step};
    }
    for (int d = 0; d < stage.numDims; d++)
      own->tile[d] = 1 + asRandomBelow(&random, 100);
    assertFinite(&nest, rows);
  }
  asArenaDestroy(&arena);
}

//===--- The prior -------------------------------------------------------===//

static void testPriorKnowsVectors(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 512, 512, 512);
  AsSketch plain;
  AsNest nest;
  makeSketch(&plain, &matmul.program);
  assert_true(asNestBuild(&plain, &(AsPoint){{0}}, &nest));
  double slow = asPriorSeconds(&nest, &target);
  assert_true(prior(&good, &matmul.program) < slow / 4);
}

static void testPriorKnowsRegisters(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 512, 512, 512);
  Schedule few = good, many = good;
  few.rows = 1, few.columns = 16;    // One accumulator waits for itself.
  many.rows = 32, many.columns = 64; // 128 do not fit in 32 registers.
  double best = prior(&good, &matmul.program);
  assert_true(best < prior(&few, &matmul.program) / 2);
  assert_true(best < prior(&many, &matmul.program) / 2);
}

static void testPriorKnowsPacking(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 512, 4096, 512);
  Schedule packed = good;
  packed.packs = true;
  assert_true(prior(&packed, &matmul.program) < prior(&good, &matmul.program));
  // Not where each copy serves only a few rows.
  Schedule hasty = packed;
  hasty.cacheRows = 16;
  assert_true(prior(&packed, &matmul.program) < prior(&hasty, &matmul.program));
}

/// Lanes that an operand has apart are next to each other in its packed copy,
/// and need not be gathered.
static void testPriorKnowsTurning(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 512, 512, 512);
  matmul.stages[matmulStage].access[1] = at(tensorB, 1, 2);
  assert_true(asProgramIsSane(&matmul.program));
  Schedule packed = good;
  packed.packs = true;
  assert_true(prior(&packed, &matmul.program) <
              prior(&good, &matmul.program) / 2);
}

/// Rows of an operand that go by side by side are fetched ahead, if they are
/// few.
static void testPriorKnowsStreams(void **state) {
  enum { columns = 4096, width = 16 };
  Matmul matmul;
  makeMatmul(&matmul, 4, columns, 4096);
  double seconds[2];
  for (int i = 0; i < 2; i++) {
    AsSketch sketch;
    AsNest nest;
    makeSketch(&sketch, &matmul.program);
    addStep(&sketch, AS_STEP_TILE, matmulStage)->size[2].constant = i ? 128 : 8;
    addStep(&sketch, AS_STEP_TILE, matmulStage)->size[1].constant = width;
    addStep(&sketch, AS_STEP_TILE, matmulStage)->size[2].constant = 1;
    addStep(&sketch, AS_STEP_VECTORISE, matmulStage);
    assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
    seconds[i] = asPriorSeconds(&nest, &target);
  }
  assert_true(seconds[0] < 0.8 * seconds[1]);
}

static void testPriorKnowsOddWidths(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 512, 3072, 512);
  Schedule odd = {0, 512, 768, 8, 24, false, 4}, even = odd;
  even.columns = 32;
  double whole = prior(&even, &matmul.program);
  assert_true(whole < prior(&odd, &matmul.program) / 2);
  // Less than a register is padded, not taken apart: about what a register is.
  Schedule narrow = {0, 512, 768, 8, 12, false, 4}, full = narrow;
  full.columns = 16;
  double ratio =
      prior(&narrow, &matmul.program) / prior(&full, &matmul.program);
  assert_true(ratio > 1.05 && ratio < 16.0 / 12 * 1.2);
}

static void testPriorKnowsThreads(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 512, 512, 512);
  const Schedule shared = {128, 128, 128, 8, 32, false, 4};
  AsTarget four = target;
  four.threads = 4;
  double one = priorOn(&shared, &matmul.program, &target);
  assert_true(priorOn(&shared, &matmul.program, &four) < one / 2);
  // Three threads take two rounds for four parts, as two do.
  AsTarget two = target, three = target;
  two.threads = 2;
  three.threads = 3;
  assert_float_equal(priorOn(&shared, &matmul.program, &two),
                     priorOn(&shared, &matmul.program, &three), 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testNames),
      cmocka_unit_test(testNamesAreDocumented),
      cmocka_unit_test(testValues),
      cmocka_unit_test(testSameNestsSameRows),
      cmocka_unit_test(testChoicesShow),
      cmocka_unit_test(testThreads),
      cmocka_unit_test(testReuse),
      cmocka_unit_test(testConflicts),
      cmocka_unit_test(testOddPrograms),
      cmocka_unit_test(testRandomNests),
      cmocka_unit_test(testPriorKnowsVectors),
      cmocka_unit_test(testPriorKnowsRegisters),
      cmocka_unit_test(testPriorKnowsPacking),
      cmocka_unit_test(testPriorKnowsTurning),
      cmocka_unit_test(testPriorKnowsStreams),
      cmocka_unit_test(testPriorKnowsOddWidths),
      cmocka_unit_test(testPriorKnowsThreads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
