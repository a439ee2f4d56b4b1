//===- gains.c - What a candidate gains over the median one
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines and lanes are those of the loop nest: its features say how many lines
// come from beyond each cache, and how many lanes of its vectors are filled.
//
//===----------------------------------------------------------------------===//

#include "view/map/gains.h"
#include "costmodel/nest-features.h"
#include "search/scorer.h"
#include "support/quantiles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUM_CACHES = 3 };

static size_t featureNumber(const char *name) {
  int feature = 0;
  while (feature < asNumFeatures && strcmp(asFeatureName(feature), name) != 0)
    feature++;
  return (size_t)feature;
}

static const float *rowOf(const AsView *view, const AsViewTrial *trial, int r) {
  return view->features +
         (size_t)(trial->firstRow + r) * (size_t)asCostScorerWidth();
}

/// Of all stages together. Features are log2(1 + x).
static double sumOf(const AsView *view, const AsViewTrial *trial,
                    size_t feature) {
  double sum = 0;
  for (int r = 0; r < trial->numRows; r++)
    sum += exp2((double)rowOf(view, trial, r)[feature]) - 1;
  return sum;
}

/// The mean number of lanes that are filled, by iterations.
static double lanesOf(const AsView *view, const AsViewTrial *trial) {
  size_t lanes = featureNumber("lanes"), waste = featureNumber("lane_waste");
  size_t iterations = featureNumber("iterations");
  double sum = 0, weights = 0;
  for (int r = 0; r < trial->numRows; r++) {
    const float *row = rowOf(view, trial, r);
    double weight = exp2((double)row[iterations]) - 1;
    double width = fmax(1, exp2((double)row[lanes]) - 1);
    sum += weight * width * (1 - (double)row[waste]);
    weights += weight;
  }
  return weights > 0 ? sum / weights : 0;
}

/// log2 of the median of `values` over each, or of each over it, into `logs`;
/// NaN where a value is not known.
static void compare(const double *values, int count, bool moreIsBetter,
                    double *logs) {
  double *known = asAlloc(sizeof(double) * ((size_t)count + 1));
  int numKnown = 0;
  for (int i = 0; i < count; i++)
    if (values[i] > 0)
      known[numKnown++] = values[i];
  double median = numKnown ? asSpreadOf(known, numKnown).median : NAN;
  free(known);
  for (int i = 0; i < count; i++)
    logs[i] = values[i] > 0
                  ? log2(moreIsBetter ? values[i] / median : median / values[i])
                  : NAN;
}

/// The mean over the caches that lines come from.
static void compareLines(const AsView *view, const int *trials, int count,
                         double *values, double *logs, double *gains) {
  static const char *const names[NUM_CACHES] = {"l1.lines", "l2.lines",
                                                "l3.lines"};
  for (int i = 0; i < count; i++)
    gains[i] = 0;
  int *terms = asAlloc(sizeof(int) * ((size_t)count + 1));
  memset(terms, 0, sizeof(int) * ((size_t)count + 1));
  for (int cache = 0; cache < NUM_CACHES; cache++) {
    size_t feature = featureNumber(names[cache]);
    for (int i = 0; i < count; i++)
      values[i] = sumOf(view, &view->trials[trials[i]], feature);
    compare(values, count, false, logs);
    for (int i = 0; i < count; i++)
      if (!isnan(logs[i])) {
        gains[i] += logs[i];
        terms[i]++;
      }
  }
  for (int i = 0; i < count; i++)
    gains[i] = terms[i] ? gains[i] / terms[i] : NAN;
  free(terms);
}

void asGainsCompute(const AsView *view, const int *trials, int count,
                    double *gains) {
  size_t size = sizeof(double) * ((size_t)count + 1);
  double *values = asAlloc(size), *logs = asAlloc(size), *own = asAlloc(size);
  compareLines(view, trials, count, values, logs, own);
  for (int i = 0; i < count; i++)
    gains[i * AS_NUM_GAINS + AS_GAIN_MEMORY] = own[i];
  for (int i = 0; i < count; i++)
    values[i] = lanesOf(view, &view->trials[trials[i]]);
  compare(values, count, true, own);
  for (int i = 0; i < count; i++)
    gains[i * AS_NUM_GAINS + AS_GAIN_VECTOR] = own[i];
  for (int i = 0; i < count; i++) {
    const AsViewTrial *trial = &view->trials[trials[i]];
    values[i] = trial->outcome == AS_OUTCOME_OK ? trial->seconds : NAN;
  }
  compare(values, count, false, own);
  for (int i = 0; i < count; i++)
    gains[i * AS_NUM_GAINS + AS_GAIN_TIME] = own[i];
  free(values);
  free(logs);
  free(own);
}
