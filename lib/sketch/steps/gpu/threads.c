//===- threads.c - Share the tile of a block among its threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps threads, warps, warpgroups and lanes. Each cuts what a block, or a
// warp, has of one stage into tiles for what runs in it: threads of the block,
// warps of the block, warps in groups of four along the rows, lanes of the
// warp. The stage by itself is tiled, as it is fused into the loops around
// already.
//
// Knobs: a tile size for each loop.
//
//   %h17 = transform.structured.match attributes {as.op0} in %f4
//   %h18, %l18 = transform.structured.tile_using_forall %h17 tile_sizes [1, 2]
//       (mapping = [#gpu.lane<linear_dim_1>, #gpu.lane<linear_dim_0>])
//
// Of a reduction into partial results it tiles both what they start from and
// what is added to them: so a thread finds its own in its registers. What
// merges those of rows is shared out when it is lowered.
//
// Loop nest: the stage gets a loop run by threads, warps or lanes for each
// size.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/gpu/mapping.h"
#include "sketch/steps/split-reduction.h"
#include "sketch/steps/step-ops.h"

//===----------------------------------------------------------------------===//
// Tiles and their mapping
//===----------------------------------------------------------------------===//

/// Tiles what `target` is a handle of, an iteration a thread.
static void tileBy(AsWriter *writer, int stage, const AsSize *size, int target,
                   const char *mapping) {
  AsText list = {0}, types = {0};
  asWriteSizes(writer, stage, size, &list, &types);
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d, %%l%d = transform.structured.tile_using_forall %%h%d "
              "tile_sizes [%s] (mapping = [%s]) : (" ANY "%s) -> (" ANY ", " ANY
              ")",
              h, h, target, list.data, mapping, asTextString(&types));
  asTextFree(&list);
  asTextFree(&types);
}

static void tileMapped(AsWriter *writer, int stage, const AsSize *size,
                       int target, const AsMapping *mapping) {
  AsText text = {0};
  asAppendMapping(mapping, asNumTiled(size), &text);
  tileBy(writer, stage, size, target, asTextString(&text));
  asTextFree(&text);
}

//===----------------------------------------------------------------------===//
// Partial results
//===----------------------------------------------------------------------===//

/// The sizes for partial results of columns: of them the result's loops come
/// first, and then what is reduced, without which it is one for the result.
static void sizesOfParts(const AsStage *stage, const AsSize *size,
                         bool isMerged, AsSize parts[AS_MAX_DIMS]) {
  int count = 0;
  asClearSizes(parts);
  for (int kept = 1; kept >= 0; kept--)
    for (int d = 0; d < stage->numDims; d++)
      if (stage->isReduction[d] != kept)
        parts[count++] = kept || !isMerged ? size[d] : (AsSize){-1, 0};
}

/// What columns start from, what is added to them and what merges them, by
/// threads that have the same columns: they go along these side by side.
static void tileColumns(AsWriter *writer, const AsStep *step,
                        const AsMapping *mapping) {
  int s = step->stage;
  const AsStage *stage = &writer->sketch->program->stages[s];
  AsSize start[AS_MAX_DIMS], merge[AS_MAX_DIMS];
  sizesOfParts(stage, step->tile.size, false, start);
  sizesOfParts(stage, step->tile.size, true, merge);
  tileBy(writer, s, start, asWriteMatchPart(writer, "as.start", s),
         "#gpu.thread<x>, #gpu.thread<y>");
  tileMapped(writer, s, step->tile.size, asWriteMatchPart(writer, "as.part", s),
             mapping);
  tileMapped(writer, s, merge, asWriteMatchPart(writer, "as.merge", s),
             mapping);
}

static void writeTiles(AsWriter *writer, const AsStep *step,
                       const AsMapping *mapping) {
  const AsSize *size = step->tile.size;
  int s = step->stage;
  if (!asNumTiled(size))
    return;
  if (!writer->isSplit[s]) {
    tileMapped(writer, s, size, asWriteMatch(writer, s), mapping);
    return;
  }
  if (asMergesColumns(&writer->sketch->program->stages[s])) {
    tileColumns(writer, step, mapping);
    return;
  }
  tileMapped(writer, s, size, asWriteMatchPart(writer, "as.start", s), mapping);
  tileMapped(writer, s, size, asWriteMatchPart(writer, "as.part", s), mapping);
}

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return sketch->gpu && asTileIsSane(sketch, step);
}

static bool applyThreads(AsNest *nest, const AsStep *step,
                         const AsPoint *point) {
  return asNestTile(nest, step->stage, step->tile.size, AS_LOOP_THREADS, point);
}

static void writeThreads(AsWriter *writer, const AsStep *step) {
  static const AsMapping mapping = {.level = "thread",
                                    .mostDims = AS_GPU_GRID_RANK};
  writeTiles(writer, step, &mapping);
}

const AsStepOps asThreadsStep = {.name = "threads",
                                 .clear = asClearTile,
                                 .isSane = isSane,
                                 .applyToNest = applyThreads,
                                 .writeScript = writeThreads,
                                 .makesLoops = true};

static bool applyWarps(AsNest *nest, const AsStep *step, const AsPoint *point) {
  return asNestTile(nest, step->stage, step->tile.size, AS_LOOP_WARPS, point);
}

static void writeWarps(AsWriter *writer, const AsStep *step) {
  static const AsMapping mapping = {.level = "warp"};
  writeTiles(writer, step, &mapping);
}

const AsStepOps asWarpsStep = {.name = "warps",
                               .clear = asClearTile,
                               .isSane = isSane,
                               .applyToNest = applyWarps,
                               .writeScript = writeWarps,
                               .makesLoops = true};

/// Four warps that follow each other are along the rows, which come first.
static void writeWarpgroups(AsWriter *writer, const AsStep *step) {
  static const AsMapping mapping = {.level = "warp", .isFirstFastest = true};
  writeTiles(writer, step, &mapping);
}

const AsStepOps asWarpgroupsStep = {.name = "warpgroups",
                                    .clear = asClearTile,
                                    .isSane = isSane,
                                    .applyToNest = applyWarps,
                                    .writeScript = writeWarpgroups,
                                    .makesLoops = true};

static bool applyLanes(AsNest *nest, const AsStep *step, const AsPoint *point) {
  return asNestTile(nest, step->stage, step->tile.size, AS_LOOP_LANES, point);
}

static void writeLanes(AsWriter *writer, const AsStep *step) {
  static const AsMapping mapping = {.level = "lane"};
  writeTiles(writer, step, &mapping);
}

const AsStepOps asLanesStep = {.name = "lanes",
                               .clear = asClearTile,
                               .isSane = isSane,
                               .applyToNest = applyLanes,
                               .writeScript = writeLanes,
                               .makesLoops = true};
