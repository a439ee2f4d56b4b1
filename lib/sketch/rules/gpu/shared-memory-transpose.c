//===- shared-memory-transpose.c - Transposes through shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule transpose: a block copies a tile as it lies in memory, and its
// threads write it as it is to lie, so that whole lines go either way. A thread
// reads a part of a row of the copy, which is a part of a column of the result.
// See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-queries.h"
#include "sketch/rules/gpu/block-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"

/// The loop along which the source is contiguous, or -1.
static int acrossOf(const AsDerivation *derivation, const AsStage *s) {
  const AsAccess *source = &s->access[0];
  int rank = derivation->sketch.program->tensors[source->tensor].rank;
  return rank ? asAccessLoop(source, s, rank - 1) : -1;
}

static AsRuleVerdict meetsTranspose(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || stage != 0 ||
      s->kind != AS_STAGE_TRANSPOSE || !asCanTile(derivation, stage))
    return AS_RULE_PASS;
  int lane = asLaneLoop(derivation, stage), across = acrossOf(derivation, s);
  return across >= 0 && across != lane && asHasBlocks(s->extent[lane]) &&
                 asHasBlocks(s->extent[across])
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static AsSize blockKnob(AsDerivation *derivation, const AsStage *s, int d) {
  enum { most = 128 };
  return asTileKnob(derivation, "block", d, s->extent[d], AS_LEAST_BLOCK, most,
                    0, asUnbounded);
}

static void applyTranspose(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage), across = acrossOf(derivation, s);
  int64_t lanes = asLanesOf(derivation, stage);
  AsSize blocks[AS_MAX_DIMS];
  AsStep *outer = asDerivationStep(derivation, AS_STEP_BLOCKS, stage);
  for (int d = 0; d < s->numDims; d++)
    outer->blocks.size[d] = blocks[d] =
        d == lane || d == across ? blockKnob(derivation, s, d)
                                 : asDerivationConstant(1, s->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_SHARE, stage)->share.operand = 0;
  AsStep *inner = asDerivationStep(derivation, AS_STEP_THREADS, stage);
  for (int d = 0; d < s->numDims; d++)
    if (d == lane || d == across)
      inner->tile.size[d] = asTileKnob(derivation, "register", d, s->extent[d],
                                       1, lanes, 0, blocks[d]);
  asFinishThreads(derivation);
}

const AsRule asRuleBlockTranspose = {
    "transpose", "tiles of a block, transposed by way of shared memory",
    meetsTranspose, applyTranspose};
