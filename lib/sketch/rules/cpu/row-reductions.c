//===- row-reductions.c - Row-wise groups
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule rows: softmax, layer norm, reductions. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/row-queries.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"

/// Whether the stage multiplies a matrix, or several, with vectors.
static bool readsRowsOnce(const AsProgram *program, const AsStage *stage) {
  return stage->kind == AS_STAGE_CONTRACTION && stage->merges &&
         asKeptLoops(stage) > 0 && asAccessByRows(program, stage) >= 0;
}

/// As asRowsOf, but for a product of matrices and vectors among elementwise
/// stages.
static int rowsOfProduct(const AsDerivation *derivation) {
  const AsProgram *program = derivation->sketch.program;
  int anchor = asAnchorOf(derivation);
  if (anchor < 0 || !readsRowsOnce(program, &program->stages[anchor]) ||
      asHasStageKind(derivation, AS_STAGE_REDUCTION))
    return -1;
  return asKeptLoops(&program->stages[anchor]);
}

/// Whether a reduction reads an operand that lies along a loop of the result.
/// Its rows then are columns in memory, for which there are other rules.
static bool readsColumns(const AsProgram *program) {
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    for (int a = 0; a < stage->numAccesses && asIsReduction(stage); a++) {
      const AsAccess *access = &stage->access[a];
      int rank = program->tensors[access->tensor].rank;
      int last = rank > 1 ? asAccessLoop(access, stage, rank - 1) : -1;
      if (!access->isWrite && last >= 0 && !stage->isReduction[last] &&
          stage->extent[last] > 1)
        return true;
    }
  }
  return false;
}

static AsRuleVerdict meetsRows(const AsDerivation *derivation, int stage) {
  if (!asIsLastStage(derivation, stage) || derivation->isTiled ||
      !asHasLoops(derivation))
    return AS_RULE_PASS;
  int rows = asRowsOf(derivation);
  bool hasRows = rows == 0 || asLaneLoop(derivation, stage) >= 0;
  if (rows >= 0 && hasRows)
    return readsColumns(derivation->sketch.program) ? AS_RULE_APPLY
                                                    : AS_RULE_APPLY_LAST;
  return rowsOfProduct(derivation) > 0 ? AS_RULE_APPLY : AS_RULE_PASS;
}

/// A knob for how many rows of a matrix are multiplied at the same time:
/// several streams get more of the memory bandwidth than one, and the vector is
/// loaded once for all of them.
static AsSize rowsTogether(AsDerivation *derivation, int dim, int64_t extent) {
  enum { most = 8 };
  return asDerivationTile(derivation, "rows", extent, 1, most, 1,
                          asParallelSize(derivation, dim));
}

static void applyRows(AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int rows = asRowsOf(derivation);
  bool isProduct = rows < 0;
  if (isProduct)
    rows = rowsOfProduct(derivation);
  asMaterialisePads(derivation);
  const AsStage *last = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < rows && d < last->numDims; d++)
    step->fuse.size[d] = isProduct && d == rows - 1
                             ? rowsTogether(derivation, d, last->extent[d])
                             : asDerivationConstant(1, last->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  AsRowWidths widths = {asUnbounded, asUnbounded, false};
  for (int s = 0; s < program->numStages; s++)
    asGoAlongRow(derivation, rows, s, &widths);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

const AsRule asRuleRows = {"rows",
                           "row-wise groups: a row, or a few rows of a matrix, "
                           "at a time; reductions in "
                           "partial results",
                           meetsRows, applyRows};
