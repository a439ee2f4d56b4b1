//===- analytical-prior.c - Tests of the prior
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the estimate without measurements knows what is fast.
//
//===----------------------------------------------------------------------===//

#include "schedules.h"

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

/// A copy that serves a few rows pays all the same where the rows of the
/// operand are pages apart, and are read more often than once.
static void testPriorKnowsPackingOfPages(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 32, 6400, 1600);
  const Schedule flat = {0, 32, 128, 4, 64, false, 4};
  Schedule packed = flat;
  packed.packs = true;
  assert_true(prior(&packed, &matmul.program) < prior(&flat, &matmul.program));
}

/// Weights are packed before the first run, however few rows a copy serves. But
/// then these rows read them from memory, not from a buffer just written.
static void testPriorKnowsWeights(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 512, 4096, 512);
  Schedule packed = good;
  packed.packs = true;
  Schedule hasty = packed;
  hasty.cacheRows = 16;
  double copied = prior(&hasty, &matmul.program);
  matmul.tensors[tensorB].isFixed = true;
  double loaded = prior(&hasty, &matmul.program);
  assert_true(loaded < copied / 2);
  assert_true(loaded > prior(&packed, &matmul.program));
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

/// Vectors of rows of an odd length lie across lines, where they are not
/// packed.
static void testPriorKnowsSplitLines(void **state) {
  Matmul even, odd;
  makeMatmul(&even, 512, 512, 64);
  makeMatmul(&odd, 512, 512, 64);
  odd.tensors[tensorB].shape[1]++;
  Schedule flat = good; // Many vectors of B for each element of A.
  flat.rows = 2, flat.columns = 128;
  Schedule packed = flat;
  packed.packs = true;
  assert_true(prior(&flat, &odd.program) > 1.05 * prior(&flat, &even.program));
  assert_true(prior(&packed, &odd.program) <
              1.02 * prior(&packed, &even.program));
}

/// What a cache holds as a whole is there from the run before, so that a larger
/// one is no better, and a smaller one is worse by the lines that it lacks.
/// What one stage writes and another reads is there once.
static void testPriorKnowsWhatStays(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 128, 128, 128); // Five tensors of 64 KiB.
  const Schedule small = {0, 64, 64, 8, 32, false, 4};
  AsTarget machines[3] = {target, target, target};
  static const int64_t second[3] = {64 << 10, 350 << 10, 4 << 20};
  double seconds[3];
  for (int i = 0; i < 3; i++) {
    machines[i].cacheBytes[1] = second[i];
    seconds[i] = priorOn(&small, &matmul.program, &machines[i]);
  }
  assert_true(seconds[0] > seconds[1]);
  assert_true(seconds[1] == seconds[2]);
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
    addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant =
        i ? 128 : 8;
    addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[1].constant = width;
    addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant = 1;
    addStep(&sketch, AS_STEP_VECTORISE, matmulStage);
    assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
    seconds[i] = asPriorSeconds(&nest, &target);
  }
  assert_true(seconds[0] < 0.8 * seconds[1]);
}

/// Rows that are a page apart have their addresses translated one by one, if
/// they are many.
static void testPriorKnowsPages(void **state) {
  const Schedule flat = {0, 16, 16, 16, 16, false, 4};
  for (int64_t sums = 32; sums <= 512; sums *= 16) {
    Matmul within, apart;
    int64_t columns = sums > 64 ? 264 : 1008; // Runs that share pages.
    makeMatmul(&within, 16, columns, sums);
    makeMatmul(&apart, 16, 1040, sums); // 4160 bytes in a row of B.
    double more = prior(&flat, &apart.program) / 1040 /
                  (prior(&flat, &within.program) / (double)columns);
    assert_true(sums > 64 ? more > 1.1 : more < 1.02);
  }
}

/// The last register of a width, or the only one, is as good as a whole one,
/// but for lines that are fetched for two widths.
static void testPriorKnowsOddWidths(void **state) {
  static const struct { int odd, whole; } widths[] = {{12, 16}, {24, 32}};
  Matmul matmul;
  makeMatmul(&matmul, 512, 3072, 512);
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    Schedule odd = {0, 512, 768, 8, widths[i].odd, false, 4}, whole = odd;
    whole.columns = widths[i].whole;
    double ratio =
        prior(&odd, &matmul.program) / prior(&whole, &matmul.program);
    assert_true(ratio > 1.05 &&
                ratio < (double)widths[i].whole / widths[i].odd * 1.3);
  }
}

/// What tiles leave over of a row takes bodies of its own, each of which waits
/// for its sums: 4 columns of 132 take as long as 32.
static void testPriorKnowsRests(void **state) {
  Matmul even, odd;
  makeMatmul(&even, 64, 512, 256);
  makeMatmul(&odd, 64, 528, 256);
  const Schedule whole = {0, 64, 128, 4, 32, false, 4},
                 rest = {0, 64, 132, 4, 32, false, 4};
  double more = prior(&rest, &odd.program) / prior(&whole, &even.program);
  assert_true(more > 1.1 && more < 1.4);
}

/// Operands of a product are widened where they are loaded; elsewhere, and in
/// code that is not vectorised, that takes its time.
static void testPriorKnowsWidening(void **state) {
  Matmul matmul, widened;
  makeMatmul(&matmul, 512, 512, 512);
  widened = matmul;
  widened.program.stages = widened.stages;
  widened.stages[matmulStage].arithmetic[AS_ARITHMETIC_CAST] = 2;
  assert_true(prior(&good, &widened.program) == prior(&good, &matmul.program));
  AsSketch plain;
  AsNest nest;
  makeSketch(&plain, &matmul.program);
  assert_true(asNestBuild(&plain, &(AsPoint){{0}}, &nest));
  double less = asPriorSeconds(&nest, &target);
  makeSketch(&plain, &widened.program);
  assert_true(asNestBuild(&plain, &(AsPoint){{0}}, &nest));
  assert_true(asPriorSeconds(&nest, &target) > less);
  widened.stages[reluStage].arithmetic[AS_ARITHMETIC_CAST] = 2;
  assert_true(prior(&good, &widened.program) > prior(&good, &matmul.program));
}

/// Of a product of short elements; `narrow` are operands A, B or both.
static void makeShort(Matmul *matmul, AsElement narrow, AsElement sum, bool ofA,
                      bool ofB) {
  makeMatmul(matmul, 512, 512, 512);
  for (int t = 0; t < numTensors; t++)
    matmul->tensors[t].element = sum;
  if (ofA)
    matmul->tensors[tensorA].element = narrow;
  if (ofB)
    matmul->tensors[tensorB].element = narrow;
}

/// Vectors are widened where they are loaded, but single elements take longer
/// each time that they are read, and to be copied.
static void testPriorKnowsNarrowElements(void **state) {
  Matmul wide, single, vectors;
  makeMatmul(&wide, 512, 512, 512);
  makeShort(&single, AS_ELEMENT_BF16, AS_ELEMENT_F32, true, false);
  makeShort(&vectors, AS_ELEMENT_BF16, AS_ELEMENT_F32, false, true);
  Schedule hasty = good;
  hasty.packs = true;
  hasty.cacheRows = 16;
  assert_true(prior(&good, &single.program) >
              1.2 * prior(&good, &wide.program));
  assert_true(prior(&good, &vectors.program) <= prior(&good, &wide.program));
  assert_true(prior(&hasty, &vectors.program) >
              1.2 * prior(&hasty, &wide.program));
}

/// A product by bytes that are widened and scaled.
static void makeQuantised(Matmul *matmul, int64_t rows) {
  makeMatmul(matmul, rows, 512, 512);
  matmul->tensors[tensorB].element = AS_ELEMENT_I8;
  matmul->stages[matmulStage].arithmetic[AS_ARITHMETIC_CAST] = 1;
  matmul->stages[matmulStage].arithmetic[AS_ARITHMETIC_MUL] = 2;
}

/// How much longer a product by quantised weights takes than one by bytes that
/// nothing is done to.
static double wideningRatio(const Schedule *schedule, int64_t rows) {
  Matmul free, quantised;
  makeQuantised(&free, rows);
  makeQuantised(&quantised, rows);
  free.stages[matmulStage].arithmetic[AS_ARITHMETIC_CAST] = 0;
  free.stages[matmulStage].arithmetic[AS_ARITHMETIC_MUL] = 1;
  return prior(schedule, &quantised.program) / prior(schedule, &free.program);
}

/// Quantised weights are widened once before a loop over rows, if what it uses
/// fits into half of a second cache, and are widened for each use otherwise.
static void testPriorKnowsWideningOnce(void **state) {
  Schedule large = good; // 512 x 512 floats are a MiB.
  large.cacheColumns = 512;
  assert_true(wideningRatio(&good, 512) < 1.05);
  assert_true(wideningRatio(&large, 512) > 1.2);
  Schedule few = {0, 24, 128, 8, 32, false, 4}, enough = few;
  enough.cacheRows = 32; // Four times instead of three.
  assert_true(wideningRatio(&enough, 32) < wideningRatio(&few, 24) - 0.05);
}

/// Scales and zero points of weights are not applied to each result.
static void testPriorKnowsScales(void **state) {
  Matmul plain, scaled;
  makeQuantised(&plain, 512);
  makeQuantised(&scaled, 512);
  plain.stages[matmulStage].arithmetic[AS_ARITHMETIC_MUL] = 1;
  scaled.stages[matmulStage].arithmetic[AS_ARITHMETIC_ADD] = 2;
  Schedule large = good;
  large.cacheColumns = 512;
  // Two more operations on 2 vectors, beside 16 products.
  double ratio = prior(&large, &scaled.program) / prior(&large, &plain.program);
  assert_true(ratio > 1.02 && ratio < 1.3);
}

/// Products of short integers go in pairs, but only in loops that take two
/// steps at a time.
static void testPriorKnowsPairs(void **state) {
  Schedule single = good;
  single.unroll = 1;
  Matmul bytes, brains, mixed;
  makeShort(&bytes, AS_ELEMENT_I8, AS_ELEMENT_I32, true, true);
  makeShort(&brains, AS_ELEMENT_BF16, AS_ELEMENT_F32, true, true);
  makeShort(&mixed, AS_ELEMENT_I8, AS_ELEMENT_I32, false, true);
  assert_true(prior(&good, &bytes.program) <
              0.9 * prior(&single, &bytes.program));
  assert_true(prior(&good, &brains.program) >
              0.99 * prior(&single, &brains.program));
  assert_true(prior(&good, &mixed.program) >
              0.99 * prior(&single, &mixed.program));
}

/// Where there is an instruction for them, products of bytes go in fours, in
/// loops that take four steps at a time; rows that are not packed have to be
/// put together.
static void testPriorKnowsFours(void **state) {
  Matmul bytes;
  makeShort(&bytes, AS_ELEMENT_I8, AS_ELEMENT_I32, true, true);
  double seconds[2][3];
  for (int has = 0; has < 2; has++)
    for (int i = 0; i < 3; i++) {
      Schedule schedule = good;
      schedule.packs = i < 2;
      schedule.unroll = i == 1 ? 2 : 4;
      AsSketch sketch;
      AsNest nest;
      build(&schedule, &bytes.program, &sketch, &nest);
      sketch.dots.byteLanes = has ? 16 : 0;
      seconds[has][i] = asPriorSeconds(&nest, &target);
    }
  assert_true(seconds[0][0] > 0.9 * seconds[0][1]);
  assert_true(seconds[1][0] < 0.75 * seconds[1][1]);
  assert_true(seconds[1][0] < seconds[1][2]);
}

/// Steps that are left over behind the fours of a sum go one by one: of 55 they
/// take as long as 12 of these.
static void testPriorKnowsWhatFoursLeave(void **state) {
  double seconds[2];
  for (int i = 0; i < 2; i++) {
    Matmul bytes;
    makeMatmul(&bytes, 512, 512, i ? 55 : 56);
    bytes.tensors[tensorA].element = bytes.tensors[tensorB].element =
        AS_ELEMENT_I8;
    for (int t = tensorZero; t < numTensors; t++)
      bytes.tensors[t].element = AS_ELEMENT_I32;
    Schedule schedule = good;
    schedule.packs = true;
    AsSketch sketch;
    AsNest nest;
    build(&schedule, &bytes.program, &sketch, &nest);
    sketch.dots.byteLanes = 16;
    seconds[i] = asPriorSeconds(&nest, &target);
  }
  assert_true(seconds[1] > 1.1 * seconds[0]);
}

/// Results whose rows compete for the same lines of the first cache are fetched
/// again for each register tile, but not in each step of the sum: registers
/// hold them meanwhile.
static void testPriorKnowsRowsInRegisters(void **state) {
  enum { rows = 256, depth = 8 };
  double seconds[2];
  for (int i = 0; i < 2; i++) {
    const int64_t columns = i ? 1024 : 1040; // A page, or not.
    Matmul matmul;
    makeMatmul(&matmul, rows, columns, depth);
    AsSketch sketch;
    AsNest nest;
    makeSketch(&sketch, &matmul.program);
    AsStep *step = addStep(&sketch, AS_STEP_TILE, matmulStage);
    step->tile.size[0].constant = 16;
    step->tile.size[1].constant = 8; // Half a line, which the next one shares.
    step->tile.size[2].constant = 1;
    addStep(&sketch, AS_STEP_VECTORISE, matmulStage);
    assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
    seconds[i] = asPriorSeconds(&nest, &target) / (double)columns;
  }
  assert_true(seconds[1] > 1.01 * seconds[0]);
  assert_true(seconds[1] < 1.5 * seconds[0]);
}

/// A line that is written comes from memory and goes there again.
static void testPriorKnowsWrites(void **state) {
  enum { rows = 4096, columns = 4096, most = 3 };
  double seconds[most];
  for (int reads = 1; reads <= most; reads++) {
    AsStage stage = {.kind = AS_STAGE_ELEMENTWISE,
                     .name = "linalg.generic",
                     .numDims = 2,
                     .extent = {rows, columns},
                     .numAccesses = reads + 1};
    AsTensor tensors[most + 1];
    for (int a = 0; a < reads; a++) {
      tensors[a] = matrix(rows, columns, -1);
      stage.access[a] = at(a, 0, 1);
    }
    tensors[reads] = matrix(rows, columns, 0);
    stage.access[reads] = result(at(reads, 0, 1), -1);
    AsProgram program = {.numStages = 1,
                         .stages = &stage,
                         .numTensors = reads + 1,
                         .tensors = tensors};
    assert_true(asProgramIsSane(&program));
    AsSketch sketch;
    AsNest nest;
    makeSketch(&sketch, &program);
    AsStep *step = addStep(&sketch, AS_STEP_TILE, 0);
    step->tile.size[0].constant = 1;
    step->tile.size[1].constant = 16;
    addStep(&sketch, AS_STEP_VECTORISE, 0);
    assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
    seconds[reads - 1] = asPriorSeconds(&nest, &target);
  }
  double line = seconds[2] - seconds[1]; // What one that is read takes.
  assert_float_equal((seconds[0] - line) / line, 2, 0.2);
}

/// Sums, or maxima, over windows of a matrix.
typedef struct Windows {
  AsStage stage;
  AsTensor tensors[2];
  AsProgram program;
} Windows;

/// Of windows along rows: result[r][c] = sum over k of image[r][stride * c +
/// k]; of those along columns, sum over k of image[stride * r + k][c].
static void makeWindows(Windows *windows, int arithmetic, int64_t rows,
                        int64_t columns, int64_t window, int stride,
                        bool alongRows) {
  int64_t more = (stride - 1) * (alongRows ? columns : rows) + window;
  int moving = alongRows ? 1 : 0;
  windows->stage = (AsStage){.kind = AS_STAGE_POOLING,
                             .name = "linalg.generic",
                             .numDims = 3,
                             .extent = {rows, columns, window},
                             .isReduction = {[2] = true},
                             .numAccesses = 2};
  AsStage *stage = &windows->stage;
  stage->arithmetic[arithmetic] = 1;
  stage->access[0] = at(0, 0, 1);
  stage->access[0].factor[moving][moving] = (int16_t)stride;
  stage->access[0].factor[moving][2] = 1;
  stage->access[1] = result(at(1, 0, 1), -1);
  windows->tensors[0] = alongRows ? matrix(rows, columns + more, -1)
                                  : matrix(rows + more, columns, -1);
  windows->tensors[1] = matrix(rows, columns, 0);
  windows->program = (AsProgram){.numStages = 1,
                                 .stages = stage,
                                 .numTensors = 2,
                                 .tensors = windows->tensors};
  assert_true(asProgramIsSane(&windows->program));
}

/// Tiles of so many rows and columns, in vectors; without a tile LLVM is left
/// to make them.
static void tileWindows(const Windows *windows, int rows, int columns,
                        AsSketch *sketch, AsNest *nest) {
  makeSketch(sketch, &windows->program);
  if (rows > 0) {
    AsStep *step = addStep(sketch, AS_STEP_TILE, 0);
    step->tile.size[0].constant = rows;
    step->tile.size[1].constant = columns;
    step->tile.size[2].constant = 1;
    addStep(sketch, AS_STEP_VECTORISE, 0);
  }
  assert_true(asNestBuild(sketch, &(AsPoint){{0}}, nest));
}

/// Seconds for each operation over windows along rows, in vectors of 16 columns
/// and `tile` rows, or left to LLVM where that is 0.
static double windowSecondsOf(int arithmetic, int64_t columns, int64_t window,
                              int stride, int tile) {
  enum { rows = 256 };
  Windows windows;
  AsSketch sketch;
  AsNest nest;
  makeWindows(&windows, arithmetic, rows, columns, window, stride, true);
  tileWindows(&windows, tile, 16, &sketch, &nest);
  return asPriorSeconds(&nest, &target) / (double)(rows * columns * window);
}

static double windowSeconds(int64_t columns, int64_t window, int stride,
                            int tile) {
  return windowSecondsOf(AS_ARITHMETIC_ADD, columns, window, stride, tile);
}

/// LLVM unrolls small windows and puts neighbours into vectors, also every
/// second element, but not what is further apart, nor sums over long ones. What
/// does not fill a vector runs one by one.
static void testPriorKnowsSmallWindows(void **state) {
  double small = windowSeconds(64, 8, 1, 0);
  assert_true(small < windowSeconds(64, 32, 1, 0) / 2);
  assert_true(windowSeconds(64, 8, 2, 0) < windowSeconds(64, 8, 5, 0) / 2);
  assert_true(small < 0.7 * windowSeconds(7, 8, 1, 0));
  // It unrolls a short row as well, and gathers from the many rows.
  assert_true(windowSeconds(7, 8, 1, 0) > 1.5 * windowSeconds(7, 32, 1, 0));
}

/// Seconds of sums over windows of five rows, in tiles of so many rows and
/// columns, with so many steps unrolled.
static double overlapSeconds(int rows, int columns, int16_t unroll) {
  Windows windows;
  AsSketch sketch;
  AsNest nest;
  makeWindows(&windows, AS_ARITHMETIC_ADD, 28, 240, 5, 1, false);
  tileWindows(&windows, rows, columns, &sketch, &nest);
  nest.stage[0].loop[nest.stage[0].numLoops - 1].unroll = unroll;
  return asPriorSeconds(&nest, &target);
}

/// Vectors that are wider than the units go through them twice.
static void testPriorKnowsNarrowUnits(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 64, 64, 64);
  AsSketch sketch;
  AsNest nest;
  const Schedule tiles = {0, 64, 64, 8, 32, false, 4};
  build(&tiles, &matmul.program, &sketch, &nest);
  sketch.unitBytes = 64;
  double whole = asPriorSeconds(&nest, &target);
  sketch.unitBytes = 32;
  double halves = asPriorSeconds(&nest, &target);
  assert_true(halves > 1.5 * whole && halves < 2.1 * whole);
}

/// Windows overlap: what one step loads is in registers in the next, if both
/// are unrolled and there are registers for it.
static void testPriorKnowsOverlap(void **state) {
  double alone = overlapSeconds(1, 48, 5) / overlapSeconds(1, 48, 1);
  double together = overlapSeconds(4, 48, 5) / overlapSeconds(4, 48, 1);
  assert_true(together < 0.9 * alone);
}

/// What is left of a row beyond whole vectors takes several loads: 60 are 16,
/// 16, 16, 8 and 4.
static void testPriorKnowsRaggedRows(void **state) {
  assert_true(overlapSeconds(4, 48, 1) < 0.9 * overlapSeconds(4, 60, 1));
}

/// Every second element of one row is loaded with those between and shuffled;
/// of several rows each goes into its lane alone.
static void testPriorKnowsShuffledRows(void **state) {
  assert_true(windowSeconds(64, 8, 2, 1) < 0.9 * windowSeconds(64, 8, 2, 2));
  assert_true(windowSeconds(64, 8, 5, 1) > windowSeconds(64, 8, 5, 2));
}

/// A transpose whose result has `rows` by `columns`, without steps.
typedef struct Transpose {
  AsStage stage;
  AsTensor tensors[2];
  AsProgram program;
  AsSketch sketch;
} Transpose;

static void makeTranspose(Transpose *transpose, int64_t rows, int64_t columns) {
  transpose->stage =
      (AsStage){.kind = AS_STAGE_TRANSPOSE,
                .name = "linalg.transpose",
                .numDims = 2,
                .extent = {rows, columns},
                .numAccesses = 2,
                .access = {at(0, 1, 0), result(at(1, 0, 1), -1)}};
  transpose->tensors[0] = matrix(columns, rows, -1);
  transpose->tensors[1] = matrix(rows, columns, 0);
  transpose->program = (AsProgram){.numStages = 1,
                                   .stages = &transpose->stage,
                                   .numTensors = 2,
                                   .tensors = transpose->tensors};
  assert_true(asProgramIsSane(&transpose->program));
  makeSketch(&transpose->sketch, &transpose->program);
}

static void tileTranspose(Transpose *transpose, int dim, int64_t size) {
  addStep(&transpose->sketch, AS_STEP_TILE, 0)->tile.size[dim].constant = size;
}

static double secondsOfTranspose(Transpose *transpose,
                                 const AsTarget *machine) {
  AsNest nest;
  addStep(&transpose->sketch, AS_STEP_VECTORISE, 0);
  assert_true(asNestBuild(&transpose->sketch, &(AsPoint){{0}}, &nest));
  return asPriorSeconds(&nest, machine);
}

/// Seconds for each element of a transposed matrix, in tiles of `rows` by 16.
static double transposeSeconds(int64_t rows) {
  enum { columns = 64 };
  Transpose transpose;
  makeTranspose(&transpose, 4 * rows, columns);
  tileTranspose(&transpose, 0, rows);
  tileTranspose(&transpose, 1, 16);
  return secondsOfTranspose(&transpose, &target) / (double)(4 * rows * columns);
}

/// Seconds of one that fits into no cache, along the rows of its result or its
/// operand.
static double streamedSeconds(bool readsRows) {
  Transpose transpose;
  makeTranspose(&transpose, 8192, 8192);
  tileTranspose(&transpose, readsRows, 16);
  tileTranspose(&transpose, !readsRows, 16);
  return secondsOfTranspose(&transpose, &target);
}

/// Stores wait beside the core, loads hold it up.
static void testPriorKnowsStores(void **state) {
  assert_true(streamedSeconds(true) < 0.9 * streamedSeconds(false));
}

/// Seconds of one that two threads share, each so many columns of some rows.
static double sharedSeconds(int64_t columns, int64_t ofRows,
                            int64_t ofColumns) {
  enum { rows = 512 };
  AsTarget two = target;
  two.threads = 2;
  Transpose transpose;
  makeTranspose(&transpose, rows, columns);
  AsStep *step = addStep(&transpose.sketch, AS_STEP_PARALLEL, 0);
  step->parallel.size[0].constant = ofRows == rows ? 0 : ofRows;
  step->parallel.size[1].constant = ofColumns == columns ? 0 : ofColumns;
  tileTranspose(&transpose, 0, 16);
  tileTranspose(&transpose, 1, 8);
  return secondsOfTranspose(&transpose, &two);
}

/// Threads that write parts of one line wait for each other.
static void testPriorKnowsTornLines(void **state) {
  assert_true(sharedSeconds(304, 512, 152) >
              1.1 * sharedSeconds(304, 256, 304));
  assert_true(sharedSeconds(304, 256, 152) <
              1.1 * sharedSeconds(304, 256, 304));
  assert_true(sharedSeconds(320, 512, 160) <
              1.1 * sharedSeconds(320, 256, 320));
}

/// Squares of a power of two are transposed in a few rounds of shuffles.
static void testPriorKnowsTransposedSquares(void **state) {
  assert_true(transposeSeconds(16) < 0.8 * transposeSeconds(14));
  assert_true(transposeSeconds(16) < 0.8 * transposeSeconds(8));
}

/// Maxima need registers beside their own, and LLVM leaves those over windows
/// to scalars.
static void testPriorKnowsMaxima(void **state) {
  Matmul sums, maxima;
  makeMatmul(&sums, 512, 512, 512);
  makeMatmul(&maxima, 512, 512, 512);
  maxima.stages[matmulStage].arithmetic[AS_ARITHMETIC_ADD] = 0;
  maxima.stages[matmulStage].arithmetic[AS_ARITHMETIC_COMPARE] = 1;
  Schedule few = good, many = good;
  few.rows = 8, few.columns = 32;
  many.rows = 14, many.columns = 32; // 28, which are 56 registers of maxima.
  assert_true(prior(&many, &sums.program) < prior(&few, &sums.program));
  assert_true(prior(&many, &maxima.program) >
              1.3 * prior(&few, &maxima.program));
  const int add = AS_ARITHMETIC_ADD, most = AS_ARITHMETIC_COMPARE;
  assert_true(windowSecondsOf(most, 64, 8, 1, 8) <
              2 * windowSecondsOf(add, 64, 8, 1, 8));
  assert_true(windowSecondsOf(most, 64, 8, 1, 0) >
              10 * windowSecondsOf(add, 64, 8, 1, 0));
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
  // Of 520 rows 8 are left over: next to nothing of the time.
  Matmul more;
  makeMatmul(&more, 520, 512, 512);
  double even = priorOn(&shared, &matmul.program, &four);
  double uneven = priorOn(&shared, &more.program, &four);
  assert_true(uneven > even && uneven < 1.1 * even);
}

/// Of a product of few rows whose columns two threads share, by parts of so
/// many terms, beside what one thread takes.
static double shareOfBorders(int64_t terms) {
  Matmul matmul;
  AsSketch sketch;
  AsNest nest;
  AsTarget two = target;
  two.threads = 2;
  makeMatmul(&matmul, 8, 768, 768);
  makeSketch(&sketch, &matmul.program);
  addStep(&sketch, AS_STEP_PARALLEL, matmulStage)->parallel.size[1].constant =
      384;
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant = terms;
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[1].constant = 32;
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant = 1;
  addStep(&sketch, AS_STEP_VECTORISE, matmulStage);
  assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
  return asPriorSeconds(&nest, &two) / asPriorSeconds(&nest, &target);
}

/// Threads that read and write sums on both sides of a border at the same time
/// wait for each other, in each pass.
static void testPriorKnowsBorders(void **state) {
  assert_true(shareOfBorders(8) > 0.8);
  assert_true(shareOfBorders(96) < 0.7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testPriorKnowsVectors),
      cmocka_unit_test(testPriorKnowsRegisters),
      cmocka_unit_test(testPriorKnowsPacking),
      cmocka_unit_test(testPriorKnowsPackingOfPages),
      cmocka_unit_test(testPriorKnowsWeights),
      cmocka_unit_test(testPriorKnowsTurning),
      cmocka_unit_test(testPriorKnowsSplitLines),
      cmocka_unit_test(testPriorKnowsWhatStays),
      cmocka_unit_test(testPriorKnowsStreams),
      cmocka_unit_test(testPriorKnowsPages),
      cmocka_unit_test(testPriorKnowsOddWidths),
      cmocka_unit_test(testPriorKnowsRests),
      cmocka_unit_test(testPriorKnowsWidening),
      cmocka_unit_test(testPriorKnowsNarrowElements),
      cmocka_unit_test(testPriorKnowsWideningOnce),
      cmocka_unit_test(testPriorKnowsScales),
      cmocka_unit_test(testPriorKnowsPairs),
      cmocka_unit_test(testPriorKnowsFours),
      cmocka_unit_test(testPriorKnowsWhatFoursLeave),
      cmocka_unit_test(testPriorKnowsRowsInRegisters),
      cmocka_unit_test(testPriorKnowsWrites),
      cmocka_unit_test(testPriorKnowsSmallWindows),
      cmocka_unit_test(testPriorKnowsShuffledRows),
      cmocka_unit_test(testPriorKnowsTransposedSquares),
      cmocka_unit_test(testPriorKnowsStores),
      cmocka_unit_test(testPriorKnowsTornLines),
      cmocka_unit_test(testPriorKnowsNarrowUnits),
      cmocka_unit_test(testPriorKnowsOverlap),
      cmocka_unit_test(testPriorKnowsRaggedRows),
      cmocka_unit_test(testPriorKnowsMaxima),
      cmocka_unit_test(testPriorKnowsThreads),
      cmocka_unit_test(testPriorKnowsBorders),
  };
  return cmocka_run_group_tests_name("prior", tests, NULL, NULL);
}
