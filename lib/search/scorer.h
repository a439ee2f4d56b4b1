//===- scorer.h - Scores for candidates
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a candidate to a number: symbolic nest, features, learned model, and the
// analytical prior while the model has seen little.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_SCORER_H
#define AS_SEARCH_SCORER_H

#include "as/error.h"
#include "search/evolution.h"
#include "target/target.h"

typedef struct AsCostScorer AsCostScorer;

AsStatus asCostScorerCreate(const AsTarget *target, uint64_t seed,
                            AsCostScorer **scorer, AsError *error);
void asCostScorerDestroy(AsCostScorer *scorer);

/// Says which sketches the candidates that follow belong to.
void asCostScorerSelect(AsCostScorer *scorer, const AsSketch *sketches);

/// An AsScorer; the context is the AsCostScorer.
void asCostScore(const AsCandidate *candidates, int count, double *scores,
                 void *scorer);

/// The seconds that the prior gives a candidate.
double asCostEstimate(const AsCostScorer *scorer, const AsSketch *sketch,
                      const AsPoint *point);

/// Adds a finished candidate to what will be learned from: `label` is its
/// task's best time over its own, 0 where it failed. Returns its number, by
/// which the label can be changed when the best time falls.
int asCostScorerAdd(AsCostScorer *scorer, const AsSketch *sketch,
                    const AsPoint *point);
void asCostScorerLabel(AsCostScorer *scorer, int number, double label);

/// Fails with AS_NOT_FOUND, and says why, where there is no XGBoost to learn
/// with (costmodel/xgboost.h).
AsStatus asCostScorerCanLearn(AsError *error);

/// Trains on everything added; does nothing where it cannot learn.
AsStatus asCostScorerTrain(AsCostScorer *scorer, AsError *error);

#endif // AS_SEARCH_SCORER_H
