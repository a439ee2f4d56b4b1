//===- analytical-prior.c - Tests of the prior
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the estimate without measurements knows what is fast.
//
//===----------------------------------------------------------------------===//

#include "schedules.h"

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
  assert_true(best < prior(&many, &matmul.program) / 1.5);
}

/// Seconds of a product in tiles of so many rows and columns, on a processor
/// with so many registers.
static double secondsOfTile(int rows, int columns, int registers) {
  Matmul matmul;
  makeMatmul(&matmul, rows, 960, 512);
  const Schedule schedule = {0, rows, 960, rows, columns, false, 1};
  AsSketch sketch;
  AsNest nest;
  build(&schedule, &matmul.program, &sketch, &nest);
  sketch.vectorRegisters = registers;
  return asPriorSeconds(&nest, &target);
}

/// Seven rows of four vectors take 33 registers. LLVM moves more than the first
/// one that is missing.
static void testPriorKnowsTightRegisters(void **state) {
  double first = secondsOfTile(7, 64, 32) - secondsOfTile(7, 64, 33);
  double second = secondsOfTile(7, 64, 31) - secondsOfTile(7, 64, 32);
  assert_true(first > 1.5 * second && second > 0);
}

/// A single row reads each vector of the other operand once, as it adds its
/// products, which takes no register.
static void testPriorKnowsVectorsReadOnce(void **state) {
  assert_true(secondsOfTile(1, 480, 32) < 1.05 * secondsOfTile(1, 160, 32));
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
  assert_true(loaded < copied / 1.5);
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

/// How many times as long rows by a matrix of so many KiB take in tiles of six
/// rows as in one tile of all.
static double costOfTilesBy(int64_t kibibytes) {
  enum { rows = 12, columns = 64 };
  Matmul matmul;
  makeMatmul(&matmul, rows, columns, kibibytes * 4); // Rows of 256 bytes.
  const Schedule all = {0, rows, columns, rows, 32, false, 1};
  Schedule six = all;
  six.rows = 6;
  AsTarget machine = target;
  machine.cacheBytes[2] = 2 << 20; // Nothing stays from run to run.
  return priorOn(&six, &matmul.program, &machine) /
         priorOn(&all, &matmul.program, &machine);
}

/// A loop finds in the second cache what fits into four fifths of it.
static void testPriorKnowsWhatIsUnsure(void **state) {
  assert_true(costOfTilesBy(780) < 1.1);
  assert_true(costOfTilesBy(900) > 1.2);
}

/// How much longer `rows` rows by weights of 64 MiB take if no cache keeps
/// them.
static double secondsForMemory(int64_t rows) {
  Matmul matmul;
  makeMatmul(&matmul, rows, 4096, 4096);
  const Schedule once = {0, rows, 128, rows, 32, false, 4};
  AsTarget keeps = target, lacks = target;
  keeps.cacheBytes[2] = 1 << 28;
  lacks.cacheBytes[2] = 1 << 23;
  return priorOn(&once, &matmul.program, &lacks) -
         priorOn(&once, &matmul.program, &keeps);
}

/// Lines from memory are waited for, however long the core computes with them.
static void testPriorKnowsMemory(void **state) {
  double few = secondsForMemory(2), many = secondsForMemory(8);
  assert_true(few > 0);
  assert_true(many > 0.95 * few);
}

/// Seconds of a product of `sums` rows, of whose other operand so many rows go
/// by side by side, in a loop that is unrolled.
static double secondsOfUnrolledBlocks(int64_t sums, int64_t columns, int rows,
                                      int width, int unroll) {
  Matmul matmul;
  makeMatmul(&matmul, sums, columns, 4096);
  AsSketch sketch;
  AsNest nest;
  makeSketch(&sketch, &matmul.program);
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant = rows;
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[1].constant = width;
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant = 1;
  addStep(&sketch, AS_STEP_VECTORISE, matmulStage);
  assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
  AsNestStage *own = &nest.stage[matmulStage];
  own->loop[own->numLoops - 1].unroll = (int16_t)unroll;
  return asPriorSeconds(&nest, &target);
}

static double secondsOfBlocks(int64_t sums, int64_t columns, int rows) {
  return secondsOfUnrolledBlocks(sums, columns, rows, 16, 1);
}

static double secondsOfStreams(int64_t columns, int rows) {
  return secondsOfBlocks(4, columns, rows);
}

/// They are fetched ahead if they are few tens, or few where they share sets of
/// the first cache.
static void testPriorKnowsStreams(void **state) {
  assert_true(secondsOfStreams(4096, 8) < 0.8 * secondsOfStreams(4096, 32));
  assert_true(secondsOfStreams(4112, 32) < secondsOfStreams(4112, 8));
  assert_true(secondsOfStreams(4112, 32) < 0.8 * secondsOfStreams(4112, 128));
}

/// Rows that are a page apart have their addresses translated one by one, if
/// they are many; of parts of lines, which are not taken to be prefetched.
static void testPriorKnowsPages(void **state) {
  const Schedule flat = {0, 16, 16, 16, 8, false, 4};
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

/// How long 12 rows by so many columns take where one step of the sum follows
/// the other in a loop, over where four do that are unrolled.
static double shareOfSteps(int64_t columns) {
  Matmul matmul;
  makeMatmul(&matmul, 12, columns, 768);
  const Schedule steps = {0, 12, columns, 6, 16, false, 1};
  Schedule unrolled = steps;
  unrolled.unroll = 4;
  return prior(&steps, &matmul.program) / prior(&unrolled, &matmul.program);
}

/// Prefetchers follow a load from row to row, but not loads of unrolled rows
/// that are more than a page apart, nor of parts of lines, and lines that are
/// half a page apart are dropped. All rows that are far apart are waited for
/// longer where they are unrolled.
static void testPriorKnowsSteps(void **state) {
  assert_true(shareOfSteps(496) < 0.75 && shareOfSteps(768) < 0.78);
  assert_true(shareOfSteps(776) > 0.8 && shareOfSteps(776) < 0.95);
  assert_true(shareOfSteps(1024) > 0.8 && shareOfSteps(1024) < 0.95);
  assert_true(shareOfSteps(256) > 0.97); // A page from one load to its next.
  assert_true(shareOfSteps(248) > 0.97); // 992 bytes apart.
}

/// How long 80 rows by so many columns take in tiles of 5x64 over tiles of
/// 10x32, which read half the lines in each step.
static double shareOfWideTiles(int64_t columns) {
  Matmul matmul;
  makeMatmul(&matmul, 80, columns, 768);
  const Schedule wide = {0, 80, 64, 5, 64, false, 1},
                 tall = {0, 80, 64, 10, 32, false, 1};
  return prior(&wide, &matmul.program) / prior(&tall, &matmul.program);
}

/// Lines of rows that are far apart take longer, whether prefetchers follow
/// these or not.
static void testPriorKnowsFarLines(void **state) {
  assert_true(shareOfWideTiles(704) > 1.1);
  assert_true(shareOfWideTiles(1760) > 1.1);
  assert_true(shareOfWideTiles(448) < 1.02);
}

/// How long 8 rows take by a matrix of 4 MiB that has so many rows.
static double secondsOfTerms(int64_t terms, const AsTarget *on) {
  Matmul matmul;
  int64_t columns = (1 << 20) / terms;
  makeMatmul(&matmul, 8, columns, terms);
  const Schedule wide = {0, 8, columns, 8, 48, false, 4};
  return priorOn(&wide, &matmul.program, on);
}

/// Lowering prefetches the rows of a panel, but for those of short loops: on a
/// Zen 5 into the first cache.
static void testPriorKnowsPrefetches(void **state) {
  assert_true(secondsOfTerms(128, &target) < 0.9 * secondsOfTerms(64, &target));
  AsTarget first = target;
  first.cpu = "znver5";
  assert_true(secondsOfTerms(128, &first) <
              0.95 * secondsOfTerms(128, &target));
  assert_float_equal(secondsOfTerms(64, &first) / secondsOfTerms(64, &target),
                     1, 1e-9);
}

/// Lowering prefetches the next block of rows, but for blocks of few rows that
/// are read for few sums, or that are too large.
static void testPriorKnowsPrefetchedRows(void **state) {
  assert_true(secondsOfBlocks(5, 1536, 8) < 0.9 * secondsOfBlocks(4, 1536, 8));
  assert_true(secondsOfBlocks(4, 1536, 16) < secondsOfBlocks(5, 1536, 16));
  assert_true(secondsOfBlocks(4, 2560, 16) / 2560 <
              0.9 * secondsOfBlocks(4, 6656, 16) / 6656);
}

/// A body that prefetches 32 lines at once waits for them.
static void testPriorKnowsCrowdedBodies(void **state) {
  double two = secondsOfUnrolledBlocks(6, 1600, 32, 64, 2),
         eight = secondsOfUnrolledBlocks(6, 1600, 32, 64, 8);
  assert_true(two < 0.99 * eight);
}

/// How long 96 rows take by a column of a matrix that has so many, of which
/// blocks of 256 KiB are packed.
static double secondsOfColumn(int64_t columns) {
  Matmul matmul;
  makeMatmul(&matmul, 96, columns, 512);
  Schedule packed = {0, 96, 128, 6, 32, false, 4};
  packed.packs = true;
  return prior(&packed, &matmul.program) / (double)columns;
}

/// Lowering prefetches the block that is packed next, unless its rows, 16 KiB
/// apart, share a few sets of the second cache.
static void testPriorKnowsPrefetchedBlocks(void **state) {
  assert_true(secondsOfColumn(4224) < 0.98 * secondsOfColumn(4096));
}

/// How long 12 rows take by the transpose of 96 that fit into a cache, as dot
/// products of a tile of so many sums.
static double secondsOfDots(int64_t rows, int64_t columns) {
  enum { lanes = 8, terms = 64 };
  Matmul matmul;
  makeMatmul(&matmul, 12, 96, terms);
  matmul.tensors[tensorB] = matrix(96, terms, -1);
  matmul.stages[matmulStage].access[1] = at(tensorB, 1, 2);
  assert_true(asProgramIsSane(&matmul.program));
  AsSketch sketch;
  AsNest nest;
  makeSketch(&sketch, &matmul.program);
  sketch.vectorBytes = sketch.unitBytes = lanes * (int)sizeof(float);
  tileResult(&sketch, AS_STEP_FUSE, rows, columns);
  addStep(&sketch, AS_STEP_SPLIT_REDUCTION, matmulStage)
      ->tile.size[2]
      .constant = lanes;
  for (int s = 0; s < numStages; s++)
    addStep(&sketch, AS_STEP_VECTORISE, s);
  assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
  sketch.vectorRegisters = 16;
  return asPriorSeconds(&nest, &target);
}

/// One operand of each product of two vectors comes from memory, so that 16
/// registers hold 12 sums and the vectors of three rows; not 16 sums.
static void testPriorKnowsOperandsInMemory(void **state) {
  assert_true(secondsOfDots(3, 4) < secondsOfDots(2, 4));
  assert_true(secondsOfDots(3, 4) < secondsOfDots(4, 4));
}

/// How much longer tiles of 24 rows take than those of 6, for sums of so many
/// terms.
static double costOfTallTiles(int64_t terms) {
  Matmul matmul;
  makeMatmul(&matmul, 96, 16, terms);
  const Schedule tall = {0, 96, 16, 24, 16, false, 1},
                 flat = {0, 96, 16, 6, 16, false, 1};
  return prior(&tall, &matmul.program) / prior(&flat, &matmul.program);
}

/// Rows that are a page apart share a few sets of the first cache. 24 of them
/// leave it before the next step of the sum, and are fetched with each.
static void testPriorKnowsSharedSets(void **state) {
  assert_true(costOfTallTiles(1024) > 1.5);
  assert_true(costOfTallTiles(1040) < 1.1);
}

/// The last register of a width, or the only one, is as good as a whole one,
/// but for lines that are fetched for two widths. From 128 terms on rows would
/// be prefetched.
static void testPriorKnowsOddWidths(void **state) {
  static const struct { int odd, whole; } widths[] = {{12, 16}, {24, 32}};
  Matmul matmul;
  makeMatmul(&matmul, 512, 3072, 120);
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
  assert_true(seconds[1] < 2 * seconds[0]);
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

/// Of a product of few rows whose columns two threads share, 384 each, by parts
/// of so many terms, beside what one thread takes. `last` is the stage that is
/// shared: the product, or what is computed from it, with which it is fused.
static double shareOfBorders(int64_t columns, int64_t terms, int last) {
  Matmul matmul;
  AsSketch sketch;
  AsNest nest;
  AsTarget two = target;
  two.threads = 2;
  makeMatmul(&matmul, 8, columns, 768);
  makeSketch(&sketch, &matmul.program);
  addStep(&sketch, AS_STEP_PARALLEL, last)->parallel.size[1].constant = 384;
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant = terms;
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[1].constant = 32;
  addStep(&sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant = 1;
  addStep(&sketch, AS_STEP_VECTORISE, matmulStage);
  assert_true(asNestBuild(&sketch, &(AsPoint){{0}}, &nest));
  return asPriorSeconds(&nest, &two) / asPriorSeconds(&nest, &target);
}

/// Threads that read and write sums on both sides of a border at the same time
/// wait for each other, in each pass; not where each has sums of its own.
static void testPriorKnowsBorders(void **state) {
  assert_true(shareOfBorders(768, 8, matmulStage) > 0.8);
  assert_true(shareOfBorders(771, 8, matmulStage) > 0.8);
  assert_true(shareOfBorders(768, 96, matmulStage) < 0.7);
  assert_true(shareOfBorders(768, 8, reluStage) < 0.7);
}

/// A division that is the same along a row is made once for each, and counts
/// nothing beside the others.
static void testPriorKnowsNumbersOfRows(void **state) {
  const Schedule schedule = {0, 16, 16, 16, 16, false, 4};
  Matmul matmul;
  makeMatmul(&matmul, 256, 256, 64);
  AsStage *relu = &matmul.stages[reluStage];
  double without = prior(&schedule, &matmul.program);
  relu->arithmetic[AS_ARITHMETIC_DIV] = 1;
  double ofElements = prior(&schedule, &matmul.program);
  relu->rowArithmetic[AS_ARITHMETIC_DIV] = 1;
  double ofRows = prior(&schedule, &matmul.program);
  assert_true(ofElements > without * 1.02);
  assert_float_equal(ofRows / without, 1, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testPriorKnowsVectors),
      cmocka_unit_test(testPriorKnowsRegisters),
      cmocka_unit_test(testPriorKnowsTightRegisters),
      cmocka_unit_test(testPriorKnowsVectorsReadOnce),
      cmocka_unit_test(testPriorKnowsPacking),
      cmocka_unit_test(testPriorKnowsPackingOfPages),
      cmocka_unit_test(testPriorKnowsWeights),
      cmocka_unit_test(testPriorKnowsTurning),
      cmocka_unit_test(testPriorKnowsSplitLines),
      cmocka_unit_test(testPriorKnowsWhatStays),
      cmocka_unit_test(testPriorKnowsWhatIsUnsure),
      cmocka_unit_test(testPriorKnowsMemory),
      cmocka_unit_test(testPriorKnowsStreams),
      cmocka_unit_test(testPriorKnowsPages),
      cmocka_unit_test(testPriorKnowsSteps),
      cmocka_unit_test(testPriorKnowsPrefetches),
      cmocka_unit_test(testPriorKnowsFarLines),
      cmocka_unit_test(testPriorKnowsPrefetchedRows),
      cmocka_unit_test(testPriorKnowsCrowdedBodies),
      cmocka_unit_test(testPriorKnowsPrefetchedBlocks),
      cmocka_unit_test(testPriorKnowsOperandsInMemory),
      cmocka_unit_test(testPriorKnowsOddWidths),
      cmocka_unit_test(testPriorKnowsRests),
      cmocka_unit_test(testPriorKnowsRowsInRegisters),
      cmocka_unit_test(testPriorKnowsWrites),
      cmocka_unit_test(testPriorKnowsSharedSets),
      cmocka_unit_test(testPriorKnowsThreads),
      cmocka_unit_test(testPriorKnowsBorders),
      cmocka_unit_test(testPriorKnowsNumbersOfRows),
  };
  return cmocka_run_group_tests_name("prior", tests, NULL, NULL);
}
