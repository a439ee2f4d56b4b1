//===- attention.c - Two products with rows between them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule attention, for groups of task/attention-group.c: softmax(Q K) V. A
// block of rows of one head goes through all of it, so that the scores exist
// for these rows only.
//
//   for each head, each block of rows                        cache_1
//     for each register tile of the scores                   score_1 x score_2
//       accumulators = 0; for each column of Q: outer products
//       scale, mask; store
//     for each row of the block
//       maximum, exp, sum                                    as the rule rows
//     for each piece of the keys                             cache_3
//       for each register tile of the result                 register_1 x _2
//         for each key of the piece: outer products
//     quotients
//
// Of one row to three, as of a token against a cache, there are no blocks, and
// keys go by once, as they lie: by the rule dot-attention each score of a
// register tile is a vector of partial sums.
//
//   for each head
//     for each few keys                                      score_1
//       products with Q, added up; scale, mask; store
//     maximum, exp, sum                                      as the rule rows
//     for each register tile of the result                   register_1
//       for each key: multiply-adds
//     quotients
//
// See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "task/attention.h"
#include "sketch/rules/cpu/operand-packing.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"

/// Whether the rules apply to the stage.
static bool meets(const AsDerivation *derivation, int stage,
                  AsAttention *attention) {
  return asIsLastStage(derivation, stage) && !derivation->isTiled &&
         asCanTile(derivation, stage) &&
         asAttentionOf(derivation->sketch.program, attention);
}

/// Whether the lanes of the scores are contiguous in the keys as they are.
static bool readsKeysInOrder(const AsDerivation *derivation,
                             const AsAttention *attention) {
  const AsProgram *program = derivation->sketch.program;
  const AsStage *scores = asStageOf(derivation, attention->scores);
  int lane = asLaneLoop(derivation, attention->scores);
  for (int a = 0; a < scores->numAccesses; a++) {
    const AsAccess *access = &scores->access[a];
    int rank = program->tensors[access->tensor].rank;
    if (!access->isWrite && asAccessUses(access, lane) &&
        (rank == 0 || asAccessLoop(access, scores, rank - 1) != lane))
      return false;
  }
  return true;
}

static AsRuleVerdict meetsAttention(const AsDerivation *derivation, int stage) {
  AsAttention attention;
  if (!meets(derivation, stage, &attention))
    return AS_RULE_PASS;
  bool isInOrder = readsKeysInOrder(derivation, &attention);
  if (attention.hasFewRows)
    return isInOrder ? AS_RULE_APPLY_LAST : AS_RULE_PASS;
  if (asPackableOperand(derivation, attention.scores) < 0)
    return AS_RULE_APPLY_LAST;
  return isInOrder ? AS_RULE_APPLY : AS_RULE_PASS;
}

static AsRuleVerdict meetsPackedAttention(const AsDerivation *derivation,
                                          int stage) {
  AsAttention attention;
  return meets(derivation, stage, &attention) && !attention.hasFewRows
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static AsRuleVerdict meetsDotAttention(const AsDerivation *derivation,
                                       int stage) {
  AsAttention attention;
  return meets(derivation, stage, &attention) && attention.hasFewRows
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// Single heads, blocks of their rows.
static AsSize takeBlocks(AsDerivation *derivation, int stage,
                         const AsAttention *attention) {
  enum { mostRows = 128 };
  const AsStage *last = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  AsSize block = asUnbounded, shared = asUnbounded;
  for (int d = 0; d < last->numDims; d++) {
    int own = derivation->sketch.loopMap[attention->result][d];
    if (own == attention->row) {
      shared = asParallelSize(derivation, d);
      if (!attention->hasFewRows)
        step->fuse.size[d] = block = asTileKnob(
            derivation, "cache", d, last->extent[d], 4, mostRows, 0, shared);
    } else if (!last->isReduction[d] && own != attention->column) {
      step->fuse.size[d] = asDerivationConstant(1, last->extent[d]);
    }
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1)->clean.makesLocal = true;
  return asTighterSize(block, shared);
}

/// How the scores are computed.
typedef enum Scores {
  IN_ORDER, ///< Lanes are keys, which are read as they lie,
  PACKED,   ///< or copied before.
  DOTS      ///< Lanes are what is summed up.
} Scores;

/// Register tiles of stage `s`, whose sums are those of a product: `rows`, if
/// any, and `lanes` are its loops.
static void sizeRegisters(AsDerivation *derivation, int s, int product,
                          const char *level, int rows, int lanes, AsSize block,
                          AsSize *size) {
  enum { mostRows = 28, mostVectors = 4, mostVectorsOfOne = 8 };
  const AsStage *stage = asStageOf(derivation, s);
  int64_t vector = asLanesOf(derivation, product);
  if (rows >= 0)
    size[rows] = asTileKnob(derivation, level, rows, stage->extent[rows], 1,
                            mostRows, 0, block);
  bool isOne = rows < 0 || stage->extent[rows] == 1;
  size[lanes] = asTileKnob(
      derivation, level, lanes, stage->extent[lanes], vector,
      (isOne ? mostVectorsOfOne : mostVectors) * vector, 0, asUnbounded);
  // Parts of vectors are packed into tiles that upstream makes no vectors of.
  asKeepMultiples(derivation, &size[lanes], vector);
}

/// The same of scores whose lanes are what is summed up.
static void sizeDots(AsDerivation *derivation, int s, int rows, int keys,
                     AsSize block, AsSize *size) {
  enum { mostRows = 3, mostKeys = 8 };
  const AsStage *stage = asStageOf(derivation, s);
  if (rows >= 0)
    size[rows] = asTileKnob(derivation, "score", rows, stage->extent[rows], 1,
                            mostRows, 0, block);
  size[keys] = asTileKnob(derivation, "score", keys, stage->extent[keys], 1,
                          mostKeys, 0, asUnbounded);
}

/// Partial sums as wide as what is summed up, where registers hold that: keys
/// then are read in the order of memory, which hardware fetches ahead.
static void splitDots(AsDerivation *derivation, int product) {
  enum { mostVectors = 8 };
  const AsStage *stage = asStageOf(derivation, product);
  int64_t lanes = asLanesOf(derivation, product), width = mostVectors * lanes;
  int loop = asReductionLoop(stage);
  if (stage->extent[loop] <= width)
    width = stage->extent[loop];
  else if (stage->extent[loop] % width != 0)
    width = lanes;
  asDerivationStep(derivation, AS_STEP_SPLIT_REDUCTION, product)
      ->tile.size[loop]
      .constant = width;
}

/// The scores of a block, what scales and masks them in registers.
static void takeScores(AsDerivation *derivation, const AsAttention *attention,
                       AsSize block, Scores how) {
  int s = attention->scaled, product = attention->scores;
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, s);
  int row = attention->row < 0 ? -1 : asRowLoop(derivation, s);
  int lane = asLaneLoop(derivation, s);
  if (how == DOTS)
    sizeDots(derivation, s, row, lane, block, step->fuse.size);
  else
    sizeRegisters(derivation, s, product, "score", row, lane, block,
                  step->fuse.size);
  if (row >= 0 && step->fuse.size[row].knob >= 0 &&
      step->fuse.size[lane].knob >= 0)
    step->fuse.orderKnob = asOrderKnob(derivation, "score_order");
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  if (how == DOTS) {
    splitDots(derivation, product);
    return;
  }
  if (how == PACKED)
    asPackOperand(derivation, product);
  // Now, as what turns a packed tile back goes along.
  asReduceByOne(derivation, product);
}

/// Pieces of the keys for all rows of a block: the first cache holds what the
/// product reads of the values.
static void takePieces(AsDerivation *derivation, const AsAttention *attention) {
  enum { fewestKeys = 32, mostKeys = 1024 };
  const AsStage *last = asStageOf(derivation, attention->result);
  int keys = attention->key;
  AsSize piece = asTileKnob(derivation, "cache", keys, last->extent[keys],
                            fewestKeys, mostKeys, 0, asUnbounded);
  asDerivationStep(derivation, AS_STEP_TILE, attention->result)
      ->tile.size[keys] = piece;
}

/// How many leading loops of the weights are rows.
static int rowsOf(const AsDerivation *derivation,
                  const AsAttention *attention) {
  return asStageOf(derivation, attention->weights)->numDims - 1;
}

/// Whether it is a reduction of the weights, as their sums.
static bool reducesWeights(const AsDerivation *derivation,
                           const AsAttention *attention, int stage) {
  return stage > attention->weights &&
         asStageOf(derivation, stage)->kind == AS_STAGE_REDUCTION;
}

/// The rows between the products, one at a time. What the weights are made of
/// goes with each row of them, while that is in the first cache; reductions of
/// the weights follow. A single row is all that there is.
static void takeRows(AsDerivation *derivation, const AsAttention *attention) {
  int rows = rowsOf(derivation, attention);
  if (attention->row < 0)
    return;
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, attention->weights);
  for (int d = 0; d < rows; d++)
    step->fuse.size[d] = asDerivationConstant(
        1, asStageOf(derivation, attention->weights)->extent[d]);
  for (int s = 0; s < derivation->sketch.program->numStages; s++) {
    if (!reducesWeights(derivation, attention, s))
      continue;
    AsStep *each = asDerivationStep(derivation, AS_STEP_TILE, s);
    for (int d = 0; d < rows; d++)
      each->tile.size[d] =
          asDerivationConstant(1, asStageOf(derivation, s)->extent[d]);
  }
}

/// What is done with each row. Where the scores have loops that are unrolled
/// later nothing is peeled, by which their handles would be lost.
static void goAlongRows(AsDerivation *derivation, const AsAttention *attention,
                        Scores how) {
  AsRowWidths widths = {asUnbounded, asUnbounded, how != DOTS};
  for (int s = attention->scaled + 1; s < derivation->sketch.program->numStages;
       s++)
    if (s <= attention->weights || reducesWeights(derivation, attention, s))
      asGoAlongRow(derivation, rowsOf(derivation, attention), s, &widths);
}

/// The last product, what it starts from and what is behind it.
static void takeResults(AsDerivation *derivation, const AsAttention *attention,
                        AsSize block) {
  const AsProgram *program = derivation->sketch.program;
  int result = attention->result;
  if (!attention->hasFewRows) // Values are read once.
    takePieces(derivation, attention);
  AsStep *inner = asDerivationStep(derivation, AS_STEP_TILE, result);
  sizeRegisters(derivation, result, result, "register", attention->row,
                attention->column, block, inner->tile.size);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  int initial = asStageResult(asStageOf(derivation, result))->initial;
  int fill = initial < 0 ? -1 : program->tensors[initial].producer;
  if (fill >= 0)
    asTileAround(derivation, fill);
  for (int s = result + 1; s < program->numStages; s++)
    asTileAround(derivation, s);
}

static void apply(AsDerivation *derivation, int stage, Scores how) {
  AsAttention attention;
  if (!asAttentionOf(derivation->sketch.program, &attention))
    return;
  AsSize block = takeBlocks(derivation, stage, &attention);
  takeScores(derivation, &attention, block, how);
  takeRows(derivation, &attention);
  takeResults(derivation, &attention, block);
  goAlongRows(derivation, &attention, how);
  asReduceByOne(derivation, attention.result);
  if (how != DOTS)
    asDerivationStep(derivation, AS_STEP_VECTORISE, attention.scores);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_BOTH;
  const int products[] = {attention.scores, attention.result};
  static const char *const names[] = {"score_unroll", "unroll"};
  for (int i = how == DOTS; i < 2; i++) {
    const AsStage *product = asStageOf(derivation, products[i]);
    asDerivationStep(derivation, AS_STEP_UNROLL, products[i])
        ->unroll.factorKnob = asUnrollKnob(
        derivation, names[i], product->extent[asReductionLoop(product)]);
  }
  derivation->isTiled = derivation->isDone = true;
}

static void applyAttention(AsDerivation *derivation, int stage) {
  apply(derivation, stage, IN_ORDER);
}

static void applyPackedAttention(AsDerivation *derivation, int stage) {
  apply(derivation, stage, PACKED);
}

static void applyDotAttention(AsDerivation *derivation, int stage) {
  apply(derivation, stage, DOTS);
}

const AsRule asRuleAttention = {
    "attention",
    "two products with rows between them, a block of rows at a time",
    meetsAttention, applyAttention};

const AsRule asRulePackedAttention = {
    "packed-attention", "the same, the keys copied to contiguous tiles",
    meetsPackedAttention, applyPackedAttention};

const AsRule asRuleDotAttention = {
    "dot-attention", "the same of one row to three, the scores as dot products",
    meetsDotAttention, applyDotAttention};
