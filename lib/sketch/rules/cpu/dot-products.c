//===- dot-products.c - Products of few rows, as dot products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule dots. Where both operands of a product are contiguous along what is
// summed up, as those of a matrix and a transposed one, vectors lie along that
// as they do in memory: each result of a register tile is a vector of partial
// sums, merged at the end. Nothing is packed, which few rows would not make
// worth while, and large weights go by once, in the order of memory.
//
// Operands may be widened: f16, or quantised weights with a scale for each
// group of the sum, which then has several loops. A vector of these is widened
// once for all rows of a register tile. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "ir/widened-rows.h"
#include "sketch/rules/row-queries.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"

/// The loop along which vectors lie: the last one, if it sums up; else -1.
static int sumLoop(const AsStage *stage) {
  int last = stage->numDims - 1;
  return last >= 0 && stage->isReduction[last] ? last : -1;
}

/// Whether each index of the operand is one of the loops, and the operand is
/// contiguous along what is summed up, unless that does not move it, as it does
/// not move scales of groups of weights.
static bool isAlongSum(const AsProgram *program, const AsStage *stage,
                       const AsAccess *access, int sum) {
  int rank = program->tensors[access->tensor].rank;
  for (int r = 0; r < rank; r++)
    if (asAccessLoop(access, stage, r) < 0)
      return false;
  return !asAccessUses(access, sum) ||
         (rank > 1 && asAccessLoop(access, stage, rank - 1) == sum);
}

/// How many numbers become one.
static int64_t numSummedUp(const AsStage *stage) {
  int64_t count = 1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d])
      count *= stage->extent[d];
  return count;
}

/// Whether an operand along what is summed up has smaller elements than the
/// result, and is widened.
static bool widensWeights(const AsProgram *program, const AsStage *stage) {
  AsElement sum = program->tensors[asStageResult(stage)->tensor].element;
  for (int a = 0; a < stage->numAccesses; a++)
    if (asAccessUses(&stage->access[a], sumLoop(stage)) &&
        asElementBytes(program->tensors[stage->access[a].tensor].element) <
            asElementBytes(sum))
      return true;
  return false;
}

/// Whether sums are long enough for the vector of each result to be merged at
/// the end. The fewer rows or columns there are, the more of the time goes into
/// loading the other operand, which is not saved by other schedules. Nor do
/// these widen weights by vectors.
static bool isWorthMerging(const AsDerivation *derivation, int anchor, int row,
                           int column, int sum) {
  enum { few = 16, fewestVectors = 2 };
  const AsStage *s = asStageOf(derivation, anchor);
  bool isWidened = widensWeights(derivation->sketch.program, s);
  int64_t side =
      s->extent[row] < s->extent[column] ? s->extent[row] : s->extent[column];
  int64_t vectors = side < fewestVectors || isWidened ? fewestVectors : side,
          lanes = asLanesOf(derivation, anchor);
  // What whole vectors leave over is peeled off behind two of them.
  bool isCut = s->extent[sum] % lanes == 0 ? s->extent[sum] >= lanes
                                           : s->extent[sum] >= 2 * lanes;
  return isCut && side <= (isWidened ? AS_MOST_WIDENED_ROWS : few) &&
         numSummedUp(s) >= vectors * lanes;
}

/// Whether it multiplies a matrix of few rows by a transposed one, or one of
/// any number of rows by few columns, or does so in each of a batch. Weights
/// may be computed from an operand: integers with a scale for each group.
static bool isProductOfRows(const AsDerivation *derivation, int anchor) {
  const AsProgram *program = derivation->sketch.program;
  const AsStage *s = asStageOf(derivation, anchor);
  int row = asRowLoop(derivation, anchor), sum = sumLoop(s),
      column = asLaneLoop(derivation, anchor);
  if (s->kind != AS_STAGE_CONTRACTION || !s->merges || row < 0 || sum < 0 ||
      column < 0 || asMultipliesShort(derivation, anchor) ||
      !isWorthMerging(derivation, anchor, row, column, sum))
    return false;
  for (int d = 0; d < s->numDims; d++)
    if (d != row && d != column && !s->isReduction[d] &&
        !asIsBatchLoop(program, s, d))
      return false;
  bool isOfRow = false, isOfColumn = false;
  for (int a = 0; a < s->numAccesses; a++) {
    const AsAccess *access = &s->access[a];
    if (!access->isWrite && !isAlongSum(program, s, access, sum))
      return false;
    if (access->isWrite || !asAccessUses(access, sum))
      continue;
    isOfRow |= asAccessUses(access, row);
    isOfColumn |= asAccessUses(access, column);
  }
  AsElement element = program->tensors[asStageResult(s)->tensor].element;
  return isOfRow && isOfColumn &&
         (element == AS_ELEMENT_F32 || element == AS_ELEMENT_F64);
}

/// Whether nothing else is worth a trial: other schedules widen the weights
/// number by number, which takes less than merging only where sums are short.
static bool isBest(const AsDerivation *derivation, int anchor) {
  enum { shortVectors = 8 };
  const AsStage *s = asStageOf(derivation, anchor);
  return widensWeights(derivation->sketch.program, s) &&
         numSummedUp(s) >= shortVectors * asLanesOf(derivation, anchor);
}

static AsRuleVerdict meetsDots(const AsDerivation *derivation, int stage) {
  int anchor = asAnchorOf(derivation);
  bool isMet = asIsLastStage(derivation, stage) && !derivation->isTiled &&
               !derivation->mustPack && anchor >= 0 && asHasLoops(derivation) &&
               asCanTile(derivation, stage) &&
               !asHasStageKind(derivation, AS_STAGE_REDUCTION) &&
               !asHasStageKind(derivation, AS_STAGE_PAD) &&
               isProductOfRows(derivation, anchor);
  if (!isMet)
    return AS_RULE_PASS;
  return isBest(derivation, anchor) ? AS_RULE_APPLY_LAST : AS_RULE_APPLY;
}

/// Whether the loop is over several numbers in each element of an operand that
/// lies along what is summed up.
static bool takesParts(const AsProgram *program, const AsStage *stage, int d) {
  for (int a = 0; a < stage->numAccesses; a++)
    if (!stage->access[a].isWrite &&
        asAccessUses(&stage->access[a], sumLoop(stage)) &&
        asTakesPartsOf(program, stage, &stage->access[a], d))
      return true;
  return false;
}

/// Into a vector of partial sums; outer loops, as of groups, one iteration at a
/// time, and all numbers in an element at once.
static void splitSums(AsDerivation *derivation, int anchor) {
  const AsProgram *program = derivation->sketch.program;
  const AsStage *s = asStageOf(derivation, anchor);
  AsStep *step = asDerivationStep(derivation, AS_STEP_SPLIT_REDUCTION, anchor);
  for (int d = 0; d < s->numDims; d++)
    if (d == sumLoop(s))
      step->tile.size[d].constant = asLanesOf(derivation, anchor);
    else if (s->isReduction[d])
      step->tile.size[d].constant =
          takesParts(program, s, d) ? s->extent[d] : 1;
}

/// What register tiles leave over of rows and columns has sums of its own. The
/// operand of the outer loop goes by once, the other one for each of its tiles.
static void applyDots(AsDerivation *derivation, int stage) {
  enum { mostRows = 16, mostColumns = 8 };
  int anchor = asAnchorOf(derivation);
  const AsStage *last = asStageOf(derivation, stage);
  int row = asRowLoop(derivation, anchor),
      column = asLaneLoop(derivation, anchor);
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
  if (asNumTiled(step->fuse.size) > 1)
    step->fuse.orderKnob = asOrderKnob(derivation, "order");
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  splitSums(derivation, anchor);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

const AsRule asRuleDots = {
    "dots", "products of few rows by transposed matrices as dot products",
    meetsDots, applyDots};
