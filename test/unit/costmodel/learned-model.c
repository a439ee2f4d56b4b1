//===- learned-model.c - Tests of the learned cost model
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it learns, and what it refuses to learn from.
//
//===----------------------------------------------------------------------===//

#include "costmodel/xgboost.h"
#include "model.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

//===--- Learning --------------------------------------------------------===//

/// Trains on most programs of `numRows` rows, and ranks the others.
static double tauOfHeldOut(size_t count, uint32_t numRows) {
  enum { heldOut = 100 };
  Programs programs = makePrograms(count + heldOut, numRows, 11);
  AsModel *model = makeModel(1);
  AsModelRows seen = slice(&programs, 0, count);
  AsModelRows rest = slice(&programs, count, count + heldOut);
  assertOk(asModelTrain(model, &seen, programs.labels, &error));
  double scores[heldOut];
  assertOk(asModelPredict(model, &rest, scores, &error));
  asModelDestroy(model);
  double tau = kendallTau(scores, programs.labels + count, heldOut);
  asArenaDestroy(&programs.arena);
  return tau;
}

static void testRanksUnseenPrograms(void **state) {
  double tau = tauOfHeldOut(600, 2);
  if (!(tau > 0.8))
    fail_msg("Kendall's tau is %g", tau);
}

/// Many rows of a program fall into the same leaf; the steps must not add up
/// to more than the way to the label.
static void testManyRowsDoNotDiverge(void **state) {
  Programs programs = makePrograms(100, 32, 5);
  for (size_t p = 0; p < programs.count; p++) {
    float *rows = programs.features + programs.firstRow[p] * width;
    for (int r = 1; r < 32; r++)
      memcpy(rows + r * width, rows, width * sizeof(float));
    programs.labels[p] = worth(rows);
  }
  AsModel *model = makeTrained(&programs, 1);
  AsModelRows rows = allOf(&programs);
  double scores[100], squares = 0;
  assertOk(asModelPredict(model, &rows, scores, &error));
  for (size_t p = 0; p < programs.count; p++)
    squares += pow(scores[p] - programs.labels[p], 2);
  double deviation = sqrt(squares / (double)programs.count);
  if (!(deviation < 0.1))
    fail_msg("the scores are %g off", deviation);
  asModelDestroy(model);
  asArenaDestroy(&programs.arena);
}

/// What another model says of programs need not be learned again.
static void testOffsets(void **state) {
  Programs programs = makePrograms(200, 2, 3);
  AsModelRows rows = allOf(&programs);
  double offsets[200], scores[200];
  for (int p = 0; p < 200; p++)
    offsets[p] = programs.labels[p] - 0.25 + 0.001 * (p % 2);
  rows.offsets = offsets;
  AsModel *model = makeModel(1);
  assertOk(asModelTrain(model, &rows, programs.labels, &error));
  assertOk(asModelPredict(model, &rows, scores, &error));
  for (int p = 0; p < 200; p++)
    assert_true(fabs(scores[p] - programs.labels[p]) < 0.03);
  rows.offsets = NULL; // All that it learned itself is the quarter.
  assertOk(asModelPredict(model, &rows, scores, &error));
  for (int p = 0; p < 200; p++)
    assert_true(fabs(scores[p] - 0.25) < 0.03);
  asModelDestroy(model);
  asArenaDestroy(&programs.arena);
}

/// Programs that failed have label 0; the model must learn to avoid them.
static void testLearnsWhatFails(void **state) {
  Programs programs = makePrograms(300, 2, 7);
  const int culprit = 9;
  for (size_t p = 0; p < programs.count; p++)
    if (programs.features[programs.firstRow[p] * width + culprit] > 0.7f)
      programs.labels[p] = 0;
  AsModel *model = makeTrained(&programs, 1);
  double scores[300], failed = 0, worked = 0, numFailed = 0;
  AsModelRows rows = allOf(&programs);
  assertOk(asModelPredict(model, &rows, scores, &error));
  for (size_t p = 0; p < programs.count; p++) {
    numFailed += programs.labels[p] == 0;
    *(programs.labels[p] == 0 ? &failed : &worked) += scores[p];
  }
  failed /= numFailed;
  worked /= (double)programs.count - numFailed;
  if (!(failed < 0.6 * worked))
    fail_msg("failed programs score %g, the others %g", failed, worked);
  asModelDestroy(model);
  asArenaDestroy(&programs.arena);
}

static void testTrainsAnew(void **state) {
  Programs one = makePrograms(64, 2, 1), two = makePrograms(64, 2, 2);
  AsModel *fresh = makeTrained(&two, 3), *reused = makeTrained(&one, 3);
  AsModelRows rows = allOf(&two);
  assertOk(asModelTrain(reused, &rows, two.labels, &error));
  assertSameScores(fresh, reused, &rows);
  asModelDestroy(fresh);
  asModelDestroy(reused);
  asArenaDestroy(&one.arena);
  asArenaDestroy(&two.arena);
}

static void testSameInputSameBytes(void **state) {
  Programs programs = makePrograms(64, 2, 1);
  const uint64_t seeds[] = {5, 5, 6};
  AsText saved[3];
  for (int i = 0; i < 3; i++) {
    AsModel *model = makeTrained(&programs, seeds[i]);
    saved[i] = save(model);
    asModelDestroy(model);
  }
  assert_int_equal(saved[0].length, saved[1].length);
  assert_memory_equal(saved[0].data, saved[1].data, saved[0].length);
  assert_string_not_equal(saved[0].data, saved[2].data);
  for (int i = 0; i < 3; i++)
    asTextFree(&saved[i]);
  asArenaDestroy(&programs.arena);
}

//===--- When there is nothing to learn ----------------------------------===//

static void testUntrainedRefuses(void **state) {
  Programs programs = makePrograms(2, 2, 1);
  AsModel *model = makeModel(0);
  AsModelRows rows = allOf(&programs);
  double scores[2];
  char *data;
  size_t length;
  assert_false(asModelIsTrained(model));
  assertFails(AS_INVALID_INPUT, "not trained",
              asModelPredict(model, &rows, scores, &error));
  assertFails(AS_INVALID_INPUT, "not trained",
              asModelSave(model, &data, &length, &error));
  asModelDestroy(model);
  asModelDestroy(NULL);
  asArenaDestroy(&programs.arena);
}

static void testNothingToLearn(void **state) {
  Programs programs = makePrograms(8, 2, 1);
  AsModelRows all = allOf(&programs), one = slice(&programs, 0, 1);
  AsModelRows empty = {0},
              rowless = {NULL, width, (uint32_t[]){7, 7, 7}, 2, NULL};
  // Equal once clamped.
  double equal[] = {1, 1.5, 1, 2, INFINITY, 1, 1, 1e300};
  double zero[] = {0, NAN, -1, -INFINITY, 0, 0, 0, -0.0};
  const struct {
    const AsModelRows *rows;
    const double *labels;
  } cases[] = {{&all, equal},  {&all, zero}, {&one, programs.labels},
               {&empty, NULL}, {NULL, NULL}, {&rowless, programs.labels}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsModel *model = makeTrained(&programs, 1);
    assertOk(asModelTrain(model, cases[i].rows, cases[i].labels, &error));
    assert_false(asModelIsTrained(model));
    asModelDestroy(model);
  }
  asArenaDestroy(&programs.arena);
}

//===--- Odd input -------------------------------------------------------===//

static void testOddFeatures(void **state) {
  Programs programs = makePrograms(64, 2, 1);
  const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-45f};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
    for (size_t p = i; p < 64; p += 8)
      programs.features[programs.firstRow[p] * width + p % 5] = odd[i];
  size_t size = programs.firstRow[64] * width * sizeof(float);
  float *before = asAlloc(size);
  memcpy(before, programs.features, size);

  AsModel *model = makeTrained(&programs, 1);
  AsModelRows rows = allOf(&programs);
  double scores[64], clamped[64];
  assertOk(asModelPredict(model, &rows, scores, &error));
  assert_memory_equal(before, programs.features, size);
  for (size_t p = 0; p < 64; p++)
    assert_true(isfinite(scores[p]));

  // A NaN counts as 0, an infinity as the largest number.
  for (size_t i = 0; i < size / sizeof(float); i++) {
    float *value = &programs.features[i];
    *value = isnan(*value) ? 0 : fmaxf(fminf(*value, 1e30f), -1e30f);
  }
  assertOk(asModelPredict(model, &rows, clamped, &error));
  assert_memory_equal(scores, clamped, sizeof scores);
  asModelDestroy(model);
  free(before);
  asArenaDestroy(&programs.arena);
}

static void testOddLabels(void **state) {
  Programs programs = makePrograms(64, 2, 1);
  double odd[64], clamped[64];
  for (size_t p = 0; p < 64; p++) {
    const double kinds[] = {NAN, -3, INFINITY, 7, programs.labels[p]};
    const double results[] = {0, 0, 1, 1, programs.labels[p]};
    odd[p] = kinds[p % 5];
    clamped[p] = results[p % 5];
  }
  AsModel *a = makeModel(1), *b = makeModel(1);
  AsModelRows rows = allOf(&programs);
  assertOk(asModelTrain(a, &rows, odd, &error));
  assertOk(asModelTrain(b, &rows, clamped, &error));
  assertSameScores(a, b, &rows);
  asModelDestroy(a);
  asModelDestroy(b);
  asArenaDestroy(&programs.arena);
}

static void testProgramsWithoutRows(void **state) {
  Programs programs = makePrograms(60, 2, 1);
  // Every third program loses its rows to the one before it.
  for (size_t p = 2; p < 60; p += 3)
    programs.firstRow[p] = programs.firstRow[p + 1];
  AsModel *model = makeTrained(&programs, 1);
  AsModelRows rows = allOf(&programs);
  double scores[60];
  assertOk(asModelPredict(model, &rows, scores, &error));
  for (size_t p = 0; p < 60; p++)
    assert_true(p % 3 == 2 ? scores[p] == 0 : scores[p] > 0);

  AsModelRows rowless = {NULL, width, (uint32_t[]){3, 3, 3}, 2, NULL};
  scores[0] = scores[1] = -1;
  assertOk(asModelPredict(model, &rowless, scores, &error));
  assert_true(scores[0] == 0 && scores[1] == 0);
  assertOk(asModelPredict(model, &(AsModelRows){0}, NULL, &error));
  assertOk(asModelPredict(model, NULL, NULL, &error));
  asModelDestroy(model);
  asArenaDestroy(&programs.arena);
}

/// Every set that must be refused is, by both, and the model stays as it was.
static void testRefusesWrongSets(void **state) {
  Programs programs = makePrograms(8, 2, 1);
  AsModel *model = makeTrained(&programs, 1), *twin = makeTrained(&programs, 1);
  AsModelRows good = allOf(&programs), narrow = good, wide = good,
              unbounded = good, backward = good, bare = good;
  narrow.width = width - 1;
  wide.width = width + 1;
  unbounded.firstRow = NULL;
  backward.firstRow = (uint32_t[]){0, 2, 4, 3, 8, 10, 12, 14, 16};
  bare.features = NULL;
  double values[8] = {0, 1};
  const struct {
    const AsModelRows *rows;
    double *values;
    const char *message;
  } cases[] = {{&narrow, values, "127 features, the model has 128"},
               {&wide, values, "129 features, the model has 128"},
               {&unbounded, values, "without their first rows"},
               {&backward, values, "program 2 begins at row 4"},
               {&bare, values, "without features"},
               {&good, NULL, "without labels or scores"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assertFails(AS_INVALID_INPUT, cases[i].message,
                asModelTrain(model, cases[i].rows, cases[i].values, &error));
    assertFails(AS_INVALID_INPUT, cases[i].message,
                asModelPredict(model, cases[i].rows, cases[i].values, &error));
  }
  assertSameScores(model, twin, &good);
  asModelDestroy(model);
  asModelDestroy(twin);
  asArenaDestroy(&programs.arena);

  for (int bad = -1; bad <= 0; bad++) {
    assertFails(AS_INVALID_INPUT, "needs features",
                asModelCreate(bad, 0, &model, &error));
    assert_null(model);
  }
}

//===--- When XGBoost fails ----------------------------------------------===//

/// Stands in front of XGBoost's own function and gives it the derivatives of
/// one row only, so that the failure and its message are real.
static __typeof__(XGBoosterBoostOneIter) *boostOneRound;

static int sabotage(void *booster, void *data, float *gradient, float *hessian,
                    uint64_t numRows) {
  return boostOneRound(booster, data, gradient, hessian, 1);
}

static void testFailureOfXGBoost(void **state) {
  Programs one = makePrograms(64, 2, 1), two = makePrograms(64, 2, 2);
  AsModel *model = makeTrained(&one, 1), *twin = makeTrained(&one, 1);
  AsModelRows rows = allOf(&two);
  AsError failure = {0};
  AsXgboost *xgboost;
  assertOk(asXgboostOpen(&xgboost, &error));
  boostOneRound = xgboost->boostOneRound;
  xgboost->boostOneRound = sabotage;
  asModelTrain(model, &rows, two.labels, &failure);
  xgboost->boostOneRound = boostOneRound;
  assert_int_equal(failure.status, AS_INTERNAL);
  print_message("%s\n", failure.message);
  assert_non_null(strstr(failure.message, "XGBoost failed to grow a tree: "));
  assert_non_null(strstr(failure.message, "Check failed"));
  assert_null(strchr(failure.message, '\n'));
  // What was learned before is still there.
  assertSameScores(model, twin, &rows);
  asModelDestroy(model);
  asModelDestroy(twin);
  asArenaDestroy(&one.arena);
  asArenaDestroy(&two.arena);
}

//===--- Manners ---------------------------------------------------------===//

static size_t countThreads(void) {
  DIR *folder = opendir("/proc/self/task");
  assert_non_null(folder);
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(folder));)
    count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

/// Sends stdout and stderr to a file while a model is trained: nothing may
/// come, and no thread may start.
static void testQuietAndSingleThreaded(void **state) {
  Programs programs = makePrograms(64, 2, 1);
  fflush(NULL);
  FILE *file = tmpfile();
  assert_non_null(file);
  int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  AsModel *model = NULL;
  AsModelRows rows = allOf(&programs);
  bool ok = asModelCreate(width, 1, &model, NULL) == AS_OK &&
            asModelTrain(model, &rows, programs.labels, NULL) == AS_OK;
  size_t threads = countThreads();
  fflush(NULL);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  close(out);
  close(err);
  assert_true(ok);
  assert_int_equal(threads, 1);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  assert_int_equal(ftell(file), 0);
  fclose(file);
  asModelDestroy(model);
  asArenaDestroy(&programs.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testRanksUnseenPrograms),
      cmocka_unit_test(testManyRowsDoNotDiverge),
      cmocka_unit_test(testLearnsWhatFails),
      cmocka_unit_test(testOffsets),
      cmocka_unit_test(testTrainsAnew),
      cmocka_unit_test(testSameInputSameBytes),
      cmocka_unit_test(testUntrainedRefuses),
      cmocka_unit_test(testNothingToLearn),
      cmocka_unit_test(testOddFeatures),
      cmocka_unit_test(testOddLabels),
      cmocka_unit_test(testProgramsWithoutRows),
      cmocka_unit_test(testRefusesWrongSets),
      cmocka_unit_test(testFailureOfXGBoost),
      cmocka_unit_test(testQuietAndSingleThreaded),
  };
  return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
