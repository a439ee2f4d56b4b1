//===- scorer.c - Scores of candidates
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was scored in several calls can be compared, as strategies do with the
// members of several generations.
//
//===----------------------------------------------------------------------===//

#include "search/scorer.h"
#include "inputs/programs.h"
#include <math.h>

enum { COUNT = 40 };

static void draw(const Program *program, AsCandidate *candidates) {
  AsRandom random = {5};
  for (int i = 0; i < COUNT; i++) {
    candidates[i] = (AsCandidate){.sketch = i % program->numSketches};
    assert_true(asPointSample(&program->sketches[candidates[i].sketch], &random,
                              &candidates[i].point));
  }
}

/// The better estimate has the higher score, whichever call it was in.
static void callsHaveOneScale(void **state) {
  MlirContext context = asIrContextCreate();
  Program program;
  openProgram("matmul-large.mlir", &programTargets[1], context, &program);
  AsCandidate candidates[COUNT];
  draw(&program, candidates);
  AsCostScorer *scorer;
  AsError error = {0};
  assert_int_equal(asCostScorerCreate(&programTargets[1], 1, &scorer, &error),
                   AS_OK);
  asCostScorerSelect(scorer, program.sketches);
  double scores[COUNT], seconds[COUNT];
  for (int i = 0; i < COUNT; i++) {
    asCostScore(&candidates[i], 1, &scores[i], scorer);
    seconds[i] = asCostEstimate(scorer, &program.sketches[candidates[i].sketch],
                                &candidates[i].point);
  }
  int numCompared = 0;
  for (int i = 0; i < COUNT; i++)
    for (int j = 0; j < COUNT; j++)
      if (seconds[i] < seconds[j]) {
        assert_true(scores[i] > scores[j]);
        numCompared++;
      }
  assert_true(numCompared > COUNT);
  asCostScorerDestroy(scorer);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(callsHaveOneScale),
  };
  return cmocka_run_group_tests_name("scorer", tests, NULL, NULL);
}
