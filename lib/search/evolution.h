//===- evolution.h - Choosing what to measure next
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evolutionary search over the points of a task's sketches, after Ansor (Zheng
// et al., OSDI 2020, section 5.1) with the crossover of three parents that
// TensorComprehensions uses: a population is scored on its symbolic loop nests,
// the better ones breed, and the best that were never tried are handed out,
// with a share of random ones so that the model sees what it does not expect.
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
  const AsTaskHistory *history; ///< Excluded; its best are parents.
  AsScorer scorer;
  void *context;
  int population; ///< Candidates in a generation.
  int generations;
  double randomShare; ///< Of the chosen: not by score but by chance.
  int leastTrials;    ///< Of each sketch, whatever its scores; one of each
                      ///< structure of a sketch that has several.
} AsEvolution;

/// Writes at most `wanted` candidates to `chosen`, none of them in the history
/// and none twice; returns how many there were. Half are the best by score.
/// Then come the best of structures that had fewer than leastTrials: an
/// estimate can be wrong about a whole structure, and would not find out. Fewer
/// than wanted means that the space is nearly exhausted.
int asEvolve(const AsEvolution *evolution, AsRandom *random, int wanted,
             AsCandidate *chosen);

/// The same by chance alone: no score is asked for. The first generation of an
/// evolution is drawn from the same distribution.
int asDraw(const AsEvolution *evolution, AsRandom *random, int wanted,
           AsCandidate *chosen);

/// A valid point that differs from `parent` in one knob, changed in the manner
/// of its kind (tiles move to a neighbouring divisor, the tiles inside follow);
/// false where none was found.
bool asMutate(const AsSketch *sketch, const AsPoint *parent, AsRandom *random,
              AsPoint *child);

/// A valid point whose knobs come from three parents, or false.
bool asCrossOver(const AsSketch *sketch, const AsPoint *const parents[3],
                 AsRandom *random, AsPoint *child);

#endif // AS_SEARCH_EVOLUTION_H
