//===- attention.c - The stages of attention
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See attention.h. The stages, with those that fill what others start from left
// out:
//
//   scores    contraction   heads, rows, keys, inner      keys are its lanes
//   scaled    elementwise   heads, rows, keys             if it is there
//             reductions and elementwise stages of rows
//   weights   elementwise   heads, rows, keys
//   result    contraction   heads, rows, columns, keys    columns are its lanes
//             elementwise   heads, rows, columns          if it is there
//
// Extraction groups only what the rules for it (sketch/rules/cpu/attention.c)
// take, as no other rule makes good loops of it.
//
// There may be no loop over rows: unit dimensions are dropped, so that one
// token against a cache is
//
//   scores    contraction   heads, keys, inner
//   weights   elementwise   heads, keys
//   result    contraction   heads, columns, keys
//
//===----------------------------------------------------------------------===//

#include "task/attention.h"
#include "support/saturate.h"

/// What lanes and rows of register tiles divide, on all CPUs. Fewer rows are
/// taken all at once. They are little work for each head, so that threads share
/// heads, of which there have to be some.
enum { wholeLanes = 16, wholeRows = 4, fewestHeads = 4 };

static int producerOf(const AsProgram *program, int tensor) {
  return tensor < 0 ? -1 : program->tensors[tensor].producer;
}

/// The only stage that reads the result of stage `s`; -1 if there are others.
static int onlyReader(const AsProgram *program, int s) {
  int tensor = asStageResult(&program->stages[s])->tensor, only = -1;
  for (int r = 0; r < program->numStages; r++)
    for (int a = 0; a < program->stages[r].numAccesses; a++) {
      const AsAccess *access = &program->stages[r].access[a];
      if ((access->isWrite ? access->initial : access->tensor) != tensor)
        continue;
      if (only >= 0 && only != r)
        return -1;
      only = r;
    }
  return only;
}

/// The loop that is index `fromLast` of the access, counted from the last; or
/// -1.
static int loopFromLast(const AsProgram *program, const AsStage *stage,
                        const AsAccess *access, int fromLast) {
  int r = program->tensors[access->tensor].rank - 1 - fromLast;
  return r < 0 ? -1 : asAccessLoop(access, stage, r);
}

/// The only loop that is summed up, or -1.
static int summedLoop(const AsStage *stage) {
  int summed = -1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d]) {
      if (summed >= 0)
        return -1;
      summed = d;
    }
  return summed;
}

/// The first operand of the product that an elementwise stage computes, or
/// NULL.
static const AsAccess *weightsOf(const AsProgram *program,
                                 const AsStage *last) {
  for (int a = 0; a < last->numAccesses; a++) {
    const AsAccess *access = &last->access[a];
    int p = access->isWrite ? -1 : producerOf(program, access->tensor);
    if (p >= 0 && program->stages[p].kind == AS_STAGE_ELEMENTWISE)
      return access;
  }
  return NULL;
}

/// Finds the product of the scores, the only other one. Reductions must be such
/// that partial results can be merged.
static int findScores(const AsProgram *program, int result) {
  int scores = -1;
  for (int s = 0; s < result; s++) {
    const AsStage *stage = &program->stages[s];
    if (stage->kind == AS_STAGE_REDUCTION && !stage->merges)
      return -1;
    if (!asIsAnchor(stage))
      continue;
    if (stage->kind != AS_STAGE_CONTRACTION || scores >= 0)
      return -1;
    scores = s;
  }
  return scores;
}

/// What keys are a multiple of: vectors of what the stages compute.
static int64_t lanesOf(const AsProgram *program) {
  int64_t lanes = wholeLanes;
  for (int t = 0; t < program->numTensors; t++)
    if (program->tensors[t].producer >= 0 &&
        asElementBytes(program->tensors[t].element) == 2)
      lanes = 2 * (int64_t)wholeLanes;
  return lanes;
}

/// Whether all factors of the product are of the type, and its sums are f32.
static bool multiplies(const AsProgram *program, const AsStage *stage,
                       AsElement element) {
  for (int a = 0; a < stage->numAccesses; a++)
    if (program->tensors[stage->access[a].tensor].element !=
        (stage->access[a].isWrite ? AS_ELEMENT_F32 : element))
      return false;
  return true;
}

/// Whether the product's factors are f32, or what is widened to that as it is
/// read, and its sums are f32.
static bool multipliesFloats(const AsProgram *program, const AsStage *stage) {
  for (int a = 0; a < stage->numAccesses; a++) {
    AsElement element = program->tensors[stage->access[a].tensor].element;
    bool isShort = element == AS_ELEMENT_F16 || element == AS_ELEMENT_BF16;
    if (element != AS_ELEMENT_F32 && (stage->access[a].isWrite || !isShort))
      return false;
  }
  return true;
}

/// Whether the stage's operand with lanes in it, but not the rows, is
/// contiguous along the lanes, or along what is summed up, by whole vectors:
/// then it can be transposed as it is packed, if it is f32.
static bool isPackable(const AsProgram *program, const AsStage *stage, int row,
                       int lane) {
  int summed = summedLoop(stage);
  for (int a = 0; a < stage->numAccesses; a++) {
    const AsAccess *access = &stage->access[a];
    if (access->isWrite || asAccessUses(access, row))
      continue;
    int last = loopFromLast(program, stage, access, 0);
    bool isF32 = program->tensors[access->tensor].element == AS_ELEMENT_F32;
    return last == lane || (last == summed && isF32 &&
                            stage->extent[summed] % wholeLanes == 0 &&
                            asAccessOuterLoop(program, stage, access) == lane);
  }
  return false;
}

/// The operand of the product that its lanes index; NULL if there are several.
static const AsAccess *laneOperand(const AsStage *stage, int lane) {
  const AsAccess *found = NULL;
  for (int a = 0; a < stage->numAccesses; a++)
    if (!stage->access[a].isWrite && asAccessUses(&stage->access[a], lane)) {
      if (found)
        return NULL;
      found = &stage->access[a];
    }
  return found;
}

/// Whether whole vectors of the keys can be read as they lie, along the keys or
/// along what is summed up. Then there may be any number of keys.
static bool areReadInPlace(const AsProgram *program, const AsStage *scores,
                           int lane) {
  const AsAccess *keys = laneOperand(scores, lane);
  if (!keys)
    return false;
  int last = loopFromLast(program, scores, keys, 0);
  if (last == lane)
    return scores->extent[lane] % lanesOf(program) == 0;
  return last == summedLoop(scores) && last == scores->numDims - 1 &&
         scores->extent[last] % wholeLanes == 0;
}

/// How many results have the same column, a row each; rows of a head count as
/// one.
static int64_t headsOf(const AsStage *last, const AsAttention *attention) {
  int64_t heads = 1;
  for (int d = 0; d < last->numDims; d++)
    if (!last->isReduction[d] && d != attention->row && d != attention->column)
      heads = asTimes(heads, last->extent[d]);
  return heads;
}

/// Whether the two products start from tensors of their own: equal fills of
/// equal shapes have become one, of which tiles are filled in different loops.
static bool startApart(const AsStage *scores, const AsStage *last) {
  int initial = asStageResult(last)->initial;
  return initial < 0 || initial != asStageResult(scores)->initial;
}

bool asAttentionOf(const AsProgram *program, AsAttention *attention) {
  int result = asProgramAnchor(program), reductions = 0;
  // Elementwise operations behind it have become one.
  if (result < program->numStages - 2 || result < 0 ||
      (result < program->numStages - 1 &&
       program->stages[result + 1].kind != AS_STAGE_ELEMENTWISE))
    return false;
  const AsStage *last = &program->stages[result];
  const AsAccess *weights =
      last->kind == AS_STAGE_CONTRACTION ? weightsOf(program, last) : NULL;
  for (int s = 0; s < result; s++)
    reductions += program->stages[s].kind == AS_STAGE_REDUCTION;
  if (!weights || !reductions || program->numStages > AS_MAX_STAGES)
    return false;
  int scores = findScores(program, result);
  if (scores < 0)
    return false;
  int reader = onlyReader(program, scores);
  *attention = (AsAttention){.scores = scores,
                             .scaled = scores,
                             .weights = producerOf(program, weights->tensor),
                             .result = result,
                             .row = loopFromLast(program, last, weights, 1),
                             .column = asStageLaneLoop(program, last),
                             .key = loopFromLast(program, last, weights, 0)};
  if (reader >= 0 && reader < attention->weights &&
      program->stages[reader].kind == AS_STAGE_ELEMENTWISE)
    attention->scaled = reader;
  const AsStage *product = &program->stages[scores];
  int lane = asStageLaneLoop(program, product);
  const AsAccess *values = laneOperand(last, attention->column);
  if (attention->row < 0 || attention->column < 0 || lane < 0 || !values ||
      attention->key != summedLoop(last) || summedLoop(product) < 0 ||
      last->extent[attention->column] % wholeLanes != 0 ||
      !startApart(product, last))
    return false;
  if (asAccessUses(values, attention->row)) // A head.
    attention->row = -1;
  int64_t rows = attention->row < 0 ? 1 : last->extent[attention->row];
  attention->hasFewRows = rows <= AS_FEW_ROWS;
  if (attention->hasFewRows)
    return headsOf(last, attention) >= fewestHeads &&
           multipliesFloats(program, product) &&
           multipliesFloats(program, last) &&
           areReadInPlace(program, product, lane);
  int row = loopFromLast(program, product, asStageResult(product), 1);
  const AsStage *products[] = {product, last};
  int64_t lanes = wholeLanes;
  for (int i = 0; i < 2; i++)
    if (multiplies(program, products[i], AS_ELEMENT_BF16))
      lanes = 2 * (int64_t)wholeLanes;
    else if (!multiplies(program, products[i], AS_ELEMENT_F32))
      return false;
  return row >= 0 && rows % wholeRows == 0 &&
         product->extent[lane] % lanes == 0 &&
         isPackable(program, product, row, lane);
}
