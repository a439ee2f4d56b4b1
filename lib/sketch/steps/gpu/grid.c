//===- grid.c - Share the tiles of a stage among all threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a stage into tiles, one for each thread of a GPU, and fuses its
// producers. Threads share nothing.
//
// Knobs: a tile size for each loop; `threadsKnob`, of kind launch, says how
// many threads a block has.
//
//   %h1, %l1:1 = transform.structured.fuse %h0 tile_sizes [%k1]
//       {apply_cleanup, use_forall}
//   transform.annotate %l1 "mapping" = [#gpu.thread<linear_dim_0>]
//   transform.annotate %l1 "as.threads" = %k0
//
// Loop nest: the stage and its producers get a loop run by threads
// for each size, and the nest has so many threads in a block.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/script-peel.h"
#include "sketch/steps/fusion.h"
#include "sketch/steps/gpu/mapping.h"
#include "sketch/steps/step-ops.h"

static void clear(AsStep *step) {
  asClearSizes(step->grid.size);
  step->grid.threadsKnob = -1;
}

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return sketch->gpu && asTileIsSane(sketch, step) &&
         asKnobIsSane(sketch, step->grid.threadsKnob, AS_KNOB_LAUNCH);
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  AsFusion fusion = {.kind = AS_LOOP_THREADS};
  nest->threads =
      (int)asPointValue(nest->sketch, point, step->grid.threadsKnob);
  return asNestFuse(nest, step, &fusion, point);
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  static const AsMapping mapping = {.level = "thread"};
  int count = asNumTiled(step->grid.size);
  if (!count)
    return;
  int target = asWriteFusionTarget(writer, step->stage);
  int loops = asWriteFusion(writer, step, target, true, "", "");
  asWriteMapping(writer, &mapping, count, loops);
  asWriteLoopKnob(writer, loops, "as.threads", step->grid.threadsKnob);
  asWritePeel(writer, step);
}

const AsStepOps asGridStep = {.name = "grid",
                              .clear = clear,
                              .isSane = isSane,
                              .applyToNest = applyToNest,
                              .writeScript = writeScript,
                              .makesLoops = true};
