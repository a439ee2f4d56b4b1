//===- one-dimensional-windows.c - Windows taken to one dimension
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule window, for CPUs and for the threads of GPUs: convolutions and
// pooling by decomposition. It follows a rule tile. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tiled-steps.h"

static AsRuleVerdict meetsWindow(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  bool windowed = s->kind == AS_STAGE_CONVOLUTION ||
                  s->kind == AS_STAGE_DEPTHWISE || s->kind == AS_STAGE_POOLING;
  return derivation->isTiled && windowed && asIsDecomposable(s->name)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyWindow(AsDerivation *derivation, int stage) {
  if (asFeedingProduct(derivation) >= 0)
    asReduceByOne(derivation, asFeedingProduct(derivation));
  asReduceByOne(derivation, stage);
  asDerivationStep(derivation, AS_STEP_DECOMPOSE, stage);
  asDerivationStep(derivation, AS_STEP_VECTORISE, stage);
  asFinishTiled(derivation, stage);
}

const AsRule asRuleWindow = {
    "window", "convolutions and pooling by decomposition to one dimension",
    meetsWindow, applyWindow};
