//===- shuffle.c - Principles by chance
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A search with fewer options is another search. Whether what was found in a
// store helps, more than leaving out any options, shows beside as many
// principles that were not found but drawn (a permutation control).
//
//===----------------------------------------------------------------------===//

#include "support/random.h"
#include "view/principles/find.h"
#include <stdlib.h>

static bool isSameKnob(const AsComparison *a, const AsComparison *b) {
  return a->group == b->group && a->principle.knob == b->principle.knob;
}

static void turnRound(AsComparison *comparison) {
  AsPrinciple *principle = &comparison->principle;
  double limit = principle->limit;
  principle->limit = comparison->otherSide;
  comparison->otherSide = limit;
  principle->isMost = !principle->isMost;
  bool isOne = comparison->isOneOption;
  comparison->isOneOption = comparison->otherIsOne;
  comparison->otherIsOne = isOne;
}

/// Marks one comparison of the group whose knob has none yet, if there is one.
static void drawOne(AsComparisons *comparisons, int group, AsRandom *random) {
  int *candidates = asAlloc(sizeof(int) * (size_t)comparisons->count),
      count = 0;
  for (int c = 0; c < comparisons->count; c++) {
    const AsComparison *one = &comparisons->items[c];
    bool isFree = one->group == group;
    for (int o = 0; o < comparisons->count && isFree; o++)
      isFree = !comparisons->items[o].isPrinciple ||
               !isSameKnob(one, &comparisons->items[o]);
    if (isFree)
      candidates[count++] = c;
  }
  if (count) {
    int drawn = candidates[asRandomBelow(random, (uint32_t)count)];
    comparisons->items[drawn].isPrinciple = true;
    if (asRandomBelow(random, 2))
      turnRound(&comparisons->items[drawn]);
  }
  free(candidates);
}

void asPrinciplesShuffle(AsComparisons *comparisons, uint64_t seed) {
  AsRandom random = {seed};
  comparisons->isShuffled = true;
  int *groups = asAlloc(sizeof(int) * (size_t)comparisons->count), count = 0;
  for (int c = 0; c < comparisons->count; c++) {
    if (comparisons->items[c].isPrinciple)
      groups[count++] = comparisons->items[c].group;
    comparisons->items[c].isPrinciple = false;
  }
  for (int g = 0; g < count; g++)
    drawOne(comparisons, groups[g], &random);
  free(groups);
}
