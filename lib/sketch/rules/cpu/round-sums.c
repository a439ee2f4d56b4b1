//===- round-sums.c - Sums of bytes that fours do not divide
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule fours. Processors that add four products of bytes at a time do
// nothing else as fast: three steps that are left over behind the fours of a
// sum take as long as twelve of these. And rows of what is packed are put
// together by fours as they are copied only where all of them are. So operands
// of short sums are padded with zeros to a multiple of four along what is
// summed up. The derivation goes on with the program that is left, so that all
// rules for products apply. See docs/rules.md.
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
/// copies.
static bool leavesMuch(int64_t steps) {
  enum { most = 20 };
  int64_t left = steps % TOGETHER;
  return steps > TOGETHER && most * left >= steps / TOGETHER + left;
}

/// What is copied is read by so many rows and lanes at least.
static bool isReadOften(const AsDerivation *derivation, int product) {
  enum { fewest = 8 };
  const AsStage *s = asStageOf(derivation, product);
  int row = asRowLoop(derivation, product),
      lane = asLaneLoop(derivation, product);
  return row >= 0 && lane >= 0 && s->extent[row] >= fewest &&
         s->extent[lane] >= fewest;
}

static AsRuleVerdict meetsFours(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int product = asAnchorOf(derivation);
  if (!asIsLastStage(derivation, stage) || derivation->sketch.numSteps > 0 ||
      !derivation->target->dots.byteLanes || product < 0 ||
      !asCanTile(derivation, stage))
    return AS_RULE_PASS;
  const AsStage *s = asStageOf(derivation, product);
  int k = asReductionLoop(s);
  if (s->kind != AS_STAGE_CONTRACTION || !asIsPlainProduct(s) || k < 0 ||
      !leavesMuch(s->extent[k]) || !isReadOften(derivation, product))
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
  step->round.multiple[k] = TOGETHER;
  asDerivationSetProgram(derivation,
                         paddedProgram(program, product, k, derivation->arena));
  step->stage = asAnchorOf(derivation);
  asDerivationStep(derivation, AS_STEP_MATERIALISE_PADS, -1);
}

const AsRule asRuleFours = {"fours",
                            "products of bytes padded to sums of whole fours",
                            meetsFours, applyFours};
