//===- references.c - Tests of taking some of the records
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is forgotten, or exported alone, takes along what only it refers to.
//
//===----------------------------------------------------------------------===//

#include "record/references.h"
#include "record.h"

enum { numRecords = 4 };

/// Record i is of task i / 2 and sketch i % 2, and all are of one target.
static AsRecord recordOf(int i) {
  static const char *const tasks[] = {"t0", "t1"}, *const sketches[] = {"s0",
                                                                        "s1"};
  AsRecord record = numbered(i);
  record.task = tasks[i / 2];
  record.sketchVersion = sketches[i % 2];
  record.run = "r";
  record.date = i;
  return record;
}

static void putThing(AsStore *store, const char *kind, const char *key) {
  assertOk(
      asStorePutThing(store, &(AsThing){.kind = kind, .key = key}, &error));
}

static AsStore *filledStore(void **state) {
  AsStore *store = newStore(state);
  static const char *const things[][2] = {
      {"task", "t0"},   {"task", "t1"},    {"task", "t2"},
      {"sketch", "s0"}, {"sketch", "s1"},  {"run", "r"},
      {"run", "r2"},    {"target", "cpu"}, {"model", "t0"},
  };
  for (size_t i = 0; i < COUNT(things); i++)
    putThing(store, things[i][0], things[i][1]);
  for (int i = 0; i < numRecords; i++) {
    AsRecord record = recordOf(i);
    assertOk(asStorePut(store, &record, &error));
    putThing(store, "features", asRecordAddress(&record).text);
  }
  return store;
}

/// `context` has a bit for each record.
static bool isChosen(const AsRecord *record, void *context) {
  return *(unsigned *)context >> record->date & 1;
}

static AsStatus printThing(const AsThing *thing, void *text, AsError *error) {
  if (strcmp(thing->kind, "features") != 0)
    asTextFormat(text, "%s %s,", thing->kind, thing->key);
  return AS_OK;
}

static AsStatus countFeatures(const AsThing *thing, void *count,
                              AsError *error) {
  ++*(size_t *)count;
  return AS_OK;
}

/// What is left of the things but features, of which each record has some.
static void assertLeft(AsStore *store, size_t records, const char *things) {
  AsText text = {0};
  size_t features = 0;
  assertOk(asStoreVisitThings(store, NULL, NULL, printThing, &text, &error));
  assertOk(asStoreVisitThings(store, "features", NULL, countFeatures, &features,
                              &error));
  assert_string_equal(asTextString(&text), things);
  assert_int_equal(countRecords(store), records);
  assert_int_equal(features, records);
  asTextFree(&text);
}

static void forget(AsStore *store, unsigned chosen, size_t expected) {
  size_t count = 0;
  assertOk(asStoreForget(store, isChosen, &chosen, &count, &error));
  assert_int_equal(count, expected);
}

static void whatNothingRefersToIsForgotten(void **state) {
  AsStore *store = filledStore(state);
  static const char all[] = "model t0,run r,run r2,sketch s0,sketch s1,"
                            "target cpu,task t0,task t1,task t2,";
  forget(store, 0, 0);
  assertLeft(store, 4, all);
  forget(store, 1, 1);
  assertLeft(store, 3, all);
  forget(store, 2, 1); // The last one of its task.
  assertLeft(store, 2,
             "model t0,run r,run r2,sketch s0,sketch s1,"
             "target cpu,task t1,task t2,");
  forget(store, 3, 0);
  forget(store, 4 + 8, 2);
  assertLeft(store, 0, "model t0,run r2,task t2,"); // Never referred to.
  asStoreClose(store);
}

static void whatIsExportedIsWhole(void **state) {
  AsStore *store = filledStore(state), *other = newStore(state);
  unsigned chosen = 2;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assertOk(asStoreExportChosen(store, isChosen, &chosen, out, &error));
  fclose(out);
  FILE *in = fmemopen(text, strlen(text), "r");
  AsImportReport report;
  assertOk(asStoreImportJson(other, in, NULL, NULL, &report, &error));
  fclose(in);
  assert_int_equal(report.malformed, 0);
  assertLeft(other, 1, "run r,sketch s1,target cpu,task t0,");
  AsRecord expected = recordOf(1);
  assertOk(asRecordComplete(&expected, &error));
  assertHolds(other, &expected, 1);
  char *again = exported(other);
  assert_string_equal(text, again);
  free(text);
  free(again);
  asStoreClose(store);
  asStoreClose(other);
}

static void readOnlyStoresForgetNothing(void **state) {
  unsigned chosen = 1;
  size_t count = 0;
  AsStore *store;
  char path[128];
  snprintf(path, sizeof path, "%s", inFolder("read.db"));
  store = openStore(path);
  AsRecord record = recordOf(0);
  assertOk(asStorePut(store, &record, &error));
  asStoreClose(store);
  assertOk(asStoreOpenReadOnly(path, &store, &error));
  assert_int_equal(asStoreForget(store, isChosen, &chosen, &count, &error),
                   AS_IO);
  assertContains(error.message, "it is read-only");
  assert_int_equal(countRecords(store), 1);
  asStoreClose(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      EACH_STORE(whatNothingRefersToIsForgotten),
      EACH_STORE(whatIsExportedIsWhole),
      TEST(readOnlyStoresForgetNothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
