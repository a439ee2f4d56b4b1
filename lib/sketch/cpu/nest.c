//===- sketch/cpu/nest.c - Loop nests in another order
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule nest. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/cpu/common.h"
#include <stdio.h>

static AsRuleVerdict meetsNest(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  return asIsLastStage(derivation, stage) &&
                 program->stages[stage].kind == AS_STAGE_STATEMENT &&
                 program->bandMembers > 0 && program->numStages <= AS_MAX_STAGES
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// Powers of two from `least` to half of the extent, and 0 for none.
static AsSize memberTile(AsDerivation *derivation, int member, int64_t least) {
  enum { largest = 512 };
  int64_t options[AS_MAX_OPTIONS] = {0};
  int count = 1;
  int64_t extent = derivation->sketch.program->band[member];
  for (int64_t size = least; size <= largest && 2 * size <= extent; size *= 2)
    options[count++] = size;
  char name[16];
  snprintf(name, sizeof name, "tile_%d", member);
  return (AsSize){
      asDerivationKnob(derivation, AS_KNOB_MEMBER, name, options, count, false),
      0};
}

/// Which member becomes the last loop; first the one that it is anyway.
static int lastMember(AsDerivation *derivation) {
  int64_t options[AS_MAX_DIMS];
  int members = derivation->sketch.program->bandMembers;
  for (int m = 0; m < members; m++)
    options[m] = members - 1 - m;
  return asDerivationKnob(derivation, AS_KNOB_ORDER, "innermost", options,
                          members, false);
}

static void applyNest(AsDerivation *derivation, int stage) {
  static const int64_t either[] = {1, 0}, neither[] = {0, 1};
  int distribute = asDerivationKnob(derivation, AS_KNOB_ORDER, "distribute",
                                    either, 2, false);
  int fuse =
      asDerivationKnob(derivation, AS_KNOB_ORDER, "fuse", either, 2, false);
  AsStep *step = asDerivationStep(derivation, AS_STEP_RESCHEDULE, stage);
  step->order = distribute;
  step->knob = fuse;
  step->operand = derivation->target->threads > 1
                      ? asDerivationKnob(derivation, AS_KNOB_ORDER, "parallel",
                                         either, 2, false)
                      : -1;
  step->keep =
      asDerivationKnob(derivation, AS_KNOB_ORDER, "keep", neither, 2, false);
  step->last = lastMember(derivation);
  for (int m = 0; m < derivation->sketch.program->bandMembers; m++)
    step->size[m] = memberTile(derivation, m, 4);
  derivation->isDone = true;
}

const AsRule asRuleNest = {"nest", "a loop nest in another order, tiled",
                           meetsNest, applyNest};
