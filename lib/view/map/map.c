//===- map.c - The map of what was tried for a task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/map/map.h"
#include "costmodel/nest-features.h"
#include "search/scorer.h"
#include "view/map/gains.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEAST_TRIALS = 3,
  CLIPPED = 20, ///< One of so many is clipped at each end of the colours.
};

/// log2 of the gains that there are lines of: a half to twice.
static const double levels[] = {-1, -0.5, 0, 0.5, 1};
enum { NUM_LEVELS = sizeof levels / sizeof *levels };

static const char *const gainTexts[][2] = {
#define GAIN_TEXTS(enumerator, name, meaning) {name, meaning},
    AS_GAINS(GAIN_TEXTS)
#undef GAIN_TEXTS
};

const char *asGainName(AsGain gain) { return gainTexts[gain][0]; }
const char *asGainMeaning(AsGain gain) { return gainTexts[gain][1]; }

/// The means of the rows of each trial: where stages are fused there are fewer.
static double *meanFeatures(const AsView *view, const AsViewMap *map) {
  size_t width = (size_t)asNumFeatures, stride = (size_t)asCostScorerWidth();
  double *features = asAlloc(sizeof(double) * width * (size_t)map->numTrials);
  for (int i = 0; i < map->numTrials; i++) {
    const AsViewTrial *trial = &view->trials[map->trials[i]];
    for (size_t f = 0; f < width; f++) {
      double sum = 0;
      for (int r = 0; r < trial->numRows; r++)
        sum +=
            (double)view->features[(size_t)(trial->firstRow + r) * stride + f];
      features[(size_t)i * width + f] = sum / trial->numRows;
    }
  }
  return features;
}

/// What most of the points of a cell have, by `number` of each, below `numAll`.
static int majority(const int *numbers, int count, int numAll) {
  int *counts = asAlloc(sizeof(int) * ((size_t)numAll + 1));
  memset(counts, 0, sizeof(int) * ((size_t)numAll + 1));
  int best = numbers[0];
  for (int i = 0; i < count; i++)
    counts[numbers[i]]++;
  for (int n = 0; n < numAll; n++)
    if (counts[n] > counts[best] || (counts[n] == counts[best] && n < best))
      best = n;
  free(counts);
  return best;
}

/// The mean of what is known of `values`, at `stride`; NaN of nothing.
static double meanGain(const double *gains, const int *points, int count,
                       int gain) {
  double sum = 0;
  int known = 0;
  for (int p = 0; p < count; p++) {
    double value = gains[points[p] * AS_NUM_GAINS + gain];
    if (isnan(value))
      continue;
    sum += value;
    known++;
  }
  return known ? sum / known : NAN;
}

static AsViewCell summariseCell(const AsView *view, const AsViewMap *map,
                                const AsCell *cell, const double *gains) {
  const int *points = map->honeycomb.points + cell->begin;
  int *numbers = asAlloc(sizeof(int) * (size_t)cell->count);
  AsViewCell result = {.seconds = 0, .height = NAN};
  for (int p = 0; p < cell->count; p++)
    numbers[p] = view->trials[map->trials[points[p]]].sketch;
  result.sketch = majority(numbers, cell->count, view->sketches.count);
  for (int p = 0; p < cell->count; p++)
    numbers[p] = (int)view->trials[map->trials[points[p]]].outcome;
  result.outcome = (AsOutcome)majority(numbers, cell->count, AS_NUM_OUTCOMES);
  free(numbers);
  for (int p = 0; p < cell->count; p++) {
    const AsViewTrial *trial = &view->trials[map->trials[points[p]]];
    if (trial->outcome != AS_OUTCOME_OK || isnan(trial->seconds))
      continue;
    result.seconds += trial->seconds;
    result.numOk++;
  }
  result.seconds = result.numOk ? result.seconds / result.numOk : NAN;
  for (int g = 0; g < AS_NUM_GAINS; g++) {
    result.gains[g] = meanGain(gains, points, cell->count, g);
    result.height = fmax(result.height, result.gains[g]); // Not a NaN.
  }
  return result;
}

static int compareNumbers(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

void asClippedRange(const double *values, int count, double *least,
                    double *most) {
  double *known = asAlloc(sizeof(double) * (size_t)(count + 1));
  int numKnown = 0;
  for (int i = 0; i < count; i++)
    if (!isnan(values[i]))
      known[numKnown++] = values[i];
  qsort(known, (size_t)numKnown, sizeof *known, compareNumbers);
  int clipped = numKnown / CLIPPED;
  *least = numKnown ? known[clipped] : NAN;
  *most = numKnown ? known[numKnown - 1 - clipped] : NAN;
  free(known);
}

static void rangeColours(AsViewMap *map) {
  int count = map->honeycomb.numCells;
  double *seconds = asAlloc(sizeof(double) * (size_t)(count + 1));
  for (int c = 0; c < count; c++)
    seconds[c] = map->cells[c].seconds;
  asClippedRange(seconds, count, &map->least, &map->most);
  free(seconds);
}

static AsGain largestGain(const AsViewCell *cell) {
  AsGain best = AS_GAIN_TIME;
  for (int g = 0; g < AS_NUM_GAINS; g++)
    if (cell->gains[g] == cell->height)
      best = (AsGain)g;
  return best;
}

static void drawLines(AsViewMap *map) {
  const AsHoneycomb *honeycomb = &map->honeycomb;
  double *heights = asAlloc(sizeof(double) * (size_t)(honeycomb->numCells + 1));
  for (int c = 0; c < honeycomb->numCells; c++)
    heights[c] = map->cells[c].height;
  for (int l = 0; l < NUM_LEVELS; l++) {
    int count;
    AsContour *contours = asContoursFind(honeycomb, heights, levels[l], &count);
    map->lines = asRealloc(map->lines, sizeof *map->lines *
                                           (size_t)(map->numLines + count + 1));
    for (int i = 0; i < count; i++)
      map->lines[map->numLines++] =
          (AsViewLine){contours[i], levels[l],
                       largestGain(&map->cells[contours[i].highest])};
    free(contours);
  }
  free(heights);
}

AsViewMap *asViewMapMake(const AsView *view, const AsViewTask *task) {
  AsViewMap *map = asAlloc(sizeof *map);
  *map = (AsViewMap){
      .trials = asAlloc(sizeof(int) * ((size_t)(task->end - task->begin) + 1))};
  for (int t = task->begin; t < task->end; t++)
    if (view->trials[t].numRows)
      map->trials[map->numTrials++] = t;
  if (map->numTrials < LEAST_TRIALS) {
    asViewMapFree(map);
    return NULL;
  }
  size_t count = (size_t)map->numTrials;
  AsPlace *places = asAlloc(sizeof(AsPlace) * count);
  int *cluster = asAlloc(sizeof(int) * count);
  double *features = meanFeatures(view, map);
  asPrincipalPlaces(features, map->numTrials, asNumFeatures, places);
  free(features);
  map->clusters = asClustersFind(places, map->numTrials, 1, cluster);
  map->honeycomb =
      asHoneycombFill(places, cluster, map->numTrials, &map->clusters);
  free(places);
  free(cluster);
  double *gains = asAlloc(sizeof(double) * AS_NUM_GAINS * count);
  asGainsCompute(view, map->trials, map->numTrials, gains);
  map->cells =
      asAlloc(sizeof *map->cells * (size_t)(map->honeycomb.numCells + 1));
  for (int c = 0; c < map->honeycomb.numCells; c++)
    map->cells[c] = summariseCell(view, map, &map->honeycomb.cells[c], gains);
  free(gains);
  rangeColours(map);
  drawLines(map);
  return map;
}

void asViewMapFree(AsViewMap *map) {
  if (!map)
    return;
  asHoneycombFree(&map->honeycomb);
  free(map->trials);
  free(map->cells);
  free(map->lines);
  free(map);
}
