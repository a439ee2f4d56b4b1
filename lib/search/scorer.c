//===- scorer.c - Scores for candidates
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See scorer.h.
//
//===----------------------------------------------------------------------===//

#include "search/scorer.h"
#include "costmodel/analytical-prior.h"
#include "costmodel/learned-model.h"
#include "costmodel/nest-features.h"
#include "costmodel/xgboost.h"
#include "sketch/loop-nest.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// After this many programs the learned model counts as much as the prior.
static const double trust = 48;

struct AsCostScorer {
  AsTarget target;
  AsModel *model;
  AsModel *base;    ///< Of earlier runs, borrowed; NULL for none.
  double baseShare; ///< Its weight before anything was added.
  int width;
  const AsSketch *sketches;
  double reference; ///< What estimates are held against: the least of the first
                    ///< candidates since the selection, 0 before them.
  float *features;  ///< Of the programs to learn from, width floats a row.
  uint32_t *firstRow; ///< One more than programs.
  double *labels;
  int numPrograms, programCapacity;
  size_t numRows, rowCapacity;
  bool hasNews; ///< Programs or labels changed since the training.
};

int asCostScorerWidth(void) { return asNumFeatures + 1 + AS_MAX_TRAITS; }

AsStatus asCostScorerCreate(const AsTarget *target, uint64_t seed,
                            AsCostScorer **result, AsError *error) {
  AsCostScorer *scorer = asAlloc(sizeof *scorer);
  scorer->target = *target;
  scorer->width = asCostScorerWidth();
  AsStatus status = asModelCreate(scorer->width, seed, &scorer->model, error);
  if (status) {
    free(scorer);
    return status;
  }
  scorer->programCapacity = 64;
  scorer->firstRow = asAlloc(sizeof(uint32_t) * 65);
  scorer->labels = asAlloc(sizeof(double) * 64);
  *result = scorer;
  return AS_OK;
}

void asCostScorerDestroy(AsCostScorer *scorer) {
  if (!scorer)
    return;
  asModelDestroy(scorer->model);
  free(scorer->features);
  free(scorer->firstRow);
  free(scorer->labels);
  free(scorer);
}

void asCostScorerSetBase(AsCostScorer *scorer, AsModel *base, double share) {
  scorer->base = base;
  scorer->hasNews = true;
  asCostScorerSetShare(scorer, share);
}

void asCostScorerSetShare(AsCostScorer *scorer, double share) {
  scorer->baseShare = scorer->base ? share : 0;
}

void asCostScorerSelect(AsCostScorer *scorer, const AsSketch *sketches) {
  scorer->sketches = sketches;
  scorer->reference = 0;
}

/// Writes the rows of a nest; returns how many. A row has the features of a
/// stage, the estimate of the prior, and traits of the point that the nest does
/// not show.
static int writeRows(const AsCostScorer *scorer, const AsNest *nest,
                     const AsPoint *point, double prior, float *rows) {
  float packed[AS_MAX_STAGES * 256];
  int count = asFeaturesExtract(nest, packed);
  for (int r = 0; r < count; r++) {
    float *row = rows + (size_t)r * (size_t)scorer->width;
    memcpy(row, packed + r * asNumFeatures,
           sizeof(float) * (size_t)asNumFeatures);
    row[asNumFeatures] = (float)log2(prior);
    asPointTraits(nest->sketch, point, row + asNumFeatures + 1);
  }
  return count;
}

/// The weight of what was learned against the prior.
static double learnedShare(const AsCostScorer *scorer) {
  double prior = trust / (scorer->numPrograms + trust);
  bool knows = scorer->base || asModelIsTrained(scorer->model);
  return knows ? 1 - (1 - scorer->baseShare) * prior : 0;
}

/// What was learned of the programs, in this run and before. False where it
/// cannot be told.
static bool predict(const AsCostScorer *scorer, const AsModelRows *rows,
                    double *scores) {
  AsModelRows rest = *rows;
  if (scorer->base && asModelPredict(scorer->base, rows, scores, NULL))
    return false;
  if (!asModelIsTrained(scorer->model))
    return true;
  double *base = asAlloc(sizeof *base * (rows->numPrograms + 1));
  memcpy(base, scores, sizeof *base * rows->numPrograms);
  rest.offsets = scorer->base ? base : NULL;
  bool isDone = !asModelPredict(scorer->model, &rest, scores, NULL);
  free(base);
  return isDone;
}

void asCostScore(const AsCandidate *candidates, int count, double *scores,
                 void *context) {
  AsCostScorer *scorer = context;
  double share = learnedShare(scorer);
  float *rows = asAlloc(sizeof(float) * (size_t)scorer->width * AS_MAX_STAGES *
                            (size_t)(share > 0 ? count : 0) +
                        1);
  uint32_t *firstRow = asAlloc(sizeof(uint32_t) * (size_t)(count + 1));
  double *priors = asAlloc(sizeof(double) * (size_t)(count + 1));
  double *learned = asAlloc(sizeof(double) * (size_t)(count + 1));
  double least = INFINITY;
  for (int i = 0; i < count; i++) {
    const AsSketch *sketch = &scorer->sketches[candidates[i].sketch];
    AsNest nest;
    firstRow[i + 1] = firstRow[i];
    priors[i] = INFINITY;
    if (!asNestBuild(sketch, &candidates[i].point, &nest))
      continue;
    priors[i] = asPriorSeconds(&nest, &scorer->target);
    if (priors[i] < least)
      least = priors[i];
    if (share > 0)
      firstRow[i + 1] += (uint32_t)writeRows(
          scorer, &nest, &candidates[i].point, priors[i],
          rows + (size_t)firstRow[i] * (size_t)scorer->width);
  }
  // Scores of several calls are compared with each other.
  if (scorer->reference == 0 && least < INFINITY)
    scorer->reference = least;
  AsModelRows set = {.features = rows,
                     .width = scorer->width,
                     .firstRow = firstRow,
                     .numPrograms = (size_t)count};
  if (share > 0 && !predict(scorer, &set, learned))
    share = 0;
  for (int i = 0; i < count; i++)
    scores[i] =
        priors[i] == INFINITY
            ? -INFINITY
            : share * learned[i] + (1 - share) * scorer->reference / priors[i];
  free(rows);
  free(firstRow);
  free(priors);
  free(learned);
}

double asCostEstimate(const AsCostScorer *scorer, const AsSketch *sketch,
                      const AsPoint *point) {
  AsNest nest;
  return asNestBuild(sketch, point, &nest)
             ? asPriorSeconds(&nest, &scorer->target)
             : INFINITY;
}

int asCostScorerRows(const AsCostScorer *scorer, const AsSketch *sketch,
                     const AsPoint *point, float *rows) {
  AsNest nest;
  return asNestBuild(sketch, point, &nest)
             ? writeRows(scorer, &nest, point,
                         asPriorSeconds(&nest, &scorer->target), rows)
             : 0;
}

int asCostScorerAdd(AsCostScorer *scorer, const AsSketch *sketch,
                    const AsPoint *point) {
  if (scorer->numPrograms == scorer->programCapacity) {
    scorer->programCapacity *= 2;
    size_t size = (size_t)scorer->programCapacity;
    scorer->firstRow =
        asRealloc(scorer->firstRow, sizeof(uint32_t) * (size + 1));
    scorer->labels = asRealloc(scorer->labels, sizeof(double) * size);
  }
  if (scorer->numRows + AS_MAX_STAGES > scorer->rowCapacity) {
    scorer->rowCapacity = 2 * scorer->rowCapacity + AS_MAX_STAGES;
    scorer->features =
        asRealloc(scorer->features,
                  sizeof(float) * (size_t)scorer->width * scorer->rowCapacity);
  }
  scorer->numRows += (size_t)asCostScorerRows(
      scorer, sketch, point,
      scorer->features + scorer->numRows * (size_t)scorer->width);
  scorer->firstRow[scorer->numPrograms + 1] = (uint32_t)scorer->numRows;
  scorer->labels[scorer->numPrograms] = 0;
  scorer->hasNews = true;
  return scorer->numPrograms++;
}

void asCostScorerLabel(AsCostScorer *scorer, int number, double label) {
  scorer->hasNews |= scorer->labels[number] != label;
  scorer->labels[number] = label;
}

AsStatus asCostScorerCanLearn(AsError *error) {
  AsXgboost *xgboost;
  return asXgboostOpen(&xgboost, error);
}

AsStatus asCostScorerTrain(AsCostScorer *scorer, AsError *error) {
  if (!scorer->hasNews)
    return AS_OK;
  scorer->hasNews = false;
  size_t count = (size_t)scorer->numPrograms;
  AsModelRows rows = {.features = scorer->features,
                      .width = scorer->width,
                      .firstRow = scorer->firstRow,
                      .numPrograms = count};
  double *known = asAlloc(sizeof *known * (count + 1));
  AsStatus status = AS_OK;
  if (scorer->base && count > 0) {
    status = asModelPredict(scorer->base, &rows, known, error);
    rows.offsets = known;
  }
  if (!status)
    status = asModelTrain(scorer->model, &rows, scorer->labels, error);
  free(known);
  return status == AS_NOT_FOUND ? AS_OK : status; // The prior scores alone.
}
