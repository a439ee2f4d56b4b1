//===- variation.h - Points made of other points
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutation and crossover, as strategies use them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_STRATEGIES_VARIATION_H
#define AS_SEARCH_STRATEGIES_VARIATION_H

#include "search/search-space.h"

/// Mutation: a valid point that differs from `parent` in one knob. Tiles move
/// to a neighbouring divisor, and the tiles inside follow. False if none was
/// found.
bool asMutate(const AsSketch *sketch, const AsPoint *parent, AsRandom *random,
              AsPoint *child);

/// Crossover: a valid point whose knobs come from three parents. If none was
/// found, `child` is the first parent and the result false.
bool asCrossOver(const AsSketch *sketch, const AsPoint *const parents[3],
                 AsRandom *random, AsPoint *child);

/// Descent: offers all that is met on the way from `from`, whose score is
/// `score`, to a point whose neighbours have no higher score, to the pool.
void asPolish(const AsSearchSpace *space, AsCandidatePool *pool,
              const AsCandidate *from, double score);

#endif // AS_SEARCH_STRATEGIES_VARIATION_H
