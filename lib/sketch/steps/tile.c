//===- tile.c - Tile a stage alone
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a stage into tiles, one after the other, inside of the loops that it is
// in already. Tiles that do not divide the extent leave something over, which
// is peeled off. Reductions are tiled by it as well: a size of 1 takes one
// iteration at a time.
//
// Knobs: a tile size for each loop.
//
//   %h4 = transform.structured.match attributes {as.op1} in %f4
//   %h5, %l5:1 = transform.structured.tile_using_for %h4 tile_sizes [0, 0, 1]
//
// Loop nest: the stage gets a serial loop for each size.
//
//===----------------------------------------------------------------------===//

#include "sketch/script-peel.h"
#include "sketch/steps/packed-transpose.h"
#include "sketch/steps/step-ops.h"

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  return asNestTile(nest, step->stage, step->tile.size, AS_LOOP_SERIAL, point);
}

/// Tiles each operation of a handle by itself: of several the transform wants
/// as many values of each parameter.
static void tileEach(AsWriter *writer, int target, int h, int tiled,
                     const char *sizes, const char *types) {
  AsText out = {0}, loops = {0};
  asWriteTypes(&out, tiled);
  for (int i = 0; i < tiled; i++)
    asTextFormat(&loops, ", %%loop#%d", i);
  asWriteLine(writer,
              "%%h%d, %%l%d:%d = transform.foreach %%h%d : " ANY " -> %s {", h,
              h, tiled, target, out.data);
  asWriteLine(writer, "^bb0(%%one: " ANY "):");
  asWriteLine(writer,
              "  %%tile, %%loop:%d = transform.structured.tile_using_for %%one "
              "tile_sizes [%s] : (" ANY "%s) -> (%s)",
              tiled, sizes, types, out.data);
  asWriteLine(writer, "  transform.yield %%tile%s : %s", loops.data, out.data);
  asWriteLine(writer, "}");
  asTextFree(&out);
  asTextFree(&loops);
}

/// Remembers the loops: unrolling asks for them.
static void writeScript(AsWriter *writer, const AsStep *step) {
  int tiled = asNumTiled(step->tile.size);
  if (!tiled)
    return;
  AsText list = {0}, types = {0}, out = {0};
  asWriteSizes(writer, step->stage, step->tile.size, &list, &types);
  int target = asWriteMatch(writer, step->stage);
  int h = writer->next++;
  asWriteTypes(&out, tiled);
  if (writer->copies[step->stage] && types.length)
    tileEach(writer, target, h, tiled, list.data, types.data);
  else
    asWriteLine(writer,
                "%%h%d, %%l%d:%d = transform.structured.tile_using_for %%h%d "
                "tile_sizes [%s] : (" ANY "%s) -> (%s)",
                h, h, tiled, target, list.data, asTextString(&types), out.data);
  asWritePeel(writer, step);
  writer->loops[step->stage].handle = h;
  writer->loops[step->stage].count = tiled;
  if (writer->turned.rank && writer->turned.stage == step->stage)
    asWriteTurnInside(writer, h, tiled);
  asTextFree(&list);
  asTextFree(&types);
  asTextFree(&out);
}

const AsStepOps asTileStep = {.name = "tile",
                              .clear = asClearTile,
                              .isSane = asTileIsSane,
                              .applyToNest = applyToNest,
                              .writeScript = writeScript,
                              .makesLoops = true};
