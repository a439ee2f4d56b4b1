//===- strategy.h - How candidates are chosen
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The strategies of the search behind one interface: each takes the sketches of
// a task and its history, and gives the candidates to measure next. A strategy
// keeps no state of its own: what it would remember is in the history. So a run
// that continues from a store goes on as if it had never ended.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_STRATEGY_H
#define AS_SEARCH_STRATEGY_H

#include "search/search-space.h"
#include "support/options.h"

/// Writes at most `wanted` candidates to `chosen`, none of them in the history
/// and none twice; returns how many. Fewer than `wanted` means that the space
/// is nearly exhausted.
int asStrategyPropose(AsStrategy strategy, const AsSearchSpace *space,
                      AsRandom *random, int wanted, AsCandidate *chosen);

/// Adds candidates to the `count` that are chosen already, until there are
/// `wanted`; returns how many there are then.
int asStrategyFill(AsStrategy strategy, const AsSearchSpace *space,
                   AsRandom *random, int wanted, AsCandidate *chosen,
                   int count);

/// asStrategyPropose, but the neighbours of the best known come first
/// (asDroplet).
int asStrategyRefine(AsStrategy strategy, const AsSearchSpace *space,
                     AsRandom *random, int wanted, AsCandidate *chosen);

/// Whether the candidate is one of so many others.
bool asCandidateIsAmong(const AsCandidate *candidate, const AsCandidate *others,
                        int count);

/// Whether the strategy asks for scores, so that learning helps it.
bool asStrategyScores(AsStrategy strategy);

//===----------------------------------------------------------------------===//
// The strategies. Arguments and results are those of asStrategyPropose.
//===----------------------------------------------------------------------===//

/// Evolutionary search (Zheng et al., "Ansor", OSDI 2020, section 5.1). Half of
/// the chosen are the best by score. Then come the best of structures that had
/// fewer than leastTrials, since an estimate can be wrong about a whole
/// structure.
int asEvolve(const AsSearchSpace *space, AsRandom *random, int wanted,
             AsCandidate *chosen);

/// Random candidates: the scorer is not called. The first generation of an
/// evolution is drawn from the same distribution.
int asDraw(const AsSearchSpace *space, AsRandom *random, int wanted,
           AsCandidate *chosen);

/// A genetic algorithm over measured candidates (Vasilache et al., "Tensor
/// Comprehensions", 2018, section 6): parents by fitness, which is speed. The
/// scorer is not called.
int asBreed(const AsSearchSpace *space, AsRandom *random, int wanted,
            AsCandidate *chosen);

/// Simulated annealing over scores (Chen et al., "Learning to Optimize Tensor
/// Programs", NeurIPS 2018, section 3.3).
int asAnneal(const AsSearchSpace *space, AsRandom *random, int wanted,
             AsCandidate *chosen);

/// Beam search over partial points (Adams et al., "Learning to Optimize Halide
/// with Tree Search and Random Programs", SIGGRAPH 2019, section 4).
int asBeam(const AsSearchSpace *space, AsRandom *random, int wanted,
           AsCandidate *chosen);

/// Coordinate descent over measured candidates (Canesche et al., "The Droplet
/// Search Algorithm for Kernel Scheduling", TACO 2024). The knobs are axes; the
/// neighbours of the best known candidate are chosen first. Fewer than `wanted`
/// means that all neighbours of all good candidates were tried, so the search
/// has converged; there are none before something was timed.
int asDroplet(const AsSearchSpace *space, int wanted, AsCandidate *chosen);

/// The trial whose neighbours asDroplet looks at first, or -1: the best, which
/// only one that is faster beyond noise replaces.
int asDropletCentre(const AsTaskHistory *history);

#endif // AS_SEARCH_STRATEGY_H
