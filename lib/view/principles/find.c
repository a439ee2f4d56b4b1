//===- find.c - Finding what good schedules have in common
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See find.h.
//
//===----------------------------------------------------------------------===//

#include "view/principles/find.h"
#include "support/quantiles.h"
#include "view/principles/families.h"
#include "view/principles/signed-rank.h"
#include <math.h>
#include <stdlib.h>

enum { LEAST_PAIRS = 8 }; ///< Fewer are no evidence.

static const double significance = 0.05, leastChange = 0.01;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// One knob of a family.
typedef struct Asking {
  const AsFamily *family;
  int number; ///< Of the family.
  int knob;
  double *options; ///< All values of the knob, ascending.
  int numOptions;
  AsNearTrials **near; ///< Of each sample.
  int *numNear;
  double *differences;
} Asking;

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void findOptions(Asking *asking) {
  const AsFamily *family = asking->family;
  int count = 0;
  for (int s = 0; s < family->numSamples; s++)
    for (int t = 0; t < family->samples[s].numTrials; t++)
      asking->options[count++] =
          asPairValue(&family->samples[s], t, asking->knob);
  qsort(asking->options, (size_t)count, sizeof(double), ascending);
  for (int i = 0; i < count; i++)
    if (i == 0 || asking->options[i] != asking->options[i - 1])
      asking->options[asking->numOptions++] = asking->options[i];
}

static double medianOf(const double *values, int count) {
  return asSpreadOf(values, count).median;
}

static void add(AsComparisons *comparisons, AsComparison comparison) {
  if (comparisons->count == comparisons->capacity) {
    comparisons->capacity = 2 * comparisons->capacity + 64;
    comparisons->items =
        asRealloc(comparisons->items,
                  sizeof *comparisons->items * (size_t)comparisons->capacity);
  }
  comparisons->items[comparisons->count++] = comparison;
}

/// The samples of a task follow each other.
static bool endsTask(const AsFamily *family, int sample) {
  return sample + 1 == family->numSamples ||
         family->tasks[sample + 1] != family->tasks[sample];
}

/// Compares option number `o` and smaller ones with larger ones.
static void compareAt(Asking *asking, int o, AsComparisons *comparisons) {
  const AsFamily *family = asking->family;
  double limit = asking->options[o];
  double *differences = asking->differences;
  int count = 0, first = 0, numTasks = 0;
  int numBelow = 0, numAbove = 0;
  for (int s = 0; s < family->numSamples; s++) {
    count +=
        asPairsDiffer(&family->samples[s], asking->near[s], asking->numNear[s],
                      asking->knob, limit, differences + count);
    if (!endsTask(family, s) || count == first)
      continue;
    double change = medianOf(differences + first, count - first);
    numTasks++;
    numBelow += change < 0;
    numAbove += change > 0;
    first = count;
  }
  if (count < LEAST_PAIRS)
    return;
  double change = medianOf(differences, count);
  bool isMost = change < 0;
  bool isFirst = o == 0, isLast = o + 2 == asking->numOptions;
  add(comparisons,
      (AsComparison){
          .principle = {.signature = family->signature,
                        .device = family->device,
                        .sketch = family->sketch,
                        .knob = family->knobs[asking->knob],
                        .isMost = isMost,
                        .limit = isMost ? limit : asking->options[o + 1]},
          .otherSide = isMost ? asking->options[o + 1] : limit,
          .like = family->like,
          .group = asking->number,
          .isOneOption = isMost ? isFirst : isLast,
          .otherIsOne = isMost ? isLast : isFirst,
          .change = -fabs(change),
          .p = asSignedRankP(differences, count),
          .numPairs = count,
          .numTasks = numTasks,
          .numAgreeing = isMost ? numBelow : numAbove});
}

static void askKnob(const AsFamily *family, int number, int knob,
                    AsComparisons *comparisons) {
  size_t numTrials = 0, numSamples = (size_t)family->numSamples;
  for (int s = 0; s < family->numSamples; s++)
    numTrials += (size_t)family->samples[s].numTrials;
  Asking asking = {.family = family,
                   .number = number,
                   .knob = knob,
                   .options = asAlloc(sizeof(double) * numTrials),
                   .near = asAlloc(sizeof(AsNearTrials *) * numSamples),
                   .numNear = asAlloc(sizeof(int) * numSamples),
                   .differences = asAlloc(sizeof(double) * numTrials)};
  findOptions(&asking);
  for (int s = 0; s < family->numSamples; s++)
    asking.near[s] = asPairsNear(&family->samples[s], knob, &asking.numNear[s]);
  for (int o = 0; o + 1 < asking.numOptions; o++)
    compareAt(&asking, o, comparisons);
  for (int s = 0; s < family->numSamples; s++)
    free(asking.near[s]);
  free(asking.near);
  free(asking.numNear);
  free(asking.options);
  free(asking.differences);
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

static void adjust(AsComparisons *comparisons) {
  size_t count = (size_t)comparisons->count;
  double *p = asAlloc(sizeof *p * count),
         *adjusted = asAlloc(sizeof *p * count);
  for (size_t c = 0; c < count; c++)
    p[c] = comparisons->items[c].p;
  asHolmAdjust(p, comparisons->count, adjusted);
  for (size_t c = 0; c < count; c++)
    comparisons->items[c].adjusted = adjusted[c];
  free(p);
  free(adjusted);
}

/// Whether both cannot be principles: they are of the same side of a knob, or
/// no option is on both sides.
static bool excludes(const AsComparison *a, const AsComparison *b) {
  const AsPrinciple *one = &a->principle, *other = &b->principle;
  if (a->group != b->group || one->knob != other->knob)
    return false;
  if (one->isMost == other->isMost)
    return true;
  return one->isMost ? one->limit < other->limit : other->limit < one->limit;
}

static bool isConvincing(const AsComparison *comparison) {
  return comparison->adjusted < significance &&
         comparison->change <= log(1 - leastChange) &&
         2 * comparison->numAgreeing > comparison->numTasks;
}

/// Marks those with the least p first, so that of two that exclude each other
/// the surer one counts.
static void choose(AsComparisons *comparisons) {
  for (;;) {
    AsComparison *best = NULL;
    for (int c = 0; c < comparisons->count; c++) {
      AsComparison *one = &comparisons->items[c];
      bool isFree =
          !one->isPrinciple && isConvincing(one) && (!best || one->p < best->p);
      for (int o = 0; o < comparisons->count && isFree; o++)
        isFree = !comparisons->items[o].isPrinciple ||
                 !excludes(one, &comparisons->items[o]);
      if (isFree)
        best = one;
    }
    if (!best)
      return;
    best->isPrinciple = true;
  }
}

void asPrinciplesFind(const AsView *view, AsComparisons *comparisons) {
  AsFamilies families = asFamiliesOf(view, &comparisons->arena);
  comparisons->numTasks = families.numTasks;
  for (int f = 0; f < families.count; f++)
    for (int k = 0; k < families.families[f].numKnobs; k++)
      askKnob(&families.families[f], f, k, comparisons);
  adjust(comparisons);
  choose(comparisons);
  asFamiliesFree(&families);
}
