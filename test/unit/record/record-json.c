//===- record-json.c - Tests of records as JSON lines
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Round trips through text, and what an import must refuse, skip or keep.
//
//===----------------------------------------------------------------------===//

#include "record.h"
#include "record/canonical-json.h"
#include "support/random.h"

static void collectWarning(size_t line, const char *why, void *context) {
  asTextFormat(context, "%zu: %s\n", line, why);
}

static AsImportReport import(AsStore *store, const char *text, size_t length,
                             AsText *warnings) {
  FILE *in = fmemopen((void *)text, length, "r");
  AsImportReport report;
  assertOk(
      asStoreImportJson(store, in, collectWarning, warnings, &report, &error));
  fclose(in);
  return report;
}

static AsImportReport importString(AsStore *store, const char *text) {
  AsText warnings = {0};
  AsImportReport report = import(store, text, strlen(text), &warnings);
  assert_string_equal(asTextString(&warnings), "");
  asTextFree(&warnings);
  return report;
}

//===----------------------------------------------------------------------===//
// Round trips
//===----------------------------------------------------------------------===//

static void everyFieldSurvivesJson(void **state) {
  AsStore *first = openStore(":memory:"), *second = openStore(":memory:");
  assertOk(asStorePut(first, &full, &error));
  char *text = exported(first);
  assertContains(text, "\"point\":{\"tile\":[4,16,1],");
  assertContains(text, "\"times\":[0.30000000000000004,");
  assertContains(text, "\"maxError\":\"Infinity\"");
  assertContains(text, "\"seed\":\"18364758544493064721\"");
  assertContains(text, "\"outcome\":\"wrong-answer\"");
  assertContains(text, ",\"other\":\"x\"}\n");
  assert_int_equal(importString(second, text).added, 1);
  assertHolds(second, &full, 1);
  char *again = exported(second);
  assert_string_equal(text, again);
  free(text);
  free(again);
  asStoreClose(first);
  asStoreClose(second);
}

static void missingStringsAreEmpty(void **state) {
  AsStore *store = openStore(":memory:");
  assertOk(asStorePut(store, &(AsRecord){.maxError = NAN}, &error));
  AsRecord expected = {.maxError = NAN};
  assertOk(asRecordComplete(&expected, &error));
  assert_string_equal(expected.host, "");
  assert_string_equal(expected.point, "{}");
  assert_string_equal(expected.extra, "{}");
  assertHolds(store, &expected, 1);
  char *text = exported(store);
  assertContains(text, "\"maxError\":\"NaN\"");
  assert_int_equal(importString(store, text).added, 1);
  assertHolds(store, &expected, 1);
  free(text);
  asStoreClose(store);
}

static void numbersReadBackExactly(void **state) {
  AsRandom random = {1};
  AsText text = {0};
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = asRandomBits(&random);
    double number;
    memcpy(&number, &bits, sizeof number);
    if (!isfinite(number))
      continue;
    asTextClear(&text);
    asJsonAppendNumber(&text, number);
    assert_true(strtod(text.data, NULL) == number);
  }
  asTextFree(&text);
}

static void whatIsNoUtf8IsReplaced(void **state) {
  static const struct {
    const char *bytes, *written;
  } cases[] = {
      {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"}, // Cut short.
      {"a\xff"
       "b",
       "a\xef\xbf\xbd"
       "b"},
      {"\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd"},                 // Overlong.
      {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, // Surrogate.
      {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsText text = {0}, expected = {0};
    asJsonAppendString(&text, cases[i].bytes);
    asTextFormat(&expected, "\"%s\"", cases[i].written);
    assert_string_equal(text.data, expected.data);
    asTextFree(&text);
    asTextFree(&expected);
  }
}

//===----------------------------------------------------------------------===//
// Import and export
//===----------------------------------------------------------------------===//

#define REST                                                                   \
  "\"target\":\"\",\"compiler\":\"\",\"sketch\":\"\",\"sketchVersion\":\"\","  \
  "\"point\":{},\"outcome\":\"built\""
/// A good line with `more` in it.
#define LINE(more) "{\"task\":\"t\"," REST more "}"

static void malformedLinesAreReportedAndSkipped(void **state) {
  static const struct {
    const char *line, *why;
  } cases[] = {
      {"nonsense", "not JSON"},
      {"{", "not JSON"},
      {LINE("") LINE(""), "not JSON"},
      {LINE("") ",", "not JSON"},
      {LINE(",\"host\":\"\\ud800\""), "not JSON"},
      {"[]", "not a JSON object"},
      {"null", "not a JSON object"},
      {"\"task\"", "not a JSON object"},
      {"{}", "'task' is missing"},
      {"{" REST "}", "'task' is missing"},
      {"{\"Task\":\"t\"," REST "}", "'task' is missing"},
      {"{\"task\":\"\",\"target\":\"\"}", "'compiler' is missing"},
      {"{\"task\":\"\",\"target\":\"\",\"compiler\":\"\",\"sketch\":\"\","
       "\"sketchVersion\":\"\",\"point\":{}}",
       "'outcome' is missing"},
      {"{\"task\":7," REST "}", "'task' must be a string, not 7"},
      {"{\"task\":null," REST "}", "'task' must be a string, not null"},
      {LINE(",\"task\":\"u\""), "'task' occurs twice"},
      {"{\"point\":[1]}", "'point' must be an object, not [1]"},
      {"{\"point\":\"{}\"}", "'point' must be an object"},
      {"{\"outcome\":\"fine\"}", "the name of an outcome, not \"fine\""},
      {"{\"outcome\":0}", "the name of an outcome, not 0"},
      {LINE(",\"message\":[]"), "'message' must be a string"},
      {LINE(",\"times\":1"), "'times' must be an array of numbers, not 1"},
      {LINE(",\"times\":[1,\"2\"]"), "'times' must be an array of numbers"},
      {LINE(",\"times\":[1,-1e-9]"), "'times' holds -1e-09"},
      {LINE(",\"times\":[1e999]"), "too large"},
      {LINE(",\"times\":[NaN]"), "not JSON"},
      {LINE(",\"times\":[\"Infinity\"]"), "'times' must be"},
      {LINE(",\"checked\":1"), "'checked' must be true or false, not 1"},
      {LINE(",\"maxError\":\"big\""), "'maxError' must be a number"},
      {LINE(",\"buildSeconds\":-1"), "'buildSeconds' holds -1"},
      {LINE(",\"buildSeconds\":\"1\""), "'buildSeconds' must be"},
      {LINE(",\"measureSeconds\":\"NaN\""), "'measureSeconds' must be"},
      {LINE(",\"date\":1.5"), "'date' must be a whole number, not 1.5"},
      {LINE(",\"date\":1e17"), "'date' must be a whole number"},
      {LINE(",\"date\":\"9223372036854775808\""), "'date' must be"},
      {LINE(",\"date\":\"1 \""), "'date' must be"},
      {LINE(",\"date\":\"\""), "'date' must be"},
      {LINE(",\"seed\":-1"), "'seed' must be a whole number, 0 or more"},
      {LINE(",\"seed\":\"-1\""), "'seed' must be"},
      {LINE(",\"seed\":\"18446744073709551616\""), "'seed' must be"},
      {LINE(",\"seed\":true"), "'seed' must be"},
      {LINE(",\"host\":\"a\\u0000b\""), "a string holds a NUL"},
      {LINE(",\"unknown\":[{\"deep\":-1e999}]"), "too large"},
  };
  // Each between two good lines, which must get in.
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsStore *store = openStore(":memory:");
    AsText lines = {0}, warnings = {0};
    asTextFormat(&lines, "%s\n%s\n%s\n", LINE(",\"date\":1"), cases[i].line,
                 "{\"task\":\"last\"," REST "}");
    AsImportReport report = import(store, lines.data, lines.length, &warnings);
    assertContains(asTextString(&warnings), cases[i].why);
    assert_memory_equal(warnings.data, "2: ", 3);
    assert_int_equal(report.added, 2);
    assert_int_equal(report.malformed, 1);
    assert_int_equal(countRecords(store), 2);
    asTextFree(&lines);
    asTextFree(&warnings);
    asStoreClose(store);
  }
}

static void aNulByteIsMalformed(void **state) {
  AsStore *store = openStore(":memory:");
  static const char lines[] = "{\"task\":\"t\0\"," REST "}\n" LINE("") "\0\n";
  AsText warnings = {0};
  AsImportReport report = import(store, lines, sizeof lines - 1, &warnings);
  assert_string_equal(asTextString(&warnings),
                      "1: a NUL byte\n2: a NUL byte\n");
  assert_int_equal(report.malformed, 2);
  assert_int_equal(report.added, 0);
  asTextFree(&warnings);
  asStoreClose(store);
}

static void linesMayEndAndLookAsTheyLike(void **state) {
  AsStore *store = openStore(":memory:");
  AsImportReport report = importString(
      store, "\n \t\r\n" LINE("") "\r\n\n  { \"point\" : { \"b\" : 1.0, \"a\": "
                                  "[ ] } ,\"task\":\"\\u0074\",\"target\":\"\","
                                  "\"compiler\":\"\",\"sketch\":\"\","
                                  "\"sketchVersion\":\"\",\"outcome\":\"ok\" }"
                                  "  \r\n" LINE(",\"message\":\"last\""));
  assert_int_equal(report.added, 3); // The last one replaces the first.
  char *text = exported(store);
  assertContains(text, "{\"task\":\"t\"");
  assertContains(text, "\"point\":{\"b\":1,\"a\":[]}");
  assertContains(text, "\"message\":\"last\"");
  assert_int_equal(countRecords(store), 2);
  free(text);
  asStoreClose(store);
}

static void linesMayBeLong(void **state) {
  AsStore *first = openStore(":memory:"), *second = openStore(":memory:");
  size_t length = 3 << 20;
  char *message = malloc(length + 1);
  memset(message, 'x', length);
  message[length] = 0;
  AsRecord record = full;
  record.message = message;
  assertOk(asStorePut(first, &record, &error));
  char *text = exported(first);
  assert_int_equal(importString(second, text).added, 1);
  assertHolds(second, &record, 1);
  free(text);
  free(message);
  asStoreClose(first);
  asStoreClose(second);
}

static void unknownKeysAreKept(void **state) {
  AsStore *store = openStore(":memory:");
  importString(store, LINE(",\"watts\":[ 1.5, null ],\"extra\":{\"a\":1},"
                           "\"Task\":\"\\u20ac\""));
  char *text = exported(store);
  assertContains(text, "},\"outcome\""); // Not nested in anything.
  assertContains(text, ",\"watts\":[1.5,null],\"extra\":{\"a\":1},"
                       "\"Task\":\"\xe2\x82\xac\"}\n");
  free(text);
  asStoreClose(store);
}

static void exportSaysWhenItCannotWrite(void **state) {
  AsStore *store = openStore(":memory:");
  assertOk(asStorePut(store, &full, &error));
  FILE *out = fopen("/dev/full", "w");
  assert_non_null(out);
  assert_int_equal(asStoreExportJson(store, out, &error), AS_IO);
  assertContains(error.message, "No space left on device");
  fclose(out);
  asStoreClose(store);
}

static void importSaysWhenItCannotRead(void **state) {
  AsStore *store = openStore(":memory:");
  FILE *in = fopen(folder, "r"); // Opens, but cannot be read.
  assert_non_null(in);
  AsImportReport report;
  assert_int_equal(
      asStoreImportJson(store, in, collectWarning, NULL, &report, &error),
      AS_IO);
  assertContains(error.message, "Is a directory");
  fclose(in);
  asStoreClose(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(everyFieldSurvivesJson),
      TEST(missingStringsAreEmpty),
      TEST(numbersReadBackExactly),
      TEST(whatIsNoUtf8IsReplaced),
      TEST(malformedLinesAreReportedAndSkipped),
      TEST(aNulByteIsMalformed),
      TEST(linesMayEndAndLookAsTheyLike),
      TEST(linesMayBeLong),
      TEST(unknownKeysAreKept),
      TEST(exportSaysWhenItCannotWrite),
      TEST(importSaysWhenItCannotRead),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
