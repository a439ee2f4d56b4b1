//===- filters.c - Tests of what of a store is read
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks by their hashes, trials by their runs, and what tells donors.
//
//===----------------------------------------------------------------------===//

#include "measure/trial-extra.h"
#include "view-store.h"

static const char donorHash[] = "0123456789abcdef0123456789abcdef";

/// Of a run: its tasks alone.
static void choosesByHash(void **state) {
  AsStore *store = openStore(":memory:");
  put(store, trialOf("a", 1, 1));
  put(store, trialOf("b", 1, 2));
  put(store, trialOf("c", 1, 3));
  AsNames tasks = {0};
  AsView view;
  assertOk(asViewRead(store, &(AsViewFilter){.tasks = &tasks}, &view, &error));
  assert_int_equal(view.numTasks, 0);
  asViewFree(&view);
  asNamesAdd(&tasks, "c");
  asNamesAdd(&tasks, "a");
  asNamesAdd(&tasks, "d"); // Has no trial.
  assertOk(asViewRead(store, &(AsViewFilter){.tasks = &tasks}, &view, &error));
  assert_int_equal(view.numTasks, 2);
  assert_true(taskOf(&view, "a")->seconds == 1);
  assert_true(taskOf(&view, "c")->seconds == 3);
  asViewFree(&view);
  asNamesFree(&tasks);
  asStoreClose(store);
}

/// The trials of a run, with the unscheduled program that another one timed.
static void choosesByRun(void **state) {
  AsStore *store = openStore(":memory:");
  static const char *const runs[] = {"aa1", "aa2", "b"};
  put(store, stockOf("a", 8));
  for (int i = 0; i < 6; i++) {
    AsRecord record = trialOf(i % 2 ? "a" : "b", i, 1 + i);
    record.run = runs[i % 3];
    put(store, record);
  }
  AsRecord other = trialOf("c", 1, 1);
  other.run = "aa1";
  put(store, other);
  putThing(store, "run", "aa1", "{\"started\":1}", "");
  putThing(store, "run", "b", "{\"started\":2}", "");
  AsView view;
  assertOk(asViewRead(store, &(AsViewFilter){.run = "b"}, &view, &error));
  assert_int_equal(view.numTasks, 2);
  assert_int_equal(view.numTrials, 2);
  assert_true(taskOf(&view, "a")->stock == 8);
  assert_true(taskOf(&view, "a")->seconds == 6);
  assert_true(taskOf(&view, "b")->seconds == 3);
  assert_null(asViewFindThing(&view.runThings, "aa1"));
  assert_non_null(asViewFindThing(&view.runThings, "b"));
  asViewFree(&view);
  assert_int_equal(
      asViewRead(store, &(AsViewFilter){.run = "aa"}, &view, &error),
      AS_INVALID_INPUT);
  assertContains(error.message, "more than one run begins with 'aa'");
  asViewFree(&view);
  assert_int_equal(
      asViewRead(store, &(AsViewFilter){.run = "x"}, &view, &error),
      AS_NOT_FOUND);
  assertContains(error.message, "no trial is of a run 'x'");
  asViewFree(&view);
  asStoreClose(store);
}

/// A hash of a task, and nothing else, as another task's.
static void donorsOfTrials(void **state) {
  AsText extra = {0};
  asExtraWrite(&(AsRunnerResult){0}, true, donorHash, &extra);
  assert_string_equal(asExtraDonor(extra.data).text, donorHash);
  assert_true(asExtraIsFinal(extra.data));
  asExtraWrite(&(AsRunnerResult){0}, true, "", &extra);
  assert_string_equal(asExtraDonor(extra.data).text, "");
  assert_string_equal(asExtraDonor(NULL).text, "");
  assert_string_equal(asExtraDonor("{\"donor\":\"0123\"}").text, "");
  assert_string_equal(
      asExtraDonor("{\"donor\":\"0123456789abcdef0123456789abcdef0\"}").text,
      "");
  AsStore *store = openStore(":memory:");
  AsRecord record = trialOf("t", 1, 1);
  asExtraWrite(&(AsRunnerResult){0}, false, donorHash, &extra);
  record.extra = extra.data;
  put(store, record);
  put(store, trialOf("t", 2, 1));
  AsView view;
  assertOk(asViewRead(store, NULL, &view, &error));
  assert_string_equal(view.donors.names[view.trials[0].donor], donorHash);
  assert_int_equal(view.trials[1].donor, -1);
  asViewFree(&view);
  asStoreClose(store);
  asTextFree(&extra);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(choosesByHash),
      cmocka_unit_test(choosesByRun),
      cmocka_unit_test(donorsOfTrials),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
