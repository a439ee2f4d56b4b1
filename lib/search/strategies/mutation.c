//===- mutation.c - Mutation and crossover of points
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See variation.h.
//
//===----------------------------------------------------------------------===//

#include "search/strategies/variation.h"
#include <string.h>

/// Tile sizes move by one or two options in most cases, and to any option now
/// and then. Knobs of other kinds have few options and take any.
static uint8_t changed(const AsKnob *knob, uint8_t choice, AsRandom *random) {
  bool isSize = knob->kind == AS_KNOB_TILE || knob->kind == AS_KNOB_MEMBER;
  if (isSize && asRandomUnit(random) < 0.7) {
    int step = asRandomUnit(random) < 0.75 ? 1 : 2;
    int moved = choice + (asRandomBits(random) & 1 ? step : -step);
    if (moved >= 0 && moved < knob->numOptions)
      return (uint8_t)moved;
  }
  uint8_t other =
      (uint8_t)asRandomBelow(random, (uint32_t)knob->numOptions - 1);
  return other >= choice ? (uint8_t)(other + 1) : other;
}

bool asMutate(const AsSketch *sketch, const AsPoint *parent, AsRandom *random,
              AsPoint *child) {
  for (int attempt = 0; attempt < 16; attempt++) {
    if (!sketch->numKnobs)
      return false;
    int k = (int)asRandomBelow(random, (uint32_t)sketch->numKnobs);
    if (sketch->knobs[k].numOptions < 2)
      continue;
    *child = *parent;
    child->choice[k] = changed(&sketch->knobs[k], parent->choice[k], random);
    asPointRepair(sketch, child); // It may undo the change.
    if (memcmp(child, parent, sizeof *child) != 0 &&
        asPointIsValid(sketch, child))
      return true;
  }
  return false;
}

bool asCrossOver(const AsSketch *sketch, const AsPoint *const parents[3],
                 AsRandom *random, AsPoint *child) {
  for (int attempt = 0; attempt < 4; attempt++) {
    *child = (AsPoint){0};
    for (int k = 0; k < sketch->numKnobs; k++)
      child->choice[k] = parents[asRandomBelow(random, 3)]->choice[k];
    asPointRepair(sketch, child);
    if (asPointIsValid(sketch, child))
      return true;
  }
  *child = *parents[0];
  return false;
}
