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

enum { rowLoop, columnLoop, sumLoop, numLoops };

/// Whether it multiplies a matrix of few rows by a transposed one, and sums are
/// long enough to be merged at the end.
static bool isProductOfRows(const AsDerivation *derivation, int anchor) {
  enum { mostRows = 16, fewestVectors = 8 };
  const AsProgram *program = derivation->sketch.program;
  const AsStage *s = asStageOf(derivation, anchor);
  int64_t lanes = asLanesOf(derivation, anchor);
  if (s->kind != AS_STAGE_CONTRACTION || !s->merges || s->numDims != numLoops ||
      s->isReduction[rowLoop] || s->isReduction[columnLoop] ||
      !s->isReduction[sumLoop] || s->extent[rowLoop] > mostRows ||
      s->extent[sumLoop] % lanes != 0 ||
      s->extent[sumLoop] < fewestVectors * lanes)
    return false;
  for (int a = 0; a < s->numAccesses; a++) {
    const AsAccess *access = &s->access[a];
    const AsTensor *tensor = &program->tensors[access->tensor];
    if (tensor->element != AS_ELEMENT_F32 && tensor->element != AS_ELEMENT_F64)
      return false;
    if (!access->isWrite &&
        (tensor->rank != 2 || asAccessLoop(access, s, 1) != sumLoop))
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

/// Register tiles divide the results: of remainders there would be a sum of
/// another shape.
static void applyDots(AsDerivation *derivation, int stage) {
  enum { mostRows = 16, mostColumns = 8 };
  int anchor = asAnchorOf(derivation);
  const AsStage *last = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < last->numDims; d++) {
    int own = derivation->sketch.loopMap[anchor][d];
    if (own == rowLoop || own == columnLoop)
      step->fuse.size[d] =
          asTileKnob(derivation, "register", d, last->extent[d], 1,
                     own == rowLoop ? mostRows : mostColumns, 0,
                     asParallelSize(derivation, d));
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_SPLIT_REDUCTION, anchor)
      ->tile.size[sumLoop]
      .constant = asLanesOf(derivation, anchor);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

const AsRule asRuleDots = {
    "dots", "products of few rows by transposed matrices as dot products",
    meetsDots, applyDots};
