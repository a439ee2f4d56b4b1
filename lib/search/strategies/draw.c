//===- draw.c - Candidates by chance
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See asDraw in strategy.h.
//
//===----------------------------------------------------------------------===//

#include "search/strategy.h"

int asDraw(const AsSearchSpace *space, AsRandom *random, int wanted,
           AsCandidate *chosen) {
  AsTaskHistory drawn = {0};
  int attempts = space->population * space->generations;
  for (; attempts > 0 && drawn.numTrials < wanted; attempts--) {
    AsCandidate *candidate = &chosen[drawn.numTrials];
    if (asSpaceSample(space, random, candidate) &&
        asTaskHistoryFind(space->history, candidate) < 0 &&
        asTaskHistoryFind(&drawn, candidate) < 0)
      asTaskHistoryAdd(&drawn, candidate);
  }
  int count = drawn.numTrials;
  asTaskHistoryFree(&drawn);
  return count;
}
