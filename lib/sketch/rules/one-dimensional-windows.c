//===- one-dimensional-windows.c - Windows taken to one dimension
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule window, for CPUs and for the threads of GPUs: convolutions and
// pooling, by upstream's decomposition to one dimension, and on CPUs without it
// where upstream has none. It follows a rule tile. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tiled-steps.h"
#include "sketch/rules/window-steps.h"

static AsRuleVerdict meetsWindow(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  bool isDecomposed = asIsWindowed(s) && asIsDecomposable(s->name);
  return derivation->isTiled && asHasReducedLoop(s) &&
                 (isDecomposed || asGoesByPosition(derivation, stage))
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// How many rows a register tile has. The last stage was tiled into these last.
static AsSize registerRows(const AsDerivation *derivation, int row) {
  const AsSketch *sketch = &derivation->sketch;
  int last = sketch->program->numStages - 1;
  int anchor = asAnchorOf(derivation), s = sketch->numSteps - 1;
  while (sketch->steps[s].kind != AS_STEP_FUSE)
    s--;
  for (int d = 0; d < asStageOf(derivation, last)->numDims; d++)
    if (sketch->loopMap[anchor][d] == row)
      return sketch->steps[s].fuse.size[d];
  return asDerivationConstant(1, 2);
}

static void applyByPosition(AsDerivation *derivation, int stage) {
  int row = asRowLoop(derivation, stage);
  bool isVector = asRowsAreVector(derivation, stage, row);
  asTakeApart(derivation, stage, isVector ? -1 : row,
              registerRows(derivation, row));
}

static void applyWindow(AsDerivation *derivation, int stage) {
  if (asGoesByPosition(derivation, stage)) {
    applyByPosition(derivation, stage);
    return;
  }
  if (asFeedingProduct(derivation) >= 0)
    asReduceByOne(derivation, asFeedingProduct(derivation));
  asReduceByOne(derivation, stage);
  asDerivationStep(derivation, AS_STEP_DECOMPOSE, stage);
  asDerivationStep(derivation, AS_STEP_VECTORISE, stage);
  asFinishTiled(derivation, stage);
}

const AsRule asRuleWindow = {
    "window", "convolutions and pooling, a position of the window at a time",
    meetsWindow, applyWindow};
