//===- strategies.c - How candidates are chosen
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each strategy on a space whose times are made up: nothing is built or
// measured.
//
//===----------------------------------------------------------------------===//

#include "inputs/programs.h"
#include "search/strategy.h"
#include <math.h>
#include <string.h>

enum { AXES = 10, OPTIONS = 16, BATCH = 16 };

/// Ten knobs of sixteen options each, and a time for each point: a valley, of
/// which every option away from the bottom costs some, and perhaps a second
/// one, far from it.
typedef struct Valley {
  MlirContext context;
  Program program;
  AsSketch sketch;
  AsTaskHistory history;
  AsSearchSpace space;
  uint8_t bottom[AXES];
  bool hasSecond; ///< A second valley, which is less deep.
  double noise;   ///< Standard deviation of a run, as a part of its time.
  AsRandom random;
} Valley;

static const int64_t tileSizes[OPTIONS] = {1,  2,  3,  4,  6,  8,   12,  16,
                                           24, 32, 48, 64, 96, 128, 192, 256};

static double distance(const AsPoint *point, const uint8_t bottom[AXES]) {
  double sum = 0;
  for (int k = 0; k < AXES; k++)
    sum += (1 + k % 3) * pow(point->choice[k] - bottom[k], 2);
  return sum;
}

static double secondsAt(const Valley *valley, const AsPoint *point) {
  double seconds = 1 + 0.02 * distance(point, valley->bottom);
  uint8_t other[AXES];
  for (int k = 0; k < AXES; k++)
    other[k] = (uint8_t)(OPTIONS - 1 - valley->bottom[k]);
  return valley->hasSecond ? fmin(seconds, 1.5 + 0.02 * distance(point, other))
                           : seconds;
}

/// Knows nothing.
static void scoreAlike(const AsCandidate *candidates, int count, double *scores,
                       void *context) {
  for (int i = 0; i < count; i++)
    scores[i] = 0;
}

/// Knows the times.
static void scoreBySpeed(const AsCandidate *candidates, int count,
                         double *scores, void *context) {
  for (int i = 0; i < count; i++)
    scores[i] = 1 / secondsAt(context, &candidates[i].point);
}

static void openValley(Valley *valley, uint64_t seed) {
  memset(valley, 0, sizeof *valley);
  valley->random.state = seed;
  valley->noise = 1e-6;
  valley->context = asIrContextCreate();
  openProgram("matmul-large.mlir", &programTargets[0], valley->context,
              &valley->program);
  valley->sketch = valley->program.sketches[0];
  valley->sketch.numSteps = 0; // So that all points are valid.
  valley->sketch.numKnobs = AXES;
  for (int k = 0; k < AXES; k++) {
    valley->sketch.knobs[k] = (AsKnob){.kind = AS_KNOB_TILE,
                                       .name = "tile",
                                       .numOptions = OPTIONS,
                                       .options = tileSizes,
                                       .within = -1,
                                       .extent = 256};
    valley->bottom[k] = (uint8_t)asRandomBelow(&valley->random, OPTIONS);
  }
  valley->space = (AsSearchSpace){.sketches = &valley->sketch,
                                  .numSketches = 1,
                                  .history = &valley->history,
                                  .scorer = scoreAlike,
                                  .context = valley,
                                  .population = 256,
                                  .generations = 4,
                                  .randomShare = 0.06};
}

/// The same valley without trials.
static void forgetTrials(Valley *valley) {
  asTaskHistoryFree(&valley->history);
}

static void closeValley(Valley *valley) {
  asTaskHistoryFree(&valley->history);
  asArenaDestroy(&valley->program.arena);
  mlirContextDestroy(valley->context);
}

/// About normal: the sum of twelve uniform numbers.
static double normal(AsRandom *random) {
  double sum = -6;
  for (int i = 0; i < 12; i++)
    sum += asRandomUnit(random);
  return sum;
}

/// Adds the candidate as a trial that ended.
static AsTrial *addTrial(Valley *valley, const AsCandidate *candidate,
                         AsOutcome outcome, double seconds) {
  int number = asTaskHistoryAdd(&valley->history, candidate);
  AsTrial *trial = &valley->history.trials[number];
  trial->outcome = outcome;
  trial->seconds = seconds;
  return trial;
}

static void measure(Valley *valley, const AsCandidate *chosen, int count) {
  enum { RUNS = 10 };
  for (int i = 0; i < count; i++) {
    double error = valley->noise / sqrt(RUNS);
    double seconds = secondsAt(valley, &chosen[i].point) *
                     (1 + error * normal(&valley->random));
    addTrial(valley, &chosen[i], AS_OUTCOME_OK, seconds)->relativeError = error;
  }
}

static void startAnywhere(Valley *valley) {
  AsCandidate start;
  assert_true(asSpaceSample(&valley->space, &valley->random, &start));
  measure(valley, &start, 1);
}

/// Proposes and measures a batch; returns its size. Checks what every strategy
/// promises.
static int advance(Valley *valley, AsStrategy strategy) {
  AsCandidate chosen[BATCH];
  int count = asStrategyPropose(strategy, &valley->space, &valley->random,
                                BATCH, chosen);
  assert_in_range(count, 0, BATCH);
  for (int i = 0; i < count; i++) {
    assert_int_equal(chosen[i].sketch, 0);
    assert_true(asPointIsValid(&valley->sketch, &chosen[i].point));
    assert_int_equal(asTaskHistoryFind(&valley->history, &chosen[i]), -1);
    for (int other = 0; other < i; other++)
      assert_memory_not_equal(&chosen[i], &chosen[other], sizeof *chosen);
  }
  measure(valley, chosen, count);
  return count;
}

static double bestOf(const Valley *valley) {
  const AsTrial *best =
      &valley->history.trials[asTaskHistoryBest(&valley->history)];
  return secondsAt(valley, &best->candidate.point);
}

//===----------------------------------------------------------------------===//
// Droplet
//===----------------------------------------------------------------------===//

/// "From any starting configuration": no model helps it.
static void dropletsReachTheBottom(void **state) {
  Valley valley;
  openValley(&valley, 1);
  int most = 0;
  for (int start = 0; start < 100; start++) {
    forgetTrials(&valley);
    startAnywhere(&valley);
    while (bestOf(&valley) > 1) {
      assert_true(valley.history.numTrials < 2 * AXES * OPTIONS);
      advance(&valley, AS_STRATEGY_DROPLET);
    }
    int needed = asTaskHistoryBest(&valley.history) + 1;
    if (needed > most)
      most = needed;
  }
  print_message("droplets needed up to %d trials\n", most);
  closeValley(&valley);
}

/// A droplet stays in its valley. Once it has looked at all neighbours of the
/// bottom it has converged, and falls elsewhere.
static void dropletsFallAgain(void **state) {
  Valley valley;
  openValley(&valley, 2);
  valley.hasSecond = true;
  memset(valley.bottom, 0, sizeof valley.bottom);
  AsCandidate start = {.sketch = 0}, chosen[BATCH];
  memset(start.point.choice, OPTIONS - 2, AXES);
  measure(&valley, &start, 1);
  int count = BATCH;
  while (count == BATCH) {
    count = asDroplet(&valley.space, BATCH, chosen);
    measure(&valley, chosen, count);
    assert_true(valley.history.numTrials < 1000);
  }
  assert_true(bestOf(&valley) == 1.5); // The nearer bottom, but not the lower.
  int numTrials = valley.history.numTrials;
  for (int batch = 0; batch < 200 && bestOf(&valley) > 1; batch++)
    assert_int_equal(advance(&valley, AS_STRATEGY_DROPLET), BATCH);
  print_message("converged after %d trials, at the lower bottom after %d\n",
                numTrials, valley.history.numTrials);
  assert_true(bestOf(&valley) == 1);
  closeValley(&valley);
}

/// Under noise of 5% a run, a centre that is worse than the one before is rare,
/// and not much worse.
static void dropletsResistNoise(void **state) {
  Valley valley;
  openValley(&valley, 3);
  valley.noise = 0.05;
  int numAccepted = 0, numWorse = 0;
  for (int run = 0; run < 1000; run++) {
    forgetTrials(&valley);
    startAnywhere(&valley);
    int centre = 0;
    for (int batch = 0; batch < 16; batch++) {
      advance(&valley, AS_STRATEGY_DROPLET);
      int next = asDropletCentre(&valley.history);
      const AsTrial *trials = valley.history.trials;
      double ratio = secondsAt(&valley, &trials[next].candidate.point) /
                     secondsAt(&valley, &trials[centre].candidate.point);
      numAccepted += next != centre;
      numWorse += ratio > 1.02;
      assert_true(ratio < 1.1);
      centre = next;
    }
  }
  print_message("%d of %d centres were worse by more than 2%%\n", numWorse,
                numAccepted);
  assert_true(numAccepted > 1000);
  assert_true(numWorse <= numAccepted / 200);
  closeValley(&valley);
}

/// What a batch holds depends on the history alone.
static void dropletsResume(void **state) {
  Valley valley, other;
  openValley(&valley, 4);
  startAnywhere(&valley);
  for (int batch = 0; batch < 4; batch++)
    advance(&valley, AS_STRATEGY_DROPLET);
  openValley(&other, 4);
  for (int t = 0; t < valley.history.numTrials; t++) {
    const AsTrial *trial = &valley.history.trials[t];
    asTaskHistoryAdd(&other.history, &trial->candidate);
    other.history.trials[t] = *trial;
  }
  AsCandidate chosen[2][BATCH];
  assert_int_equal(asDroplet(&valley.space, BATCH, chosen[0]), BATCH);
  assert_int_equal(asDroplet(&other.space, BATCH, chosen[1]), BATCH);
  assert_memory_equal(chosen[0], chosen[1], sizeof chosen[0]);
  closeValley(&valley);
  closeValley(&other);
}

/// Neighbours that all fail end a droplet, not the search.
static void failuresEndADroplet(void **state) {
  Valley valley;
  openValley(&valley, 5);
  startAnywhere(&valley);
  AsCandidate chosen[BATCH];
  int count = BATCH;
  while (count == BATCH) {
    count = asDroplet(&valley.space, BATCH, chosen);
    for (int i = 0; i < count; i++) {
      addTrial(&valley, &chosen[i], AS_OUTCOME_BUILD_FAILED, 0);
    }
    assert_true(valley.history.numTrials < 1000);
  }
  assert_int_equal(asDroplet(&valley.space, BATCH, chosen), 0);
  assert_int_equal(advance(&valley, AS_STRATEGY_DROPLET), BATCH);
  closeValley(&valley);
}

//===----------------------------------------------------------------------===//
// All strategies
//===----------------------------------------------------------------------===//

/// The best after 20 batches, as seconds; the bottom is 1.
static double searchBy(AsStrategy strategy, AsScorer scorer, uint64_t seed) {
  Valley valley;
  openValley(&valley, seed);
  valley.space.scorer = scorer;
  for (int batch = 0; batch < 20; batch++)
    assert_int_equal(advance(&valley, strategy), BATCH);
  double best = bestOf(&valley);
  closeValley(&valley);
  return best;
}

/// All get nearer to the bottom than chance does. Those that ask for scores are
/// told the truth; genetic asks for none.
static void allBeatChance(void **state) {
  static const char *const names[] = {
#define AS_NAME(enumerator, name, meaning) name,
      AS_STRATEGIES(AS_NAME)
#undef AS_NAME
  };
  for (size_t s = 0; s < sizeof names / sizeof *names; s++) {
    if (s == AS_STRATEGY_RANDOM)
      continue;
    double sum = 0, chance = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
      sum += searchBy((AsStrategy)s, scoreBySpeed, seed) - 1;
      chance += searchBy(AS_STRATEGY_RANDOM, scoreAlike, seed) - 1;
    }
    print_message("%s: %.3f above the bottom, chance %.3f\n", names[s], sum / 5,
                  chance / 5);
    assert_true(sum < chance / 2);
  }
}

/// Equal seeds and histories give equal candidates.
static void allRepeat(void **state) {
  for (int s = 0; s <= AS_STRATEGY_BEAM; s++) {
    AsTaskHistory histories[2];
    Valley valley[2];
    for (int run = 0; run < 2; run++) {
      openValley(&valley[run], 6);
      valley[run].space.scorer = scoreBySpeed;
      for (int batch = 0; batch < 3; batch++)
        advance(&valley[run], (AsStrategy)s);
      histories[run] = valley[run].history;
    }
    assert_int_equal(histories[0].numTrials, histories[1].numTrials);
    for (int t = 0; t < histories[0].numTrials; t++)
      assert_memory_equal(&histories[0].trials[t].candidate,
                          &histories[1].trials[t].candidate,
                          sizeof(AsCandidate));
    closeValley(&valley[0]);
    closeValley(&valley[1]);
  }
}

/// Real sketches, with knobs of all kinds and points that are not valid: until
/// nothing is left, each candidate comes once.
static void exhaust(bool isRestricted) {
  for (int s = 0; s <= AS_STRATEGY_BEAM; s++) {
    Valley valley;
    openValley(&valley, 7);
    Program *program = &valley.program;
    asArenaDestroy(&program->arena);
    openProgram("softmax.mlir", &programTargets[1], valley.context, program);
    valley.space.sketches = program->sketches;
    valley.space.numSketches = program->numSketches;
    AsAllowed allowed[16] = {{{0}}};
    assert_in_range(program->numSketches, 1, 16);
    for (int k = 0; k < 16 * AS_MAX_KNOBS; k++)
      allowed[k / AS_MAX_KNOBS].options[k % AS_MAX_KNOBS] = 1;
    valley.space.allowed = isRestricted ? allowed : NULL;
    int count = BATCH;
    for (int batch = 0; batch < 40 && count == BATCH; batch++) {
      AsCandidate chosen[BATCH];
      count = asStrategyPropose((AsStrategy)s, &valley.space, &valley.random,
                                BATCH, chosen);
      for (int i = 0; i < count; i++) {
        assert_true(asPointIsValid(&program->sketches[chosen[i].sketch],
                                   &chosen[i].point));
        assert_int_equal(asTaskHistoryFind(&valley.history, &chosen[i]), -1);
        addTrial(&valley, &chosen[i], AS_OUTCOME_OK,
                 1 + asRandomUnit(&valley.random));
      }
    }
    assert_true(valley.history.numTrials > BATCH);
    closeValley(&valley);
  }
}

static void smallSpacesAreExhausted(void **state) { exhaust(false); }

/// Principles are no end of the space: what they leave out comes last.
static void allowedIsNotAll(void **state) { exhaust(true); }

/// Principles come first, with whatever scores, but for a tenth of what is
/// drawn by chance: here a quarter of the options, far from the bottom.
static void allowedComesFirst(void **state) {
  static const AsStrategy strategies[] = {AS_STRATEGY_EVOLVE,
                                          AS_STRATEGY_RANDOM,
                                          AS_STRATEGY_ANNEAL, AS_STRATEGY_BEAM};
  for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
    Valley valley;
    openValley(&valley, 8);
    valley.space.scorer = scoreBySpeed;
    AsAllowed allowed;
    memset(&allowed, 0xff, sizeof allowed);
    bool isHigh = valley.bottom[0] >= OPTIONS / 2;
    allowed.options[0] = isHigh ? 0x000f : 0xf000;
    valley.space.allowed = &allowed;
    int numTrials = 0, numBarred = 0;
    for (int batch = 0; batch < 20; batch++)
      numTrials += advance(&valley, strategies[s]);
    for (int t = 0; t < numTrials; t++)
      numBarred += !asPointIsAllowed(&valley.sketch, &allowed,
                                     &valley.history.trials[t].candidate.point);
    print_message("strategy %d: %d of %d have other options\n", strategies[s],
                  numBarred, numTrials);
    assert_in_range(numBarred, 0, numTrials / 6);
    if (strategies[s] == AS_STRATEGY_EVOLVE ||
        strategies[s] == AS_STRATEGY_RANDOM)
      assert_true(numBarred > 0);
    closeValley(&valley);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dropletsReachTheBottom),
      cmocka_unit_test(dropletsFallAgain),
      cmocka_unit_test(dropletsResistNoise),
      cmocka_unit_test(dropletsResume),
      cmocka_unit_test(failuresEndADroplet),
      cmocka_unit_test(allBeatChance),
      cmocka_unit_test(allRepeat),
      cmocka_unit_test(smallSpacesAreExhausted),
      cmocka_unit_test(allowedIsNotAll),
      cmocka_unit_test(allowedComesFirst),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
