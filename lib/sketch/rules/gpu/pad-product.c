//===- pad-product.c - Products of extents that tiles do not divide
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule round. Tiles of blocks and of tensor cores divide what they are
// tiles of: a remainder would be another kernel. So operands are padded with
// zeros to extents that have many divisors, and of the product only what was
// asked for is copied out, or read by what comes after it, a thread an element.
// The derivation goes on with the program that is left, so that all rules for
// products apply. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-queries.h"
#include "sketch/rules/padded-operands.h"
#include "sketch/rules/stage-queries.h"

/// Extents that are rounded up to the most of these that adds no more than a
/// tenth, or else to the least.
enum { leastUnit = 16, mostUnit = 128, mostAdded = 10 };

/// What an extent is to be a multiple of. The shortest ones stay as they are;
/// of others it is worth it where tensor cores can do what the rest of the chip
/// takes longer for than memory, such as a few rows times a large matrix.
static int64_t unitOf(int64_t extent) {
  if (extent < leastUnit / 4)
    return 1;
  int64_t unit = mostUnit;
  while (unit > leastUnit &&
         mostAdded * (asRoundUp(extent, unit) - extent) > extent)
    unit /= 2;
  return unit;
}

enum { product = AS_FILLED_PRODUCT };

/// The loops whose extents change: the rows and lanes of the result, and what
/// is summed up.
static bool isRounded(const AsDerivation *derivation, int product, int d) {
  const AsStage *s = asStageOf(derivation, product);
  return (d == asRowLoop(derivation, product) ||
          d == asLaneLoop(derivation, product) || d == asReductionLoop(s)) &&
         s->extent[d] % unitOf(s->extent[d]) != 0;
}

/// Whether the threads of blocks can share the operands once that is done.
static bool hasBlocks(const AsDerivation *derivation) {
  const AsStage *s = asStageOf(derivation, product);
  int k = asReductionLoop(s);
  bool hasBlocks = false;
  for (int d = 0; d < s->numDims; d++)
    hasBlocks |= !s->isReduction[d] &&
                 asHasBlocks(isRounded(derivation, product, d)
                                 ? asRoundUp(s->extent[d], unitOf(s->extent[d]))
                                 : s->extent[d]);
  return hasBlocks && k >= 0 && s->extent[k] > 1;
}

static AsRuleVerdict meetsRound(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  if (!asIsLastStage(derivation, stage) || derivation->sketch.numSteps > 0 ||
      !asIsFilledProduct(program) || asRowLoop(derivation, product) < 0 ||
      !asIsPlainlyIndexed(program, &program->stages[product]) ||
      !hasBlocks(derivation))
    return AS_RULE_PASS;
  bool changes = false;
  for (int d = 0; d < program->stages[product].numDims; d++)
    changes |= isRounded(derivation, product, d);
  return changes ? AS_RULE_APPLY : AS_RULE_PASS;
}

static void applyRound(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, product);
  AsStep *step = asDerivationStep(derivation, AS_STEP_ROUND, product);
  for (int d = 0; d < s->numDims; d++)
    if (isRounded(derivation, product, d))
      step->round.multiple[d] = unitOf(s->extent[d]);
  asDerivationSetProgram(
      derivation,
      asRoundedProgram(derivation->sketch.program, step, derivation->arena));
  step->stage = derivation->stage;
  asDerivationStep(derivation, AS_STEP_MATERIALISE_PADS, -1);
}

const AsRule asRuleRound = {"round",
                            "products padded to extents that tiles divide",
                            meetsRound, applyRound};
