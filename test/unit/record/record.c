//===- record.c - Tests of records as programs see them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record made of text has the fields that the text says and gives the same
// text again; text that is no record makes none.
//
//===----------------------------------------------------------------------===//

#include "record.h"

#define ADDRESS                                                                \
  "\"task\":\"t\",\"target\":\"cpu\",\"compiler\":\"c\",\"sketch\":\"s\","     \
  "\"sketchVersion\":\"v\",\"point\":{\"tile\":8}"

static void fieldsAreThoseOfTheText(void **state) {
  AsRecord *record;
  assertOk(asRecordParse("{" ADDRESS ",\"outcome\":\"ok\",\"times\":[0.5,0.25],"
                         "\"seconds\":0.25,\"checked\":true,\"date\":1700,"
                         "\"maxError\":\"Infinity\",\"seed\":9,\"new\":[1]}",
                         &record, &error));
  assert_string_equal(asRecordText(record, "task"), "t");
  assert_string_equal(asRecordText(record, "point"), "{\"tile\":8}");
  assert_string_equal(asRecordText(record, "outcome"), "ok");
  assert_string_equal(asRecordText(record, "host"), "");
  assert_string_equal(asRecordText(record, "extra"), "{\"new\":[1]}");
  assert_int_equal(asRecordOutcome(record), AS_OUTCOME_OK);
  assert_true(asRecordNumber(record, "seconds") == 0.25);
  assert_true(asRecordNumber(record, "checked") == 1);
  assert_true(asRecordNumber(record, "date") == 1700);
  assert_true(asRecordNumber(record, "seed") == 9);
  assert_true(asRecordNumber(record, "maxError") == INFINITY);
  size_t count;
  const double *times = asRecordTimes(record, &count);
  assert_int_equal(count, 2);
  assert_true(times[0] == 0.5 && times[1] == 0.25);
  asRecordDestroy(record);
  asRecordDestroy(NULL);
}

static void whatIsNoSuchFieldIsNothing(void **state) {
  AsRecord *record;
  assertOk(asRecordParse("{" ADDRESS ",\"outcome\":\"ok\"}", &record, &error));
  static const char *const noText[] = {"", "Task", "seconds", "times", "new"};
  for (size_t i = 0; i < COUNT(noText); i++)
    assert_null(asRecordText(record, noText[i]));
  static const char *const noNumber[] = {"", "task", "times", "outcome", "new"};
  for (size_t i = 0; i < COUNT(noNumber); i++)
    assert_true(isnan(asRecordNumber(record, noNumber[i])));
  asRecordDestroy(record);
}

static void textsGoRoundByWayOfAStore(void **state) {
  AsRecord *record;
  assertOk(asRecordParse("{" ADDRESS ",\"outcome\":\"ok\",\"times\":[0.1],"
                         "\"seed\":\"18364758544493064721\"}",
                         &record, &error));
  char *before, *after;
  assertOk(asRecordFormat(record, &before, &error));
  assertContains(before, "\"times\":[0.1]");
  assertContains(before, "\"seed\":\"18364758544493064721\"");
  AsStore *store = openStore(":memory:");
  assertOk(asStorePut(store, record, &error));
  asRecordDestroy(record);
  after = exported(store);
  after[strcspn(after, "\n")] = 0;
  assert_string_equal(before, after);
  free(before);
  free(after);
  asStoreClose(store);
}

static void whatIsNoRecordMakesNone(void **state) {
  static const struct {
    const char *json, *why;
  } cases[] = {
      {"", "not JSON"},
      {"[]", "not a JSON object"},
      {"{" ADDRESS "}", "'outcome' is missing"},
      {"{" ADDRESS ",\"outcome\":\"fine\"}", "'outcome' must be"},
      {"{" ADDRESS ",\"outcome\":\"ok\",\"times\":[-1]}", "'times' holds -1"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsRecord any, *record = &any;
    assert_int_equal(asRecordParse(cases[i].json, &record, &error),
                     AS_INVALID_INPUT);
    assertContains(error.message, cases[i].why);
    assert_null(record);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(fieldsAreThoseOfTheText),
      TEST(whatIsNoSuchFieldIsNothing),
      TEST(textsGoRoundByWayOfAStore),
      TEST(whatIsNoRecordMakesNone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
