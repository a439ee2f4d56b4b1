//===- plain.c - Leaving loops to LLVM
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule plain. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"

static AsRuleVerdict meetsPlain(const AsDerivation *derivation, int stage) {
  return asIsLastStage(derivation, stage) && derivation->sketch.numSteps == 0 &&
                 !derivation->hasHalo
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void applyPlain(AsDerivation *derivation, int stage) {
  derivation->isDone = true;
}

const AsRule asRulePlain = {"plain",
                            "as it is, with loops and vectors left to LLVM",
                            meetsPlain, applyPlain};
