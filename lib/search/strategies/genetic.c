//===- genetic.c - A genetic algorithm over measured candidates
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A generation is what was measured last, and the best of all. The fitness of a
// candidate is its speed, sigma-scaled, so that neither one outlier nor noise
// among equals decides. Parents come from a mating pool by stochastic universal
// sampling. Each knob of a child is that of one of three parents, and then
// mutates with a probability of one over the number of knobs. The best parent
// needs no copy: it stays in the next generation.
//
//===----------------------------------------------------------------------===//

#include "search/strategies/variation.h"
#include "search/strategy.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEAST_GENERATION = 32, ///< Candidates; two batches, if those are larger.
  LEAST_PARENTS = 3,     ///< With fewer, candidates are drawn.
  ATTEMPTS = 32,         ///< To find a child that is new, for each wanted one.
};

typedef struct Generation {
  const AsSearchSpace *space;
  AsRandom *random;
  const AsTrial **members; ///< All have a time.
  double *fitness;
  int size;
  int *pool; ///< The mating pool: members, good ones several times.
  int poolSize;
} Generation;

/// Fitness 1 + (speed - mean) / (2 deviations), at least a tenth.
static void rate(Generation *generation) {
  double sum = 0, squares = 0;
  for (int i = 0; i < generation->size; i++) {
    generation->fitness[i] = 1 / generation->members[i]->seconds;
    sum += generation->fitness[i];
    squares += generation->fitness[i] * generation->fitness[i];
  }
  double mean = sum / generation->size;
  double deviation = sqrt(fmax(squares / generation->size - mean * mean, 0));
  for (int i = 0; i < generation->size; i++) {
    double above = generation->fitness[i] - mean;
    generation->fitness[i] =
        deviation > 0 ? fmax(1 + above / (2 * deviation), 0.1) : 1;
  }
}

/// Stochastic universal sampling: one spin of a wheel with evenly spaced
/// pointers.
static void fillPool(Generation *generation) {
  double total = 0;
  for (int i = 0; i < generation->size; i++)
    total += generation->fitness[i];
  double step = total / generation->poolSize;
  double pointer = asRandomUnit(generation->random) * step, reached = 0;
  int member = -1;
  for (int p = 0; p < generation->poolSize; p++, pointer += step) {
    while (member < 0 || (reached < pointer && member < generation->size - 1))
      reached += generation->fitness[++member];
    generation->pool[p] = member;
  }
}

static const AsCandidate *parent(const Generation *generation) {
  int p =
      (int)asRandomBelow(generation->random, (uint32_t)generation->poolSize);
  return &generation->members[generation->pool[p]]->candidate;
}

/// Another parent of the same sketch, or the first one again.
static const AsPoint *partner(const Generation *generation,
                              const AsCandidate *first) {
  for (int attempt = 0; attempt < 8; attempt++) {
    const AsCandidate *other = parent(generation);
    if (other->sketch == first->sketch)
      return &other->point;
  }
  return &first->point;
}

static void bear(const Generation *generation, AsCandidate *child) {
  const AsCandidate *first = parent(generation);
  const AsSketch *sketch = &generation->space->sketches[first->sketch];
  const AsPoint *parents[3] = {&first->point, partner(generation, first),
                               partner(generation, first)};
  memset(child, 0, sizeof *child);
  child->sketch = first->sketch;
  asCrossOver(sketch, parents, generation->random, &child->point);
  for (int k = 0; k < sketch->numKnobs; k++) {
    AsPoint mutant;
    if (asRandomUnit(generation->random) * sketch->numKnobs < 1 &&
        asMutate(sketch, &child->point, generation->random, &mutant))
      child->point = mutant;
  }
}

/// The trials of the generation, or as many as there are.
static void collect(Generation *generation, int size) {
  const AsTaskHistory *history = generation->space->history;
  int best = asTaskHistoryBest(history);
  if (best >= 0)
    generation->members[generation->size++] = &history->trials[best];
  for (int t = history->numTrials - 1; t >= 0 && generation->size < size; t--)
    if (t != best && asOutcomeIsTimed(history->trials[t].outcome))
      generation->members[generation->size++] = &history->trials[t];
}

static int breed(Generation *generation, int wanted, AsCandidate *chosen) {
  AsTaskHistory born = {0};
  rate(generation);
  fillPool(generation);
  for (int a = 0; a < ATTEMPTS * wanted && born.numTrials < wanted; a++) {
    AsCandidate *child = &chosen[born.numTrials];
    bear(generation, child);
    if (asTaskHistoryFind(generation->space->history, child) < 0 &&
        asTaskHistoryFind(&born, child) < 0)
      asTaskHistoryAdd(&born, child);
  }
  int count = born.numTrials;
  asTaskHistoryFree(&born);
  return count;
}

int asBreed(const AsSearchSpace *space, AsRandom *random, int wanted,
            AsCandidate *chosen) {
  int size = 2 * wanted > LEAST_GENERATION ? 2 * wanted : LEAST_GENERATION;
  Generation generation = {.space = space, .random = random, .poolSize = size};
  generation.members = asAlloc(sizeof *generation.members * (size_t)size);
  generation.fitness = asAlloc(sizeof *generation.fitness * (size_t)size);
  generation.pool = asAlloc(sizeof *generation.pool * (size_t)size);
  collect(&generation, size);
  int count =
      generation.size < LEAST_PARENTS ? 0 : breed(&generation, wanted, chosen);
  free(generation.members);
  free(generation.fitness);
  free(generation.pool);
  // Relatives that breed no more are as good as a new beginning.
  return count > 0 ? count : asDraw(space, random, wanted, chosen);
}
