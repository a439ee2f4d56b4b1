//===- fuse.c - Tile a stage and fuse its producers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a stage into tiles, one after the other, and computes its producers tile
// by tile in the same loops. Tiles that do not divide the extent leave
// something over, which is peeled off.
//
// Knobs: a tile size for each loop; `orderKnob`, of kind order, swaps the last
// two tiled loops.
//
//   %h0 = transform.structured.match attributes {as.op2} in %f4
//   %h1, %l1:2 = transform.structured.fuse %h0 tile_sizes [%k0, %k1]
//       {apply_cleanup}
//
// Loop nest: the stage and its producers get a serial loop for each size. The
// tile of a fused pad is what the reader's tile reaches.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/script-peel.h"
#include "sketch/steps/fusion.h"
#include "sketch/steps/step-ops.h"

static void clear(AsStep *step) {
  asClearSizes(step->fuse.size);
  step->fuse.orderKnob = -1;
}

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  int order = step->fuse.orderKnob;
  bool canSwap = order == -1 || asNumTiled(step->fuse.size) > 1;
  return asTileIsSane(sketch, step) && canSwap &&
         asKnobOrNoneIsSane(sketch, order, AS_KNOB_ORDER);
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  int order = step->fuse.orderKnob;
  AsFusion fusion = {
      .kind = AS_LOOP_SERIAL,
      .isSwapped = order >= 0 && asPointValue(nest->sketch, point, order) == 1};
  return asNestFuse(nest, step, &fusion, point);
}

/// The interchange of a fusion, two of it parameters that the order knob
/// chooses: only the last two tiled loops ever change places. MLIR counts all
/// loops of the operation here, tiled or not.
static void interchange(AsWriter *writer, const AsStep *step, AsText *list,
                        AsText *types) {
  int numDims = writer->sketch->program->stages[step->stage].numDims;
  int last[2] = {-1, -1};
  for (int d = 0; d < numDims; d++)
    if (asSizeTiles(&step->fuse.size[d])) {
      last[0] = last[1];
      last[1] = d;
    }
  int h = writer->next;
  writer->next += 2;
  AsText handles = {0};
  asTextFormat(&handles, "%%h%d, %%h%d = ", h, h + 1);
  asWriteOpenAlternatives(writer, step->fuse.orderKnob, handles.data,
                          " -> " PARAM ", " PARAM);
  asTextFree(&handles);
  for (int option = 0; asWriteRegion(writer, step->fuse.orderKnob, option);
       option++) {
    for (int i = 0; i < 2; i++)
      asWriteLine(writer,
                  "  %%a%d = transform.param.constant %d : i64 -> " PARAM, i,
                  last[option ? 1 - i : i]);
    asWriteLine(writer, "  transform.yield %%a0, %%a1 : " PARAM ", " PARAM);
  }
  asTextAppendString(list, " interchange [");
  for (int d = 0; d < numDims; d++) {
    asTextAppendString(list, d ? ", " : "");
    if (d == last[0] || d == last[1])
      asTextFormat(list, "%%h%d", d == last[0] ? h : h + 1);
    else
      asTextFormat(list, "%d", d);
  }
  asTextAppendString(list, "]");
  asTextAppendString(types, ", " PARAM ", " PARAM);
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  if (!asNumTiled(step->fuse.size))
    return;
  AsText order = {0}, types = {0};
  int target = asWriteFusionTarget(writer, step->stage);
  if (step->fuse.orderKnob >= 0)
    interchange(writer, step, &order, &types);
  asWriteFusion(writer, step, target, false, asTextString(&order),
                asTextString(&types));
  asTextFree(&order);
  asTextFree(&types);
  asWritePeel(writer, step);
}

const AsStepOps asFuseStep = {.name = "fuse",
                              .clear = clear,
                              .isSane = isSane,
                              .applyToNest = applyToNest,
                              .writeScript = writeScript,
                              .makesLoops = true};
