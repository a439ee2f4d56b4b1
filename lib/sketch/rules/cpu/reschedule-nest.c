//===- reschedule-nest.c - Loop nests in another order
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule nest. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include <stdio.h>

static AsRuleVerdict meetsNest(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  return asIsLastStage(derivation, stage) && program->numSchedules > 0
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/// Powers of two from `least` to half of what any schedule has of the member,
/// and 0 for none.
static AsSize memberTile(AsDerivation *derivation, int member, int64_t least) {
  enum { largest = 512 };
  const AsProgram *program = derivation->sketch.program;
  int64_t options[AS_MAX_OPTIONS] = {0};
  int count = 1;
  int64_t extent = 0;
  for (int i = 0; i < program->numSchedules; i++)
    if (member < program->schedules[i].members)
      extent = most(extent, program->schedules[i].extent[member]);
  for (int64_t size = least; size <= largest && 2 * size <= extent; size *= 2)
    options[count++] = size;
  if (count == 1)
    return (AsSize){-1, 0};
  char name[16];
  snprintf(name, sizeof name, "tile_%d", member);
  return (AsSize){
      asDerivationKnob(derivation, AS_KNOB_MEMBER, name, options, count, false),
      0};
}

static int scheduleKnob(AsDerivation *derivation) {
  int64_t options[AS_NEST_MAX_SCHEDULES];
  int count = derivation->sketch.program->numSchedules;
  for (int i = 0; i < count; i++)
    options[i] = i;
  return asDerivationKnob(derivation, AS_KNOB_SCHEDULE, "schedule", options,
                          count, true);
}

static void applyNest(AsDerivation *derivation, int stage) {
  static const int64_t either[] = {1, 0};
  const AsProgram *program = derivation->sketch.program;
  int schedule = scheduleKnob(derivation), members = 0;
  AsStep *step = asDerivationStep(derivation, AS_STEP_RESCHEDULE, stage);
  step->reschedule.scheduleKnob = schedule;
  step->reschedule.parallelKnob =
      derivation->target->threads > 1
          ? asDerivationKnob(derivation, AS_KNOB_ORDER, "parallel", either, 2,
                             false)
          : -1;
  for (int i = 0; i < program->numSchedules; i++)
    members = (int)most(members, program->schedules[i].members);
  for (int m = 0; m < members; m++)
    step->reschedule.memberSize[m] = memberTile(derivation, m, 4);
  derivation->isDone = true;
}

const AsRule asRuleNest = {"nest", "a loop nest in another order, tiled",
                           meetsNest, applyNest};
