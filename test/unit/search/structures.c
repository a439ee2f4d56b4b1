//===- structures.c - Points of loop nests
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that fit a schedule, what counts as one structure, and that each of
// these is tried.
//
//===----------------------------------------------------------------------===//

#include "bands.h"
#include "search/strategy.h"
#include <string.h>

/// Whatever the schedule, tiles can be made to fit it, unless it takes some for
/// it to be anything new.
static void repairedPointsAreValid(void **state) {
  AsRandom random = {3};
  for (int i = 0; i < numSources; i++) {
    Program program;
    openSource(i, &program);
    const AsSketch *sketch = sketchOf(&program);
    int numInvalid = 0;
    for (int n = 0; n < 500; n++) {
      AsPoint point = {0};
      for (int k = 0; k < sketch->numKnobs; k++)
        point.choice[k] = (uint8_t)asRandomBelow(
            &random, (uint32_t)sketch->knobs[k].numOptions);
      numInvalid += !asPointIsValid(sketch, &point);
      asPointRepair(sketch, &point);
      bool isTiled = asPointStructure(sketch, &point) % 2;
      bool isNew = isTiled || asBandsSchedule(sketch, &point)->same < 0;
      assert_int_equal(asPointIsValid(sketch, &point), isNew);
    }
    if (i == 2) // Its bands differ.
      assert_true(numInvalid > 0);
    asArenaDestroy(&program.arena);
  }
}

static bool isOneStructure(const AsNestSchedule *a, const AsNestSchedule *b) {
  return a->fuse == b->fuse && a->keep == b->keep &&
         a->distribute == b->distribute && a->wave == b->wave &&
         a->jam == b->jam && a->order[0].carry == b->order[0].carry &&
         a->order[1].carry == b->order[1].carry;
}

/// Points are of one structure exactly if their schedules differ in nothing but
/// what is innermost, that carries something or nothing in both, and both have
/// tiles or neither has.
static void compareStructures(int source) {
  AsRandom random = {5};
  Program program;
  openSource(source, &program);
  const AsSketch *sketch = sketchOf(&program);
  assert_true(asSketchHasStructures(sketch));
  for (int n = 0; n < 200; n++) {
    AsPoint points[2];
    const AsNestSchedule *schedule[2];
    bool isTiled[2] = {false, false};
    for (int p = 0; p < 2; p++) {
      assert_true(asPointSample(sketch, &random, &points[p]));
      if (n % 2)
        memset(&points[p].choice[1], 0, AS_MAX_KNOBS - 1);
      schedule[p] = asBandsSchedule(sketch, &points[p]);
      for (int k = 1; k < sketch->numKnobs; k++)
        isTiled[p] |= points[p].choice[k] != 0;
    }
    bool isOne =
        isOneStructure(schedule[0], schedule[1]) && isTiled[0] == isTiled[1];
    int a = asPointStructure(sketch, &points[0]),
        b = asPointStructure(sketch, &points[1]);
    assert_in_range(a, 0, AS_MAX_STRUCTURES - 1);
    assert_int_equal(a == b, isOne);
    float traits[2][AS_MAX_TRAITS];
    for (int p = 0; p < 2; p++)
      asPointTraits(sketch, &points[p], traits[p]);
    bool isSame = memcmp(traits[0], traits[1], sizeof traits[0]) == 0;
    assert_int_equal(isSame, schedule[0] == schedule[1]);
  }
  asArenaDestroy(&program.arena);
}

static void structures(void **state) {
  compareStructures(0);
  compareStructures(1);
}

/// Likes structures the less, the larger their number.
static void scoreByStructure(const AsCandidate *candidates, int count,
                             double *scores, void *context) {
  const AsSketch *sketch = context;
  for (int i = 0; i < count; i++)
    scores[i] = -asPointStructure(sketch, &candidates[i].point);
}

/// However bad their scores are, and though few points have no tiles.
static void everyStructureIsTried(void **state) {
  enum { batch = 16 };
  AsRandom random = {17};
  Program program;
  openSource(1, &program);
  AsSketch *sketch = sketchOf(&program);
  bool isThere[AS_MAX_STRUCTURES] = {false},
       isTried[AS_MAX_STRUCTURES] = {false};
  for (int n = 0; n < 1000; n++) {
    AsPoint point;
    assert_true(asPointSample(sketch, &random, &point));
    isThere[asPointStructure(sketch, &point)] = true;
    memset(&point.choice[1], 0, AS_MAX_KNOBS - 1);
    isThere[asPointStructure(sketch, &point)] |= asPointIsValid(sketch, &point);
  }
  AsTaskHistory history = {0};
  AsSearchSpace space = {.sketches = sketch,
                         .numSketches = 1,
                         .history = &history,
                         .scorer = scoreByStructure,
                         .context = sketch,
                         .population = 256,
                         .generations = 4,
                         .leastTrials = 2};
  int numStructures = 0;
  for (int b = 0; b < 2; b++) {
    AsCandidate chosen[batch];
    int count = asEvolve(&space, &random, batch, chosen);
    assert_int_equal(count, batch);
    for (int c = 0; c < count; c++) {
      asTaskHistoryAdd(&history, &chosen[c]);
      isTried[asPointStructure(sketch, &chosen[c].point)] = true;
    }
  }
  for (int i = 0; i < AS_MAX_STRUCTURES; i++) {
    assert_int_equal(isTried[i], isThere[i]);
    numStructures += isThere[i];
  }
  assert_true(numStructures > 4);
  asTaskHistoryFree(&history);
  asArenaDestroy(&program.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(repairedPointsAreValid),
      cmocka_unit_test(structures),
      cmocka_unit_test(everyStructureIsTried),
  };
  return cmocka_run_group_tests_name("structures", tests, openContext,
                                     closeContext);
}
