//===- dot-products.c - Products of few rows, as dot products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule dots. Where both operands of a product are contiguous along what is
// summed up, as those of a matrix and a transposed one, vectors lie along that
// as they do in memory: each result of a register tile is a vector of partial
// sums, merged at the end. Nothing is packed, which few rows would not make
// worth while, and large weights go by once, in the order of memory. See
// docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"

/// Whether the operand is contiguous along what is summed up, and each index is
/// one of the loops.
static bool isAlongSum(const AsProgram *program, const AsStage *stage,
                       const AsAccess *access, int sum) {
  const AsTensor *tensor = &program->tensors[access->tensor];
  for (int r = 0; r < tensor->rank; r++)
    if (asAccessLoop(access, stage, r) < 0)
      return false;
  return tensor->rank > 1 &&
         asAccessLoop(access, stage, tensor->rank - 1) == sum;
}

/// Whether sums are long enough for the vector of each result to be merged at
/// the end. The fewer rows or columns there are, the more of the time goes into
/// loading the other operand, which is not saved by other schedules.
static bool isWorthMerging(const AsDerivation *derivation, int anchor, int row,
                           int column, int sum) {
  enum { few = 16, fewestVectors = 2 };
  const AsStage *s = asStageOf(derivation, anchor);
  int64_t side =
      s->extent[row] < s->extent[column] ? s->extent[row] : s->extent[column];
  int64_t vectors = side < fewestVectors ? fewestVectors : side;
  return side <= few &&
         s->extent[sum] >= vectors * asLanesOf(derivation, anchor);
}

/// Whether it multiplies a matrix of few rows by a transposed one, or one of
/// any number of rows by few columns, or does so in each of a batch.
static bool isProductOfRows(const AsDerivation *derivation, int anchor) {
  const AsProgram *program = derivation->sketch.program;
  const AsStage *s = asStageOf(derivation, anchor);
  int row = asRowLoop(derivation, anchor), sum = asReductionLoop(s),
      column = asLaneLoop(derivation, anchor);
  if (s->kind != AS_STAGE_CONTRACTION || !s->merges || row < 0 || sum < 0 ||
      column < 0 || !isWorthMerging(derivation, anchor, row, column, sum))
    return false;
  for (int d = 0; d < s->numDims; d++)
    if (d != row && d != column && d != sum && !asIsBatchLoop(program, s, d))
      return false;
  for (int a = 0; a < s->numAccesses; a++) {
    const AsAccess *access = &s->access[a];
    AsElement element = program->tensors[access->tensor].element;
    if ((element != AS_ELEMENT_F32 && element != AS_ELEMENT_F64) ||
        (!access->isWrite && !isAlongSum(program, s, access, sum)))
      return false;
  }
  return true;
}

static AsRuleVerdict meetsDots(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  return asIsLastStage(derivation, stage) && !derivation->isTiled &&
                 !derivation->mustPack && anchor >= 0 &&
                 asHasLoops(derivation) && asCanTile(derivation, stage) &&
                 !asHasStageKind(derivation, AS_STAGE_REDUCTION) &&
                 !asHasStageKind(derivation, AS_STAGE_PAD) &&
                 isProductOfRows(derivation, anchor)
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

/// What register tiles leave over of rows and columns has sums of its own.
static void applyDots(AsDerivation *derivation, int stage) {
  enum { mostRows = 16, mostColumns = 8 };
  int anchor = asAnchorOf(derivation);
  const AsStage *last = asStageOf(derivation, stage);
  int row = asRowLoop(derivation, anchor),
      column = asLaneLoop(derivation, anchor),
      sum = asReductionLoop(asStageOf(derivation, anchor));
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < last->numDims; d++) {
    int own = derivation->sketch.loopMap[anchor][d];
    if (own == row || own == column)
      step->fuse.size[d] =
          asTileKnob(derivation, "register", d, last->extent[d], 1,
                     own == row ? mostRows : mostColumns, 1,
                     asParallelSize(derivation, d));
    else if (!last->isReduction[d])
      step->fuse.size[d] = asDerivationConstant(1, last->extent[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_SPLIT_REDUCTION, anchor)
      ->tile.size[sum]
      .constant = asLanesOf(derivation, anchor);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

const AsRule asRuleDots = {
    "dots", "products of few rows by transposed matrices as dot products",
    meetsDots, applyDots};
