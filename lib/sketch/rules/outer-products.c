//===- outer-products.c - Contractions as outer products in registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule contract, for CPUs and for the threads of GPUs: it follows a rule
// tile. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tiled-steps.h"
#include "sketch/rules/window-steps.h"

static AsRuleVerdict meetsContract(const AsDerivation *derivation, int stage) {
  return derivation->isTiled && !asGoesByPosition(derivation, stage) &&
                 asStageOf(derivation, stage)->kind == AS_STAGE_CONTRACTION
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyContract(AsDerivation *derivation, int stage) {
  asReduceByOne(derivation, stage);
  asDerivationStep(derivation, AS_STEP_VECTORISE, stage);
  asFinishTiled(derivation, stage);
}

const AsRule asRuleContract = {"contract",
                               "contractions as outer products in registers",
                               meetsContract, applyContract};
