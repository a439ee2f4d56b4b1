//===- register-transpose.c - Transposes in registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule transpose. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"

static AsRuleVerdict meetsTranspose(const AsDerivation *derivation, int stage) {
  return asIsLastStage(derivation, stage) && !derivation->isTiled &&
                 stage == 0 &&
                 asStageOf(derivation, stage)->kind == AS_STAGE_TRANSPOSE &&
                 asCanTile(derivation, stage)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// Where both loops have a choice of tiles, a knob says which is the outer one.
static void chooseOrder(AsDerivation *derivation, AsStep *step, int lane,
                        int across, const char *name) {
  if (across >= 0 && across != lane && step->fuse.size[lane].knob >= 0 &&
      step->fuse.size[across].knob >= 0)
    step->fuse.orderKnob = asOrderKnob(derivation, name);
}

/// A tile of whole lines, or all of a short loop. What is left over is peeled
/// off, so that register tiles divide it whatever divides the extent.
static AsSize lineTile(AsDerivation *derivation, int stage, int dim) {
  enum { most = 256 };
  const AsTarget *target = derivation->target;
  const AsStage *s = asStageOf(derivation, stage);
  int64_t unit = asLanesOf(derivation, stage);
  while (unit * target->vectorBytes <
         target->lineBytes * asLanesOf(derivation, stage))
    unit *= 2;
  AsSize within = asParallelSize(derivation, dim);
  AsSize size = asTileKnob(derivation, "cache", dim, s->extent[dim], unit, most,
                           unit, within);
  asKeepMultiples(derivation, &size, unit);
  return size;
}

/// Two levels over the loops that are contiguous on either side, so that whole
/// lines are used on both; the inner one is transposed in registers. Which side
/// goes by in the order of memory decides what the hardware fetches ahead.
/// Squares of a vector's elements, or of half of them, take few shuffles, so
/// that they are worth what they leave over, whatever divides the extent: it is
/// peeled off.
static void applyTranspose(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  const AsProgram *program = derivation->sketch.program;
  int lane = asLaneLoop(derivation, stage);
  const AsAccess *source = &s->access[0];
  int rank = program->tensors[source->tensor].rank;
  int across = rank ? asAccessLoop(source, s, rank - 1) : -1;
  int64_t lanes = asLanesOf(derivation, stage);
  AsSize cache[AS_MAX_DIMS];
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    AsSize share = asParallelSize(derivation, d);
    if (d == lane || d == across)
      outer->fuse.size[d] = lineTile(derivation, stage, d);
    cache[d] = asTighterSize(outer->fuse.size[d], share);
  }
  chooseOrder(derivation, outer, lane, across, "cache_order");
  AsStep *inner = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    if (d == lane || d == across) {
      inner->fuse.size[d] = asTileKnob(derivation, "register", d, s->extent[d],
                                       lanes / 2, lanes, lanes / 2, cache[d]);
      asKeepMultiples(derivation, &inner->fuse.size[d], lanes / 2);
    } else {
      inner->fuse.size[d] = asDerivationConstant(1, s->extent[d]);
    }
  }
  chooseOrder(derivation, inner, lane, across, "order");
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_TRANSPOSES;
  derivation->isTiled = derivation->isDone = true;
}

const AsRule asRuleTranspose = {"transpose",
                                "two-level tiles, transposed in registers",
                                meetsTranspose, applyTranspose};
