//===- search-space.c - What a strategy chooses from
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See search-space.h.
//
//===----------------------------------------------------------------------===//

#include "search/search-space.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Of the random candidates; a principle that does not hold shows in these.
static const double freeShare = 0.1;

bool asSpaceSample(const AsSearchSpace *space, AsRandom *random,
                   AsCandidate *candidate) {
  double total = 0;
  for (int s = 0; s < space->numSketches; s++)
    total += 1 + log2(asSketchNumPoints(&space->sketches[s]));
  double at = asRandomUnit(random) * total;
  int s = 0;
  for (; s < space->numSketches - 1; s++) {
    at -= 1 + log2(asSketchNumPoints(&space->sketches[s]));
    if (at < 0)
      break;
  }
  memset(candidate, 0, sizeof *candidate);
  candidate->sketch = s;
  const AsSketch *sketch = &space->sketches[s];
  bool isFree = !space->allowed || asRandomUnit(random) < freeShare;
  return isFree ? asPointSample(sketch, random, &candidate->point)
                : asPointSampleAllowed(sketch, &space->allowed[s], random,
                                       &candidate->point);
}

int asScoredBestFirst(const void *left, const void *right) {
  const AsScoredCandidate *a = left, *b = right;
  if (a->isBarred != b->isBarred)
    return a->isBarred ? 1 : -1;
  if (a->score != b->score)
    return a->score < b->score ? 1 : -1;
  return memcmp(&a->candidate, &b->candidate, sizeof a->candidate);
}

AsScoredCandidate *asSpaceKnown(const AsSearchSpace *space, int *count) {
  const AsTaskHistory *history = space->history;
  AsScoredCandidate *known =
      asAlloc(sizeof *known * (size_t)(history->numTrials + 1));
  *count = 0;
  for (int t = 0; t < history->numTrials; t++)
    if (asOutcomeIsTimed(history->trials[t].outcome))
      known[(*count)++] =
          (AsScoredCandidate){.candidate = history->trials[t].candidate,
                              .score = -history->trials[t].seconds};
  qsort(known, (size_t)*count, sizeof *known, asScoredBestFirst);
  return known;
}

void asCandidatePoolOffer(AsCandidatePool *pool, const AsSearchSpace *space,
                          const AsCandidate *candidate, double score) {
  if (score == -INFINITY || asTaskHistoryFind(&pool->seen, candidate) >= 0)
    return;
  asTaskHistoryAdd(&pool->seen, candidate);
  if (asTaskHistoryFind(space->history, candidate) >= 0)
    return;
  if (pool->size == pool->capacity) {
    pool->capacity = pool->capacity ? 2 * pool->capacity : 256;
    pool->items =
        asRealloc(pool->items, sizeof *pool->items * (size_t)pool->capacity);
  }
  int s = candidate->sketch;
  bool isBarred = space->allowed &&
                  !asPointIsAllowed(&space->sketches[s], &space->allowed[s],
                                    &candidate->point);
  pool->items[pool->size++] = (AsScoredCandidate){
      .candidate = *candidate, .score = score, .isBarred = isBarred};
}

void asCandidatePoolScore(AsCandidatePool *pool, const AsSearchSpace *space,
                          const AsCandidate *candidates, int count,
                          double *scores) {
  space->scorer(candidates, count, scores, space->context);
  for (int i = 0; i < count; i++)
    asCandidatePoolOffer(pool, space, &candidates[i], scores[i]);
}

void asCandidatePoolSort(AsCandidatePool *pool) {
  if (pool->size)
    qsort(pool->items, (size_t)pool->size, sizeof *pool->items,
          asScoredBestFirst);
}

int asCandidatePoolTakeBest(AsCandidatePool *pool, int wanted,
                            AsCandidate *chosen) {
  asCandidatePoolSort(pool);
  int count = wanted < pool->size ? wanted : pool->size;
  for (int i = 0; i < count; i++)
    chosen[i] = pool->items[i].candidate;
  return count;
}

void asCandidatePoolFree(AsCandidatePool *pool) {
  free(pool->items);
  asTaskHistoryFree(&pool->seen);
  *pool = (AsCandidatePool){0};
}
