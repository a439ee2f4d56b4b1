//===- sketch/cpu/rows.c - Row-wise groups
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule rows: softmax, layer norm, reductions. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/cpu/common.h"

static int numResults(const AsStage *stage) {
  int count = 0;
  for (int a = 0; a < stage->numAccesses; a++)
    count += stage->access[a].isWrite;
  return count;
}

/// One trailing reduction loop for each reduction, and one result: those of
/// several (argmax) cannot be split into partial results.
static AsRuleVerdict meetsRows(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  if (!asIsLastStage(derivation, stage) || derivation->isTiled ||
      asAnchorOf(derivation) >= 0 ||
      !asHasStageKind(derivation, AS_STAGE_REDUCTION) ||
      !asCanTile(derivation, stage))
    return AS_RULE_PASS;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *own = &program->stages[s];
    int reductions = 0;
    for (int d = 0; d < own->numDims; d++)
      reductions += own->isReduction[d];
    bool trailing = own->numDims > 0 && own->isReduction[own->numDims - 1];
    if (own->kind == AS_STAGE_REDUCTION &&
        (reductions != 1 || !trailing || numResults(own) != 1))
      return AS_RULE_PASS;
  }
  return AS_RULE_APPLY_LAST;
}

static void applyRows(AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int rows = 0; // Leading loops that every reduction keeps.
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == AS_STAGE_REDUCTION)
      rows = program->stages[s].numDims - 1;
  asMaterialisePads(derivation);
  const AsStage *last = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < rows && d < last->numDims; d++)
    step->size[d] = asDerivationConstant(1, last->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  // One width for all reductions, another for all elementwise stages, since
  // they walk the same row.
  AsSize reduced = asUnbounded, mapped = asUnbounded;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *own = &program->stages[s];
    int d = own->numDims - 1;
    if (own->numDims <= rows || own->extent[d] == 1)
      continue;
    int64_t lanes = asLanesOf(derivation, s);
    if (own->kind == AS_STAGE_REDUCTION) {
      if (reduced.knob < 0) {
        reduced = asDerivationTile(derivation, "reduce_width", own->extent[d],
                                   lanes, 16 * lanes, lanes, asUnbounded);
        if (reduced.knob >= 0)
          derivation->sketch.knobs[reduced.knob].isAlternative = true;
      }
      AsStep *split = asDerivationStep(derivation, AS_STEP_SPLIT_REDUCTION, s);
      split->size[d] = reduced;
    } else if (own->kind == AS_STAGE_ELEMENTWISE) {
      if (mapped.knob < 0)
        mapped = asDerivationTile(derivation, "map_width", own->extent[d],
                                  lanes, 16 * lanes, lanes, asUnbounded);
      AsStep *tile = asDerivationStep(derivation, AS_STEP_TILE, s);
      tile->size[d] = mapped;
    }
  }
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->operand =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

const AsRule asRuleRows = {
    "rows", "row-wise groups: a row at a time, reductions in partial results",
    meetsRows, applyRows};
