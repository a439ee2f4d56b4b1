//===- evolution.h - Evolutionary search over the points of sketches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evolutionary search after Ansor (Zheng et al., OSDI 2020, section 5.1): takes
// the sketches of a task and its history, gives the candidates to measure next.
// A population of points is scored on symbolic loop nests. Better ones are
// parents of the next generation, by mutation and by crossover of three parents
// (as in Tensor Comprehensions). The best candidates that were never tried are
// chosen, and some random ones, so that the cost model also sees what it does
// not expect.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_EVOLUTION_H
#define AS_SEARCH_EVOLUTION_H

#include "search/task-history.h"

/// Scores `count` candidates; higher is better, -INFINITY for an invalid one.
typedef void (*AsScorer)(const AsCandidate *candidates, int count,
                         double *scores, void *context);

typedef struct AsEvolution {
  const AsSketch *sketches;
  int numSketches;
  const AsTaskHistory *history; ///< Not chosen again; its best are parents.
  AsScorer scorer;
  void *context;
  int population; ///< Candidates in a generation.
  int generations;
  double randomShare; ///< Share of the chosen that is random.
  int leastTrials;    ///< Of each sketch, whatever its scores. A sketch with
                      ///< several structures gets one of each.
} AsEvolution;

/// Writes at most `wanted` candidates to `chosen`, none of them in the history
/// and none twice; returns how many. Half are the best by score. Then come the
/// best of structures that had fewer than leastTrials, since an estimate can be
/// wrong about a whole structure. Fewer than `wanted` means that the space is
/// nearly exhausted.
int asEvolve(const AsEvolution *evolution, AsRandom *random, int wanted,
             AsCandidate *chosen);

/// The same with random candidates: the scorer is not called. The first
/// generation of an evolution is drawn from the same distribution.
int asDraw(const AsEvolution *evolution, AsRandom *random, int wanted,
           AsCandidate *chosen);

/// Mutation: a valid point that differs from `parent` in one knob. Tiles move
/// to a neighbouring divisor, and the tiles inside follow. False if none was
/// found.
bool asMutate(const AsSketch *sketch, const AsPoint *parent, AsRandom *random,
              AsPoint *child);

/// Crossover: a valid point whose knobs come from three parents; false if none
/// was found.
bool asCrossOver(const AsSketch *sketch, const AsPoint *const parents[3],
                 AsRandom *random, AsPoint *child);

#endif // AS_SEARCH_EVOLUTION_H
