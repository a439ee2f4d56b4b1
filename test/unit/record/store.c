//===- store.c - Tests of records in a store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is put comes back as it was, filtered and in order; the rule of
// replacement; what a store refuses.
//
//===----------------------------------------------------------------------===//

#include "record.h"

static void everyFieldSurvivesTheStore(void **state) {
  static const char zeros[sizeof(AsRecord)];
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++) // The sample is complete.
    assert_int_not_equal(
        memcmp((const char *)&full + asRecordFields[i].offset, zeros,
               asRecordFields[i].kind == AS_RECORD_BOOL      ? 1
               : asRecordFields[i].kind == AS_RECORD_OUTCOME ? sizeof(AsOutcome)
                                                             : 8),
        0);
  const char *path = inFolder("store.db");
  AsStore *store = openStore(path);
  assertOk(asStorePut(store, &full, &error));
  assertHolds(store, &full, 1);
  asStoreClose(store);
  store = openStore(path);
  assertHolds(store, &full, 1);
  asStoreClose(store);
}

static void successIsLostToWrongAnswersOnly(void **state) {
  static const struct {
    AsOutcome old, new;
    bool replaced;
  } cases[] = {
      {AS_OUTCOME_OK, AS_OUTCOME_OK, true},
      {AS_OUTCOME_OK, AS_OUTCOME_BUILT, false},
      {AS_OUTCOME_OK, AS_OUTCOME_WRONG_ANSWER, true},
      {AS_OUTCOME_OK, AS_OUTCOME_RUN_CRASHED, false},
      {AS_OUTCOME_BUILT, AS_OUTCOME_OK, true},
      {AS_OUTCOME_BUILT, AS_OUTCOME_RUN_TIMEOUT, true},
      {AS_OUTCOME_RUN_TIMEOUT, AS_OUTCOME_BUILT, true},
      {AS_OUTCOME_BUILD_FAILED, AS_OUTCOME_WRONG_ANSWER, true},
      {AS_OUTCOME_WRONG_ANSWER, AS_OUTCOME_WRONG_ANSWER, true},
      {AS_OUTCOME_WRONG_ANSWER, AS_OUTCOME_OK, false},
      {AS_OUTCOME_WRONG_ANSWER, AS_OUTCOME_BUILD_FAILED, false},
      {AS_OUTCOME_BUILD_FAILED, AS_OUTCOME_BUILD_FAILED, true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsStore *store = newStore(state);
    AsRecord old = full, new = {0};
    memcpy(&new, &old, offsetof(AsRecord, outcome)); // The same address.
    old.outcome = cases[i].old;
    new.outcome = cases[i].new;
    assertOk(asRecordComplete(&new, &error));
    assertOk(asStorePut(store, &old, &error));
    assertOk(asStorePut(store, &new, &error));
    assertHolds(store, cases[i].replaced ? &new : &old, 1);
    asStoreClose(store);
  }
}

/// What an early check called wrong need not be so.
static void laterChecksReviseWrongAnswers(void **state) {
  static const struct {
    AsOutcome old;
    const char *oldExtra;
    AsOutcome new;
    const char *newExtra;
    bool replaced;
  } cases[] = {
      {AS_OUTCOME_WRONG_ANSWER, "{}", AS_OUTCOME_OK, "{\"check\":1}", true},
      {AS_OUTCOME_WRONG_ANSWER, "{\"check\":1}", AS_OUTCOME_OK, "{\"check\":2}",
       true},
      {AS_OUTCOME_WRONG_ANSWER, "{\"check\":1}", AS_OUTCOME_OK, "{\"check\":1}",
       false},
      {AS_OUTCOME_WRONG_ANSWER, "{\"check\":2}", AS_OUTCOME_OK, "{\"check\":1}",
       false},
      {AS_OUTCOME_WRONG_ANSWER, "{}", AS_OUTCOME_RUN_CRASHED, "{\"check\":1}",
       true},
      {AS_OUTCOME_OK, "{\"check\":1}", AS_OUTCOME_WRONG_ANSWER, "{}", false},
      {AS_OUTCOME_OK, "{\"check\":1}", AS_OUTCOME_WRONG_ANSWER, "{\"check\":1}",
       true},
      {AS_OUTCOME_OK, "{\"check\":1}", AS_OUTCOME_WRONG_ANSWER,
       "{\"check\":10}", true},
      {AS_OUTCOME_WRONG_ANSWER, "{\"check\":2}", AS_OUTCOME_WRONG_ANSWER,
       "{\"check\":1}", false},
      {AS_OUTCOME_WRONG_ANSWER, "{\"check\":\"no\"}", AS_OUTCOME_OK,
       "{\"check\":1}", true},
      {AS_OUTCOME_RUN_CRASHED, "{\"check\":2}", AS_OUTCOME_WRONG_ANSWER, "{}",
       true},
      {AS_OUTCOME_OK, "{\"check\":2}", AS_OUTCOME_OK, "{}", true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsStore *store = newStore(state);
    AsRecord old = full, new = full;
    old.outcome = cases[i].old;
    old.extra = cases[i].oldExtra;
    new.outcome = cases[i].new;
    new.extra = cases[i].newExtra;
    assertOk(asStorePut(store, &old, &error));
    assertOk(asStorePut(store, &new, &error));
    assertHolds(store, cases[i].replaced ? &new : &old, 1);
    asStoreClose(store);
  }
}

static void everyPartOfTheAddressCounts(void **state) {
  AsStore *store = newStore(state);
  assertOk(asStorePut(store, &full, &error));
  for (int i = 0; i < AS_NUM_ADDRESS_FIELDS; i++) {
    AsRecord other = full;
    AS_RECORD_MEMBER(const char *, &other, &asRecordFields[i]) = "{}";
    assertOk(asStorePut(store, &other, &error));
    assert_int_equal(countRecords(store), i + 2);
  }
  asStoreClose(store);
}

static void queriesFilter(void **state) {
  AsStore *store = newStore(state);
  static const char *const names[] = {"a", "b", NULL};
  for (int i = 0; i < 8; i++) {
    AsRecord record = full;
    record.task = names[i & 1];
    record.target = names[i >> 1 & 1];
    record.compiler = names[i >> 2];
    assertOk(asStorePut(store, &record, &error));
  }
  for (int i = 0; i < 27; i++) {
    AsRecordQuery query = {names[i % 3], names[i / 3 % 3], names[i / 9]};
    size_t count = 0, expected = 1;
    expected <<= !query.task + !query.target + !query.compiler;
    assertOk(asStoreVisit(store, &query, countRecord, &count, &error));
    assert_int_equal(count, expected);
  }
  size_t count = 0;
  AsRecordQuery injection = {.task = "a' OR 'a'='a"};
  assertOk(asStoreVisit(store, &injection, countRecord, &count, &error));
  assert_int_equal(count, 0);
  asStoreClose(store);
}

static void orderIsThatOfTheAddress(void **state) {
  AsStore *up = newStore(state), *down = newStore(state);
  enum { count = 50 };
  for (int i = 0; i < count; i++) {
    AsRecord record = numbered(i);
    assertOk(asStorePut(up, &record, &error));
    record = numbered(count - 1 - i);
    assertOk(asStorePut(down, &record, &error));
  }
  char *first = exported(up), *second = exported(down);
  assert_string_equal(first, second);
  const char *ten = strstr(first, "\"tile\":10}");
  assert_non_null(ten); // Bytes are compared, not numbers.
  assert_true(ten < strstr(first, "\"tile\":9}"));
  free(first);
  free(second);
  asStoreClose(up);
  asStoreClose(down);
}

static AsStatus stopAtThird(const AsRecord *record, void *context,
                            AsError *error) {
  if (++*(int *)context == 3)
    return asFail(error, AS_INTERRUPTED, "enough");
  return AS_OK;
}

static void visitorEndsTheVisit(void **state) {
  AsStore *store = newStore(state);
  for (int i = 0; i < 9; i++) {
    AsRecord record = numbered(i);
    assertOk(asStorePut(store, &record, &error));
  }
  int visited = 0;
  assert_int_equal(
      asStoreVisit(store, &(AsRecordQuery){0}, stopAtThird, &visited, &error),
      AS_INTERRUPTED);
  assert_int_equal(visited, 3);
  assert_string_equal(error.message, "enough");
  asStoreClose(store);
}

static void recordsThatCannotBeReadBackAreRefused(void **state) {
  static const double negative = -1, infinite = INFINITY;
  static const struct {
    AsRecord record;
    const char *why;
  } cases[] = {
      {{.point = "[]"}, "'point' is no JSON object"},
      {{.point = "{"}, "not JSON"},
      {{.point = "{} {}"}, "not JSON"},
      {{.point = "{\"a\": 1}"}, "in canonical form is {\"a\":1}"},
      {{.point = "{\"a\":\"\\u0000\"}"}, "NUL"},
      {{.extra = "7"}, "'extra' is no JSON object"},
      {{.extra = "{\"a\":1e999}"}, "too large"},
      {{.extra = "{\"seed\":7}"}, "repeats the field 'seed'"},
      {{.outcome = AS_NUM_OUTCOMES}, "no outcome "},
      {{.outcome = (AsOutcome)-1}, "no outcome -1"},
      {{.times = &negative, .numTimes = 1}, "'times' holds -1"},
      {{.times = &infinite, .numTimes = 1}, "'times' holds inf"},
      {{.buildSeconds = -0.5}, "'buildSeconds' holds -0.5"},
      {{.measureSeconds = NAN}, "'measureSeconds' holds"},
  };
  AsStore *store = newStore(state);
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(asStorePut(store, &cases[i].record, &error),
                     AS_INVALID_INPUT);
    assertContains(error.message, cases[i].why);
  }
  assert_int_equal(countRecords(store), 0);
  asStoreClose(store);
}

//===----------------------------------------------------------------------===//
// Documentation
//===----------------------------------------------------------------------===//

static void theManualListsEveryField(void **state) {
  AsText manual = {0};
  assertOk(asReadFile(AS_TEST_DIR "/../docs/records.md", &manual, &error));
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++) {
    const AsRecordField *field = &asRecordFields[i];
    AsText row = {0};
    asTextFormat(&row, "| `%s` | %s | %s |\n", field->name,
                 asRecordKindJsonForm(field->kind), field->meaning);
    if (field->kind != AS_RECORD_EXTRA)
      assertContains(manual.data, row.data);
    asTextFree(&row);
  }
  asTextFree(&manual);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(everyFieldSurvivesTheStore),
      EACH_STORE(successIsLostToWrongAnswersOnly),
      EACH_STORE(laterChecksReviseWrongAnswers),
      EACH_STORE(everyPartOfTheAddressCounts),
      EACH_STORE(queriesFilter),
      EACH_STORE(orderIsThatOfTheAddress),
      EACH_STORE(visitorEndsTheVisit),
      EACH_STORE(recordsThatCannotBeReadBackAreRefused),
      TEST(theManualListsEveryField),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
