//===- parallel.c - Share the tiles of a stage among threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a stage into tiles that the threads of a CPU share, and fuses its
// producers. Upstream does not peel an scf.forall; what tiles leave over is
// therefore split off before there are threads. With `isPadded` it stays, as a
// smaller last tile along the lanes.
//
// Knobs: a tile size for each loop.
//
//   %h0 = transform.structured.match attributes {as.op2} in %f4
//   %h1, %l1:1 = transform.structured.fuse %h0 tile_sizes [%k0, 0]
//       {apply_cleanup, use_forall}
//
// Loop nest: the stage and its producers get a loop run by threads
// for each size. Where the last tile is smaller, it counts as a whole one.
//
//===----------------------------------------------------------------------===//

#include "sketch/script-peel.h"
#include "sketch/steps/fusion.h"
#include "sketch/steps/step-ops.h"

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  AsFusion fusion = {.kind = AS_LOOP_PARALLEL,
                     .isPadded = step->parallel.isPadded};
  return asNestFuse(nest, step, &fusion, point);
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  if (!asNumTiled(step->parallel.size))
    return;
  int target = asWriteFusionTarget(writer, step->stage);
  if (step->parallel.isPadded)
    writer->sharesLanes = true;
  else
    target = asWriteSplitRest(writer, step, target);
  asWriteFusion(writer, step, target, true, "", "");
}

const AsStepOps asParallelStep = {.name = "parallel",
                                  .clear = asClearTile,
                                  .isSane = asTileIsSane,
                                  .applyToNest = applyToNest,
                                  .writeScript = writeScript,
                                  .makesLoops = true};
