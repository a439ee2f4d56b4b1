//===- split-reduction.c - Reduce into partial results
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction goes into as many partial results as the sizes say, which are
// merged at the end: a sum into a single register would wait for each addition.
// The operation of the stage is then three: what the partial results start
// from, what is added to them, and what merges them.
//
// Knobs: a tile size for each loop, at most one of them a knob, an alternative
// as the transform takes an attribute.
//
//   transform.tune.alternatives<"reduce_width"> {
//     %r0, %r1, %r2, %r3 = transform.structured.tile_reduction_using_for %h2
//         by tile_sizes = [0, 64]
//
// Loop nest: the stage is cut as by the step tile, and is split.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/split-reduction.h"
#include "sketch/script-peel.h"
#include "sketch/steps/step-ops.h"

bool asMergesColumns(const AsStage *stage) {
  return !stage->isReduction[stage->numDims - 1];
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  // A width that is the whole extent leaves the reduction as it is.
  nest->stage[step->stage].isSplit |= asNumTiled(step->tile.size) > 0;
  return asNestTile(nest, step->stage, step->tile.size, AS_LOOP_SERIAL, point);
}

/// Into partial results; a size that is a knob is `width`.
static void tileReduction(AsWriter *writer, const AsStep *step, int target,
                          int64_t width, const char *indent) {
  int numDims = writer->sketch->program->stages[step->stage].numDims;
  AsText list = {0};
  for (int d = 0; d < numDims; d++)
    asTextFormat(&list, "%s%lld", d ? ", " : "",
                 (long long)(step->tile.size[d].knob >= 0
                                 ? width
                                 : step->tile.size[d].constant));
  asWriteLine(
      writer,
      "%s%%r0, %%r1, %%r2, %%r3 = "
      "transform.structured.tile_reduction_using_for %%h%d by tile_sizes = "
      "[%s] : (" ANY ") -> (" ANY ", " ANY ", " ANY ", " ANY ")",
      indent, target, list.data);
  if (writer->sketch->gpu) { // Its threads will share these.
    int mark = asWriterMark(writer, step->stage);
    asWriteLine(writer, "%stransform.annotate %%r0 \"as.start%d\" : " ANY,
                indent, mark);
    asWriteLine(writer, "%stransform.annotate %%r1 \"as.part%d\" : " ANY,
                indent, mark);
    if (asMergesColumns(&writer->sketch->program->stages[step->stage]))
      asWriteLine(writer, "%stransform.annotate %%r2 \"as.merge%d\" : " ANY,
                  indent, mark);
  }
  writer->isSplit[step->stage] = true;
  asTextFree(&list);
}

/// The width is an attribute of the transform op, hence the alternatives; the
/// handles must not clash where it is a constant, hence the foreach.
static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  if (!asNumTiled(step->tile.size))
    return;
  const AsSize *size = &step->tile.size[0];
  int64_t extent = 0;
  for (int d = 0; d < stage->numDims; d++)
    if (step->tile.size[d].knob >= 0) {
      size = &step->tile.size[d];
      extent = stage->extent[d];
    }
  int target = asWriteMatch(writer, step->stage);
  if (size->knob < 0) {
    int h = writer->next++;
    asWriteLine(writer, "transform.foreach %%h%d : " ANY " {", target);
    asWriteLine(writer, "^bb0(%%h%d: " ANY "):", h);
    tileReduction(writer, step, h, 0, "  ");
    asWriteLine(writer, "}");
    for (int d = 0; d < stage->numDims; d++)
      if (asSizeLeavesRest(writer->sketch, &step->tile.size[d],
                           stage->extent[d])) {
        asWritePeelLoops(writer);
        break;
      }
    return;
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  asWriteOpenAlternatives(writer, size->knob, "", "");
  for (int o = 0; asWriteRegion(writer, size->knob, o); o++) {
    tileReduction(writer, step, target, knob->options[o], "  ");
    asWriteLine(writer, "  transform.yield");
  }
  if (asSizeLeavesRest(writer->sketch, size, extent))
    asWritePeelLoops(writer);
}

const AsStepOps asSplitReductionStep = {.name = "split-reduction",
                                        .clear = asClearTile,
                                        .isSane = asTileIsSane,
                                        .applyToNest = applyToNest,
                                        .writeScript = writeScript,
                                        .makesLoops = true,
                                        .reordersSums = true};
