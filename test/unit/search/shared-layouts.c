//===- shared-layouts.c - Which tasks share the layout of their weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks whose trials and times are made up choose once more among these.
// Nothing is built or measured.
//
//===----------------------------------------------------------------------===//

#include "sketch/weight-layout.h"
#include "tuner.h"

enum { LARGE, SMALL, SMALLEST, NUM_TASKS };
enum { FIRST, OTHER, THIRD, NUM_LAYOUTS };

typedef struct Family {
  MlirContext context;
  Program program;
  AsTuneTask tasks[NUM_TASKS];
  AsCandidate with[NUM_LAYOUTS][2]; ///< Two points of each layout.
  AsCandidate unpacked;
  AsTuner tuner;
} Family;

/// Whether the candidate packs as one of the first `count` layouts.
static int layoutAmong(const Family *family, int count,
                       const AsWeightLayout *layout) {
  for (int l = 0; l < count; l++) {
    AsWeightLayout known;
    const AsCandidate *one = &family->with[l][0];
    asPointWeightLayout(&family->program.sketches[one->sketch], &one->point,
                        &known);
    if (asIsSameLayout(&known, layout))
      return l;
  }
  return -1;
}

/// Draws points until there are some of each layout.
static void drawCandidates(Family *family) {
  AsRandom random = {.state = 7};
  int layouts = 0, twice = 0;
  bool isTwice[NUM_LAYOUTS] = {false}, hasUnpacked = false;
  for (int draw = 0; draw < 200000; draw++) {
    AsCandidate drawn = {0};
    drawn.sketch =
        (int)asRandomBelow(&random, (uint32_t)family->program.numSketches);
    const AsSketch *sketch = &family->program.sketches[drawn.sketch];
    AsWeightLayout layout;
    if (!asPointSample(sketch, &random, &drawn.point))
      continue;
    asPointWeightLayout(sketch, &drawn.point, &layout);
    int known = layoutAmong(family, layouts, &layout);
    if (layout.numSteps == 0) {
      family->unpacked = drawn;
      hasUnpacked = true;
    } else if (known < 0 && layouts < NUM_LAYOUTS) {
      family->with[layouts++][0] = drawn;
    } else if (known >= 0 && !isTwice[known] &&
               memcmp(&drawn, &family->with[known][0], sizeof drawn) != 0) {
      family->with[known][1] = drawn;
      isTwice[known] = true;
      twice++;
    }
    if (twice == NUM_LAYOUTS && hasUnpacked)
      return;
  }
  fail_msg("no points of three layouts were drawn");
}

static void openFamily(Family *family) {
  memset(family, 0, sizeof *family);
  family->context = asIrContextCreate();
  openProgram("matmul.mlir", &programTargets[0], family->context,
              &family->program);
  AsProgram *program = &family->program.task.program;
  const AsStage *product = &program->stages[asProgramAnchor(program)];
  program->tensors[product->access[1].tensor].isFixed = true;
  drawCandidates(family);
  for (int t = 0; t < NUM_TASKS; t++) {
    family->tasks[t] = tuneTaskOf(&family->program);
    family->tasks[t].family = 1;
  }
  family->tuner = (AsTuner){.tasks = family->tasks, .numTasks = NUM_TASKS};
}

static void closeFamily(Family *family) {
  for (int t = 0; t < NUM_TASKS; t++)
    asTuneTaskFree(&family->tasks[t]);
  asArenaDestroy(&family->program.arena);
  mlirContextDestroy(family->context);
}

static void addTrial(Family *family, int task, const AsCandidate *candidate,
                     double seconds) {
  AsTaskHistory *history = &family->tasks[task].history;
  int trial = asTaskHistoryAdd(history, candidate);
  history->trials[trial].outcome = AS_OUTCOME_OK;
  history->trials[trial].seconds = seconds;
}

/// The winner of the task is that candidate, once layouts are shared.
static void expectWinner(Family *family, int task,
                         const AsCandidate *candidate) {
  AsError error = {0};
  assert_int_equal(asShareLayouts(&family->tuner, NULL, NULL, &error), AS_OK);
  const AsTaskHistory *history = &family->tasks[task].history;
  int winner = asTaskHistoryWinner(history);
  assert_int_equal(winner, asTaskHistoryFind(history, candidate));
}

static void thatWhichLosesLittleFollows(void **state) {
  static const struct {
    double seconds; ///< Of the best with the leader's layout, beside 1 second.
    int family;
    bool follows;
  } cases[] = {{1.02, 1, true}, {1.2, 1, false}, {1.02, 0, false}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Family family;
    openFamily(&family);
    family.tasks[SMALL].family = cases[c].family;
    addTrial(&family, LARGE, &family.with[OTHER][0], 31);
    addTrial(&family, LARGE, &family.with[FIRST][0], 30);
    addTrial(&family, SMALL, &family.with[OTHER][0], 1);
    addTrial(&family, SMALL, &family.with[FIRST][0], 1.4);
    addTrial(&family, SMALL, &family.with[FIRST][1], cases[c].seconds);
    expectWinner(&family, LARGE, &family.with[FIRST][0]);
    expectWinner(&family, SMALL,
                 cases[c].follows ? &family.with[FIRST][1]
                                  : &family.with[OTHER][0]);
    closeFamily(&family);
  }
}

/// A trial that failed is not followed, however fast it seems.
static void onlyTimesCount(void **state) {
  Family family;
  openFamily(&family);
  addTrial(&family, LARGE, &family.with[FIRST][0], 30);
  addTrial(&family, SMALL, &family.with[OTHER][0], 1);
  addTrial(&family, SMALL, &family.with[FIRST][1], 0.5);
  family.tasks[SMALL].history.trials[1].outcome = AS_OUTCOME_WRONG_ANSWER;
  expectWinner(&family, SMALL, &family.with[OTHER][0]);
  family.tasks[SMALL].history.trials[1].outcome = AS_OUTCOME_EARLY_STOPPED;
  expectWinner(&family, SMALL, &family.with[OTHER][0]);
  closeFamily(&family);
}

static void othersHaveALayoutOfTheirOwn(void **state) {
  Family family;
  openFamily(&family);
  addTrial(&family, LARGE, &family.with[FIRST][0], 30);
  addTrial(&family, SMALL, &family.with[OTHER][0], 2);
  addTrial(&family, SMALLEST, &family.with[THIRD][0], 1);
  addTrial(&family, SMALLEST, &family.with[OTHER][1], 1.01);
  expectWinner(&family, SMALL, &family.with[OTHER][0]);
  expectWinner(&family, SMALLEST, &family.with[OTHER][1]);
  // That which counts more leads.
  family.tasks[SMALLEST].weight = 3;
  addTrial(&family, SMALL, &family.with[THIRD][1], 2.02);
  expectWinner(&family, SMALL, &family.with[THIRD][1]);
  expectWinner(&family, SMALLEST, &family.with[THIRD][0]);
  closeFamily(&family);
}

static void whatPacksNothingHasNoPart(void **state) {
  Family family;
  openFamily(&family);
  addTrial(&family, LARGE, &family.unpacked, 30);
  addTrial(&family, SMALL, &family.with[OTHER][0], 2);
  addTrial(&family, SMALL, &family.unpacked, 2.01);
  addTrial(&family, SMALLEST, &family.unpacked, 1);
  addTrial(&family, SMALLEST, &family.with[OTHER][0], 1.01);
  expectWinner(&family, LARGE, &family.unpacked);
  expectWinner(&family, SMALL, &family.with[OTHER][0]);
  expectWinner(&family, SMALLEST, &family.unpacked);
  closeFamily(&family);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(thatWhichLosesLittleFollows),
      cmocka_unit_test(onlyTimesCount),
      cmocka_unit_test(othersHaveALayoutOfTheirOwn),
      cmocka_unit_test(whatPacksNothingHasNoPart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
