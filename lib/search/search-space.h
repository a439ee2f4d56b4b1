//===- search-space.h - What a strategy chooses from
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The points of the sketches of one task, what is known of them, and how those
// that were never tried are scored.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_SEARCH_SPACE_H
#define AS_SEARCH_SEARCH_SPACE_H

#include "search/task-history.h"

/// Scores `count` candidates; higher is better, -INFINITY for an invalid one.
typedef void (*AsScorer)(const AsCandidate *candidates, int count,
                         double *scores, void *context);

/// All pointers are borrowed.
typedef struct AsSearchSpace {
  const AsSketch *sketches;
  int numSketches;
  const AsAllowed *allowed;     ///< Of each sketch, what principles allow
                                ///< (principles.h); NULL is everything.
  const AsTaskHistory *history; ///< Not chosen again; its best are parents.
  const AsCandidate *seeds; ///< What is scored first, such as points of similar
  int numSeeds;             ///< tasks (similar-points.h).
  AsScorer scorer;
  void *context;
  int population; ///< Candidates that are scored at once.
  int generations;
  double randomShare; ///< Share of the chosen that is random.
  int leastTrials;    ///< Of each sketch, whatever its scores. A sketch with
                      ///< several structures gets one of each.
} AsSearchSpace;

/// Draws a random candidate of a random sketch. Sketches with more points are
/// drawn more often, by the logarithm of their number. Nine in ten have allowed
/// options only. False if none was found.
bool asSpaceSample(const AsSearchSpace *space, AsRandom *random,
                   AsCandidate *candidate);

typedef struct AsScoredCandidate {
  AsCandidate candidate;
  double score;
  bool isBarred; ///< It has an option that is not allowed.
} AsScoredCandidate;

/// Best first, those that are barred after all others. Ties are sorted by
/// content, so that equal seeds give equal runs. For qsort.
int asScoredBestFirst(const void *left, const void *right);

/// The trials of the history that have a time, fastest first (the score is
/// minus the seconds), *count of them. Owned by the caller, who frees them.
AsScoredCandidate *asSpaceKnown(const AsSearchSpace *space, int *count);

/// The valid candidates that a strategy came across and that were never tried,
/// each once. Zero-initialise; free with asCandidatePoolFree.
typedef struct AsCandidatePool {
  AsScoredCandidate *items;
  int size, capacity;
  AsTaskHistory seen; ///< All that were offered.
} AsCandidatePool;

/// Adds the candidate, unless it was offered before, is in the history, or is
/// invalid (its score is -INFINITY).
void asCandidatePoolOffer(AsCandidatePool *pool, const AsSearchSpace *space,
                          const AsCandidate *candidate, double score);

/// Scores the candidates and offers them all; `scores` has room for `count`.
void asCandidatePoolScore(AsCandidatePool *pool, const AsSearchSpace *space,
                          const AsCandidate *candidates, int count,
                          double *scores);

/// Sorts the items, best first.
void asCandidatePoolSort(AsCandidatePool *pool);

/// Writes the best `wanted` items, or all if there are fewer, to `chosen`;
/// returns how many.
int asCandidatePoolTakeBest(AsCandidatePool *pool, int wanted,
                            AsCandidate *chosen);

void asCandidatePoolFree(AsCandidatePool *pool);

#endif // AS_SEARCH_SEARCH_SPACE_H
