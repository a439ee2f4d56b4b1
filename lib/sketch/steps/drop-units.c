//===- drop-units.c - Drop the unit loops of a stage
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After the reductions were tiled to one iteration at a time: what is left of
// an operation has unit loops, by which its indices are sums. Without them it
// is elementwise, and that vectorises. With `row` the rows of a tile are unit
// loops of a loop of their own, which is unrolled: each loads its own scalar.
//
// Knobs: how many rows a tile has, an alternative as unrolling takes an
// attribute.
//
//   %h6, %l6 = transform.structured.tile_using_for %h5 tile_sizes [0, 0, 1, 0]
//   transform.loop.unroll %l6 {factor = 7}
//   transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
//
// Loop nest: rows stay a part of the tile; a packed operand is used again by
// all loops that do not index it.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/script-peel.h"
#include "sketch/steps/step-ops.h"
#include <stdio.h>

static void clear(AsStep *step) {
  step->dropUnits.row = -1;
  step->dropUnits.rows.knob = -1;
}

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return asStageStepIsSane(sketch, step) && step->dropUnits.row >= -1 &&
         step->dropUnits.row < sketch->program->stages[step->stage].numDims &&
         asSizeIsSane(sketch, &step->dropUnits.rows, AS_KNOB_TILE);
}

/// Rows are unrolled whole, and stay a part of the tile.
static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  const AsStage *stage = &nest->sketch->program->stages[step->stage];
  AsNestStage *own = &nest->stage[step->stage];
  for (int a = 0; a < stage->numAccesses; a++)
    for (int l = 0; l < own->numLoops && own->packLoops[a] >= 0; l++)
      own->packLoops[a] +=
          own->innermost >= 0 && !asNestIsParallel(&own->loop[l]) &&
          own->loop[l].dim != own->innermost &&
          (own->loop[l].dim < 0 || !stage->isReduction[own->loop[l].dim]);
  int row = step->dropUnits.row;
  if (row < 0)
    return true;
  // What any loop leaves over is an operation of its own. Of two, that of whole
  // tiles and that of the rows behind them, it is known how many rows they
  // have.
  int rests = 0;
  for (int l = 0; l < own->numLoops; l++)
    if (own->loop[l].span % own->loop[l].step != 0) {
      if (own->loop[l].dim != row || asNestIsParallel(&own->loop[l]))
        return false;
      rests++;
    }
  if (rests > 1)
    return false;
  int64_t rows = asSizeValue(nest->sketch, point, &step->dropUnits.rows);
  return own->tile[row] == (rows ? rows : stage->extent[row]);
}

static void unroll(AsWriter *writer, const char *indent, const char *loop,
                   int64_t trip) {
  if (trip > 1)
    asWriteLine(writer, "%stransform.loop.unroll %s {factor = %lld} : " ANY,
                indent, loop, (long long)trip);
}

/// Unrolls the loop over the rows, all of it, and that over what tiles leave
/// over, which is another one.
static void unrollRows(AsWriter *writer, const AsStep *step, const char *loop) {
  const AsSize *size = &step->dropUnits.rows;
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  int64_t extent = stage->extent[step->dropUnits.row];
  if (size->knob < 0) {
    unroll(writer, "", loop, size->constant ? size->constant : extent);
    return;
  }
  char whole[32], rest[32];
  bool hasRest = writer->copies[step->stage] == 1 &&
                 asSizeLeavesRest(writer->sketch, size, extent);
  snprintf(whole, sizeof whole, "%s", loop);
  if (hasRest) {
    int first = asWriteSplitCopies(writer, step->stage, loop);
    snprintf(whole, sizeof whole, "%%h%d", first);
    snprintf(rest, sizeof rest, "%%h%d", first + 1);
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  asWriteOpenAlternatives(writer, size->knob, "", "");
  for (int o = 0; asWriteRegion(writer, size->knob, o); o++) {
    unroll(writer, "  ", whole, knob->options[o]);
    if (hasRest)
      unroll(writer, "  ", rest, extent % knob->options[o]);
    asWriteLine(writer, "  transform.yield");
  }
}

/// Marks what became of the operation in the loop `inner`, of which there may
/// be copies: the transform matches in one of them at a time.
static void markAgain(AsWriter *writer, int stage, const char *inner, int h) {
  bool isEach = writer->copies[stage] > 0;
  const char *indent = isEach ? "  " : "";
  if (isEach) {
    asWriteLine(writer, "transform.foreach %s : " ANY " {", inner);
    asWriteLine(writer, "^bb0(%%one: " ANY "):");
  }
  asWriteLine(
      writer,
      "%s%%h%d = transform.structured.match ops{[\"linalg.generic\"]} in %s : "
      "(" ANY ") -> " ANY,
      indent, h, isEach ? "%one" : inner);
  asWriteLine(writer, "%stransform.annotate %%h%d \"as.op%d\" : " ANY, indent,
              h, asWriterMark(writer, stage));
  if (isEach)
    asWriteLine(writer, "}");
}

/// What is left of an operation whose reductions go one by one has unit loops,
/// by which its indices are sums. Without them it is elementwise, and that
/// vectorises. Rows that are to be unrolled are unit loops as well, in a loop
/// of their own.
static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  int target = asWriteMatch(writer, step->stage), row = step->dropUnits.row;
  char inner[32], rows[32];
  snprintf(inner, sizeof inner, "%%l%d#%d", writer->loops[step->stage].handle,
           writer->loops[step->stage].count - 1);
  int h = writer->next;
  writer->next += 3;
  asWriteLine(writer,
              "%%h%d = transform.structured.generalize %%h%d : (" ANY
              ") -> " ANY,
              h, target);
  if (row >= 0) {
    AsText list = {0};
    for (int d = 0;
         d < stage->numDims + asWriterChangedLayout(writer, step->stage); d++)
      asTextFormat(&list, "%s%d", d ? ", " : "", d == row);
    asWriteLine(
        writer,
        "%%h%d, %%l%d = transform.structured.tile_using_for %%h%d tile_sizes "
        "[%s] : (" ANY ") -> (" ANY ", " ANY ")",
        h + 1, h + 1, h, list.data);
    asTextFree(&list);
    snprintf(rows, sizeof rows, "%%l%d", h + 1);
    unrollRows(writer, step, rows);
  }
  asWriteLine(writer, "transform.apply_patterns to %s {", inner);
  asWriteLine(writer, "  transform.apply_patterns.linalg."
                      "fold_unit_extent_dims_via_slices");
  asWriteLine(writer, "  transform.apply_patterns.canonicalization");
  asWriteLine(writer, "} : " ANY);
  markAgain(writer, step->stage, inner, h + 2);
}

const AsStepOps asDropUnitsStep = {.name = "drop-units",
                                   .clear = clear,
                                   .isSane = isSane,
                                   .applyToNest = applyToNest,
                                   .writeScript = writeScript,
                                   .endsTensors = true};
