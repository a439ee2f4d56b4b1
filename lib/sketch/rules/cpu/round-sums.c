//===- round-sums.c - Products of bytes whose extents fours do not divide
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule fours. Processors that add four products of bytes at a time do
// nothing else as fast: three steps that are left over behind the fours of a
// sum take as long as twelve of these. And rows of what is packed are put
// together by fours as they are copied only where all of them are. So operands
// of short sums or of many rows are padded with zeros to a multiple of four
// along what is summed up. The last part of a vector of lanes is filled up at
// each step if it has other than 4, 8, 16, ... lanes. Where there are few
// vectors, the lanes are padded to whole ones, and what was asked for is copied
// out of the result. The derivation goes on with the program that is left, so
// that all rules for products apply. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/padded-operands.h"
#include "sketch/rules/stage-queries.h"
#include <string.h>

enum { TOGETHER = 4 };

/// Whether an operand is of bytes that are there, each index a loop.
static bool canPad(const AsProgram *program, const AsStage *stage,
                   const AsAccess *access) {
  const AsTensor *tensor = &program->tensors[access->tensor];
  if (tensor->element != AS_ELEMENT_I8 || tensor->producer >= 0 ||
      access->isInBody)
    return false;
  for (int r = 0; r < tensor->rank; r++)
    if (asAccessLoop(access, stage, r) < 0)
      return false;
  return true;
}

/// Whether steps that are left over take a part of the time that is worth the
/// copies, or there are so many rows and lanes that those take little: what is
/// packed is put together for all of them then.
static bool leavesMuch(int64_t steps, int64_t rows, int64_t lanes) {
  enum { most = 20, manyRows = 64, manyLanes = 32 };
  int64_t left = steps % TOGETHER;
  return steps > TOGETHER && left > 0 &&
         ((rows >= manyRows && lanes >= manyLanes) ||
          most * left >= steps / TOGETHER + left);
}

/// What is copied is read by so many rows at least.
static bool isReadOften(const AsDerivation *derivation, int product) {
  enum { fewest = 8 };
  int row = asRowLoop(derivation, product);
  return row >= 0 && asStageOf(derivation, product)->extent[row] >= fewest &&
         asLaneLoop(derivation, product) >= 0;
}

/// Whether so many lanes of a vector add fours without being filled up.
static bool addFours(int64_t lanes) {
  return lanes >= TOGETHER && (lanes & (lanes - 1)) == 0;
}

/// What the lanes are padded to a multiple of, of which the result has too many
/// then: whole vectors, or a part of one that adds fours. 1 if all of them do,
/// or those that do not are few, or sums so short that copies take longer.
static int64_t unitOfLanes(const AsDerivation *derivation, int product) {
  enum { fewVectors = 4, shortSum = 16 };
  const AsProgram *program = derivation->sketch.program;
  const AsStage *s = asStageOf(derivation, product);
  int64_t vector = asLanesOf(derivation, product),
          lanes = s->extent[asLaneLoop(derivation, product)],
          left = lanes % vector, unit = TOGETHER;
  // Of fewer than two vectors a tile of one is no option.
  bool canTile = lanes >= 2 * vector || addFours(lanes) || left == vector / 2;
  if (!asIsFilledProduct(program) ||
      program->numStages != AS_FILLED_PRODUCT + 1 ||
      !asIsPlainlyIndexed(program, s) || lanes == 1 || left == 0 ||
      (addFours(left) && canTile) || lanes >= fewVectors * vector ||
      s->extent[asReductionLoop(s)] < shortSum)
    return 1;
  while (unit < lanes && unit < vector)
    unit *= 2;
  return unit;
}

static AsRuleVerdict meetsFours(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int product = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->sketch.numSteps > 0 ||
      !derivation->target->dots.byteLanes || product < 0 ||
      !asCanTile(derivation, stage))
    return AS_RULE_PASS;
  const AsStage *s = asStageOf(derivation, product);
  int k = asReductionLoop(s), row = asRowLoop(derivation, product);
  if (s->kind != AS_STAGE_CONTRACTION || !asIsPlainProduct(s) || k < 0 ||
      !isReadOften(derivation, product) ||
      (!leavesMuch(s->extent[k], s->extent[row],
                   s->extent[asLaneLoop(derivation, product)]) &&
       unitOfLanes(derivation, product) == 1))
    return AS_RULE_PASS;
  for (int a = 0; a < s->numAccesses; a++)
    if (!s->access[a].isWrite && !canPad(program, s, &s->access[a]))
      return AS_RULE_PASS;
  return AS_RULE_APPLY;
}

/// The program with pads before all of its stages.
static AsProgram *paddedProgram(const AsProgram *program, int product, int k,
                                AsArena *arena) {
  AsStage whole = program->stages[product];
  whole.extent[k] = asRoundUp(whole.extent[k], TOGETHER);
  AsProgram *padded = asArenaArray(arena, AsProgram, 1);
  *padded = *program;
  padded->tensors =
      asArenaArray(arena, AsTensor, program->numTensors + whole.numAccesses);
  padded->stages =
      asArenaArray(arena, AsStage, program->numStages + whole.numAccesses);
  memcpy(padded->tensors, program->tensors,
         sizeof *padded->tensors * (size_t)program->numTensors);
  padded->numStages = 0;
  for (int a = 0; a < whole.numAccesses; a++)
    if (!whole.access[a].isWrite)
      asPadOperand(padded, &whole, &whole.access[a]);
  for (int t = 0; t < program->numTensors; t++)
    if (padded->tensors[t].producer >= 0)
      padded->tensors[t].producer += padded->numStages;
  for (int s = 0; s < program->numStages; s++)
    padded->stages[padded->numStages++] =
        s == product ? whole : program->stages[s];
  return padded;
}

static void applyFours(AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int product = asAnchorOf(derivation);
  int k = asReductionLoop(&program->stages[product]);
  AsStep *step = asDerivationStep(derivation, AS_STEP_ROUND, product);
  int64_t unit = unitOfLanes(derivation, product);
  step->round.multiple[k] = TOGETHER;
  if (unit > 1) {
    step->round.multiple[asLaneLoop(derivation, product)] = unit;
    program = asRoundedProgram(program, step, derivation->arena);
  } else {
    program = paddedProgram(program, product, k, derivation->arena);
  }
  asDerivationSetProgram(derivation, program);
  step->stage = asAnchorOf(derivation);
  asDerivationStep(derivation, AS_STEP_MATERIALISE_PADS, -1);
}

const AsRule asRuleFours = {"fours", "products of bytes padded to whole fours",
                            meetsFours, applyFours};
