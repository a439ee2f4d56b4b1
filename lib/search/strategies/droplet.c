//===- droplet.c - Coordinate descent over measured candidates
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The knobs are axes, and the numbers of their options are coordinates. Options
// of tiles ascend, so neighbours are alike. Of a centre, the best candidate so
// far, these are chosen, in this order:
//
//   1. all moves together that helped earlier centres and were not made yet,
//      or, without any, once more the move that led to this centre; and the
//      same further;
//   2. one option up and down on each axis;
//   3. the same on two axes at once, and on a tile with all tiles inside it:
//   the
//      best by score, as many as are wanted;
//   4. 2, 4, 8, ... options up and down on each axis.
//
// The published search takes all sign patterns of all axes in 3, which with 24
// knobs are 16 million.
//
// Another candidate becomes the centre if it is faster by more than noise.
// Once all neighbours of the centre were tried, others follow: those from which
// it is furthest to a faster one.
//
//===----------------------------------------------------------------------===//

#include "search/strategy.h"
#include "support/arena.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Welch's t from which a difference is no noise: p = 0.05, two-sided, for the
/// 8 degrees of freedom of two candidates with five timed runs each, which is
/// the least.
static const double significant = 2.3;

/// The relative error of a time of few runs, of which there is no estimate.
static const double usualError = 0.01;

/// What is no more options away from a faster candidate is in its valley.
enum { NEAR = 2 };

typedef struct Descent {
  const AsSearchSpace *space;
  AsCandidatePool pool;
  AsCandidate *met; ///< Neighbours that wait for their scores.
  int numMet, capacity;
  AsCandidate *chosen;
  int count, wanted;
} Descent;

//===----------------------------------------------------------------------===//
// Centres
//===----------------------------------------------------------------------===//

static double errorOf(const AsTrial *trial) {
  return trial->seconds *
         (trial->relativeError > 0 ? trial->relativeError : usualError);
}

static bool isFaster(const AsTrial *one, const AsTrial *other) {
  double error = hypot(errorOf(one), errorOf(other));
  return other->seconds - one->seconds > significant * error;
}

/// The centres so far, the latest first: of many, the last few.
typedef struct Centres {
  const AsTrial *trials[16];
  int count;
} Centres;

enum { MAX_CENTRES = sizeof((Centres){0}.trials) / sizeof(AsTrial *) };

/// Each is replaced only by a trial that is faster beyond noise.
static Centres findCentres(const AsTaskHistory *history) {
  Centres centres = {.count = 0};
  for (int t = 0; t < history->numTrials; t++) {
    const AsTrial *trial = &history->trials[t];
    if (!asOutcomeIsTimed(trial->outcome) ||
        (centres.count > 0 && !isFaster(trial, centres.trials[0])))
      continue;
    memmove(&centres.trials[1], &centres.trials[0],
            sizeof *centres.trials * (MAX_CENTRES - 1));
    centres.trials[0] = trial;
    centres.count += centres.count < MAX_CENTRES;
  }
  return centres;
}

/// In how many knobs two points differ; *last is one of these.
static int countDifferences(const AsPoint *one, const AsPoint *other,
                            int *last) {
  int count = 0;
  for (int k = 0; k < AS_MAX_KNOBS; k++)
    if (one->choice[k] != other->choice[k]) {
      *last = k;
      count++;
    }
  return count;
}

/// How many options two candidates are apart, over all knobs; INT_MAX for those
/// of different structure.
static int distance(const AsSearchSpace *space, const AsCandidate *one,
                    const AsCandidate *other) {
  if (one->sketch != other->sketch)
    return INT_MAX;
  const AsSketch *sketch = &space->sketches[one->sketch];
  if (asPointStructure(sketch, &one->point) !=
      asPointStructure(sketch, &other->point))
    return INT_MAX;
  int sum = 0;
  for (int k = 0; k < sketch->numKnobs; k++)
    sum += abs(one->point.choice[k] - other->point.choice[k]);
  return sum;
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// Whether options of the knob have an order: the others are all neighbours of
/// each other.
static bool isOrdered(const AsKnob *knob) {
  return knob->kind != AS_KNOB_SCHEDULE && knob->kind != AS_KNOB_ORDER &&
         knob->kind != AS_KNOB_LOCATION && knob->kind != AS_KNOB_USER;
}

/// Moves knob `k` by `step`; false if there is no such option.
static bool move(const AsSketch *sketch, AsPoint *point, int k, int step) {
  int choice = point->choice[k] + step;
  if (choice < 0 || choice >= sketch->knobs[k].numOptions)
    return false;
  point->choice[k] = (uint8_t)choice;
  return true;
}

static void meet(Descent *descent, const AsCandidate *centre,
                 const AsPoint *moved) {
  AsCandidate neighbour = {.sketch = centre->sketch, .point = *moved};
  const AsSketch *sketch = &descent->space->sketches[centre->sketch];
  asPointRepair(sketch, &neighbour.point); // It may undo the move.
  if (memcmp(&neighbour.point, &centre->point, sizeof *moved) == 0 ||
      !asPointIsValid(sketch, &neighbour.point))
    return;
  if (descent->numMet == descent->capacity) {
    descent->capacity = descent->capacity ? 2 * descent->capacity : 64;
    descent->met = asRealloc(descent->met,
                             sizeof *descent->met * (size_t)descent->capacity);
  }
  descent->met[descent->numMet++] = neighbour;
}

static bool isFull(const Descent *descent) {
  return descent->count == descent->wanted;
}

/// Chooses neighbours that were met, as many as are wanted: half of them by
/// score, and half in the order in which they were met, so that no axis waits
/// for long because its scores are wrong.
static void choose(Descent *descent) {
  AsCandidatePool *pool = &descent->pool;
  double *scores = asAlloc(sizeof *scores * (size_t)(descent->numMet + 1));
  pool->size = 0;
  asCandidatePoolScore(pool, descent->space, descent->met, descent->numMet,
                       scores);
  free(scores);
  descent->numMet = 0;
  if (pool->size == 0)
    return;
  AsScoredCandidate *inOrder =
      asAlloc(sizeof *inOrder * (size_t)(pool->size + 1));
  memcpy(inOrder, pool->items, sizeof *inOrder * (size_t)pool->size);
  AsCandidate *best = descent->chosen + descent->count;
  int half = (descent->wanted - descent->count + 1) / 2;
  int numBest = asCandidatePoolTakeBest(pool, half, best);
  descent->count += numBest;
  for (int i = 0; i < pool->size && !isFull(descent); i++) {
    bool isBest = false;
    for (int b = 0; b < numBest; b++)
      isBest |= memcmp(&inOrder[i].candidate, &best[b], sizeof *best) == 0;
    if (!isBest)
      descent->chosen[descent->count++] = inOrder[i].candidate;
  }
  free(inOrder);
}

/// Adds those moves that helped the earlier centre `before` and were not made
/// since to `by`, a number of options for each knob.
static void addHelpful(const Descent *descent, const Centres *centres,
                       const AsTrial *before, int by[AS_MAX_KNOBS]) {
  const AsTaskHistory *history = descent->space->history;
  const AsPoint *from = &before->candidate.point,
                *centre = &centres->trials[0]->candidate.point;
  for (int t = 0; t < history->numTrials; t++) {
    const AsTrial *trial = &history->trials[t];
    int k;
    if (asOutcomeIsTimed(trial->outcome) &&
        trial->candidate.sketch == before->candidate.sketch &&
        countDifferences(&trial->candidate.point, from, &k) == 1 &&
        centre->choice[k] == from->choice[k] && isFaster(trial, before))
      by[k] = trial->candidate.point.choice[k] - from->choice[k];
  }
}

/// Meets what lies in one direction: once, twice and four times as far. Axes
/// that end before are followed to their end.
static void follow(Descent *descent, const AsCandidate *centre,
                   const int by[AS_MAX_KNOBS]) {
  const AsSketch *sketch = &descent->space->sketches[centre->sketch];
  for (int times = 1; times <= 4; times *= 2) {
    AsPoint moved = centre->point;
    for (int k = 0; k < sketch->numKnobs; k++) {
      int choice = moved.choice[k] + times * by[k],
          last = sketch->knobs[k].numOptions - 1;
      moved.choice[k] = (uint8_t)(choice < 0      ? 0
                                  : choice > last ? last
                                                  : choice);
    }
    meet(descent, centre, &moved);
  }
}

/// All helpful moves together; where there are none, the move from the centre
/// before to this one.
static void repeatMoves(Descent *descent, const Centres *centres) {
  const AsCandidate *centre = &centres->trials[0]->candidate,
                    *before = &centres->trials[1]->candidate;
  int again[AS_MAX_KNOBS] = {0}, helpful[AS_MAX_KNOBS] = {0};
  if (before->sketch != centre->sketch)
    return;
  for (int k = 0; k < AS_MAX_KNOBS; k++)
    again[k] = centre->point.choice[k] - before->point.choice[k];
  for (int c = centres->count - 1; c > 0; c--) // What helped last counts.
    if (centres->trials[c]->candidate.sketch == centre->sketch)
      addHelpful(descent, centres, centres->trials[c], helpful);
  bool isHelpful = false;
  for (int k = 0; k < AS_MAX_KNOBS; k++)
    isHelpful |= helpful[k] != 0;
  follow(descent, centre, isHelpful ? helpful : again);
  choose(descent);
}

/// `step` options up and down on each axis. Where options have no order, those
/// that are one apart stand for all.
static void moveOne(Descent *descent, const AsCandidate *centre, int step) {
  const AsSketch *sketch = &descent->space->sketches[centre->sketch];
  int first = descent->space->history->numTrials;
  for (int axis = 0; axis < sketch->numKnobs; axis++) {
    int k = (first + axis) % sketch->numKnobs; // Each time another one first.
    bool takesAll = !isOrdered(&sketch->knobs[k]);
    int furthest = takesAll ? sketch->knobs[k].numOptions - 1 : step;
    for (int by = -furthest; by <= furthest; by++) {
      AsPoint moved = centre->point;
      bool counts = takesAll ? step == 1 && by != 0 : abs(by) == step;
      if (counts && move(sketch, &moved, k, by))
        meet(descent, centre, &moved);
    }
  }
  choose(descent);
}

/// Whether the tile of knob `k` lies inside that of knob `outer`, at any depth.
static bool isInside(const AsSketch *sketch, int k, int outer) {
  while (k >= 0 && k != outer)
    k = sketch->knobs[k].within;
  return k == outer;
}

static void moveTwo(Descent *descent, const AsCandidate *centre) {
  const AsSketch *sketch = &descent->space->sketches[centre->sketch];
  for (int k = 0; k < sketch->numKnobs; k++)
    for (int by = -1; by <= 1; by += 2) {
      AsPoint first = centre->point;
      if (!isOrdered(&sketch->knobs[k]) || !move(sketch, &first, k, by))
        continue;
      for (int other = k + 1; other < sketch->numKnobs; other++)
        for (int step = -1; step <= 1; step += 2) {
          AsPoint moved = first;
          if (isOrdered(&sketch->knobs[other]) &&
              move(sketch, &moved, other, step))
            meet(descent, centre, &moved);
        }
      for (int inner = k + 1; inner < sketch->numKnobs; inner++)
        if (isInside(sketch, inner, k))
          move(sketch, &first, inner, by);
      meet(descent, centre, &first);
    }
  choose(descent);
}

static int longestAxis(const AsSketch *sketch) {
  int longest = 0;
  for (int k = 0; k < sketch->numKnobs; k++)
    if (sketch->knobs[k].numOptions > longest)
      longest = sketch->knobs[k].numOptions;
  return longest;
}

static void explore(Descent *descent, const AsCandidate *centre, bool isBest) {
  int longest = longestAxis(&descent->space->sketches[centre->sketch]);
  moveOne(descent, centre, 1);
  if (isBest && !isFull(descent))
    moveTwo(descent, centre);
  for (int step = 2; step < longest && !isFull(descent); step *= 2)
    moveOne(descent, centre, step);
}

/// Of the known candidates, fastest first, makes the distance to the nearest
/// faster one their score.
static void scoreByDistance(const AsSearchSpace *space,
                            AsScoredCandidate *known, int count) {
  for (int i = 0; i < count; i++) {
    int nearest = INT_MAX;
    for (int faster = 0; faster < i; faster++) {
      int apart =
          distance(space, &known[i].candidate, &known[faster].candidate);
      if (apart < nearest)
        nearest = apart;
    }
    known[i].score = nearest;
  }
}

/// Explores the neighbours of the known candidates from which it is far to a
/// faster one: they are the best of valleys of their own (Preuss, "Niching the
/// CMA-ES via nearest-better clustering", GECCO 2010).
static void exploreOthers(Descent *descent) {
  int count;
  AsScoredCandidate *known = asSpaceKnown(descent->space, &count);
  scoreByDistance(descent->space, known, count);
  qsort(known, (size_t)count, sizeof *known, asScoredBestFirst);
  for (int i = 0; i < count && known[i].score > NEAR && !isFull(descent); i++)
    explore(descent, &known[i].candidate, false);
  free(known);
}

int asDropletCentre(const AsTaskHistory *history) {
  Centres centres = findCentres(history);
  return centres.count > 0 ? (int)(centres.trials[0] - history->trials) : -1;
}

int asDroplet(const AsSearchSpace *space, int wanted, AsCandidate *chosen) {
  Descent descent = {.space = space, .chosen = chosen, .wanted = wanted};
  Centres centres = findCentres(space->history);
  if (centres.count > 1)
    repeatMoves(&descent, &centres);
  if (centres.count > 0 && !isFull(&descent))
    explore(&descent, &centres.trials[0]->candidate, true);
  if (centres.count > 0 && !isFull(&descent))
    exploreOthers(&descent);
  free(descent.met);
  asCandidatePoolFree(&descent.pool);
  return descent.count;
}
