//===- line-supply.c - Cycles to bring cache lines to a core
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See line-supply.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/line-supply.h"
#include "ir/block-prefetch.h"
#include <math.h>

/// Cycles to fetch a line from beyond a cache. A line that follows the line
/// before it was prefetched and is streamed; for another the core stalls, with
/// several misses under way at a time.
static const struct {
  double streamed, stalled;
} supply[3] = {{1, 5}, {4, 12}, {8, 20}};

/// The same from beyond the second cache for a line that follows none, but that
/// lowering prefetches.
static const double prefetchedCycles = 6;

/// The share of waits for lines from beyond the first cache that is left where
/// lowering prefetches them into that: 17x1600x1600 takes 414 us on a Zen 5 in
/// tiles of 17x16, which read a new row in each step, 88% of the peak.
static const double waitsAhead = 0.5;

/// How many lines of a block an iteration may prefetch at once, and how many
/// times as long lines from beyond the first cache take where it is more.
/// 17x1600x6400 takes 1946 us on a Zen 5 if its body of four lines is unrolled
/// by two, and 2728 by eight.
static const double linesAtOnce = 15, crowdedWaits = 1.2;

/// Cycles to fetch a line from beyond the first cache where a product reads a
/// few lines of each row, and rows are so many bytes apart, whether prefetchers
/// follow them or not. By 768x768, 100 rows take 655 us on a Zen 5 in tiles of
/// 5x64, and 435 in tiles of 10x32, which read half as many lines in each step:
/// 3.7 cycles for each explain both. 32x1760x1760 takes 1440 us by blocks of
/// the matrix in tiles of 4x80, and 983 in tiles of 8x32.
static const double followedCycles = 4, followedStep = 2048;

/// How many contiguous runs prefetchers follow at the same time, and how many
/// count as followed in a product, as the core reads ahead while it computes
/// sums: 17x1600x1600 takes 490 us on a Zen 5 by blocks of 32 to 64 rows of the
/// matrix, and 590 to 660 of eight. Runs at multiples of half a page leave the
/// first cache too soon for that: 16x2048x2048 takes 850 us by eight, 1030 by
/// 32. Of those that begin in the middle of pages prefetchers follow fewer:
/// 7x2560x2560 takes 1400 us by eight, and 710 where no row has to be followed.
static const double streams = 8, streamsOfProduct = 32, streamsOfHalfPages = 4;

static const double pageBytes = 4096;

/// Bytes from one load of an instruction to its next that prefetchers follow: a
/// page and two lines were measured to be near enough.
static const double farthestStep = 4224;

/// Pages whose addresses are translated at once, and cycles for another one.
static const double knownPages = 64, translationCycles = 8;

/// How often prefetched rows are read until it takes as long to translate their
/// addresses as if they were not prefetched. 32x6400x1600 takes 8.8 ms by eight
/// tiles of rows and 7.4 if these read packed blocks, but 3.8 and 3.7 by four.
static const double fewPasses = 4;

double asStreamedCycles(int cache) { return supply[cache].streamed; }

/// Whether prefetchers or the core itself fetch all of the runs ahead.
static bool areFollowed(const AsStageView *stage, const AsReach *reach) {
  if (!stage->stage->arithmetic[AS_ARITHMETIC_MUL] ||
      fmod(reach->stride, pageBytes) == 0)
    return reach->runs <= streams;
  return reach->runs <= (fmod(reach->stride, pageBytes / 2) == 0
                             ? streamsOfHalfPages
                             : streamsOfProduct);
}

/// The share of lines that begin a new run, in the order in which they are
/// touched: that of the innermost loop, or of one around it that continues the
/// runs inside of it, if they are few.
static double jumpsOf(const AsStageView *stage, int a) {
  const AsReach *reach = stage->reach[a];
  int depth = stage->numLoops ? stage->numLoops - 1 : 0;
  if (stage->own->isDiagonal)
    return 1;
  double jumps = reach[depth].runs / reach[depth].lines;
  for (; depth > 0 && areFollowed(stage, &reach[depth]) &&
         areFollowed(stage, &reach[depth - 1]);
       depth--)
    jumps = asLeast(jumps, reach[depth - 1].runs / reach[depth - 1].lines);
  return jumps;
}

/// In how many pages the runs are: those less than a page apart share them.
static double pagesOf(const AsReach *reach) {
  return reach->runs * asLeast(1, reach->stride / pageBytes);
}

/// Cycles to translate the addresses of so many runs, if those of the innermost
/// loop, or all that stay in the first cache, are in too many pages for all to
/// be known.
static double translationOf(const AsStageView *stage, int a, int depth,
                            double runs) {
  int inner = stage->numLoops ? stage->numLoops - 1 : 0;
  const AsReach *innermost = &stage->reach[a][inner];
  const AsReach *reach = &stage->reach[a][depth < inner ? depth : inner];
  if (asMost(pagesOf(innermost), pagesOf(reach)) <= knownPages)
    return 0;
  double share = asMost(pagesOf(innermost) / innermost->runs,
                        pagesOf(reach) / reach->runs);
  return runs * share * translationCycles;
}

/// Whether the lines at the ends of runs are still in the cache when the runs
/// beside them follow: what one iteration of the loop that goes along the runs
/// touches fits into it.
static bool endsStay(const AsNestView *view, int s, int a, int depth,
                     const AsCache *cache) {
  const AsStageView *stage = &view->stage[s];
  for (int l = depth - 1; l >= 0; l--)
    if (stage->dim[l] >= 0 && asViewStride(view, s, a, stage->dim[l]) == 1)
      return asViewFits(view, s, a, l + 1, cache);
  return false;
}

/// How often the innermost loop is unrolled.
static double unrollOf(const AsStageView *stage) {
  int inner = stage->numLoops - 1;
  return inner >= 0 && inner < stage->own->numLoops
             ? asMost(1, (double)stage->own->loop[inner].unroll)
             : 1;
}

/// Whether each iteration of the innermost loop loads a whole line, at a
/// constant distance from the one before. Prefetchers follow a load instruction
/// at such a distance, also from page to page: so 12x768 by 768x768 takes 307
/// us on a Zen 1, as long as the units do. Each step of an unrolled loop has
/// load instructions of its own, whose distance is longer: 403 us if it is
/// unrolled by two, 450 by four. Rows of up to a kilobyte may be unrolled by
/// four. At multiples of half a page, lines share a few sets of the first cache
/// and are evicted too soon.
static bool goesBySteps(const AsStageView *stage, int a, double lineBytes) {
  int inner = stage->numLoops - 1;
  if (inner < 0 || inner >= stage->own->numLoops || stage->own->isDiagonal)
    return false;
  const AsReach *reach = &stage->reach[a][inner];
  return reach->runs >= 2 && stage->reach[a][inner + 1].runs <= 1 &&
         reach->bytes >= reach->runs * lineBytes &&
         asBrokenLines(reach, lineBytes) <= 1 &&
         reach->stride * unrollOf(stage) <= farthestStep &&
         fmod(reach->stride, pageBytes / 2) != 0;
}

/// Whether the innermost loop of a product reads a part of each row of a large
/// matrix, rows so far apart that lowering prefetches them.
static bool readsFarRows(const AsNestView *view, int s, int a) {
  const AsStageView *stage = &view->stage[s];
  const double farBytes = 1 << 20, farStep = 1024, wideRow = 64;
  const AsAccess *access = &stage->stage->access[a];
  AsElement element =
      view->nest->sketch->program->tensors[access->tensor].element;
  int inner = stage->numLoops - 1;
  if (inner < 0 || inner >= stage->own->numLoops || stage->own->isDiagonal ||
      !stage->own->isVectorised || stage->packDepth[a] >= 0 ||
      access->isWrite || stage->stage->arithmetic[AS_ARITHMETIC_MUL] == 0 ||
      (element != AS_ELEMENT_F32 && element != AS_ELEMENT_F64))
    return false;
  const AsReach *reach = &stage->reach[a][inner];
  return reach->bytes >= reach->runs * wideRow &&
         stage->reach[a][inner + 1].runs <= 1 && reach->stride >= farStep &&
         stage->reach[a][0].bytes > farBytes;
}

bool asIsReadAhead(const AsNestView *view, int s, int a) {
  const double longRows = 128;
  const AsStageView *stage = &view->stage[s];
  return readsFarRows(view, s, a) &&
         stage->reach[a][stage->numLoops - 1].runs >= longRows;
}

/// Whether the loops of the stage go over the matrix by blocks of rows, the
/// next of which lowering prefetches.
static bool areRowBlocksReadAhead(const AsNestView *view, int s, int a) {
  const AsStageView *stage = &view->stage[s];
  if (!readsFarRows(view, s, a))
    return false;
  int inner = stage->numLoops - 1, blocks = inner - 1;
  while (blocks >= 0 && stage->dim[blocks] != stage->dim[inner])
    blocks--;
  const AsReach *rows = &stage->reach[a][inner],
                *body = &stage->reach[a][inner + 1];
  double sums = stage->vectors * view->nest->sketch->vectorBytes / body->bytes;
  return blocks >= 0 && stage->trip[blocks] > 1 &&
         asAreRowsPrefetched((int64_t)rows->runs, (int64_t)rows->stride,
                             (int64_t)stage->reach[a][blocks + 1].bytes,
                             (int64_t)sums);
}

/// Whether each iteration of a product's innermost loop reads a few lines of
/// the next row.
static bool readsShortRows(const AsStageView *stage, int a) {
  const double fewLines = 8;
  int inner = stage->numLoops - 1;
  if (inner < 0 || !stage->stage->arithmetic[AS_ARITHMETIC_MUL])
    return false;
  const AsReach *reach = &stage->reach[a][inner];
  return !stage->stage->access[a].isWrite && reach->runs >= 2 &&
         stage->reach[a][inner + 1].runs <= 1 &&
         reach->lines < fewLines * reach->runs;
}

/// Cycles to fetch a line that is not waited for from beyond the cache, of rows
/// that are followed, or not.
static double fetchCycles(const AsStageView *stage, int a, int cache,
                          bool isFollowed) {
  int inner = stage->numLoops - 1;
  return (isFollowed || readsShortRows(stage, a)) && cache == 0 &&
                 stage->reach[a][inner].stride > followedStep
             ? followedCycles
             : supply[cache].streamed;
}

/// How many times as long lines from beyond the first cache take because of
/// what the body prefetches beside them.
static double crowdingOf(const AsStageView *stage, int a) {
  const AsReach *reach = &stage->reach[a][stage->numLoops - 1];
  return unrollOf(stage) * reach->lines > linesAtOnce * reach->runs
             ? crowdedWaits
             : 1;
}

/// How many times as long lines of rows that are far apart are waited for where
/// steps are unrolled: each has load instructions of its own, so that those
/// that prefetchers see are further apart. 128x512 by 512x512 takes 302 to 380
/// us on a Zen 5 if it is unrolled by two, and 329 to 490 by eight, by where
/// the pages lie.
static double waitsOfUnrolled(const AsStageView *stage, const AsReach *reach) {
  const double farStep = 1024, longer = 0.3; // Each time it doubles.
  return reach->stride < farStep ? 1 : 1 + longer * log2(unrollOf(stage));
}

/// Iterations of loop `dim` of the stage that a depth of its nest covers.
static double extentWithin(const AsStageView *stage, int depth, int dim) {
  double extent = stage->body[dim];
  for (int l = depth; l < stage->numLoops; l++)
    extent *= stage->dim[l] == dim ? stage->trip[l] : 1;
  return extent;
}

/// Iterations of the innermost loop, as it is unrolled, in one of a depth. What
/// tiles leave over goes through loops of its own.
static double iterationsWithin(const AsStageView *stage, int depth) {
  double iterations = 1;
  for (int l = depth; l < stage->numLoops; l++)
    iterations *= floor(stage->trip[l]);
  return floor(iterations / unrollOf(stage));
}

bool asIsBlockReadAhead(const AsNestView *view, int s, int a) {
  const AsStageView *stage = &view->stage[s];
  const AsTensor *tensors = view->nest->sketch->program->tensors;
  const AsAccess *access = &stage->stage->access[a],
                 *result = asStageResult(stage->stage);
  const AsTensor *matrix = &tensors[access->tensor];
  int depth = stage->packDepth[a], inner = stage->numLoops - 1;
  if (!stage->isCopied[a] || depth < 1 || depth > inner ||
      inner >= stage->own->numLoops || matrix->rank != 2 || !result ||
      !asElementIsFloat(tensors[result->tensor].element) ||
      stage->dim[depth - 1] < 0 ||
      !(stage->moves[a] >> stage->dim[depth - 1] & 1))
    return false;
  int column = asAccessLoop(access, stage->stage, 1);
  if (column < 0)
    return false;
  const double most = 1e15; // An integer.
  double element = asElementBytes(matrix->element),
         stride = element * (double)matrix->shape[1],
         row = element * extentWithin(stage, depth, column),
         rows = stage->reach[a][depth].bytes / row,
         iterations = iterationsWithin(stage, depth),
         multiplied =
             stage->vectors * view->nest->sketch->vectorBytes * unrollOf(stage);
  AsBlockPart part;
  return asMost(stride * (double)matrix->shape[0], iterations) < most &&
         asIsFarBlock((int64_t)stride * matrix->shape[0],
                      (int64_t)rows * (int64_t)row) &&
         asRowsFit((int64_t)rows, (int64_t)stride) &&
         asBlockDivide((int64_t)rows, (int64_t)ceil(row / view->lineBytes),
                       (int64_t)iterations, (int64_t)multiplied, &part);
}

/// Whether the next cache is sure to hold what is beyond cache `c`. Other cores
/// and programs use a part of the third one.
static bool areNear(const AsReach *whole, const AsCache cache[3], int c) {
  const double sureShare = 1.0 / 3;
  return c == 0 || (c == 1 && whole->bytes <= sureShare * cache[2].bytes);
}

void asAddSupply(const AsNestView *view, int s, int a, const AsCache cache[3],
                 AsSupply *all) {
  const AsStageView *stage = &view->stage[s];
  const AsAccess *access = &stage->stage->access[a];
  double between, jumps = jumpsOf(stage, a);
  bool isRead = access->isRead || !access->isWrite;
  int hoist = asViewHoistDepth(stage, a);
  bool isShared = asViewNeighbour(view, s, a, &between) >= 0,
       bySteps = goesBySteps(stage, a, view->lineBytes),
       areRowsAhead = asIsReadAhead(view, s, a),
       areBlocksAhead = areRowBlocksReadAhead(view, s, a),
       isAhead = areRowsAhead || areBlocksAhead;
  for (int c = 0; c < 3; c++) {
    if (isShared && between <= cache[c].bytes)
      continue; // The other stage left it in the cache.
    if (asViewStays(view, &cache[c]))
      continue; // The run before left it in the cache.
    // Registers hold it in the loops that it is hoisted out of.
    int reuse = asViewReuseDepth(view, s, a, &cache[c]);
    int depth = reuse < hoist ? reuse : hoist;
    const AsReach *reach = &stage->reach[a][depth];
    double broken = endsStay(view, s, a, depth, &cache[c])
                        ? 1
                        : asBrokenLines(reach, view->lineBytes);
    double lines = reach->lines * stage->entries[depth] * broken;
    // What is only written waits in the store buffer, and the core goes on. But
    // transposes whose written lines leave the first cache take as much longer
    // as if it waited for these.
    bool isWaited = isRead || c == 0;
    // A body that finds none of the lines of the body before fetches each anew,
    // also those that it goes along.
    double begun = depth == stage->numLoops
                       ? asMost(jumps, reach->runs / reach->lines)
                       : jumps;
    double stalls = isWaited ? asLeast(1, (begun + broken - 1) / broken) : 0;
    bool isNear = areNear(&stage->reach[a][0], cache, c);
    bool isFollowed = isNear && bySteps;
    bool isPrefetched = isAhead && c == 1 && !isFollowed;
    if (isFollowed)
      stalls = 0;
    if (c == 0 && !isFollowed &&
        !(isAhead && lines / broken <= fewPasses * stage->reach[a][0].lines))
      all->overlapped += translationOf(stage, a, depth, lines / broken * jumps);
    if (access->isWrite)
      lines *= AS_WRITTEN_TRIPS;
    double streamed =
        lines * (1 - stalls) * fetchCycles(stage, a, c, isFollowed);
    double stalled =
        lines * stalls * (isPrefetched ? prefetchedCycles : supply[c].stalled);
    if (c == 0 && !access->isWrite)
      stalled *= waitsOfUnrolled(stage, reach) *
                 (areRowsAhead && view->fillsFirst ? waitsAhead : 1);
    double crowding = c == 0 && areBlocksAhead ? crowdingOf(stage, a) : 1;
    bool isOverlapped = c == 0 || isPrefetched;
    all->overlapped +=
        crowding * ((c < 2 ? streamed : 0) + (isOverlapped ? stalled : 0));
    all->exposed += (c < 2 ? 0 : streamed) + (isOverlapped ? 0 : stalled);
  }
}
