//===- principles.c - Tests of finding what good schedules have in common
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// p-values that are worked out by hand, and stores of which it is known what
// is in them: an effect that was planted, or noise alone.
//
//===----------------------------------------------------------------------===//

#include "record.h"
#include "support/random.h"
#include "view/principles/find.h"
#include "view/principles/matched-pairs.h"
#include "view/principles/signed-rank.h"

//===----------------------------------------------------------------------===//
// The test
//===----------------------------------------------------------------------===//

static void signedRank(void **state) {
  // Of 32 ways to sign the ranks 1 to 5, 10 have a sum of 5 or less: {}, each
  // of the five alone, 1+2, 1+3, 1+4, 2+3.
  const double oneAgainst[] = {1, 2, 3, 4, -5};
  assert_float_equal(asSignedRankP(oneAgainst, 5), 2 * 10 / 32.0, 1e-12);
  // All on one side, in any order and with any sign: 2 of 64.
  const double allBelow[] = {-0.3, -0.1, -0.6, -0.2, -0.5, -0.4};
  assert_float_equal(asSignedRankP(allBelow, 6), 2 / 64.0, 1e-12);
  // A difference of 0 says nothing.
  const double withZeros[] = {0, -0.3, -0.1, 0, -0.6, -0.2, -0.5, -0.4};
  assert_float_equal(asSignedRankP(withZeros, 8), 2 / 64.0, 1e-12);
  assert_true(asSignedRankP(withZeros, 1) == 1);
  assert_true(asSignedRankP(NULL, 0) == 1);
  // The ranks are 1.5, 1.5, 3, 4; a sum of 1.5 or less have {} and each of the
  // equals: 3 of 16.
  const double equals[] = {1, -1, 2, 3};
  assert_float_equal(asSignedRankP(equals, 4), 2 * 3 / 16.0, 1e-12);
  // As often above as below.
  const double even[] = {1, -1, 2, -2};
  assert_float_equal(asSignedRankP(even, 4), 1, 1e-12);
}

/// The exact and the normal distribution agree where one follows the other.
static void signedRankOfMany(void **state) {
  double differences[61];
  AsRandom random = {7};
  for (int i = 0; i < 61; i++)
    differences[i] = asRandomUnit(&random) - 0.38;
  double exact = asSignedRankP(differences, 60);
  double normal = asSignedRankP(differences, 61);
  assert_in_range((int)(1000 * exact), 1, 200);
  assert_float_equal(exact, normal, 0.35 * exact);
  for (int i = 0; i < 61; i++)
    differences[i] = i % 2 ? i : -i;
  assert_true(asSignedRankP(differences, 61) > 0.8);
}

static void holm(void **state) {
  const double p[] = {0.04, 0.01, 0.5, 0.02};
  double adjusted[4];
  asHolmAdjust(p, 4, adjusted);
  assert_float_equal(adjusted[1], 0.04, 1e-12);
  assert_float_equal(adjusted[3], 0.06, 1e-12);
  assert_float_equal(adjusted[0], 0.08, 1e-12);
  assert_float_equal(adjusted[2], 0.5, 1e-12);
  // None is below one with a smaller p.
  const double close[] = {0.03, 0.029, 0.9};
  asHolmAdjust(close, 3, adjusted);
  assert_float_equal(adjusted[1], 0.087, 1e-12);
  assert_float_equal(adjusted[0], 0.087, 1e-12);
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// Of two knobs, register and unroll.
static int differ(double *values, double *logs, bool *isBound, int count,
                  double limit, double *differences) {
  AsPairSample sample = {count, 2, values, logs, isBound};
  int numNear;
  AsNearTrials *near = asPairsNear(&sample, 0, &numNear);
  int found = asPairsDiffer(&sample, near, numNear, 0, limit, differences);
  free(near);
  return found;
}

static void nearestArePairs(void **state) {
  // The first has two partners; that which differs in nothing else is nearer.
  double values[] = {4, 2, 8, 4, 8, 2}, logs[] = {1, 3, 1.25}, differences[2];
  bool isBound[3] = {0};
  assert_int_equal(differ(values, logs, isBound, 3, 4, differences), 1);
  assert_true(differences[0] == 1 - 1.25);
  // Without it the other will do, unless it is too far.
  assert_int_equal(differ(values, logs, isBound, 2, 4, differences), 1);
  assert_true(differences[0] == 1 - 3);
  values[3] = 8;
  assert_int_equal(differ(values, logs, isBound, 2, 4, differences), 0);
  // With another limit all are on one side.
  assert_int_equal(differ(values, logs, isBound, 3, 8, differences), 0);
}

static void eachIsInOnePair(void **state) {
  double values[] = {4, 2, 4, 2, 8, 2, 16, 2, 32, 2};
  double logs[] = {1, 1, 2, 3, 4}, differences[5];
  bool isBound[5] = {0};
  assert_int_equal(differ(values, logs, isBound, 5, 4, differences), 2);
  assert_true(differences[0] == 1 - 2);
  assert_true(differences[1] == 1 - 3);
}

/// What was stopped is slower than it ran; two such do not compare.
static void stoppedTrials(void **state) {
  double values[] = {4, 2, 8, 2}, logs[] = {1, 2}, differences[2];
  assert_int_equal(
      differ(values, logs, (bool[]){false, true}, 2, 4, differences), 1);
  assert_int_equal(
      differ(values, logs, (bool[]){true, false}, 2, 4, differences), 0);
  assert_int_equal(
      differ(values, logs, (bool[]){true, true}, 2, 4, differences), 0);
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

enum { TASKS = 4, TRIALS = 60 };

/// Tasks that have a signature each two of them, and random trials, which take
/// `more` times as long where register_2 is more than 4. Noise of 10%.
static void plant(AsStore *store, double more, const char *target,
                  uint64_t seed) {
  AsRandom random = {seed};
  char hash[33], data[256], point[128];
  for (int t = 0; t < TASKS; t++) {
    snprintf(hash, sizeof hash, "%032x", t + 1);
    snprintf(data, sizeof data,
             "{\"label\":\"conv 1x%dx8\",\"signature\":\"%032x\"}", 7 * t,
             77 + t / 2);
    assertOk(
        asStorePutThing(store, &(AsThing){"task", hash, data, "", 0}, &error));
    for (int i = 0; i < TRIALS; i++) {
      int order = (int)asRandomBelow(&random, 2);
      int size = 1 << asRandomBelow(&random, 6);
      int unroll = 1 << asRandomBelow(&random, 3);
      snprintf(point, sizeof point,
               "{\"register_2\":%d,\"order\":%d,\"unroll\":%d}", size, order,
               unroll);
      AsRecord record = numbered(i);
      record.task = hash;
      record.target = target;
      record.sketch = "tile+window";
      record.point = point;
      record.outcome = AS_OUTCOME_OK;
      record.seconds = (t + 1) * (size > 4 ? more : 1) *
                       (0.95 + 0.1 * asRandomUnit(&random));
      record.date = i;
      assertOk(asStorePut(store, &record, &error));
    }
  }
}

static void findIn(AsStore *store, AsView *view, AsComparisons *comparisons) {
  *comparisons = (AsComparisons){0};
  assertOk(asViewRead(store, NULL, view, &error));
  asPrinciplesFind(view, comparisons);
}

static int numFound(const AsComparisons *comparisons) {
  int count = 0;
  for (int c = 0; c < comparisons->count; c++)
    count += comparisons->items[c].isPrinciple;
  return count;
}

static void plantedEffect(void **state) {
  AsStore *store = openStore(":memory:");
  plant(store, 1.2, "cpu:here:t1", 3);
  AsView view;
  AsComparisons comparisons;
  findIn(store, &view, &comparisons);
  // One for each of the two signatures, and none of the other knobs.
  assert_int_equal(numFound(&comparisons), 2);
  for (int c = 0; c < comparisons.count; c++) {
    const AsComparison *one = &comparisons.items[c];
    if (!one->isPrinciple)
      continue;
    assert_string_equal(one->principle.knob, "register_2");
    assert_string_equal(one->principle.sketch, "tile+window");
    assert_string_equal(one->principle.device, "cpu");
    assert_true(one->principle.isMost);
    assert_true(one->principle.limit == 4);
    assert_float_equal(exp(one->change), 1 / 1.2, 0.04);
    assert_int_equal(one->numTasks, 2);
    assert_int_equal(one->numAgreeing, 2);
    assert_true(one->adjusted < 0.01 && one->p <= one->adjusted);
  }
  AsText text = {0};
  asPrinciplesAppendWords(&comparisons, &text);
  assertContains(text.data, "like conv 1x7x8 (00000000) on cpu, tile+window, "
                            "register_2: 4 or less: ");
  assertContains(text.data, " of 2 tasks)\n");
  asTextClear(&text);
  asViewAppendJson(&view, "s.db", &text);
  assertContains(text.data, ",\"principles\":{\"principlesVersion\":1,");
  assertContains(
      text.data,
      "\"words\":\"like conv 1x7x8 (00000000) on cpu, tile+window, ");
  asTextFree(&text);
  asComparisonsFree(&comparisons);
  asViewFree(&view);
  asStoreClose(store);
}

/// Large options can be the better ones as well.
static void otherSide(void **state) {
  AsStore *store = openStore(":memory:");
  plant(store, 1 / 1.2, "cpu:here:t1", 4);
  AsView view;
  AsComparisons comparisons;
  findIn(store, &view, &comparisons);
  assert_int_equal(numFound(&comparisons), 2);
  for (int c = 0; c < comparisons.count; c++)
    if (comparisons.items[c].isPrinciple) {
      assert_false(comparisons.items[c].principle.isMost);
      assert_true(comparisons.items[c].principle.limit == 8);
    }
  asComparisonsFree(&comparisons);
  asViewFree(&view);
  asStoreClose(store);
}

/// One store of noise in twenty may have a principle, by the level of the test.
static void plantedNoise(void **state) {
  enum { STORES = 200 };
  int found = 0;
  for (uint64_t seed = 0; seed < STORES; seed++) {
    AsStore *store = openStore(":memory:");
    plant(store, 1, "cpu:here:t1", seed);
    AsView view;
    AsComparisons comparisons;
    findIn(store, &view, &comparisons);
    assert_true(comparisons.count >= 10);
    found += numFound(&comparisons) > 0;
    asComparisonsFree(&comparisons);
    asViewFree(&view);
    asStoreClose(store);
  }
  assert_in_range(found, 0, STORES / 20);
}

/// An effect on GPUs is no principle of CPUs, nor does it cancel theirs.
static void devicesApart(void **state) {
  AsStore *store = openStore(":memory:");
  plant(store, 1.2, "cpu:here:t1", 5);
  plant(store, 1 / 1.2, "gpu:there", 6);
  AsView view;
  AsComparisons comparisons;
  findIn(store, &view, &comparisons);
  assert_int_equal(numFound(&comparisons), 4);
  for (int c = 0; c < comparisons.count; c++)
    if (comparisons.items[c].isPrinciple)
      assert_int_equal(comparisons.items[c].principle.isMost,
                       strcmp(comparisons.items[c].principle.device, "cpu") ==
                           0);
  asComparisonsFree(&comparisons);
  asViewFree(&view);
  asStoreClose(store);
}

/// A knob whose options are numbers of schedules is not compared.
static void namesAreNoSizes(void **state) {
  AsStore *store = openStore(":memory:");
  plant(store, 1.2, "cpu:here:t1", 3);
  const char *data = "{\"name\":\"tile+window\",\"knobs\":[{\"name\":"
                     "\"register_2\",\"kind\":\"schedule\"}]}";
  assertOk(asStorePutThing(
      store, &(AsThing){"sketch", numbered(0).sketchVersion, data, "", 0},
      &error));
  AsView view;
  AsComparisons comparisons;
  findIn(store, &view, &comparisons);
  assert_true(comparisons.count > 0);
  for (int c = 0; c < comparisons.count; c++)
    assert_string_not_equal(comparisons.items[c].principle.knob, "register_2");
  asComparisonsFree(&comparisons);
  asViewFree(&view);
  asStoreClose(store);
}

/// Whether nothing but the limit is on the side of the comparison.
static bool isAtEnd(const AsComparison *one) {
  const AsPrinciple *principle = &one->principle;
  bool isRegister = strcmp(principle->knob, "register_2") == 0;
  bool isOrder = strcmp(principle->knob, "order") == 0;
  double least = isOrder ? 0 : 1, most = isRegister ? 32 : isOrder ? 1 : 4;
  return principle->limit == (principle->isMost ? least : most);
}

/// As many, of the same tasks, and others with another seed.
static void shuffled(void **state) {
  AsStore *store = openStore(":memory:");
  plant(store, 1.2, "cpu:here:t1", 3);
  AsView view;
  AsComparisons comparisons;
  findIn(store, &view, &comparisons);
  AsText first = {0}, other = {0};
  int numOthers = 0;
  for (uint64_t seed = 0; seed < 8; seed++) {
    asPrinciplesShuffle(&comparisons, seed);
    assert_int_equal(numFound(&comparisons), 2);
    for (int c = 0; c < comparisons.count; c++)
      assert_int_equal(comparisons.items[c].isOneOption,
                       isAtEnd(&comparisons.items[c]));
    asTextClear(&other);
    asPrinciplesAppendWords(&comparisons, &other);
    assert_null(strstr(other.data, "less time"));
    numOthers += seed && strcmp(first.data, other.data) != 0;
    if (!seed)
      asPrinciplesAppendWords(&comparisons, &first);
  }
  assert_true(numOthers >= 6);
  asTextFree(&first);
  asTextFree(&other);
  asComparisonsFree(&comparisons);
  asViewFree(&view);
  asStoreClose(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signedRank),
      cmocka_unit_test(signedRankOfMany),
      cmocka_unit_test(holm),
      cmocka_unit_test(nearestArePairs),
      cmocka_unit_test(eachIsInOnePair),
      cmocka_unit_test(stoppedTrials),
      cmocka_unit_test(plantedEffect),
      cmocka_unit_test(otherSide),
      cmocka_unit_test(plantedNoise),
      cmocka_unit_test(devicesApart),
      cmocka_unit_test(namesAreNoSizes),
      cmocka_unit_test(shuffled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
