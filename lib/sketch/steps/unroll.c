//===- unroll.c - Unroll the innermost loop of a stage
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unrolls the last loop that a step tile made of the stage.
//
// Knobs: `factorKnob`, of kind unroll, an alternative as the transform takes an
// attribute. 1 leaves the loop as it is.
//
//   transform.tune.alternatives<"unroll"> {
//     transform.loop.unroll %l5#0 {factor = 4}
//     transform.yield
//
// Loop nest: the innermost loop has the factor. It runs as often or at least
// twice as often, or the point is not valid.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/steps/step-ops.h"

static void clear(AsStep *step) { step->unroll.factorKnob = -1; }

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return asStageStepIsSane(sketch, step) &&
         asKnobIsSane(sketch, step->unroll.factorKnob, AS_KNOB_UNROLL);
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  AsNestStage *stage = &nest->stage[step->stage];
  int64_t factor = asPointValue(nest->sketch, point, step->unroll.factorKnob);
  AsNestLoop *inner =
      stage->numLoops ? &stage->loop[stage->numLoops - 1] : NULL;
  // Of threads each does one iteration: there is nothing to take a handle of.
  if (inner && inner->kind == AS_LOOP_THREADS &&
      stage->numLoops > stage->shared)
    return false;
  if (factor == 1)
    return true;
  if (stage->numLoops == stage->shared)
    return false;
  // All of it, or several times.
  if (asNestTrip(inner) != factor && asNestTrip(inner) < 2 * factor)
    return false;
  inner->unroll = (int16_t)factor;
  return true;
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  int loops = writer->loops[step->stage].count;
  const AsKnob *knob = &writer->sketch->knobs[step->unroll.factorKnob];
  asWriteOpenAlternatives(writer, step->unroll.factorKnob, "", "");
  for (int o = 0; asWriteRegion(writer, step->unroll.factorKnob, o); o++) {
    if (knob->options[o] > 1 && loops)
      asWriteLine(writer,
                  "  transform.loop.unroll %%l%d#%d {factor = %lld} : " ANY,
                  writer->loops[step->stage].handle, loops - 1,
                  (long long)knob->options[o]);
    asWriteLine(writer, "  transform.yield");
  }
}

const AsStepOps asUnrollStep = {.name = "unroll",
                                .clear = clear,
                                .isSane = isSane,
                                .applyToNest = applyToNest,
                                .writeScript = writeScript};
