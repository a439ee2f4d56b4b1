//===- store-things.c - Tests of what a run stores beside records
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that a record names is in the store, and is what its key says.
//
//===----------------------------------------------------------------------===//

#include "costmodel/nest-features.h"
#include "costmodel/pack-rows.h"
#include "record/canonical-json.h"
#include "record/record-fields.h"
#include "record/store.h"
#include "run.h"
#include "search/scorer.h"
#include "task/task.h"
#include <ftw.h>
#include <stdio.h>

static char folder[64], path[96];
static AsError error;

static int removeEntry(const char *name, const struct stat *status, int type,
                       struct FTW *walk) {
  return remove(name);
}

static int setUp(void **state) {
  strcpy(folder, "/tmp/as-things-XXXXXX");
  bool hasFolder = mkdtemp(folder);
  snprintf(path, sizeof path, "%s/store.db", folder);
  return findWorker(state) || !hasFolder;
}

static int tearDown(void **state) {
  return nftw(folder, removeEntry, 8, FTW_DEPTH | FTW_PHYS);
}

static void tuneProduct(int size, const char *trials) {
  char *text = productOf(size);
  Host host = openHost(text);
  AsOptions *options = OPTIONS("trials", trials, "records", path, "emit",
                               "schedule", "build-timeout", "100");
  AsRun *run = asRunCreate(host.module, options);
  asOptionsDestroy(options);
  free(emitted(run));
  asRunDestroy(run);
  closeHost(&host);
  free(text);
}

static void tune(const char *trials) { tuneProduct(8, trials); }

static AsStore *openStore(void) {
  AsStore *store;
  if (asStoreOpenReadOnly(path, &store, &error))
    fail_msg("%s", error.message);
  return store;
}

static AsStatus count(const AsThing *thing, void *number, AsError *failure) {
  ++*(int *)number;
  return AS_OK;
}

static int countThings(AsStore *store, const char *kind, const char *key) {
  int number = 0;
  assert_int_equal(asStoreVisitThings(store, kind, key, count, &number, &error),
                   AS_OK);
  return number;
}

static AsStatus checkRecord(const AsRecord *record, void *store,
                            AsError *failure) {
  bool isStock = strcmp(record->sketch, "(stock)") == 0;
  assert_int_equal(countThings(store, "task", record->task), 1);
  assert_int_equal(countThings(store, "target", record->target), 1);
  assert_int_equal(countThings(store, "run", record->run), 1);
  if (isStock)
    return AS_OK;
  assert_int_equal(countThings(store, "sketch", record->sketchVersion), 1);
  assert_int_equal(countThings(store, "features", asRecordAddress(record).text),
                   1);
  return AS_OK;
}

static cJSON *dataOf(const AsThing *thing) {
  const char *why;
  cJSON *object = asJsonParse(thing->data, &why);
  assert_non_null(object);
  return object;
}

static const char *stringOf(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItem(object, key);
  assert_true(cJSON_IsString(item));
  return item->valuestring;
}

static int intOf(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItem(object, key);
  assert_true(cJSON_IsNumber(item));
  return item->valueint;
}

/// The text of a task is the task: whoever reads it gets its hash.
static AsStatus checkTask(const AsThing *thing, void *context,
                          AsError *failure) {
  assert_null(strstr(thing->bytes, "loc("));
  MlirContext ir = asIrContextCreate();
  AsArena arena = {0};
  AsTask task = {0};
  MlirModule module;
  if (asIrParse(ir, thing->bytes, thing->size, "task", &module, failure) ||
      asTaskDescribe(mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     &arena, &task, failure))
    fail_msg("%s", failure->message);
  assert_string_equal(task.hash, thing->key);
  cJSON *data = dataOf(thing);
  assert_string_equal(stringOf(data, "label"), task.label);
  assert_string_equal(stringOf(data, "signature"),
                      asHashFormat(asProgramSignature(&task.program)).text);
  cJSON_Delete(data);
  mlirModuleDestroy(module);
  asArenaDestroy(&arena);
  mlirContextDestroy(ir);
  return AS_OK;
}

static AsStatus checkSketch(const AsThing *thing, void *context,
                            AsError *failure) {
  assertContains((const char *)thing->bytes, "transform.named_sequence");
  cJSON *data = dataOf(thing);
  assert_true(*stringOf(data, "name"));
  const cJSON *knob;
  cJSON_ArrayForEach(knob, cJSON_GetObjectItem(data, "knobs")) {
    assertContains((const char *)thing->bytes, stringOf(knob, "name"));
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(knob, "options")) > 0);
  }
  cJSON_Delete(data);
  return AS_OK;
}

static AsStatus checkFeatures(const AsThing *thing, void *context,
                              AsError *failure) {
  cJSON *data = dataOf(thing);
  int rows = intOf(data, "rows"), width = intOf(data, "width");
  assert_int_equal(intOf(data, "version"), AS_FEATURES_VERSION);
  assert_int_equal(width, asCostScorerWidth());
  assert_int_equal(rows, 2); // A fill, and the product.
  float *values = asAlloc(sizeof *values * (size_t)(rows * width));
  assert_true(asRowsUnpack(thing->bytes, thing->size, rows, width, values));
  assert_true(values[width - 1 - AS_MAX_TRAITS] != 0); // The estimate.
  free(values);
  cJSON_Delete(data);
  return AS_OK;
}

static AsStatus checkRun(const AsThing *thing, void *context,
                         AsError *failure) {
  cJSON *data = dataOf(thing);
  assert_int_equal(strspn(thing->key, "0123456789abcdef"), 32);
  assert_true(intOf(data, "started") <= intOf(data, "ended"));
  assert_int_equal(intOf(cJSON_GetObjectItem(data, "options"), "trials"), 3);
  assert_int_equal(intOf(cJSON_GetObjectItem(data, "time"), "trials"), 3);
  const cJSON *totals = cJSON_GetObjectItem(data, "totals");
  assert_int_equal(intOf(totals, "numTasks"), 1);
  assert_true(cJSON_GetObjectItem(totals, "seconds")->valuedouble > 0);
  assert_true(cJSON_GetObjectItem(totals, "baselineSeconds")->valuedouble > 0);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(data, "models")), 1);
  // One matmul, once.
  const cJSON *weights = cJSON_GetObjectItem(data, "weights");
  assert_int_equal(cJSON_GetArraySize(weights), 1);
  assert_int_equal(strlen(weights->child->string), 32);
  assert_true(weights->child->valuedouble == 1);
  static const char *const files[] = {"records", "report", "learn-from",
                                      "transfer-from", "export-batch"};
  for (int f = 0; f < 5; f++)
    assert_null(
        cJSON_GetObjectItem(cJSON_GetObjectItem(data, "options"), files[f]));
  assert_null(strstr(thing->data, folder)); // Names of files are left out.
  cJSON_Delete(data);
  return AS_OK;
}

/// Writes the donor of a run, if it had one, to `context`.
static AsStatus noteDonor(const AsThing *thing, void *context,
                          AsError *failure) {
  char *label = context;
  cJSON *data = dataOf(thing);
  const cJSON *learned = cJSON_GetObjectItem(data, "learned");
  assert_non_null(learned);
  const cJSON *own;
  cJSON_ArrayForEach(own, learned) {
    const char *donor = cJSON_GetStringValue(cJSON_GetObjectItem(own, "donor"));
    assert_true(cJSON_IsNumber(cJSON_GetObjectItem(own, "model")));
    // It is a task of the run.
    assert_non_null(
        cJSON_GetObjectItem(cJSON_GetObjectItem(data, "weights"), own->string));
    if (donor)
      snprintf(label, 64, "%s", donor);
  }
  cJSON_Delete(data);
  return AS_OK;
}

static void check(AsStore *store, const char *kind, AsThingVisitor visitor) {
  assert_int_equal(asStoreVisitThings(store, kind, NULL, visitor, NULL, &error),
                   AS_OK);
}

/// A run says which task its first points were good for. Both products have the
/// same knobs on any CPU, as they are larger than all register tiles.
static void donorsAreThere(void **state) {
  char label[64] = "";
  tuneProduct(128, "3");
  AsStore *store = openStore();
  assert_false(
      asStoreVisitThings(store, "run", NULL, noteDonor, label, &error));
  asStoreClose(store);
  assert_string_equal(label, "");
  tuneProduct(256, "3");
  store = openStore();
  assert_false(
      asStoreVisitThings(store, "run", NULL, noteDonor, label, &error));
  asStoreClose(store);
  assert_string_equal(label, "matmul 128x128x128");
}

static void whatRecordsNameIsThere(void **state) {
  tune("3");
  AsStore *store = openStore();
  assert_int_equal(
      asStoreVisit(store, &(AsRecordQuery){0}, checkRecord, store, &error),
      AS_OK);
  assert_int_equal(countThings(store, "task", NULL), 1);
  assert_int_equal(countThings(store, "run", NULL), 1);
  assert_int_equal(countThings(store, "features", NULL), 3);
  check(store, "task", checkTask);
  check(store, "sketch", checkSketch);
  check(store, "features", checkFeatures);
  check(store, "run", checkRun);
  asStoreClose(store);
}

static char *exported(void) {
  AsStore *store = openStore();
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_int_equal(asStoreExportJson(store, out, &error), AS_OK);
  fclose(out);
  asStoreClose(store);
  return text;
}

/// It has nothing to say that the store does not know.
static void aRunWithoutTrialsStoresNothing(void **state) {
  tune("0");
  char *text = exported();
  assert_string_equal(text, "");
  free(text);
  tune("3");
  text = exported();
  tune("3");
  char *again = exported();
  assert_string_equal(text, again);
  free(text);
  free(again);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(whatRecordsNameIsThere, setUp, tearDown),
      cmocka_unit_test_setup_teardown(donorsAreThere, setUp, tearDown),
      cmocka_unit_test_setup_teardown(aRunWithoutTrialsStoresNothing, setUp,
                                      tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
