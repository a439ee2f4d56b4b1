//===- pack-after-tiling.c - An operand of a tiled anchor packed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule pack: an operand that all rows use is copied to contiguous tiles. It
// follows the rule tile. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/cpu/operand-packing.h"
#include "sketch/rules/stage-queries.h"

static AsRuleVerdict meetsPack(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  bool hasTwoOperands =
      s->kind == AS_STAGE_CONTRACTION || s->kind == AS_STAGE_PAIRWISE ||
      s->kind == AS_STAGE_CONVOLUTION || s->kind == AS_STAGE_DEPTHWISE;
  return derivation->isTiled && !derivation->isPacked && hasTwoOperands &&
                 !derivation->hasHalo && asRowLoop(derivation, stage) >= 0 &&
                 asPackableOperand(derivation, stage) >= 0
             ? derivation->mustPack ? AS_RULE_APPLY_LAST : AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void applyPack(AsDerivation *derivation, int stage) {
  asPackOperand(derivation, stage);
  derivation->isPacked = true;
}

const AsRule asRulePack = {
    "pack", "an operand copied to contiguous tiles, used again for every row",
    meetsPack, applyPack};
