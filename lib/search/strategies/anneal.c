//===- anneal.c - Simulated annealing over scores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many chains walk at once. Each starts from one of the best known candidates,
// or anywhere, and takes a mutation if its score is better, or by chance: the
// more often, the higher the temperature, which falls to zero. The best that
// any chain met and that was never tried are chosen, and a few others.
//
//===----------------------------------------------------------------------===//

#include "search/strategies/variation.h"
#include "search/strategy.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Chains for each wanted candidate.
enum { CHAINS = 8, LEAST_STEPS = 8 };

typedef struct Annealing {
  const AsSearchSpace *space;
  AsRandom *random;
  AsCandidate *walkers; ///< numChains of them, then a mutation of each.
  double *scores;
  int numChains;
  AsCandidatePool pool;
} Annealing;

/// Half of the chains start from what is known. False if the sketches have no
/// valid point.
static bool start(Annealing *annealing) {
  int count;
  AsScoredCandidate *known = asSpaceKnown(annealing->space, &count);
  bool isFilled = true;
  for (int c = 0; c < annealing->numChains && isFilled; c++)
    if (c < count && c < annealing->numChains / 2)
      annealing->walkers[c] = known[c].candidate;
    else
      isFilled = asSpaceSample(annealing->space, annealing->random,
                               &annealing->walkers[c]);
  free(known);
  return isFilled;
}

static void step(Annealing *annealing, double temperature) {
  AsCandidate *walkers = annealing->walkers;
  int numChains = annealing->numChains;
  for (int c = 0; c < numChains; c++) {
    AsCandidate *mutant = &walkers[numChains + c];
    *mutant = walkers[c];
    if (!asMutate(&annealing->space->sketches[mutant->sketch],
                  &walkers[c].point, annealing->random, &mutant->point) &&
        !asSpaceSample(annealing->space, annealing->random, mutant))
      *mutant = walkers[c];
  }
  // Scores of different calls do not compare, so walkers are scored again.
  asCandidatePoolScore(&annealing->pool, annealing->space, walkers,
                       2 * numChains, annealing->scores);
  for (int c = 0; c < numChains; c++) {
    double gain = annealing->scores[numChains + c] - annealing->scores[c];
    if (gain >= 0 || asRandomUnit(annealing->random) <
                         (temperature > 0 ? exp(gain / temperature) : 0))
      walkers[c] = walkers[numChains + c];
  }
}

int asAnneal(const AsSearchSpace *space, AsRandom *random, int wanted,
             AsCandidate *chosen) {
  Annealing annealing = {
      .space = space, .random = random, .numChains = CHAINS * wanted};
  size_t size = 2 * (size_t)annealing.numChains;
  annealing.walkers = asAlloc(sizeof *annealing.walkers * size);
  annealing.scores = asAlloc(sizeof *annealing.scores * size);
  int steps =
      space->population * space->generations / (2 * annealing.numChains);
  steps = steps > LEAST_STEPS ? steps : LEAST_STEPS;
  bool walks = start(&annealing);
  for (int s = 0; s < steps && walks; s++)
    step(&annealing, 1 - (s + 1.0) / steps);
  int byScore = wanted - (int)(space->randomShare * wanted + 0.5);
  int count = asCandidatePoolTakeBest(&annealing.pool, byScore, chosen);
  for (int left = annealing.pool.size - count; count < wanted && left > 0;
       left--, count++) {
    AsScoredCandidate *rest = &annealing.pool.items[count];
    int at = (int)asRandomBelow(random, (uint32_t)left);
    AsScoredCandidate other = rest[at];
    rest[at] = rest[0];
    rest[0] = other;
    chosen[count] = other.candidate;
  }
  free(annealing.walkers);
  free(annealing.scores);
  asCandidatePoolFree(&annealing.pool);
  return count;
}
