//===- signed-rank.c - Whether paired differences are by chance
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See signed-rank.h.
//
//===----------------------------------------------------------------------===//

#include "view/principles/signed-rank.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>

/// Up to so many differences all signs are gone through.
enum { MOST_EXACT = 60 };

static int bySize(const void *left, const void *right) {
  double a = fabs(*(const double *)left), b = fabs(*(const double *)right);
  return (a > b) - (a < b);
}

/// The ranks of sorted differences. Of equals each has the mean of theirs, so
/// ranks are doubled to be whole numbers.
typedef struct Ranks {
  int *doubled;
  int count;
  int positive; ///< Sum of those of positive differences.
  int total;
  double ties; ///< The sum of t^3 - t over groups of t equals.
} Ranks;

static Ranks rank(const double *sorted, int count) {
  Ranks ranks = {.doubled = asAlloc(sizeof(int) * (size_t)(count + 1)),
                 .count = count,
                 .total = count * (count + 1)};
  for (int first = 0, end; first < count; first = end) {
    end = first;
    while (end < count && fabs(sorted[end]) == fabs(sorted[first]))
      end++;
    double equals = end - first;
    ranks.ties += equals * equals * equals - equals;
    for (int i = first; i < end; i++) {
      ranks.doubled[i] = first + 1 + end;
      if (sorted[i] > 0)
        ranks.positive += ranks.doubled[i];
    }
  }
  return ranks;
}

/// The share of all signs with which the sum of positive ranks is `most` or
/// less.
static double shareBelow(const Ranks *ranks, int most) {
  double *share = asAlloc(sizeof(double) * (size_t)(ranks->total + 1));
  share[0] = 1;
  for (int i = 0; i < ranks->count; i++)
    for (int sum = ranks->total; sum >= 0; sum--) {
      int without = sum - ranks->doubled[i];
      share[sum] = share[sum] / 2 + (without >= 0 ? share[without] / 2 : 0);
    }
  double below = 0;
  for (int sum = 0; sum <= most; sum++)
    below += share[sum];
  free(share);
  return below;
}

static double normalP(const Ranks *ranks, int least) {
  double n = ranks->count;
  double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks->ties / 48;
  // The sum is of doubled ranks; half a rank is what a step is worth.
  double off = n * (n + 1) / 4 - least / 2.0 - 0.5;
  return off > 0 ? erfc(off / sqrt(2 * variance)) : 1;
}

double asSignedRankP(const double *differences, int count) {
  double *sorted = asAlloc(sizeof(double) * (size_t)(count + 1));
  int rest = 0;
  for (int i = 0; i < count; i++)
    if (differences[i] != 0)
      sorted[rest++] = differences[i];
  qsort(sorted, (size_t)rest, sizeof *sorted, bySize);
  Ranks ranks = rank(sorted, rest);
  int negative = ranks.total - ranks.positive;
  int least = negative < ranks.positive ? negative : ranks.positive;
  double p = rest <= MOST_EXACT ? 2 * shareBelow(&ranks, least)
                                : normalP(&ranks, least);
  free(ranks.doubled);
  free(sorted);
  return rest ? fmin(p, 1) : 1;
}

typedef struct Test {
  double p;
  int number;
} Test;

static int smallestFirst(const void *left, const void *right) {
  const Test *a = left, *b = right;
  if (a->p != b->p)
    return a->p < b->p ? -1 : 1;
  return a->number - b->number;
}

void asHolmAdjust(const double *p, int count, double *adjusted) {
  Test *tests = asAlloc(sizeof *tests * (size_t)(count + 1));
  for (int i = 0; i < count; i++)
    tests[i] = (Test){p[i], i};
  qsort(tests, (size_t)count, sizeof *tests, smallestFirst);
  double largest = 0;
  for (int i = 0; i < count; i++) {
    largest = fmax(largest, fmin(1, tests[i].p * (count - i)));
    adjusted[tests[i].number] = largest;
  }
  free(tests);
}
