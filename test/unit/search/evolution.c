//===- evolution.c - Evolution
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is tried next. Scores are made up here: nothing is built or measured.
//
//===----------------------------------------------------------------------===//

#include "inputs/programs.h"
#include "search/strategy.h"
#include <math.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

/// A landscape with a single summit: every option that a point is away from
/// `best` costs one; other sketches than its are worth nothing.
typedef struct Landscape {
  const AsSketch *sketches;
  AsCandidate best;
  int numScored;
  bool isSteep; ///< What is further away than one option is all worth the same.
  bool forbidsOdd; ///< Candidates whose first choice is odd are invalid.
} Landscape;

static double heightOf(const Landscape *landscape,
                       const AsCandidate *candidate) {
  if (candidate->sketch != landscape->best.sketch)
    return -100;
  double height = 0;
  for (int k = 0; k < landscape->sketches[candidate->sketch].numKnobs; k++)
    height -= abs(candidate->point.choice[k] - landscape->best.point.choice[k]);
  return landscape->isSteep && height < -1 ? -50 : height;
}

static void scoreByHeight(const AsCandidate *candidates, int count,
                          double *scores, void *context) {
  Landscape *landscape = context;
  for (int i = 0; i < count; i++) {
    bool isForbidden =
        landscape->forbidsOdd && candidates[i].point.choice[0] % 2;
    scores[i] = isForbidden ? -INFINITY : heightOf(landscape, &candidates[i]);
  }
  landscape->numScored += count;
}

//===----------------------------------------------------------------------===//
// A search space
//===----------------------------------------------------------------------===//

typedef struct Space {
  MlirContext context;
  Program program;
  Landscape landscape;
  AsTaskHistory history;
  AsSearchSpace search;
} Space;

static int largestSketch(const Program *program) {
  int largest = 0;
  for (int s = 1; s < program->numSketches; s++)
    if (asSketchNumPoints(&program->sketches[s]) >
        asSketchNumPoints(&program->sketches[largest]))
      largest = s;
  return largest;
}

static void openSpace(const char *file, const AsTarget *target, Space *space) {
  memset(space, 0, sizeof *space);
  space->context = asIrContextCreate();
  openProgram(file, target, space->context, &space->program);
  Landscape *landscape = &space->landscape;
  landscape->sketches = space->program.sketches;
  landscape->best.sketch = largestSketch(&space->program);
  AsRandom random = {99};
  assert_true(asPointSample(&landscape->sketches[landscape->best.sketch],
                            &random, &landscape->best.point));
  space->search = (AsSearchSpace){.sketches = space->program.sketches,
                                  .numSketches = space->program.numSketches,
                                  .history = &space->history,
                                  .scorer = scoreByHeight,
                                  .context = landscape,
                                  .population = 256,
                                  .generations = 10,
                                  .randomShare = 0.1};
}

/// Two threads give knobs for the parallel loops as well: millions of points.
static void openLarge(Space *space) {
  openSpace("matmul-large.mlir", &programTargets[1], space);
  assert_true(asSketchNumPoints(
                  &space->program.sketches[space->landscape.best.sketch]) >
              1e6);
}

static void closeSpace(Space *space) {
  asTaskHistoryFree(&space->history);
  asArenaDestroy(&space->program.arena);
  mlirContextDestroy(space->context);
}

static bool isSame(const AsCandidate *a, const AsCandidate *b) {
  return a->sketch == b->sketch &&
         memcmp(&a->point, &b->point, sizeof a->point) == 0;
}

/// Evolves, and checks what holds whatever the scores are.
static int evolve(Space *space, uint64_t seed, int wanted,
                  AsCandidate *chosen) {
  AsRandom random = {seed};
  int count = asEvolve(&space->search, &random, wanted, chosen);
  assert_in_range(count, 0, wanted);
  for (int i = 0; i < count; i++) {
    assert_in_range(chosen[i].sketch, 0, space->program.numSketches - 1);
    assert_true(asPointIsValid(&space->program.sketches[chosen[i].sketch],
                               &chosen[i].point));
    assert_int_equal(asTaskHistoryFind(&space->history, &chosen[i]), -1);
    for (int other = 0; other < i; other++)
      assert_false(isSame(&chosen[i], &chosen[other]));
  }
  return count;
}

/// Notes the candidates as measured: the higher, the faster.
static void measure(Space *space, const AsCandidate *chosen, int count) {
  for (int i = 0; i < count; i++) {
    int trial = asTaskHistoryAdd(&space->history, &chosen[i]);
    space->history.trials[trial].outcome =
        i % 4 ? AS_OUTCOME_OK : AS_OUTCOME_BUILD_FAILED;
    space->history.trials[trial].seconds =
        1 - heightOf(&space->landscape, &chosen[i]);
  }
}

//===----------------------------------------------------------------------===//
// Evolution
//===----------------------------------------------------------------------===//

/// Few of a million points are looked at: the best is none of them by chance.
static void seedsAreLookedAt(void **state) {
  Space space;
  AsCandidate chosen;
  openLarge(&space);
  space.landscape.isSteep = true;
  space.search.population = 16;
  space.search.generations = 1;
  assert_int_equal(evolve(&space, 1, 1, &chosen), 1);
  assert_false(isSame(&chosen, &space.landscape.best));
  space.search.seeds = &space.landscape.best;
  space.search.numSeeds = 1;
  assert_int_equal(evolve(&space, 1, 1, &chosen), 1);
  assert_true(isSame(&chosen, &space.landscape.best));
  closeSpace(&space);
}

enum { BATCH = 32 };

static void nothingIsTriedTwice(void **state) {
  Space space;
  openLarge(&space);
  AsCandidate chosen[BATCH];
  for (uint64_t batch = 0; batch < 12; batch++) {
    int count = evolve(&space, batch, BATCH, chosen);
    assert_int_equal(count, BATCH);
    measure(&space, chosen, count);
  }
  assert_int_equal(evolve(&space, 1, 0, chosen), 0);
  closeSpace(&space);
}

static void theSeedDecides(void **state) {
  Space space;
  openLarge(&space);
  AsCandidate first[BATCH], again[BATCH], other[BATCH];
  evolve(&space, 5, BATCH, first);
  measure(&space, first, BATCH / 2);
  assert_int_equal(evolve(&space, 6, BATCH, first), BATCH);
  assert_int_equal(evolve(&space, 6, BATCH, again), BATCH);
  assert_int_equal(evolve(&space, 7, BATCH, other), BATCH);
  int numOther = 0;
  for (int i = 0; i < BATCH; i++) {
    assert_true(isSame(&first[i], &again[i]));
    numOther += !isSame(&first[i], &other[i]);
  }
  assert_true(numOther > 0);
  closeSpace(&space);
}

static void theBestComeFirst(void **state) {
  Space space;
  openLarge(&space);
  space.search.randomShare = 0;
  AsCandidate chosen[BATCH];
  assert_int_equal(evolve(&space, 1, BATCH, chosen), BATCH);
  for (int i = 1; i < BATCH; i++)
    assert_true(heightOf(&space.landscape, &chosen[i]) <=
                heightOf(&space.landscape, &chosen[i - 1]));
  // With half of them by chance, the first half is still the best.
  space.search.randomShare = 0.5;
  AsCandidate mixed[BATCH];
  assert_int_equal(evolve(&space, 1, BATCH, mixed), BATCH);
  for (int i = 0; i < BATCH / 2; i++)
    assert_true(isSame(&chosen[i], &mixed[i]));
  double sum = 0, sumMixed = 0;
  for (int i = BATCH / 2; i < BATCH; i++) {
    sum += heightOf(&space.landscape, &chosen[i]);
    sumMixed += heightOf(&space.landscape, &mixed[i]);
  }
  assert_true(sumMixed < sum);
  closeSpace(&space);
}

/// However bad the scores of a sketch are.
static void everySketchIsTried(void **state) {
  Space space;
  openLarge(&space);
  space.search.leastTrials = 2;
  AsCandidate chosen[BATCH];
  for (uint64_t batch = 0; batch < 2; batch++) {
    int count = evolve(&space, batch, BATCH, chosen);
    int numBest = 0;
    while (numBest < count &&
           chosen[numBest].sketch == space.landscape.best.sketch)
      numBest++;
    assert_true(numBest >= BATCH / 2);
    measure(&space, chosen, count);
  }
  for (int s = 0; s < space.program.numSketches; s++) {
    int64_t points = asSketchNumPoints(&space.program.sketches[s]);
    int tries = 0;
    for (int t = 0; t < space.history.numTrials; t++)
      tries += space.history.trials[t].candidate.sketch == s;
    assert_true(tries >= (points < 2 ? points : 2));
  }
  closeSpace(&space);
}

/// What is drawn is new, valid, of every sketch, and asks for no score.
static void chanceNeedsNoScores(void **state) {
  Space space;
  openLarge(&space);
  AsCandidate tried[BATCH], drawn[4 * BATCH];
  measure(&space, tried, evolve(&space, 1, BATCH, tried));
  space.landscape.numScored = 0;
  AsRandom random = {7};
  int count = asDraw(&space.search, &random, 4 * BATCH, drawn);
  assert_int_equal(count, 4 * BATCH);
  assert_int_equal(space.landscape.numScored, 0);
  bool hasOther = false;
  for (int i = 0; i < count; i++) {
    assert_true(asTaskHistoryFind(&space.history, &drawn[i]) < 0);
    assert_true(asPointIsValid(&space.landscape.sketches[drawn[i].sketch],
                               &drawn[i].point));
    hasOther |= drawn[i].sketch != drawn[0].sketch;
    for (int j = 0; j < i; j++)
      assert_false(isSame(&drawn[i], &drawn[j]));
  }
  assert_true(hasOther);
  closeSpace(&space);
}

static void invalidOnesAreNotChosen(void **state) {
  Space space;
  openLarge(&space);
  space.landscape.forbidsOdd = true;
  space.search.randomShare = 0.5;
  AsCandidate chosen[BATCH];
  int count = evolve(&space, 1, BATCH, chosen);
  assert_int_equal(count, BATCH);
  for (int i = 0; i < count; i++)
    assert_int_equal(chosen[i].point.choice[0] % 2, 0);
  closeSpace(&space);
}

/// Every valid point of every sketch, by counting through the options.
static int countValid(const Program *program) {
  int count = 0;
  for (int s = 0; s < program->numSketches; s++) {
    const AsSketch *sketch = &program->sketches[s];
    AsPoint point = {{0}};
    int k;
    do {
      count += asPointIsValid(sketch, &point);
      for (k = 0; k < sketch->numKnobs; k++) {
        if (++point.choice[k] < sketch->knobs[k].numOptions)
          break;
        point.choice[k] = 0;
      }
    } while (k < sketch->numKnobs);
  }
  return count;
}

static void smallSpacesAreExhausted(void **state) {
  static const char *const files[] = {"dot.mlir", "elementwise-4d.mlir",
                                      "softmax.mlir", "matmul-prime.mlir"};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    Space space;
    openSpace(files[f], &programTargets[0], &space);
    int count, total = 0, numValid = countValid(&space.program);
    AsCandidate chosen[16];
    for (uint64_t batch = 0; batch < 20; batch++) {
      count = evolve(&space, batch, 16, chosen);
      measure(&space, chosen, count);
      total += count;
    }
    assert_int_equal(count, 0);
    if (total != numValid)
      fail_msg("%s: %d of %d", files[f], total, numValid);
    closeSpace(&space);
  }
}

/// The best of as many random points as evolution looks at.
static double bestByChance(Space *space, uint64_t seed) {
  AsRandom random = {seed};
  AsCandidate candidate = {.sketch = space->landscape.best.sketch};
  double best = -INFINITY;
  for (int i = 0; i < space->landscape.numScored; i++) {
    assert_true(asPointSample(&space->landscape.sketches[candidate.sketch],
                              &random, &candidate.point));
    best = fmax(best, heightOf(&space->landscape, &candidate));
  }
  return best;
}

static void evolutionBeatsChance(void **state) {
  double evolved = 0, drawn = 0;
  int numFound = 0;
  enum { SEEDS = 10 };
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    Space space;
    openLarge(&space);
    AsCandidate best;
    assert_int_equal(evolve(&space, seed, 1, &best), 1);
    evolved += heightOf(&space.landscape, &best);
    numFound += isSame(&best, &space.landscape.best);
    // Chance is told the right sketch.
    drawn += bestByChance(&space, seed);
    closeSpace(&space);
  }
  print_message("from the summit: evolution %.1f, chance %.1f; found %d of "
                "%d\n",
                -evolved / SEEDS, -drawn / SEEDS, numFound, (int)SEEDS);
  assert_true(numFound >= 8);
  assert_true(evolved > drawn / 4);
}

/// The best that were measured are parents from the first generation on.
static void theBestKnownAreParents(void **state) {
  double heights[2];
  for (int isKnown = 0; isKnown < 2; isKnown++) {
    Space space;
    openLarge(&space);
    space.landscape.isSteep = true;
    space.search.generations = 2;
    if (isKnown) {
      int trial = asTaskHistoryAdd(&space.history, &space.landscape.best);
      space.history.trials[trial].outcome = AS_OUTCOME_OK;
      space.history.trials[trial].seconds = 1;
    }
    AsCandidate chosen;
    assert_int_equal(evolve(&space, 3, 1, &chosen), 1);
    heights[isKnown] = heightOf(&space.landscape, &chosen);
    closeSpace(&space);
  }
  assert_true(heights[1] == -1); // A neighbour: the summit was tried.
  assert_true(heights[0] < -1);
}

/// What a few members, drawn once, would miss: no knob of what is chosen has a
/// better option.
static void theBestIsPolished(void **state) {
  int numFound = 0;
  enum { SEEDS = 8 };
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    Space space;
    openLarge(&space);
    space.search.generations = 1;
    space.search.population = 64;
    AsCandidate best;
    assert_int_equal(evolve(&space, seed, 1, &best), 1);
    numFound += isSame(&best, &space.landscape.best);
    const AsSketch *sketch = &space.program.sketches[best.sketch];
    for (int k = 0; k < sketch->numKnobs; k++)
      for (int o = 0; o < sketch->knobs[k].numOptions; o++) {
        AsCandidate other = best;
        other.point.choice[k] = (uint8_t)o;
        asPointRepair(sketch, &other.point);
        assert_true(!asPointIsValid(sketch, &other.point) ||
                    heightOf(&space.landscape, &other) <=
                        heightOf(&space.landscape, &best));
      }
    closeSpace(&space);
  }
  print_message("found %d of %d\n", numFound, (int)SEEDS);
  assert_true(numFound > SEEDS / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seedsAreLookedAt),
      cmocka_unit_test(nothingIsTriedTwice),
      cmocka_unit_test(theSeedDecides),
      cmocka_unit_test(theBestComeFirst),
      cmocka_unit_test(everySketchIsTried),
      cmocka_unit_test(chanceNeedsNoScores),
      cmocka_unit_test(invalidOnesAreNotChosen),
      cmocka_unit_test(smallSpacesAreExhausted),
      cmocka_unit_test(evolutionBeatsChance),
      cmocka_unit_test(theBestKnownAreParents),
      cmocka_unit_test(theBestIsPolished),
  };
  return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
