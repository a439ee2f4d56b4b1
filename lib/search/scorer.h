//===- scorer.h - Scores for candidates
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scores candidates for the strategies. A candidate becomes a symbolic nest;
// the analytical prior estimates its seconds, and the learned model scores its
// features. The more programs the model has seen, the more it counts.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_SCORER_H
#define AS_SEARCH_SCORER_H

#include "as/error.h"
#include "costmodel/learned-model.h"
#include "search/strategy.h"
#include "target/target.h"

typedef struct AsCostScorer AsCostScorer;

AsStatus asCostScorerCreate(const AsTarget *target, uint64_t seed,
                            AsCostScorer **scorer, AsError *error);
void asCostScorerDestroy(AsCostScorer *scorer);

/// Has the scorer learn what is left of `base`, a trained model, or begin from
/// nothing if that is NULL. `share` is the weight of the base against the prior
/// before anything was added, from 0 to 1. Borrowed.
void asCostScorerSetBase(AsCostScorer *scorer, AsModel *base, double share);

/// Sets that weight for the candidates that follow.
void asCostScorerSetShare(AsCostScorer *scorer, double share);

/// Sets the sketches that the following candidates belong to.
void asCostScorerSelect(AsCostScorer *scorer, const AsSketch *sketches);

/// An AsScorer; the context is the AsCostScorer. Scores of all calls since the
/// selection can be compared.
void asCostScore(const AsCandidate *candidates, int count, double *scores,
                 void *scorer);

/// The seconds that the prior estimates for a candidate.
double asCostEstimate(const AsCostScorer *scorer, const AsSketch *sketch,
                      const AsPoint *point);

/// Floats in a row that the learned model sees of a stage.
int asCostScorerWidth(void);

/// Writes a row for each stage of a candidate to `rows` (room for
/// AS_MAX_STAGES); returns how many, 0 where it has no nest.
int asCostScorerRows(const AsCostScorer *scorer, const AsSketch *sketch,
                     const AsPoint *point, float *rows);

/// Adds a finished candidate to the training set; returns its number.
/// asCostScorerLabel sets its label: the best time of its task over its own, 0
/// if it failed. Labels change when the best time falls.
int asCostScorerAdd(AsCostScorer *scorer, const AsSketch *sketch,
                    const AsPoint *point);
void asCostScorerLabel(AsCostScorer *scorer, int number, double label);

/// Fails with AS_NOT_FOUND and a message that says why if XGBoost cannot be
/// loaded (costmodel/xgboost.h).
AsStatus asCostScorerCanLearn(AsError *error);

/// Trains the model on all programs; without XGBoost it does nothing.
AsStatus asCostScorerTrain(AsCostScorer *scorer, AsError *error);

#endif // AS_SEARCH_SCORER_H
