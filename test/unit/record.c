//===- unit/record.c - Tests of records and their store -------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Round trips, the rule of replacement, what an import must refuse, and what a
// store must live through: other processes, kill -9, a full disk, wrong files.
//
//===----------------------------------------------------------------------===//

#include "as/record.h"
#include "record/fields.h"
#include "record/jsontext.h"
#include "support/random.h"
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h> // After what it leans on.

static char folder[64]; ///< A fresh one for each test.
static AsError error;

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define assertOk(call)                                                         \
  do {                                                                         \
    if ((call) != AS_OK)                                                       \
      fail_msg("%s: %s", #call, error.message);                                \
  } while (0)
#define assertContains(text, part)                                             \
  do {                                                                         \
    if (!strstr(text, part))                                                   \
      fail_msg("no \"%s\" in: %s", part, text);                                \
  } while (0)

static int setUp(void **state) {
  snprintf(folder, sizeof folder, "/tmp/as-record-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int removeEntry(const char *path, const struct stat *status, int type,
                       struct FTW *walk) {
  return remove(path);
}

static int tearDown(void **state) {
  return nftw(folder, removeEntry, 8, FTW_DEPTH | FTW_PHYS);
}

static const char *inFolder(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static AsStore *openStore(const char *path) {
  AsStore *store = NULL;
  assertOk(asStoreOpen(path, &store, &error));
  return store;
}

/// A record with an address of its own for each `number`.
static AsRecord numbered(int number) {
  static char point[32];
  snprintf(point, sizeof point, "{\"tile\":%d}", number);
  return (AsRecord){.task = "t",
                    .target = "cpu",
                    .compiler = "c",
                    .sketch = "s",
                    .sketchVersion = "v",
                    .point = point};
}

static const double someTimes[] = {0.1 + 0.2, 5e-324, 1e300, 0, 1.0 / 3};

/// Holds something else than zero in every field.
static const AsRecord full = {
    .task = "0123456789abcdef0123456789abcdef",
    .target = "cpu:skylake-avx512:t1",
    .compiler = "LLVM 22.1.8",
    .sketch = "contraction-pack",
    .sketchVersion = "fedcba9876543210fedcba9876543210",
    .point = "{\"tile\":[4,16,1],\"order\":{\"of\":\"ikj\"},\"x\":0.1}",
    .outcome = AS_OUTCOME_WRONG_ANSWER,
    .message = "\"quoted\" \\ \b\f\n\r\t\x01 \xc3\xa9 \xe2\x82\xac / ",
    .times = someTimes,
    .numTimes = COUNT(someTimes),
    .seconds = 0x1p-10,
    .checked = true,
    .maxError = INFINITY,
    .tolerance = 0x1p-24,
    .buildSeconds = 1.25,
    .measureSeconds = 1e-9,
    .objectHash = "00ff",
    .asVersion = "0.1.0",
    .host = "Some CPU",
    .date = -INT64_C(9007199254740993),
    .seed = UINT64_C(0xfedcba9876543211),
    .extra = "{\"newer\":{\"a\":[true,false,null,1.5]},\"other\":\"x\"}",
};

static void assertSame(const AsRecord *a, const AsRecord *b) {
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++) {
    const AsRecordField *field = &asRecordFields[i];
    bool same = false;
    switch (field->kind) {
    case AS_RECORD_STRING:
    case AS_RECORD_OBJECT:
    case AS_RECORD_EXTRA:
      same = strcmp(AS_RECORD_MEMBER(const char *, a, field),
                    AS_RECORD_MEMBER(const char *, b, field)) == 0;
      break;
    case AS_RECORD_OUTCOME:
      same = a->outcome == b->outcome;
      break;
    case AS_RECORD_TIMES:
      same = a->numTimes == b->numTimes &&
             (!a->numTimes ||
              memcmp(a->times, b->times, a->numTimes * sizeof(double)) == 0);
      break;
    case AS_RECORD_BOOL:
      same =
          AS_RECORD_MEMBER(bool, a, field) == AS_RECORD_MEMBER(bool, b, field);
      break;
    case AS_RECORD_REAL:
    case AS_RECORD_SECONDS:
    case AS_RECORD_INT:
    case AS_RECORD_UINT:
      same = AS_RECORD_MEMBER(uint64_t, a, field) ==
             AS_RECORD_MEMBER(uint64_t, b, field);
      break;
    }
    if (!same)
      fail_msg("the field '%s' differs", field->name);
  }
}

/// Compares what is visited with `expected`, one by one.
typedef struct Expectation {
  const AsRecord *expected;
  size_t count;
} Expectation;

static AsStatus expectRecord(const AsRecord *record, void *context,
                             AsError *error) {
  Expectation *expectation = context;
  assertSame(expectation->expected + expectation->count++, record);
  return AS_OK;
}

static void assertHolds(AsStore *store, const AsRecord *expected,
                        size_t count) {
  Expectation expectation = {expected, 0};
  assertOk(asStoreVisit(store, &(AsRecordQuery){0}, expectRecord, &expectation,
                        &error));
  assert_int_equal(expectation.count, count);
}

static AsStatus countRecord(const AsRecord *record, void *context,
                            AsError *error) {
  ++*(size_t *)context;
  return AS_OK;
}

static size_t countRecords(AsStore *store) {
  size_t count = 0;
  assertOk(
      asStoreVisit(store, &(AsRecordQuery){0}, countRecord, &count, &error));
  return count;
}

/// The caller frees the text.
static char *exported(AsStore *store) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assertOk(asStoreExportJson(store, out, &error));
  fclose(out);
  return text;
}

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

static void everyFieldSurvivesTheStore(void **state) {
  static const char zeros[sizeof(AsRecord)];
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++) // The sample is complete.
    assert_int_not_equal(
        memcmp((const char *)&full + asRecordFields[i].offset, zeros,
               asRecordFields[i].kind == AS_RECORD_BOOL      ? 1
               : asRecordFields[i].kind == AS_RECORD_OUTCOME ? sizeof(AsOutcome)
                                                             : 8),
        0);
  const char *path = inFolder("new/folders/store.db");
  AsStore *store = openStore(path);
  assertOk(asStorePut(store, &full, &error));
  assertHolds(store, &full, 1);
  asStoreClose(store);
  store = openStore(path);
  assertHolds(store, &full, 1);
  asStoreClose(store);
}

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
// Put and visit
//===----------------------------------------------------------------------===//

static void successIsNeverLostToFailure(void **state) {
  static const struct {
    AsOutcome old, new;
    bool replaced;
  } cases[] = {
      {AS_OUTCOME_OK, AS_OUTCOME_OK, true},
      {AS_OUTCOME_OK, AS_OUTCOME_BUILT, false},
      {AS_OUTCOME_OK, AS_OUTCOME_WRONG_ANSWER, false},
      {AS_OUTCOME_OK, AS_OUTCOME_RUN_CRASHED, false},
      {AS_OUTCOME_BUILT, AS_OUTCOME_OK, true},
      {AS_OUTCOME_BUILT, AS_OUTCOME_RUN_TIMEOUT, true},
      {AS_OUTCOME_RUN_TIMEOUT, AS_OUTCOME_BUILT, true},
      {AS_OUTCOME_WRONG_ANSWER, AS_OUTCOME_OK, true},
      {AS_OUTCOME_BUILD_FAILED, AS_OUTCOME_BUILD_FAILED, true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsStore *store = openStore(":memory:");
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

static void everyPartOfTheAddressCounts(void **state) {
  AsStore *store = openStore(":memory:");
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
  AsStore *store = openStore(":memory:");
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
  AsStore *up = openStore(":memory:"), *down = openStore(":memory:");
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
  AsStore *store = openStore(":memory:");
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
      {{.outcome = AS_NUM_OUTCOMES}, "no outcome 9"},
      {{.outcome = (AsOutcome)-1}, "no outcome -1"},
      {{.times = &negative, .numTimes = 1}, "'times' holds -1"},
      {{.times = &infinite, .numTimes = 1}, "'times' holds inf"},
      {{.buildSeconds = -0.5}, "'buildSeconds' holds -0.5"},
      {{.measureSeconds = NAN}, "'measureSeconds' holds"},
  };
  AsStore *store = openStore(":memory:");
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(asStorePut(store, &cases[i].record, &error),
                     AS_INVALID_INPUT);
    assertContains(error.message, cases[i].why);
  }
  assert_int_equal(countRecords(store), 0);
  asStoreClose(store);
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

//===----------------------------------------------------------------------===//
// Files that are no stores
//===----------------------------------------------------------------------===//

static void execute(const char *path, const char *sql) {
  sqlite3 *database;
  assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
  assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(database);
}

/// Opening `path` must fail and not change a byte of it.
static void assertRefused(const char *path, AsStatus expected,
                          const char *why) {
  AsText before = {0}, after = {0};
  assertOk(asReadFile(path, &before, &error));
  AsStore *store = (AsStore *)&store;
  assert_int_equal(asStoreOpen(path, &store, &error), expected);
  assert_null(store);
  assertContains(error.message, path);
  assertContains(error.message, why);
  assertContains(error.message, "--records=OTHER");
  assertOk(asReadFile(path, &after, &error));
  assert_int_equal(before.length, after.length);
  assert_memory_equal(before.data, after.data, before.length);
  asTextFree(&before);
  asTextFree(&after);
}

static void wrongFilesAreRefusedUntouched(void **state) {
  const char *path = inFolder("wrong.db");
  char noise[5000];
  memset(noise, 'n', sizeof noise);
  assertOk(asWriteFile(path, noise, sizeof noise, &error));
  assertRefused(path, AS_INVALID_INPUT, "is not a store of records");

  assertOk(asWriteFile(path, "short\n", 6, &error));
  assertRefused(path, AS_INVALID_INPUT, "is not a store of records");

  remove(path);
  execute(path, "PRAGMA journal_mode=WAL; CREATE TABLE bookmarks(url)");
  assertRefused(path, AS_INVALID_INPUT, "a database of another program");

  remove(path);
  execute(path, "PRAGMA application_id=1");
  assertRefused(path, AS_INVALID_INPUT, "a database of another program");

  remove(path);
  asStoreClose(openStore(path));
  execute(path, "PRAGMA user_version=3; ALTER TABLE records RENAME TO r");
  assertRefused(path, AS_INVALID_INPUT, "has version 3");
  assertContains(error.message, "versions up to 2");
}

/// A store of the first version had no `seconds`; it gets them on opening, and
/// loses nothing.
static void olderStoresAreUpgraded(void **state) {
  const char *path = inFolder("older.db");
  AsStore *store = openStore(path);
  assertOk(asStorePut(store, &full, &error));
  asStoreClose(store);
  execute(path,
          "PRAGMA user_version=1; ALTER TABLE records DROP COLUMN seconds");
  for (int i = 0; i < 2; i++) {
    store = openStore(path);
    AsRecord expected = full;
    expected.seconds = 0;
    assertHolds(store, &expected, 1);
    asStoreClose(store);
  }
}

static void damageIsNamed(void **state) {
  const char *path = inFolder("damaged.db");
  AsStore *store = openStore(path);
  AsRecord record = full;
  char task[2] = "a", message[4000];
  memset(message, 'm', sizeof message - 1);
  message[sizeof message - 1] = 0;
  record.message = message;
  for (; *task < 'z'; ++*task) {
    record.task = task;
    assertOk(asStorePut(store, &record, &error));
  }
  asStoreClose(store);
  AsText file = {0};
  assertOk(asReadFile(path, &file, &error));
  assert_true(file.length > 8 * 4096);

  memset(file.data + 4096, 0xa5, file.length - 4096); // All but the schema.
  assertOk(asWriteFile(path, file.data, file.length, &error));
  store = openStore(path);
  size_t count = 0;
  assert_int_equal(
      asStoreVisit(store, &(AsRecordQuery){0}, countRecord, &count, &error),
      AS_IO);
  assertContains(error.message, path);
  assertContains(error.message, "is damaged");
  assert_int_equal(asStorePut(store, &full, &error), AS_IO);
  assertContains(error.message, "--records=OTHER");
  asStoreClose(store);

  memset(file.data + 100, 0xa5, 3996); // The schema as well.
  assertOk(asWriteFile(path, file.data, file.length, &error));
  assertRefused(path, AS_IO, "is damaged");
  asTextFree(&file);
}

static void foldersAndFilesThatCannotBeAreNamed(void **state) {
  AsStore *store;
  assert_int_equal(asStoreOpen(folder, &store, &error), AS_IO);
  assertContains(error.message, folder);
  assertContains(error.message, "it must be a file");
  assert_int_equal(asStoreOpen("/proc/none/store.db", &store, &error), AS_IO);
  assertContains(error.message, "cannot make the folder '/proc/none'");
  assert_int_equal(asStoreOpen("", &store, &error), AS_INVALID_INPUT);
}

static void storesMayBeOpenedJustToBeRead(void **state) {
  const char *path = inFolder("50% off?#1.db"); // A URI has to spell it.
  AsStore *writer = openStore(path), *store;
  assertOk(asStorePut(writer, &full, &error));
  assertOk(asStoreOpenReadOnly(path, &store, &error));
  assertHolds(store, &full, 1);
  AsRecord other = numbered(1);
  assert_int_equal(asStorePut(store, &other, &error), AS_IO);
  assertContains(error.message, "it is read-only");
  // What others add is there, too.
  assertOk(asStorePut(writer, &other, &error));
  assert_int_equal(countRecords(store), 2);
  asStoreClose(store);
  asStoreClose(writer);

  path = inFolder("none.db");
  assert_int_equal(asStoreOpenReadOnly(path, &store, &error), AS_IO);
  assert_null(store);
  assert_int_not_equal(access(path, F_OK), 0);
  assertOk(asWriteFile(path, "", 0, &error));
  assert_int_equal(asStoreOpenReadOnly(path, &store, &error), AS_INVALID_INPUT);
  assertContains(error.message, "is empty");
  assertOk(asWriteFile(path, "no store at all", 15, &error));
  assert_int_equal(asStoreOpenReadOnly(path, &store, &error), AS_INVALID_INPUT);
  assertContains(error.message, "is not a store of records");
}

static void defaultPathFollowsTheEnvironment(void **state) {
  static const struct {
    const char *cache, *home, *path;
  } cases[] = {
      {"/c", "/h", "/c/as-opt/records.db"},
      {NULL, "/h", "/h/.cache/as-opt/records.db"},
      {"", "/h", "/h/.cache/as-opt/records.db"},
      {"relative", "/h", "/h/.cache/as-opt/records.db"},
      {NULL, NULL, NULL},
      {NULL, "", NULL},
  };
  char path[64];
  for (size_t i = 0; i < COUNT(cases); i++) {
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    if (cases[i].cache)
      setenv("XDG_CACHE_HOME", cases[i].cache, 1);
    if (cases[i].home)
      setenv("HOME", cases[i].home, 1);
    AsStatus status = asStoreDefaultPath(path, sizeof path, &error);
    assert_int_equal(status, cases[i].path ? AS_OK : AS_NOT_FOUND);
    if (cases[i].path)
      assert_string_equal(path, cases[i].path);
  }
  setenv("HOME", "/h", 1);
  assert_int_equal(asStoreDefaultPath(path, 27, &error), AS_INVALID_INPUT);
  assert_int_equal(asStoreDefaultPath(path, 28, &error), AS_OK);
}

//===----------------------------------------------------------------------===//
// Other processes, sudden death, full disks
//===----------------------------------------------------------------------===//

/// In a child process, where cmocka's asserts would run the parent's tests.
#define expect(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #condition,              \
              error.message);                                                  \
      _exit(1);                                                                \
    }                                                                          \
  } while (0)

static void twoStoresShareOneFile(void **state) {
  const char *path = inFolder("shared.db");
  AsStore *stores[] = {openStore(path), openStore(path)};
  for (int i = 0; i < 40; i++) {
    AsRecord record = numbered(i);
    assertOk(asStorePut(stores[i & 1], &record, &error));
    assert_int_equal(countRecords(stores[~i & 1]), i + 1);
  }
  asStoreClose(stores[0]);
  assert_int_equal(countRecords(stores[1]), 40);
  asStoreClose(stores[1]);
}

static void processesMayOpenAndWriteAtOnce(void **state) {
  enum { processes = 4, puts = 50 };
  const char *path = inFolder("crowd.db");
  pid_t children[processes];
  for (int p = 0; p < processes; p++) {
    children[p] = fork();
    if (children[p] == 0) {
      AsStore *store = NULL;
      expect(asStoreOpen(path, &store, &error) == AS_OK);
      for (int i = 0; i < puts; i++) {
        AsRecord record = numbered(p * puts + i);
        expect(asStorePut(store, &record, &error) == AS_OK);
      }
      asStoreClose(store);
      _exit(0);
    }
  }
  for (int p = 0; p < processes; p++) {
    int status;
    assert_int_equal(waitpid(children[p], &status, 0), children[p]);
    assert_int_equal(status, 0);
  }
  AsStore *store = openStore(path);
  assert_int_equal(countRecords(store), processes * puts);
  asStoreClose(store);
}

static void recordsSurviveTheKillOfTheirWriter(void **state) {
  const char *path = inFolder("killed.db");
  int pipes[2];
  assert_int_equal(pipe(pipes), 0);
  pid_t child = fork();
  if (child == 0) {
    AsStore *store = NULL;
    expect(asStoreOpen(path, &store, &error) == AS_OK);
    for (int i = 0;; i++) {
      AsRecord record = numbered(i);
      expect(asStorePut(store, &record, &error) == AS_OK);
      expect(write(pipes[1], &i, sizeof i) == sizeof i);
    }
  }
  close(pipes[1]);
  int reported = -1, number;
  while (reported < 300 && read(pipes[0], &number, sizeof number) > 0)
    reported = number;
  kill(child, SIGKILL); // While it is putting more.
  while (read(pipes[0], &number, sizeof number) > 0)
    reported = number;
  close(pipes[0]);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status));
  assert_true(reported >= 300);

  AsStore *store = openStore(path);
  char *text = exported(store);
  for (int i = 0; i <= reported; i++) {
    char point[32];
    snprintf(point, sizeof point, "{\"tile\":%d}", i);
    assertContains(text, point);
  }
  size_t count = countRecords(store); // One more may not have been reported.
  assert_in_range(count, reported + 1, reported + 2);
  AsRecord next = numbered(1000000);
  assertOk(asStorePut(store, &next, &error));
  free(text);
  asStoreClose(store);
}

/// Puts records from `*next` on until one fails, as it must within `limit`.
static void putUntilRefused(AsStore *store, int *next, int limit) {
  AsStatus status = AS_OK;
  while (status == AS_OK && *next < limit) {
    AsRecord record = numbered(*next);
    status = asStorePut(store, &record, &error);
    *next += status == AS_OK;
  }
  expect(status == AS_IO);
  expect(strstr(error.message, folder));
}

/// The store must still answer, and hold just what it said that it holds.
static void checkStillUsable(AsStore *store, int next) {
  size_t count = 0;
  expect(asStoreVisit(store, &(AsRecordQuery){0}, countRecord, &count,
                      &error) == AS_OK);
  expect(count == (size_t)next);
}

static int exitOf(pid_t child) {
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void refusedWritesLeaveTheStoreUsable(void **state) {
  const char *path = inFolder("limited.db");
  pid_t child = fork();
  if (child == 0) {
    AsStore *store = NULL;
    int next = 0;
    expect(asStoreOpen(path, &store, &error) == AS_OK);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, small;
    expect(getrlimit(RLIMIT_FSIZE, &old) == 0);
    small = old;
    small.rlim_cur = 200000;
    expect(setrlimit(RLIMIT_FSIZE, &small) == 0);
    putUntilRefused(store, &next, 5000);
    expect(next > 0 && strstr(error.message, "cannot write a record"));
    checkStillUsable(store, next);
    expect(setrlimit(RLIMIT_FSIZE, &old) == 0);
    AsRecord record = numbered(next);
    expect(asStorePut(store, &record, &error) == AS_OK);
    checkStillUsable(store, next + 1);
    asStoreClose(store);
    _exit(0);
  }
  assert_int_equal(exitOf(child), 0);
}

static void aFullDiskLeavesTheStoreUsable(void **state) {
  enum { cannotMount = 77 };
  pid_t child = fork();
  if (child == 0) {
    // A small disk of our own, which goes when this child does; it takes root.
    if (unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", folder, "tmpfs", 0, "size=512k") != 0)
      _exit(cannotMount);
    static const char ballast[128 << 10];
    char extra[128];
    snprintf(extra, sizeof extra, "%s/ballast", folder);
    expect(asWriteFile(extra, ballast, sizeof ballast, &error) == AS_OK);
    AsStore *store = NULL;
    int next = 0;
    expect(asStoreOpen(inFolder("full.db"), &store, &error) == AS_OK);
    putUntilRefused(store, &next, 20000);
    expect(next > 0 && strstr(error.message, "the disk is full"));
    checkStillUsable(store, next);
    expect(unlink(extra) == 0);
    AsRecord record = numbered(next);
    expect(asStorePut(store, &record, &error) == AS_OK);
    checkStillUsable(store, next + 1);
    asStoreClose(store);
    _exit(0);
  }
  int code = exitOf(child);
  if (code == cannotMount)
    skip();
  assert_int_equal(code, 0);
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, setUp, tearDown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(everyFieldSurvivesTheStore),
      TEST(everyFieldSurvivesJson),
      TEST(missingStringsAreEmpty),
      TEST(numbersReadBackExactly),
      TEST(whatIsNoUtf8IsReplaced),
      TEST(successIsNeverLostToFailure),
      TEST(everyPartOfTheAddressCounts),
      TEST(queriesFilter),
      TEST(orderIsThatOfTheAddress),
      TEST(visitorEndsTheVisit),
      TEST(recordsThatCannotBeReadBackAreRefused),
      TEST(malformedLinesAreReportedAndSkipped),
      TEST(aNulByteIsMalformed),
      TEST(linesMayEndAndLookAsTheyLike),
      TEST(linesMayBeLong),
      TEST(unknownKeysAreKept),
      TEST(exportSaysWhenItCannotWrite),
      TEST(importSaysWhenItCannotRead),
      TEST(wrongFilesAreRefusedUntouched),
      TEST(olderStoresAreUpgraded),
      TEST(damageIsNamed),
      TEST(foldersAndFilesThatCannotBeAreNamed),
      TEST(storesMayBeOpenedJustToBeRead),
      TEST(defaultPathFollowsTheEnvironment),
      TEST(twoStoresShareOneFile),
      TEST(processesMayOpenAndWriteAtOnce),
      TEST(recordsSurviveTheKillOfTheirWriter),
      TEST(refusedWritesLeaveTheStoreUsable),
      TEST(aFullDiskLeavesTheStoreUsable),
      TEST(theManualListsEveryField),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
