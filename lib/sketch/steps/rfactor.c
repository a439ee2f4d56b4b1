//===- rfactor.c - Share one reduction among threads or blocks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction to a single result is cut into equal parts, which the threads of
// a CPU or the blocks of a GPU reduce, each to a result of its own. These are
// merged at the end. The size, a constant, is what each has of the loop. There
// are no knobs.
//
//   %p1:4 = transform.structured.tile_reduction_using_forall %h0
//       by num_threads = [2] tile_sizes = []
//   transform.annotate %p1#1 "as.op1"
//
// Loop nest: the stage gets a loop run by threads or blocks. What merges the
// results is not in it.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  AsLoopKind kind = nest->sketch->gpu ? AS_LOOP_BLOCKS : AS_LOOP_PARALLEL;
  return asNestTile(nest, step->stage, step->tile.size, kind, point);
}

/// What each thread or block reduces has the mark from then on; what merges
/// their results has none.
static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  AsText list = {0};
  for (int d = 0; d < stage->numDims; d++)
    asTextFormat(
        &list, "%s%lld", d ? ", " : "",
        step->tile.size[d].constant
            ? (long long)(stage->extent[d] / step->tile.size[d].constant)
            : 0);
  int target = asWriteMatch(writer, step->stage), h = writer->next++;
  asWriteLine(writer,
              "%%p%d:4 = transform.structured.tile_reduction_using_forall "
              "%%h%d by num_threads = [%s] tile_sizes = []%s : (" ANY
              ") -> (" ANY ", " ANY ", " ANY ", " ANY ")",
              h, target, list.data,
              writer->sketch->gpu ? " mapping = [#gpu.block<x>]" : "");
  asWriteLine(writer, "transform.annotate %%p%d#1 \"as.op%d\" : " ANY, h,
              asWriterMark(writer, step->stage));
  asTextFree(&list);
}

const AsStepOps asRfactorStep = {.name = "rfactor",
                                 .clear = asClearTile,
                                 .isSane = asTileIsSane,
                                 .applyToNest = applyToNest,
                                 .writeScript = writeScript,
                                 .makesLoops = true,
                                 .reordersSums = true};
