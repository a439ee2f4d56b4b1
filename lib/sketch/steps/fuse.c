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
// two tiled loops; `locationKnob`, of kind location, says whether the stage
// before is computed in these loops or, tile by tile as well, in the same loops
// of its own before them.
//
//   transform.tune.alternatives<"location"> {
//     transform.yield
//   }, {
//     %h0, %l0:2 = transform.structured.fuse %p0 tile_sizes [%k0, %k1]
//         {apply_cleanup}
//     transform.yield
//   }
//   %h1 = transform.structured.match attributes {as.op2} in %f4
//   %h2, %l2:2 = transform.structured.fuse %h1 tile_sizes [%k0, %k1]
//       {apply_cleanup}
//
// What is the result of loops is fused with nothing.
//
// Loop nest: the stage and its producers get a serial loop for each size, which
// they share or not. The tile of a fused pad is what the reader's tile reaches.
// Tiles of producers in loops of their own leave nothing over.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/script-peel.h"
#include "sketch/steps/fusion.h"
#include "sketch/steps/step-ops.h"

static void clear(AsStep *step) {
  asClearSizes(step->fuse.size);
  step->fuse.orderKnob = -1;
  step->fuse.locationKnob = -1;
}

/// The tiles of the stage before, which move as those of the stage do: in the
/// same order.
static AsStep stepOfProducer(const AsSketch *sketch, const AsStep *step) {
  int producer = step->stage - 1;
  AsStep own = asStepMake(AS_STEP_FUSE, producer);
  own.fuse.orderKnob = step->fuse.orderKnob;
  for (int d = 0; d < sketch->program->stages[step->stage].numDims; d++)
    if (asSizeTiles(&step->fuse.size[d]))
      own.fuse.size[sketch->loopMap[producer][d]] = step->fuse.size[d];
  return own;
}

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  int order = step->fuse.orderKnob;
  int location = step->fuse.locationKnob;
  bool canSwap = order == -1 || asNumTiled(step->fuse.size) > 1;
  return asTileIsSane(sketch, step) && canSwap &&
         asKnobOrNoneIsSane(sketch, order, AS_KNOB_ORDER) &&
         asKnobOrNoneIsSane(sketch, location, AS_KNOB_LOCATION) &&
         (location == -1 || asProducerMovesInOrder(sketch, step));
}

/// Whether all tiles of the stage so far are whole ones.
static bool isWhole(const AsNestStage *stage) {
  for (int l = 0; l < stage->numLoops; l++)
    if (stage->loop[l].span % stage->loop[l].step != 0)
      return false;
  return true;
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  const AsSketch *sketch = nest->sketch;
  int order = step->fuse.orderKnob, location = step->fuse.locationKnob;
  AsFusion fusion = {
      .kind = AS_LOOP_SERIAL,
      .isSwapped = order >= 0 && asPointValue(sketch, point, order) == 1,
      .isApart = location >= 0 && asPointValue(sketch, point, location) == 1};
  const AsNestStage *stage = &nest->stage[step->stage];
  int around = stage->numLoops;
  // Without loops it is the same as if they were shared.
  return asNestFuse(nest, step, &fusion, point) &&
         (!fusion.isApart || (stage->numLoops > around && isWhole(stage)));
}

/// The interchange of a fusion, two of it parameters that the order knob
/// chooses: only the last two tiled loops ever change places. MLIR counts all
/// loops of the operation here, tiled or not.
static void interchange(AsWriter *writer, const AsStep *step, AsText *list,
                        AsText *types) {
  if (step->fuse.orderKnob < 0)
    return;
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

/// Loops of its own for the stage before, or none.
static void locate(AsWriter *writer, const AsStep *step) {
  AsStep own = stepOfProducer(writer->sketch, step);
  AsText order = {0}, types = {0};
  int target = asWriteMatch(writer, own.stage);
  interchange(writer, &own, &order, &types);
  asWriteOpenAlternatives(writer, step->fuse.locationKnob, "", "");
  for (int o = 0; asWriteRegion(writer, step->fuse.locationKnob, o); o++) {
    if (o == 1)
      asWriteFusedTiles(writer, &own, target, false, asTextString(&order),
                        asTextString(&types));
    asWriteLine(writer, "  transform.yield");
  }
  asTextFree(&order);
  asTextFree(&types);
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  if (!asNumTiled(step->fuse.size))
    return;
  AsText order = {0}, types = {0};
  if (step->fuse.locationKnob >= 0)
    locate(writer, step);
  int target = asWriteFusionTarget(writer, step->stage);
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
