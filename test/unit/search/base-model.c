//===- base-model.c - The model that a run begins with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A store with trials whose times are made up: only candidates with a certain
// register tile are fast. What is learned of some tasks holds for another.
//
//===----------------------------------------------------------------------===//

#include "search/base-model.h"
#include "costmodel/nest-features.h"
#include "costmodel/pack-rows.h"
#include "inputs/programs.h"
#include "record/record-fields.h"
#include "record/thing.h"
#include "search/earlier-trials.h"
#include "search/held-out.h"
#include "search/scorer.h"
#include "support/kendall-tau.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { TRIALS = 15, TASKS = 40 };

static AsError error;
#define assertOk(call)                                                         \
  do {                                                                         \
    if ((call) != AS_OK)                                                       \
      fail_msg("%s: %s", #call, error.message);                                \
  } while (0)

typedef struct Fixture {
  MlirContext context;
  Program program;
  const AsSketch *sketch;
  AsCostScorer *scorer;
  AsStore *store;
  AsRandom random;
  bool isReversed; ///< More rows are faster in tasks of odd numbers, which
                   ///< have a feature of their own.
} Fixture;

static const AsSketch *sketchNamed(const Program *program, const char *name) {
  for (int s = 0; s < program->numSketches; s++)
    if (strcmp(program->sketches[s].name, name) == 0)
      return &program->sketches[s];
  fail_msg("no sketch '%s'", name);
  return NULL;
}

static void openFixture(Fixture *fixture) {
  memset(fixture, 0, sizeof *fixture);
  fixture->context = asIrContextCreate();
  openProgram("matmul-large.mlir", &programTargets[0], fixture->context,
              &fixture->program);
  fixture->sketch = sketchNamed(&fixture->program, "tile+contract");
  assertOk(asCostScorerCreate(&programTargets[0], 1, &fixture->scorer, &error));
  asCostScorerSelect(fixture->scorer, fixture->sketch);
  assertOk(asStoreOpen(":memory:", &fixture->store, &error));
  fixture->random.state = 5;
}

static void closeFixture(Fixture *fixture) {
  asStoreClose(fixture->store);
  asCostScorerDestroy(fixture->scorer);
  asArenaDestroy(&fixture->program.arena);
  mlirContextDestroy(fixture->context);
}

/// The fewer rows a register tile has, the faster: the prior says otherwise.
static double secondsAt(const AsSketch *sketch, const AsPoint *point) {
  for (int k = 0; k < sketch->numKnobs; k++)
    if (strcmp(sketch->knobs[k].name, "register_0") == 0)
      return 1 + (double)asPointValue(sketch, point, k);
  fail_msg("no knob 'register_0'");
  return 0;
}

static void putTrial(Fixture *fixture, int task, int number,
                     const AsPoint *point, float spoiled) {
  char hash[33], version[33];
  snprintf(hash, sizeof hash, "%032d", task);
  snprintf(version, sizeof version, "%032d", number);
  AsRecord record = {.task = hash,
                     .target = "cpu:test:t1",
                     .compiler = "LLVM",
                     .sketch = "tile",
                     .sketchVersion = version,
                     .point = "{}",
                     .outcome = AS_OUTCOME_OK,
                     .seconds = secondsAt(fixture->sketch, point)};
  if (fixture->isReversed && task % 2)
    record.seconds = 1 / record.seconds;
  assertOk(asStorePut(fixture->store, &record, &error));
  int width = asCostScorerWidth();
  float rows[AS_MAX_STAGES * 512];
  int count = asCostScorerRows(fixture->scorer, fixture->sketch, point, rows);
  assert_true(count > 0);
  if (spoiled)
    rows[3] = spoiled;
  for (int r = 0; r < count && fixture->isReversed; r++)
    rows[r * width + 3] = (float)(task % 2);
  AsText data = {0}, bytes = {0};
  asTextFormat(&data, "{\"rows\":%d,\"version\":%d,\"width\":%d}", count,
               AS_FEATURES_VERSION, width);
  asRowsPack(rows, count, width, &bytes);
  AsHashText key = asRecordAddress(&record);
  AsThing thing = {"features", key.text, data.data, bytes.data, bytes.length};
  assertOk(asStorePutThing(fixture->store, &thing, &error));
  asTextFree(&data);
  asTextFree(&bytes);
}

/// Adds trials to tasks `begin` to `end` - 1.
static void fill(Fixture *fixture, int begin, int end) {
  for (int task = begin; task < end; task++)
    for (int t = 0; t < TRIALS; t++) {
      AsPoint point;
      assert_true(asPointSample(fixture->sketch, &fixture->random, &point));
      putTrial(fixture, task, t, &point, 0);
    }
}

static bool isSame(const AsText *one, const AsText *other) {
  return one->length == other->length &&
         memcmp(one->data, other->data, one->length) == 0;
}

static AsText savedBase(Fixture *fixture, bool isWritable) {
  AsBaseModel base = {0};
  assertOk(asBaseModelOpen(fixture->store, isWritable, "cpu:test:t1", &base,
                           &error));
  AsText text = {0};
  if (base.model)
    assertOk(asModelSave(base.model, &text.data, &text.length, &error));
  asBaseModelFree(&base);
  return text;
}

/// How well candidates are ranked, as Kendall's tau.
static double rank(Fixture *fixture) {
  enum { COUNT = 200 };
  static AsCandidate candidates[COUNT];
  double scores[COUNT], speeds[COUNT];
  for (int c = 0; c < COUNT; c++) {
    memset(&candidates[c], 0, sizeof candidates[c]);
    assert_true(
        asPointSample(fixture->sketch, &fixture->random, &candidates[c].point));
    speeds[c] = 1 / secondsAt(fixture->sketch, &candidates[c].point);
  }
  asCostScore(candidates, COUNT, scores, fixture->scorer);
  return asKendallTau(scores, speeds, COUNT);
}

/// What the store knows ranks candidates before any was tried.
static void earlierTrialsRank(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  fill(&fixture, 0, TASKS);
  double before = rank(&fixture);
  AsBaseModel base = {0};
  assertOk(asBaseModelOpen(fixture.store, true, "cpu:test:t1", &base, &error));
  assert_non_null(base.model);
  assert_true(base.share > 0.5);
  asCostScorerSetBase(fixture.scorer, base.model, base.share);
  double after = rank(&fixture);
  print_message("tau %.2f without, %.2f with earlier trials\n", before, after);
  assert_true(after > before + 0.2);
  assert_true(after > 0.7);
  asCostScorerSetBase(fixture.scorer, NULL, 1);
  assert_true(fabs(rank(&fixture) - before) < 0.2);
  asBaseModelFree(&base);
  closeFixture(&fixture);
}

static void fewTrialsTeachNothing(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  fill(&fixture, 0, 32); // 480 of 500.
  AsText text = savedBase(&fixture, true);
  assert_null(text.data);
  fill(&fixture, 32, 34);
  text = savedBase(&fixture, true);
  assert_non_null(text.data);
  asTextFree(&text);
  AsBaseModel base = {0};
  assertOk(asBaseModelOpen(fixture.store, true, "cpu:other:t1", &base, &error));
  assert_null(base.model);
  closeFixture(&fixture);
}

/// With few tasks the weight of the model is not known, so it has none.
static void fewTasksWeighNothing(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  fill(&fixture, 0, TASKS - 1);
  AsBaseModel base = {0};
  assertOk(asBaseModelOpen(fixture.store, true, "cpu:test:t1", &base, &error));
  assert_non_null(base.model);
  assert_true(base.share == 0);
  asBaseModelFree(&base);
  closeFixture(&fixture);
}

/// Puts the tasks of even and of odd numbers into two families.
static void putFamilies(Fixture *fixture, const char *key) {
  for (int task = 0; task < TASKS; task++) {
    char hash[33], data[64];
    snprintf(hash, sizeof hash, "%032d", task);
    snprintf(data, sizeof data, "{\"%s\":\"%d\"}", key, task % 2);
    AsThing thing = {"task", hash, data, NULL, 0};
    assertOk(asStorePutThing(fixture->store, &thing, &error));
  }
}

static double shareOf(Fixture *fixture) {
  AsBaseModel base = {0};
  assertOk(
      asBaseModelOpen(fixture->store, false, "cpu:test:t1", &base, &error));
  assert_non_null(base.model);
  double share = base.share;
  asBaseModelFree(&base);
  return share;
}

/// Where families teach the opposite of each other, a model of some is no good
/// for another, however many tasks it has seen. Tasks without an anchor are a
/// family by their signature.
static void strangersWeighNothing(void **state) {
  static const char *const keys[] = {"anchor", "signature"};
  for (int k = 0; k < 2; k++) {
    Fixture fixture;
    openFixture(&fixture);
    fill(&fixture, 0, TASKS);
    putFamilies(&fixture, keys[k]);
    assert_true(shareOf(&fixture) > 0.5); // Both families say the same.
    fixture.isReversed = true;
    fill(&fixture, 0, TASKS); // Replaces all.
    assert_true(shareOf(&fixture) == 0);
    closeFixture(&fixture);
  }
}

/// The mean over the tasks of what a weight of `share` makes better.
static double tauGain(const AsEarlierTrials *trials, AsHeldOut heldOut,
                      int share) {
  AsRanking rankings[TASKS * AS_NUM_SHARES];
  double sum = 0;
  assertOk(asHeldOutRank(trials, heldOut, rankings, &error));
  for (int task = 0; task < TASKS; task++) {
    const AsRanking *own = &rankings[AS_NUM_SHARES * task];
    assert_true(own->early >= own->speed - 1e-9);
    sum += own[share].tau - own->tau;
  }
  return sum / TASKS;
}

/// What is learned of a family has a weight for its tasks, and none for others.
/// A store and a file keep that.
static void kinWeighs(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  fixture.isReversed = true;
  fill(&fixture, 0, TASKS);
  putFamilies(&fixture, "anchor");
  for (int kept = 0; kept < 2; kept++) {
    AsBaseModel base = {0};
    assertOk(
        asBaseModelOpen(fixture.store, true, "cpu:test:t1", &base, &error));
    assert_true(asBaseModelShare(&base, (AsHashText){"0"}) > 0.5);
    assert_true(asBaseModelShare(&base, (AsHashText){"1"}) > 0.5);
    assert_true(asBaseModelShare(&base, (AsHashText){"2"}) == 0);
    asBaseModelFree(&base);
  }
  closeFixture(&fixture);
}

/// A family with two tasks is as good as none.
static void fewKinAreStrangers(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  fixture.isReversed = true;
  fill(&fixture, 0, TASKS);
  putFamilies(&fixture, "anchor");
  AsThing thing = {"task", "00000000000000000000000000000000",
                   "{\"anchor\":\"9\"}", NULL, 0};
  assertOk(asStorePutThing(fixture.store, &thing, &error));
  thing.key = "00000000000000000000000000000001";
  assertOk(asStorePutThing(fixture.store, &thing, &error));
  AsBaseModel base = {0};
  assertOk(asBaseModelOpen(fixture.store, false, "cpu:test:t1", &base, &error));
  assert_int_equal(base.numKins, 2);
  base.share = 0.125;
  assert_true(asBaseModelShare(&base, (AsHashText){"0"}) > 0.5);
  assert_true(asBaseModelShare(&base, (AsHashText){"9"}) == 0.125);
  asBaseModelFree(&base);
  closeFixture(&fixture);
}

/// The scorer takes the weight of the task at hand.
static void weightsChange(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  fill(&fixture, 0, TASKS);
  AsBaseModel base = {0};
  assertOk(asBaseModelOpen(fixture.store, true, "cpu:test:t1", &base, &error));
  asCostScorerSetBase(fixture.scorer, base.model, 0);
  double without = rank(&fixture);
  asCostScorerSetShare(fixture.scorer, 0.9);
  assert_true(rank(&fixture) > without + 0.2);
  asBaseModelFree(&base);
  closeFixture(&fixture);
}

/// There the other tasks of a family teach what no other family does.
static void kinTeaches(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  fixture.isReversed = true;
  fill(&fixture, 0, TASKS);
  putFamilies(&fixture, "anchor");
  AsEarlierTrials trials = {0};
  assertOk(
      asEarlierTrialsRead(fixture.store, "cpu:test:t1", 4096, &trials, &error));
  assert_int_equal(trials.numTasks, TASKS);
  assert_int_equal(trials.numFamilies, 2);
  int most = AS_NUM_SHARES - 1;
  double strangers = tauGain(&trials, AS_HELD_OUT_FAMILIES, most),
         tasks = tauGain(&trials, AS_HELD_OUT_TASKS, most),
         kin = tauGain(&trials, AS_HELD_OUT_KIN, most);
  print_message("tau %.2f more from families, %.2f from tasks, %.2f from kin\n",
                strangers, tasks, kin);
  assert_true(strangers < 0);
  assert_true(tasks > 0.3);
  assert_true(kin > 0.3);
  asEarlierTrialsFree(&trials);
  closeFixture(&fixture);
}

static AsStatus countThing(const AsThing *thing, void *number,
                           AsError *failure) {
  ++*(int *)number;
  return AS_OK;
}

static int countModels(AsStore *store) {
  int number = 0;
  assertOk(
      asStoreVisitThings(store, "model", NULL, countThing, &number, &error));
  return number;
}

/// The store keeps the model while it is not stale. Equal stores give equal
/// ones.
static void modelsAreKept(void **state) {
  Fixture fixture, other;
  openFixture(&fixture);
  openFixture(&other);
  fill(&fixture, 0, TASKS);
  fill(&other, 0, TASKS);
  AsText unkept = savedBase(&other, false);
  assert_int_equal(countModels(other.store), 0);
  AsText first = savedBase(&fixture, true);
  assert_int_equal(countModels(fixture.store), 1);
  assert_true(isSame(&first, &unkept));
  fill(&fixture, TASKS, TASKS + 17); // 255 more: not stale yet.
  AsText second = savedBase(&fixture, true);
  assert_true(isSame(&first, &second));
  fill(&fixture, TASKS + 17, TASKS + 18);
  AsText third = savedBase(&fixture, true);
  assert_false(isSame(&first, &third));
  asTextFree(&unkept);
  asTextFree(&first);
  asTextFree(&second);
  asTextFree(&third);
  closeFixture(&fixture);
  closeFixture(&other);
}

/// A file of models gives the one of the target, or of another of its kind.
static void filesAreRead(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  FILE *out = tmpfile();
  assert_int_equal(asBaseModelsExport(fixture.store, out, &error),
                   AS_NOT_FOUND);
  fill(&fixture, 0, TASKS);
  AsThing target = {"target", "cpu:test:t1", NULL, NULL, 0};
  assertOk(asStorePutThing(fixture.store, &target, &error));
  char path[] = "/tmp/as-model-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  fclose(out);
  out = fdopen(descriptor, "w");
  fputs("{\"kind\":\"task\"}\nnothing\n\n", out);
  assertOk(asBaseModelsExport(fixture.store, out, &error));
  fclose(out);
  AsText first = savedBase(&fixture, false);
  static const char *const readers[] = {"cpu:test:t1", "cpu:other:t4"};
  for (int r = 0; r < 2; r++) {
    AsBaseModel base = {0};
    AsText read = {0};
    assertOk(asBaseModelRead(path, readers[r], &base, &error));
    assert_true(base.share > 0.5);
    assertOk(asModelSave(base.model, &read.data, &read.length, &error));
    assert_true(isSame(&first, &read));
    asTextFree(&read);
    asBaseModelFree(&base);
  }
  AsBaseModel base = {0};
  assert_int_equal(asBaseModelRead(path, "cuda:sm_80", &base, &error),
                   AS_INVALID_INPUT);
  assert_non_null(strstr(error.message, "--train"));
  assert_int_not_equal(asBaseModelRead("/nowhere", "cpu:a:t1", &base, &error),
                       AS_OK);
  assert_non_null(strstr(error.message, "/nowhere"));
  unlink(path);
  asTextFree(&first);
  closeFixture(&fixture);
}

/// A damaged model is trained anew; odd features are left out.
static void damageIsMended(void **state) {
  Fixture fixture;
  openFixture(&fixture);
  fill(&fixture, 0, TASKS);
  AsPoint point;
  assert_true(asPointSample(fixture.sketch, &fixture.random, &point));
  putTrial(&fixture, 0, TRIALS, &point, NAN);
  putTrial(&fixture, 0, TRIALS + 1, &point, INFINITY);
  AsEarlierTrials trials = {0};
  assertOk(asEarlierTrialsRead(fixture.store, "cpu:test:t1", 100000, &trials,
                               &error));
  assert_int_equal(trials.count, TASKS * TRIALS);
  asEarlierTrialsFree(&trials);
  AsText first = savedBase(&fixture, true);
  AsThing thing = {"model", "cpu:test:t1",
                   "{\"share\":0.9,\"trials\":602,\"version\":1}",
                   "{\"a\":", 5};
  assertOk(asStorePutThing(fixture.store, &thing, &error));
  AsText second = savedBase(&fixture, true);
  assert_true(isSame(&first, &second));
  asTextFree(&first);
  asTextFree(&second);
  closeFixture(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(earlierTrialsRank),
      cmocka_unit_test(fewTrialsTeachNothing),
      cmocka_unit_test(fewTasksWeighNothing),
      cmocka_unit_test(strangersWeighNothing),
      cmocka_unit_test(kinTeaches),
      cmocka_unit_test(kinWeighs),
      cmocka_unit_test(fewKinAreStrangers),
      cmocka_unit_test(weightsChange),
      cmocka_unit_test(modelsAreKept),
      cmocka_unit_test(damageIsMended),
      cmocka_unit_test(filesAreRead),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
