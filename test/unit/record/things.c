//===- things.c - Tests of things in stores and as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is put comes back, from every store and through text; merging; lines of
// things that must be refused.
//
//===----------------------------------------------------------------------===//

#include "record.h"

static const char noText[] = {'a', 0, '\xff', 'b'};

static const AsThing task = {"task", "0123", "{\"label\":\"matmul\"}",
                             "module {\n}\n", 11};
static const AsThing features = {"features", "k\xc3\xa9y", "{\"version\":1}",
                                 noText, sizeof noText};
static const AsThing bare = {.kind = "target", .key = "cpu:\"x\":t1"};

static void putAll(AsStore *store) {
  assertOk(asStorePutThing(store, &task, &error));
  assertOk(asStorePutThing(store, &features, &error));
  assertOk(asStorePutThing(store, &bare, &error));
}

static void assertSameThing(const AsThing *a, const AsThing *b) {
  assert_string_equal(a->kind, b->kind);
  assert_string_equal(a->key, b->key);
  assert_string_equal(a->data ? a->data : "{}", b->data);
  assert_int_equal(a->size, b->size);
  if (a->size)
    assert_memory_equal(a->bytes, b->bytes, a->size);
}

static AsStatus expectThing(const AsThing *thing, void *context,
                            AsError *error) {
  const AsThing ***next = context;
  assertSameThing(*(*next)++, thing);
  return AS_OK;
}

/// Visits, and expects `expected`, which ends with NULL.
static void assertVisits(AsStore *store, const char *kind, const char *key,
                         const AsThing *const *expected) {
  assertOk(
      asStoreVisitThings(store, kind, key, expectThing, &expected, &error));
  assert_null(*expected);
}

#define ASSERT_VISITS(store, kind, key, ...)                                   \
  assertVisits(store, kind, key, (const AsThing *[]){__VA_ARGS__})

static void whatIsPutIsVisitedInOrder(void **state) {
  AsStore *store = newStore(state);
  ASSERT_VISITS(store, NULL, NULL, NULL);
  putAll(store);
  ASSERT_VISITS(store, NULL, NULL, &features, &bare, &task, NULL);
  ASSERT_VISITS(store, "task", NULL, &task, NULL);
  ASSERT_VISITS(store, "task", "0123", &task, NULL);
  ASSERT_VISITS(store, NULL, features.key, &features, NULL);
  ASSERT_VISITS(store, "task", "012", NULL);
  ASSERT_VISITS(store, "' OR true --", NULL, NULL);
  assert_int_equal(countRecords(store), 0);
  asStoreClose(store);
}

static void theLastPutOfAKeyWins(void **state) {
  AsStore *store = newStore(state);
  putAll(store);
  putAll(store);
  AsThing other = task, key = task;
  other.data = "{\"label\":\"conv\"}";
  assertOk(asStorePutThing(store, &other, &error));
  ASSERT_VISITS(store, "task", NULL, &other, NULL);
  other.bytes = "module {\n}\n2";
  other.size = 12;
  assertOk(asStorePutThing(store, &other, &error));
  ASSERT_VISITS(store, "task", NULL, &other, NULL);
  key.key = "0124";
  assertOk(asStorePutThing(store, &key, &error));
  ASSERT_VISITS(store, "task", NULL, &other, &key, NULL);
  asStoreClose(store);
}

static AsStatus putAsOther(const AsThing *thing, void *store, AsError *error) {
  AsThing other = *thing;
  other.kind = "other";
  return asStorePutThing(store, &other, error);
}

static void aVisitorMayPut(void **state) {
  AsStore *store = newStore(state);
  assertOk(asStorePutThing(store, &task, &error));
  assertOk(asStoreVisitThings(store, "task", NULL, putAsOther, store, &error));
  AsThing other = task;
  other.kind = "other";
  ASSERT_VISITS(store, NULL, NULL, &other, &task, NULL);
  asStoreClose(store);
}

static void thingsThatCannotBeExportedAreRefused(void **state) {
  static const struct {
    AsThing thing;
    const char *why;
  } cases[] = {
      {{.key = "k"}, "'kind' of a thing"},
      {{.kind = "", .key = "k"}, "'kind' of a thing"},
      {{.kind = "task"}, "'key' of a thing"},
      {{.kind = "task", .key = ""}, "'key' of a thing"},
      {{.kind = "task", .key = "\xff"}, "'key' of a thing"},
      {{.kind = "task", .key = "\xe2\x82"}, "'key' of a thing"},
      {{.kind = "task", .key = "k", .data = "[]"}, "'data' is no JSON object"},
      {{.kind = "task", .key = "k", .data = "{"}, "not JSON"},
      {{.kind = "task", .key = "k", .data = "{ }"}, "in canonical form is {}"},
      {{.kind = "task", .key = "k", .data = "{\"a\":\"\xff\"}"}, "canonical"},
      {{.kind = "task", .key = "k", .size = AS_THING_MAX_BYTES + 1},
       "more than a thing may have"},
  };
  AsStore *store = newStore(state);
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_int_equal(asStorePutThing(store, &cases[i].thing, &error),
                     AS_INVALID_INPUT);
    assertContains(error.message, cases[i].why);
  }
  ASSERT_VISITS(store, NULL, NULL, NULL);
  asStoreClose(store);
}

static AsStatus stop(const AsThing *thing, void *context, AsError *error) {
  ++*(int *)context;
  return asFail(error, AS_INTERRUPTED, "enough");
}

static void aVisitorEndsTheVisit(void **state) {
  AsStore *store = newStore(state);
  putAll(store);
  int visited = 0;
  assert_int_equal(
      asStoreVisitThings(store, NULL, NULL, stop, &visited, &error),
      AS_INTERRUPTED);
  assert_int_equal(visited, 1);
  asStoreClose(store);
}

//===----------------------------------------------------------------------===//
// JSON lines
//===----------------------------------------------------------------------===//

static void collectWarning(size_t line, const char *why, void *context) {
  asTextFormat(context, "%zu: %s\n", line, why);
}

static AsImportReport import(AsStore *store, const char *text,
                             AsText *warnings) {
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  AsImportReport report;
  assertOk(
      asStoreImportJson(store, in, collectWarning, warnings, &report, &error));
  fclose(in);
  return report;
}

/// Import of an export gives an equal store, and equal stores equal bytes.
static void allGoesOutAndIn(void **state) {
  AsStore *first = newStore(state), *second = newStore(state);
  assertOk(asStorePut(first, &full, &error));
  putAll(first);
  char *text = exported(first);
  assertContains(text, "{\"kind\":\"features\",\"key\":\"k\xc3\xa9y\",");
  assertContains(text, "\"data\":{\"version\":1},\"base64\":\"YQD/Yg==\"}\n");
  assertContains(text, "\"text\":\"module {\\n}\\n\"}\n");
  AsText warnings = {0};
  for (int i = 0; i < 2; i++) { // Twice is once.
    AsImportReport report = import(second, text, &warnings);
    assert_string_equal(asTextString(&warnings), "");
    assert_int_equal(report.added, 1);
    assert_int_equal(report.things, 3);
    ASSERT_VISITS(second, NULL, NULL, &features, &bare, &task, NULL);
    char *again = exported(second);
    assert_string_equal(text, again);
    free(again);
  }
  free(text);
  asTextFree(&warnings);
  asStoreClose(first);
  asStoreClose(second);
}

static void bytesOfAnyLengthSurvive(void **state) {
  AsStore *first = newStore(state), *second = newStore(state);
  unsigned char bytes[300];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (unsigned char)(255 - i);
  for (int size = 0; size < 300; size++) {
    char key[8];
    snprintf(key, sizeof key, "%03d", size);
    AsThing thing = {"blob", key, NULL, bytes, (size_t)size};
    assertOk(asStorePutThing(first, &thing, &error));
  }
  char *text = exported(first);
  AsText warnings = {0};
  assert_int_equal(import(second, text, &warnings).things, 300);
  char *again = exported(second);
  assert_string_equal(text, again);
  free(text);
  free(again);
  asTextFree(&warnings);
  asStoreClose(first);
  asStoreClose(second);
}

/// The hash of {"kind":"k","key":"k","data":{}} and no bytes.
#define HASH "\"hash\":\"%s\""
#define THING(more)                                                            \
  "{\"kind\":\"k\",\"key\":\"k\"," HASH ",\"data\":{}" more "}"

static void hostileLinesAreReportedAndSkipped(void **state) {
  static const struct {
    const char *line, *why;
  } cases[] = {
      {"{\"kind\":\"k\"}", "'key' of a thing is missing"},
      {"{\"kind\":7}", "'kind' must be a string"},
      {"{\"kind\":\"k\",\"key\":\"k\"}", "'hash' of a thing is missing"},
      {"{\"kind\":\"k\",\"key\":\"k\"," HASH ",\"text\":\"\"}",
       "'data' of a thing is missing"},
      {"{\"kind\":\"k\",\"key\":\"k\"," HASH ",\"data\":[],\"text\":\"\"}",
       "'data' must be an object"},
      {THING(""), "either 'text' or 'base64'"},
      {THING(",\"text\":\"\",\"base64\":\"\""), "either 'text' or 'base64'"},
      {THING(",\"text\":\"\",\"text\":\"\""), "'text' occurs twice"},
      {THING(",\"text\":\"a\""), "'hash' is not that of the thing"},
      {THING(",\"base64\":\"YQ==\""), "'hash' is not that of the thing"},
      {THING(",\"text\":\"\",\"outcome\":\"ok\""), "a thing has no 'outcome'"},
      {THING(",\"text\":\"\\u0000\""), "a string holds a NUL"},
      {THING(",\"text\":[]"), "'text' must be a string"},
      {THING(",\"base64\":\"YQ=\""), "not base 64"},
      {THING(",\"base64\":\"Y===\""), "not base 64"},
      {THING(",\"base64\":\"====\""), "not base 64"},
      {THING(",\"base64\":\"YR==\""), "not base 64"},
      {THING(",\"base64\":\"YQ==YQ==\""), "not base 64"},
      {THING(",\"base64\":\"Y Q=\""), "not base 64"},
      {THING(",\"base64\":\"Y=Q=\""), "not base 64"},
      {"{\"kind\":\"l\",\"key\":\"k\"," HASH ",\"data\":{},\"text\":\"\"}",
       "'hash' is not that of the thing"},
      {"{\"kind\":\"k\",\"key\":\"l\"," HASH ",\"data\":{},\"text\":\"\"}",
       "'hash' is not that of the thing"},
      {"{\"kind\":\"k\",\"key\":\"k\"," HASH ",\"data\":{\"a\":1},"
       "\"text\":\"\"}",
       "'hash' is not that of the thing"},
      {"{\"kind\":\"\",\"key\":\"k\"," HASH ",\"data\":{},\"text\":\"\"}",
       "'kind' of a thing must be"},
      {"{\"kind\":\"k\",\"key\":\"\"," HASH ",\"data\":{},\"text\":\"\"}",
       "'key' of a thing must be"},
  };
  AsThing thing = {.kind = "k", .key = "k"};
  assertOk(asThingComplete(&thing, &error));
  AsHashText hash = asHashFormat(asThingHash(&thing));
  // Each before a good line, which must get in.
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsStore *store = newStore(state);
    AsText lines = {0}, warnings = {0};
    asTextFormat(&lines, cases[i].line, hash.text);
    asTextFormat(&lines, "\n" THING(",\"text\":\"\"") "\n", hash.text);
    AsImportReport report = import(store, lines.data, &warnings);
    assertContains(asTextString(&warnings), cases[i].why);
    assert_memory_equal(warnings.data, "1: ", 3);
    assert_int_equal(report.malformed, 1);
    assert_int_equal(report.things, 1);
    ASSERT_VISITS(store, NULL, NULL, &thing, NULL);
    asTextFree(&lines);
    asTextFree(&warnings);
    asStoreClose(store);
  }
}

static void hugeLinesAreRefused(void **state) {
  AsStore *store = newStore(state);
  size_t length = AS_THING_MAX_BYTES + 1;
  AsText line = {0}, warnings = {0};
  char *text = malloc(length + 1);
  memset(text, 'x', length);
  text[length] = 0;
  asTextFormat(&line, THING(",\"text\":\"%s\""), "", text);
  AsImportReport report = import(store, line.data, &warnings);
  assertContains(asTextString(&warnings), "more than a thing may have");
  assert_int_equal(report.malformed, 1);
  free(text);
  asTextFree(&line);
  asTextFree(&warnings);
  asStoreClose(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      EACH_STORE(whatIsPutIsVisitedInOrder),
      EACH_STORE(theLastPutOfAKeyWins),
      EACH_STORE(aVisitorMayPut),
      EACH_STORE(aVisitorEndsTheVisit),
      EACH_STORE(thingsThatCannotBeExportedAreRefused),
      EACH_STORE(allGoesOutAndIn),
      EACH_STORE(bytesOfAnyLengthSurvive),
      EACH_STORE(hostileLinesAreReportedAndSkipped),
      EACH_STORE(hugeLinesAreRefused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
