//===- split-group.c - Replace a group by loops over static tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Along each class of loops there is a loop for each size of tiles, over what
// the larger ones left:
//
//   %0 = scf.for %i = 0 to (n / 128) * 128 step 128   // tiles of 128
//   %1 = scf.for ... step 32                           // of the rest
//   ...
//   %3 = scf.for ... step 1
//
// A loop over padded tiles is behind the others of its size (tile-range.c).
//
// The loops of parallel classes carry the results, into which each tile is
// inserted. The loops of reductions are inside, and carry the accumulators of a
// tile, so that each sum is computed in the order of the program.
//
// Panels of columns are around the tiles of one size (register-sums.h):
//
//   %0 = scf.for %c = 0 to 64 step 16
//     %1 = scf.for %i = 0 to (n / 6) * 6 step 6
//   ...
//   %8 = scf.for %c = 0 to 64 step 64
//     %9 = scf.for %i = ... step 1
//
// Threads share an outer loop that is outside of all others, or the rows where
// each of them takes little (thread-parts.h).
// Its iterations may be one tile where sizes are small, and one after the other
// where they are large (single-matrices.h).
//
// Where the loops end is said in tile-range.c.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/split-group.h"
#include "ir/tensor-builder.h"
#include "task/dynamic/group-tile.h"
#include "task/dynamic/neutral-pads.h"
#include "task/dynamic/single-matrices.h"
#include "task/dynamic/thread-parts.h"

typedef struct Split {
  AsGroupTile tile; ///< The current one.
  const AsKernelSizes *sizes;
  AsTileRest rest[AS_MAX_CLASSES];
  MlirValue extent[AS_MAX_CLASSES];
  int order[AS_MAX_CLASSES]; ///< The class of each loop, outer ones first.
  int numBefore; ///< Loops around the transpose of a tile (transposed-tile.h).
  int64_t part;  ///< Of the outer loop for a thread; 0: all.
  int threads;   ///< That share the rows; 1: they do not.
  MlirValue begin; ///< Of the part of the rows; null: of all.
} Split;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static void splitClass(Split *split, int depth, bool isTile, MlirOperation next,
                       MlirValue *values);

/// A tile along all parallel classes: reduces it, and inserts it into `wholes`.
static void splitTile(Split *split, MlirOperation next, MlirValue *wholes) {
  MlirValue tiles[AS_MAX_RESULTS];
  for (intptr_t r = 0; r < split->tile.numResults; r++)
    tiles[r] = asTileInit(&split->tile, r, wholes[r], next);
  splitClass(split, split->tile.loops->numParallel, true, next, tiles);
  for (intptr_t r = 0; r < split->tile.numResults; r++) {
    AsIrSlice slice = {0};
    wholes[r] = asTileResultSlice(&split->tile, r, next, &slice)
                    ? asIrInsertInsertSlice(next, tiles[r], wholes[r], &slice)
                    : tiles[r];
  }
}

/// Where the tile begins that a loop has come to.
static MlirValue placeOf(MlirValue counter, MlirValue last,
                         MlirOperation next) {
  return mlirValueIsNull(last)
             ? counter
             : asIrInsertBinary(next, "arith.minsi", counter, last);
}

/// How many elements of the tile are there; null: all.
static MlirValue leftOf(const AsTileRange *range, MlirValue place,
                        MlirOperation next) {
  return range->isPadded
             ? asIrInsertBinary(next, "arith.subi", range->end, place)
             : (MlirValue){NULL};
}

/// Begins the body of a loop: `inner` gets what it carries. Returns what is
/// behind the body.
static MlirOperation enter(const Split *split, MlirOperation loop,
                           MlirValue *inner) {
  for (intptr_t r = 0; r < split->tile.numResults; r++)
    inner[r] = mlirBlockGetArgument(asIrBody(loop), 1 + r);
  return mlirBlockGetTerminator(asIrBody(loop));
}

/// Ends the body: the loop carries `inner` on, and `values` get its results.
static void leave(const Split *split, MlirOperation loop,
                  const MlirValue *inner, MlirValue *values) {
  MlirOperation yield = mlirBlockGetTerminator(asIrBody(loop));
  for (intptr_t r = 0; r < split->tile.numResults; r++) {
    mlirOperationSetOperand(yield, r, inner[r]);
    values[r] = mlirOperationGetResult(loop, r);
  }
}

/// One loop over tiles of `size`; changes `values` to its results.
static void splitBySize(Split *split, int depth, const AsTileRange *range,
                        int64_t size, bool isTile, MlirOperation next,
                        MlirValue *values) {
  int class = split->order[depth];
  MlirValue step = asIrInsertIndex(next, size), last = {NULL};
  if (range->overlaps)
    last = asIrInsertBinary(next, "arith.subi", split->extent[class], step);
  MlirOperation loop = asIrInsertLoop(next, range->begin, range->end, step,
                                      split->tile.numResults, values);
  MlirValue inner[AS_MAX_RESULTS];
  MlirBlock body = asIrBody(loop);
  MlirOperation yield = enter(split, loop, inner);
  MlirValue place = placeOf(mlirBlockGetArgument(body, 0), last, yield);
  split->tile.offset[class] = place;
  split->tile.size[class] = size;
  split->tile.left[class] = leftOf(range, place, yield);
  if (class == split->order[0] && !mlirValueIsNull(split->begin)) {
    split->tile.inPart[class] = place;
    split->tile.offset[class] =
        asIrInsertBinary(yield, "arith.addi", split->begin, place);
  }
  if (depth + 1 == split->numBefore)
    asTileTranspose(&split->tile, yield);
  splitClass(split, depth + 1, isTile, yield, inner);
  leave(split, loop, inner, values);
}

/// The outer loop within a range: one by one if the results are large, or else
/// all together.
static void splitOuter(Split *split, const AsTileRange *range,
                       MlirOperation next, MlirValue *values) {
  const AsKernelSizes *sizes = split->sizes;
  AsTileRange all = *range, own = *range;
  if (asHasSingleMatrices(&sizes[0])) {
    AsKernelSizes single[AS_MAX_CLASSES];
    asSingleMatrixSizes(split->tile.loops, sizes, single);
    MlirValue isLarge =
        asInsertIsLarge(next, split->tile.loops, single, split->extent);
    own.end = asIrInsertSelect(next, isLarge, range->end, range->begin);
    all.end = asIrInsertSelect(next, isLarge, range->begin, range->end);
    split->sizes = single;
    splitBySize(split, 0, &own, 1, false, next, values);
    split->sizes = sizes;
  }
  splitBySize(split, 0, &all, sizes[0].size[0], false, next, values);
}

/// The outer loop, part by part.
static void splitParts(Split *split, MlirOperation next, MlirValue *values) {
  MlirOperation loop =
      asInsertParts(next, split->tile.loops, split->part, split->extent,
                    split->tile.numResults, values);
  MlirValue inner[AS_MAX_RESULTS];
  MlirBlock body = asIrBody(loop);
  MlirOperation yield = enter(split, loop, inner);
  AsTileRange range = {.begin = mlirBlockGetArgument(body, 0),
                       .end = asInsertPartEnd(yield, loop)};
  splitOuter(split, &range, yield, inner);
  leave(split, loop, inner, values);
}

/// The rows, part by part: tiles are inserted into the part.
static void splitRows(Split *split, MlirOperation next, MlirValue *values) {
  int class = split->order[0], threads = split->threads;
  AsGroupTile part = split->tile; // A tile of some size.
  MlirValue rows = split->extent[class], inner[AS_MAX_RESULTS],
            own[AS_MAX_RESULTS];
  MlirOperation loop = asInsertRowParts(next, part.loops, threads, rows,
                                        part.numResults, values);
  MlirOperation yield = enter(split, loop, inner);
  part.offset[class] = mlirBlockGetArgument(asIrBody(loop), 0);
  part.open[class] = asInsertPartRows(yield, loop);
  for (intptr_t r = 0; r < part.numResults; r++)
    own[r] = asTileOfWhole(&part, r, inner[r], yield);
  split->begin = part.offset[class];
  split->extent[class] = part.open[class];
  split->threads = 1;
  splitClass(split, 0, false, yield, own);
  for (intptr_t r = 0; r < part.numResults; r++) {
    AsIrSlice slice = {0};
    asTileResultSlice(&part, r, yield, &slice);
    inner[r] = asIrInsertInsertSlice(yield, own[r], inner[r], &slice);
  }
  leave(split, loop, inner, values);
}

/// A loop over panels for each size of tiles of the class behind it.
static void splitPanels(Split *split, int depth, bool isTile,
                        MlirOperation next, MlirValue *values) {
  int class = split->order[depth], behind = split->order[depth + 1];
  const AsKernelSizes *sizes = &split->sizes[behind];
  MlirValue none = asIrInsertIndex(next, 0), begin = none;
  for (int k = 0; k < sizes->count; k++) {
    int64_t width = split->sizes[class].size[k];
    AsTileRange range = asInsertTileRange(next, sizes, k, split->extent[behind],
                                          begin, split->rest[behind]);
    MlirOperation loop = asIrInsertLoop(next, none, split->extent[class],
                                        asIrInsertIndex(next, width),
                                        split->tile.numResults, values);
    MlirValue inner[AS_MAX_RESULTS];
    MlirOperation yield = enter(split, loop, inner);
    split->tile.offset[class] = mlirBlockGetArgument(asIrBody(loop), 0);
    split->tile.size[class] = width;
    splitBySize(split, depth + 1, &range, sizes->size[k], isTile, yield, inner);
    leave(split, loop, inner, values);
    begin = range.end;
  }
}

/// Computes all of the loops from number `depth` on: parallel ones, then, on a
/// tile of those, reductions.
static void splitClass(Split *split, int depth, bool isTile, MlirOperation next,
                       MlirValue *values) {
  const AsGroupLoops *loops = split->tile.loops;
  if (depth == (isTile ? loops->numClasses : loops->numParallel)) {
    if (isTile)
      asTileCompute(&split->tile, next, values);
    else
      splitTile(split, next, values);
    return;
  }
  if (depth == 0 && split->part) {
    splitParts(split, next, values);
    return;
  }
  if (depth == 0 && split->threads > 1) {
    splitRows(split, next, values);
    return;
  }
  int class = split->order[depth];
  const AsKernelSizes *sizes = &split->sizes[class];
  if (loops->classes[class].isOuter && asHasSingleMatrices(sizes)) {
    AsTileRange range = {.begin = asIrInsertIndex(next, 0),
                         .end = split->extent[class]};
    splitOuter(split, &range, next, values);
    return;
  }
  if (loops->classes[class].isOuter && sizes->count > 1) {
    splitPanels(split, depth, isTile, next, values);
    return;
  }
  MlirValue begin = asIrInsertIndex(next, 0);
  for (int k = 0; k < sizes->count; k++) {
    AsTileRange range = asInsertTileRange(next, sizes, k, split->extent[class],
                                          begin, split->rest[class]);
    splitBySize(split, depth, &range, sizes->size[k], isTile, next, values);
    begin = range.end;
    if (mlirValueIsNull(range.padEnd))
      continue;
    AsTileRange padded = {
        .begin = range.end, .end = range.padEnd, .isPadded = true};
    splitBySize(split, depth, &padded, sizes->size[k], isTile, next, values);
    begin = range.padEnd;
  }
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

AsTileRest asGroupRest(const AsGroupLoops *loops, int class) {
  AsGroupTile tile = asGroupTile(loops);
  if (class >= loops->numParallel)
    return asMayPad(loops, class) ? AS_REST_PAD : AS_REST_LEFT;
  bool may = true;
  for (intptr_t r = 0; r < tile.numResults; r++)
    may &= !asTileReadsBefore(&tile, r);
  return may ? AS_REST_OVERLAP : AS_REST_LEFT;
}

/// How many iterations of the outer loop each thread is given; 0 if there is no
/// such loop around all others, or its tiles are no parts of that.
static int64_t partOf(const Split *split, int threads) {
  int64_t part =
      split->order[0] == 0 ? asThreadPart(split->tile.loops, threads) : 0;
  bool isTile =
      split->sizes[0].count == 1 || asHasSingleMatrices(&split->sizes[0]);
  return isTile && part % split->sizes[0].size[0] == 0 ? part : 0;
}

void asSplitGroup(const AsGroupLoops *loops, const AsKernelSizes *sizes,
                  int threads) {
  Split split = {.tile = asGroupTile(loops), .sizes = sizes};
  split.numBefore =
      asTransposedOrder(loops, &split.tile.transposed, split.order);
  MlirOperation root = split.tile.root;
  MlirValue wholes[AS_MAX_RESULTS];
  for (int c = 0; c < loops->numClasses; c++) {
    split.rest[c] = asGroupRest(loops, c);
    split.extent[c] = asInsertClassExtent(root, &loops->classes[c]);
  }
  for (intptr_t r = 0; r < split.tile.numResults; r++)
    wholes[r] = asTileWhole(&split.tile, r);
  split.part = partOf(&split, threads);
  split.threads = asHasRowParts(loops, threads) ? threads : 1;
  splitClass(&split, 0, false, root, wholes);
  asReplaceGroup(&split.tile, wholes);
}
