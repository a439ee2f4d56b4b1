//===- blocks.c - Give each block of a GPU a tile of a stage
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a stage into tiles, one for each block of threads of a GPU, and fuses
// its producers. Later steps share the tile among the threads of the block.
//
// Knobs: a tile size for each loop, and three of kind launch: `residentKnob`
// says how many blocks are to fit on a multiprocessor, `stagesKnob` how many
// pieces of a reduction are copied from memory ahead, `tmaKnob` whether
// hardware copies them.
//
//   %h1, %l1:1 = transform.structured.fuse %h0 tile_sizes [%k2, %k3]
//       {apply_cleanup, use_forall}
//   transform.annotate %l1 "mapping" = [#gpu.block<y>, #gpu.block<x>]
//   transform.annotate %l1 "as.resident" = %k0
//
// Loop nest: the stage and its producers get a loop run by blocks
// for each size, also where it has a single iteration. The nest has the values
// of the knobs.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/script-peel.h"
#include "sketch/steps/fusion.h"
#include "sketch/steps/gpu/mapping.h"
#include "sketch/steps/step-ops.h"

static void clear(AsStep *step) {
  asClearSizes(step->blocks.size);
  step->blocks.residentKnob = -1;
  step->blocks.stagesKnob = -1;
  step->blocks.tmaKnob = -1;
}

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return sketch->gpu && asTileIsSane(sketch, step) &&
         asKnobOrNoneIsSane(sketch, step->blocks.residentKnob,
                            AS_KNOB_LAUNCH) &&
         asKnobOrNoneIsSane(sketch, step->blocks.stagesKnob, AS_KNOB_LAUNCH) &&
         asKnobOrNoneIsSane(sketch, step->blocks.tmaKnob, AS_KNOB_LAUNCH);
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  const AsSketch *sketch = nest->sketch;
  AsFusion fusion = {.kind = AS_LOOP_BLOCKS};
  if (step->blocks.residentKnob >= 0)
    nest->resident =
        (int)asPointValue(sketch, point, step->blocks.residentKnob);
  if (step->blocks.stagesKnob >= 0)
    nest->stages = (int)asPointValue(sketch, point, step->blocks.stagesKnob);
  if (step->blocks.tmaKnob >= 0)
    nest->isByTma = asPointValue(sketch, point, step->blocks.tmaKnob) != 0;
  return asNestFuse(nest, step, &fusion, point);
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  static const AsMapping mapping = {.level = "block",
                                    .mostDims = AS_GPU_GRID_RANK};
  int count = asNumTiled(step->blocks.size);
  if (!count)
    return;
  int target = asWriteFusionTarget(writer, step->stage);
  int loops = asWriteFusion(writer, step, target, true, "", "");
  asWriteMapping(writer, &mapping, count, loops);
  asWriteLoopKnob(writer, loops, "as.resident", step->blocks.residentKnob);
  asWriteLoopKnob(writer, loops, "as.stages", step->blocks.stagesKnob);
  asWriteLoopKnob(writer, loops, "as.tma", step->blocks.tmaKnob);
  if (step->blocks.stagesKnob >= 0 && !asGpuCopiesAsync(writer->sketch->gpu))
    asWriteLine(writer, "transform.annotate %%l%d \"as.registers\" : " ANY,
                loops);
  asWritePeel(writer, step);
}

const AsStepOps asBlocksStep = {.name = "blocks",
                                .clear = clear,
                                .isSane = isSane,
                                .applyToNest = applyToNest,
                                .writeScript = writeScript,
                                .makesLoops = true};
