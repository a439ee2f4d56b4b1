//===- strategy.c - How candidates are chosen
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See strategy.h.
//
//===----------------------------------------------------------------------===//

#include "search/strategy.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

/// Where droplets fall: first where the estimate is best, later anywhere.
static int startDroplet(const AsSearchSpace *space, AsRandom *random,
                        int wanted, AsCandidate *chosen) {
  bool isFirst = asTaskHistoryBest(space->history) < 0;
  return (isFirst ? asEvolve : asDraw)(space, random, wanted, chosen);
}

typedef struct Row {
  int (*propose)(const AsSearchSpace *space, AsRandom *random, int wanted,
                 AsCandidate *chosen);
  bool scores;
} Row;

static const Row rows[] = {
    [AS_STRATEGY_EVOLVE] = {asEvolve, true},
    [AS_STRATEGY_RANDOM] = {asDraw, false},
    [AS_STRATEGY_DROPLET] = {startDroplet, true},
    [AS_STRATEGY_GENETIC] = {asBreed, false},
    [AS_STRATEGY_ANNEAL] = {asAnneal, true},
    [AS_STRATEGY_BEAM] = {asBeam, true},
};

bool asCandidateIsAmong(const AsCandidate *candidate, const AsCandidate *others,
                        int count) {
  for (int i = 0; i < count; i++)
    if (memcmp(candidate, &others[i], sizeof *candidate) == 0)
      return true;
  return false;
}

int asStrategyFill(AsStrategy strategy, const AsSearchSpace *space,
                   AsRandom *random, int wanted, AsCandidate *chosen,
                   int count) {
  if (count == wanted)
    return count;
  AsCandidate *more = asAlloc(sizeof *more * (size_t)wanted);
  int numMore = rows[strategy].propose(space, random, wanted, more);
  int numEarlier = count;
  for (int i = 0; i < numMore && count < wanted; i++)
    if (!asCandidateIsAmong(&more[i], chosen, numEarlier))
      chosen[count++] = more[i];
  free(more);
  return count;
}

int asStrategyRefine(AsStrategy strategy, const AsSearchSpace *space,
                     AsRandom *random, int wanted, AsCandidate *chosen) {
  return asStrategyFill(strategy, space, random, wanted, chosen,
                        asDroplet(space, wanted, chosen));
}

int asStrategyPropose(AsStrategy strategy, const AsSearchSpace *space,
                      AsRandom *random, int wanted, AsCandidate *chosen) {
  return strategy == AS_STRATEGY_DROPLET
             ? asStrategyRefine(strategy, space, random, wanted, chosen)
             : rows[strategy].propose(space, random, wanted, chosen);
}

bool asStrategyScores(AsStrategy strategy) { return rows[strategy].scores; }
