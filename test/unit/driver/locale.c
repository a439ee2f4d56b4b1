//===- locale.c - Tests of programs whose numbers have commas
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that calls setlocale(LC_ALL, "") may have a decimal comma. What
// as-opt reads and writes for programs has a point all the same, and the locale
// stays the program's.
//
//===----------------------------------------------------------------------===//

#include "as/record.h"
#include "run.h"
#include <cJSON.h>
#include <ftw.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

static char folder[64]; ///< For files and the locale.

static const char *inFolder(const char *name) {
  static char paths[4][128];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

/// Makes a locale with a decimal comma and takes it up.
static bool takeCommas(void) {
  char command[256];
  snprintf(command, sizeof command,
           "localedef -i de_DE -f UTF-8 %s >/dev/null 2>&1",
           inFolder("de_DE.UTF-8"));
  setenv("LOCPATH", folder, 1);
  return system(command) != -1 && setlocale(LC_ALL, "de_DE.UTF-8");
}

static void assertCommas(void) {
  char text[16];
  snprintf(text, sizeof text, "%.1f", 1.5);
  assert_string_equal(text, "1,5");
}

static int removeEntry(const char *path, const struct stat *status, int type,
                       struct FTW *walk) {
  return remove(path);
}

static int setUp(void **state) {
  strcpy(folder, "/tmp/as-locale-XXXXXX");
  return findWorker(state) || !mkdtemp(folder);
}

static int tearDown(void **state) {
  setlocale(LC_ALL, "C");
  return nftw(folder, removeEntry, 8, FTW_DEPTH | FTW_PHYS);
}

//===----------------------------------------------------------------------===//
// Options and records
//===----------------------------------------------------------------------===//

static void optionsHavePoints(void **state) {
  AsOptions *options = OPTIONS("time-limit", "0.5");
  char *value;
  AsError error = {0};
  assert_int_equal(asOptionsGet(options, "time-limit", &value, &error), AS_OK);
  assert_string_equal(value, "0.5");
  assert_int_equal(asOptionsSet(options, "time-limit", "0,5", &error),
                   AS_INVALID_INPUT);
  free(value);
  asOptionsDestroy(options);
  assertCommas();
}

static AsStatus check(const AsRecord *record, void *count, AsError *error) {
  size_t numTimes;
  const double *times = asRecordTimes(record, &numTimes);
  assert_int_equal(numTimes, 2);
  assert_true(times[0] == 0.1 && times[1] == 1.5e-7);
  assert_true(asRecordNumber(record, "seconds") == 0.25);
  assert_string_equal(asRecordText(record, "point"), "{\"scale\":1.5}");
  ++*(int *)count;
  return AS_OK;
}

static void recordsHavePoints(void **state) {
  static const char json[] =
      "{\"task\":\"t\",\"target\":\"cpu\",\"compiler\":\"c\",\"sketch\":\"s\","
      "\"sketchVersion\":\"v\",\"point\":{\"scale\":1.5},\"outcome\":\"ok\","
      "\"times\":[0.1,1.5e-7],\"seconds\":0.25}";
  AsError error = {0};
  AsRecord *record;
  AsStore *store;
  assert_int_equal(asRecordParse(json, &record, &error), AS_OK);
  char *again;
  assert_int_equal(asRecordFormat(record, &again, &error), AS_OK);
  assertContains(again, "\"times\":[0.1,1.5e-07]");
  free(again);
  const char *path = inFolder("store.db");
  assert_int_equal(asStoreOpen(path, &store, &error), AS_OK);
  assert_int_equal(asStorePut(store, record, &error), AS_OK);
  int count = 0;
  AsRecordQuery all = {0};
  assert_int_equal(asStoreVisit(store, &all, check, &count, &error), AS_OK);
  asStoreClose(store);
  asRecordDestroy(record);
  assertCommas();
  // A program with points reads the same.
  setlocale(LC_ALL, "C");
  assert_int_equal(asStoreOpen(path, &store, &error), AS_OK);
  assert_int_equal(asStoreVisit(store, &all, check, &count, &error), AS_OK);
  asStoreClose(store);
  assert_int_equal(count, 2);
  setlocale(LC_ALL, "de_DE.UTF-8");
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The report of a run with these options, which are freed.
static cJSON *reportOf(AsOptions *options) {
  char *text = productOf(8);
  Host host = openHost(text);
  free(text);
  AsError error = {0};
  assert_int_equal(
      asOptionsSet(options, "report", inFolder("report.json"), &error), AS_OK);
  assert_int_equal(asOptionsSet(options, "records", inFolder("run.db"), &error),
                   AS_OK);
  AsEmission emission;
  if (asAutoschedule(host.module, options, &emission, &error))
    fail_msg("%s", error.message);
  asEmissionDestroy(&emission);
  asOptionsDestroy(options);
  closeHost(&host);

  AsText report = {0};
  char locale[32];
  snprintf(locale, sizeof locale, "%s", setlocale(LC_ALL, NULL));
  assert_int_equal(asReadFile(inFolder("report.json"), &report, &error), AS_OK);
  setlocale(LC_ALL, "C");
  cJSON *object = cJSON_Parse(report.data);
  setlocale(LC_ALL, locale);
  if (!object)
    fail_msg("no JSON: %s", report.data);
  asTextFree(&report);
  return object;
}

static double bestOf(const cJSON *report) {
  const cJSON *tasks = cJSON_GetObjectItem(report, "tasks");
  return cJSON_GetObjectItem(tasks->child, "bestSeconds")->valuedouble;
}

/// What a run with points has measured, one with commas finds in the store, and
/// reports in figures that programs can read.
static void runsHavePoints(void **state) {
  setlocale(LC_ALL, "C");
  cJSON *points = reportOf(OPTIONS("trials", "2", "time-limit", "1000.5"));
  setlocale(LC_ALL, "de_DE.UTF-8");
  cJSON *commas = reportOf(OPTIONS("trials", "0", "time-limit", "1000.5"));
  assertCommas();
  assert_true(bestOf(points) > 0);
  assert_true(bestOf(commas) == bestOf(points));
  const cJSON *options = cJSON_GetObjectItem(commas, "options");
  assert_true(cJSON_GetObjectItem(options, "time-limit")->valuedouble ==
              1000.5);
  cJSON_Delete(points);
  cJSON_Delete(commas);
  // And the other way round.
  unlink(inFolder("run.db"));
  commas = reportOf(OPTIONS("trials", "2"));
  setlocale(LC_ALL, "C");
  points = reportOf(OPTIONS("trials", "0"));
  assert_true(bestOf(commas) > 0);
  assert_true(bestOf(commas) == bestOf(points));
  cJSON_Delete(points);
  cJSON_Delete(commas);
}

static void inALocaleWithCommas(void **state) {
  if (!takeCommas()) {
    print_message("skipped: localedef cannot make de_DE.UTF-8; install the "
                  "package locales\n");
    skip();
  }
  assertCommas();
  optionsHavePoints(state);
  recordsHavePoints(state);
  runsHavePoints(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(inALocaleWithCommas, setUp, tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
