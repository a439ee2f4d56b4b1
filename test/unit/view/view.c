//===- view.c - Tests of what a page shows of a store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small stores whose numbers are worked out by hand, and the document of them.
//
//===----------------------------------------------------------------------===//

#include "view/view.h"
#include "costmodel/nest-features.h"
#include "costmodel/pack-rows.h"
#include "measure/trial-extra.h"
#include "search/scorer.h"
#include "view-store.h"
#include "view/csv.h"
#include "view/knobs.h"
#include "view/page.h"
#include "view/trace.h"

static const char donorHash[] = "0123456789abcdef0123456789abcdef";

static AsView viewOf(AsStore *store, const char *glob) {
  AsView view;
  assertOk(asViewRead(store, &(AsViewFilter){.glob = glob}, &view, &error));
  return view;
}

static cJSON *documentOf(const AsView *view) {
  AsText text = {0};
  asViewAppendJson(view, "s.db", &text);
  const char *why = "";
  cJSON *document = asJsonParse(asTextString(&text), &why);
  if (!document)
    fail_msg("%s: %s", why, asTextString(&text));
  asTextFree(&text);
  return document;
}

static const cJSON *entryOf(const cJSON *object, const char *key) {
  const cJSON *entry = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!entry)
    fail_msg("no key '%s'", key);
  return entry;
}

//===----------------------------------------------------------------------===//

/// Trials come in the order in which they were made, whatever their addresses.
static void inOrderOfTime(void **state) {
  AsStore *store = openStore(":memory:");
  for (int i = 9; i >= 1; i--) {
    AsRecord record = trialOf("t", i, i == 4 ? 0 : 10 - i);
    record.date = 100 - i;
    put(store, record);
  }
  AsView view = viewOf(store, NULL);
  assert_int_equal(view.numTasks, 1);
  const AsViewTask *task = &view.tasks[0];
  assert_int_equal(task->end - task->begin, 9);
  for (int i = 0; i < 9; i++)
    assert_int_equal(view.trials[i].date, 91 + i);
  // 9 was made first and is the fastest: nothing improved on it.
  assert_int_equal(task->numImprovements, 1);
  assert_int_equal(task->improvements[0], 0);
  assert_int_equal(task->best, 0);
  assert_true(task->seconds == 1);
  asViewFree(&view);
  asStoreClose(store);
}

static void improvements(void **state) {
  static const double seconds[] = {5, 0, 7, 4, 4, 6, 3};
  AsStore *store = openStore(":memory:");
  for (int i = 0; i < (int)COUNT(seconds); i++)
    put(store, trialOf("t", i + 1, seconds[i]));
  AsView view = viewOf(store, NULL);
  const AsViewTask *task = &view.tasks[0];
  assert_int_equal(task->numImprovements, 3);
  assert_int_equal(task->improvements[0], 0);
  assert_int_equal(task->improvements[1], 3);
  assert_int_equal(task->improvements[2], 6);
  assert_int_equal(task->best, 6);
  asViewFree(&view);
  asStoreClose(store);
}

/// As a search chooses: one that was measured again wins unless another looks
/// much faster.
static void winner(void **state) {
  AsStore *store = openStore(":memory:");
  put(store, trialOf("near", 1, 1.0));
  put(store, trialOf("far", 1, 1.0));
  AsRecord final = trialOf("near", 2, 1.1);
  final.extra = "{\"check\":1,\"final\":true}";
  put(store, final);
  final = trialOf("far", 2, 2);
  final.extra = "{\"check\":1,\"final\":true}";
  put(store, final);
  put(store, stockOf("near", 2.2));
  AsView view = viewOf(store, NULL);
  assert_true(taskOf(&view, "near")->seconds == 1.1);
  assert_float_equal(taskOf(&view, "near")->speedup, 2, 1e-9);
  assert_true(taskOf(&view, "far")->seconds == 1);
  assert_true(isnan(taskOf(&view, "far")->speedup));
  asViewFree(&view);
  asStoreClose(store);
}

static void outcomesAndReasons(void **state) {
  AsStore *store = openStore(":memory:");
  for (int i = 1; i <= 3; i++)
    put(store, trialOf("t", i, 0));
  AsRecord crash = trialOf("t", 4, 0);
  crash.outcome = AS_OUTCOME_RUN_CRASHED;
  crash.message = "signal 11";
  put(store, crash);
  AsRecord slow = trialOf("t", 5, 3);
  slow.outcome = AS_OUTCOME_EARLY_STOPPED;
  put(store, slow);
  put(store, trialOf("t", 6, 1));
  AsView view = viewOf(store, NULL);
  const AsViewTask *task = &view.tasks[0];
  assert_int_equal(task->outcomes[AS_OUTCOME_BUILD_FAILED], 3);
  assert_int_equal(task->outcomes[AS_OUTCOME_OK], 1);
  assert_int_equal(task->outcomes[AS_OUTCOME_EARLY_STOPPED], 1);
  assert_int_equal(task->numErrors, 4); // A bound is no error.
  assert_int_equal(task->numReasons, 2);
  assert_int_equal(task->reasons[0].count, 3);
  assert_string_equal(view.messages.names[task->reasons[0].message],
                      "no registers");
  assert_string_equal(view.messages.names[task->reasons[1].message],
                      "signal 11");
  asViewFree(&view);
  asStoreClose(store);
}

/// By weight, among tasks of one target, and each once although an older
/// compiler has trials of it as well.
static void shares(void **state) {
  AsStore *store = openStore(":memory:");
  putThing(store, "run", "r1",
           "{\"target\":\"cpu\",\"started\":1,\"weights\":{\"a\":9}}", "");
  putThing(store, "run", "r2",
           "{\"target\":\"cpu\",\"started\":2,\"weights\":{\"a\":3,\"b\":1}}",
           "");
  put(store, trialOf("a", 1, 1));
  put(store, trialOf("b", 1, 2));
  put(store, trialOf("c", 1, 5));
  put(store, trialOf("failed", 1, 0));
  AsRecord older = trialOf("a", 1, 100);
  older.compiler = "b";
  older.date = 0;
  put(store, older);
  AsRecord elsewhere = trialOf("a", 1, 7);
  elsewhere.target = "gpu";
  put(store, elsewhere);
  AsView view = viewOf(store, NULL);
  assert_int_equal(view.numTasks, 6);
  assert_string_equal(view.tasks[0].target, "gpu");
  assert_true(view.tasks[0].share == 1);
  assert_true(isnan(view.tasks[0].weight));
  assert_string_equal(view.tasks[1].hash, "c"); // 5 of 3 * 1 + 1 * 2 + 5.
  assert_float_equal(view.tasks[1].share, 0.5, 1e-9);
  assert_true(isnan(view.tasks[1].weight));
  assert_string_equal(view.tasks[2].hash, "a");
  assert_float_equal(view.tasks[2].share, 0.3, 1e-9);
  assert_true(view.tasks[2].weight == 3);
  assert_float_equal(taskOf(&view, "b")->share, 0.2, 1e-9);
  assert_true(isnan(view.tasks[4].share) && isnan(view.tasks[5].share));
  asViewFree(&view);
  asStoreClose(store);
}

/// The estimates are in the features that the store has.
static void estimates(void **state) {
  AsStore *store = openStore(":memory:");
  int width = asCostScorerWidth();
  float *rows = calloc((size_t)width, sizeof *rows);
  for (int i = 1; i <= 4; i++) {
    AsRecord record = trialOf("t", i, i == 3 ? 8 : i);
    put(store, record);
    rows[0] = (float)i;
    rows[asNumFeatures] = (float)i - 3; // log2 of the estimate.
    AsText bytes = {0}, data = {0};
    asRowsPack(rows, 1, width, &bytes);
    asTextFormat(&data, "{\"rows\":1,\"version\":%d,\"width\":%d}",
                 i == 4 ? AS_FEATURES_VERSION + 1 : AS_FEATURES_VERSION, width);
    AsHashText key = asRecordAddress(&record);
    assertOk(asStorePutThing(
        store,
        &(AsThing){"features", key.text, data.data, bytes.data, bytes.length},
        &error));
    asTextFree(&bytes);
    asTextFree(&data);
  }
  free(rows);
  AsView view = viewOf(store, NULL);
  assert_true(view.trials[0].estimate == 0.25);
  assert_true(view.trials[1].estimate == 0.5);
  assert_true(view.trials[2].estimate == 1);
  assert_true(isnan(view.trials[3].estimate)); // Of another version.
  assert_true(view.tasks[0].tau == 1);
  cJSON *document = documentOf(&view);
  const cJSON *task = cJSON_GetArrayItem(entryOf(document, "tasks"), 0);
  const cJSON *features = entryOf(task, "features");
  assert_int_equal(cJSON_GetArraySize(features), 1); // Of the best, the first.
  const cJSON *row = cJSON_GetArrayItem(entryOf(features, "0"), 0);
  assert_int_equal(cJSON_GetArraySize(row), asNumFeatures);
  assert_true(cJSON_GetArrayItem(row, 0)->valuedouble == 1);
  cJSON_Delete(document);
  asViewFree(&view);
  asStoreClose(store);
}

/// Features that are no numbers have no place on a map.
static void hostileThings(void **state) {
  AsStore *store = openStore(":memory:");
  int width = asCostScorerWidth();
  float *rows = calloc((size_t)width, sizeof *rows);
  static const float values[] = {NAN, INFINITY, 3e38F, -3e38F, 1e-38F};
  for (int i = 0; i < (int)COUNT(values); i++) {
    AsRecord record = trialOf("t", i + 1, 1);
    put(store, record);
    rows[0] = rows[asNumFeatures] = values[i];
    AsText bytes = {0}, data = {0};
    asRowsPack(rows, 1, width, &bytes);
    asTextFormat(&data, "{\"rows\":1,\"version\":%d,\"width\":%d}",
                 AS_FEATURES_VERSION, width);
    AsHashText key = asRecordAddress(&record);
    assertOk(asStorePutThing(
        store,
        &(AsThing){"features", key.text, data.data, bytes.data, bytes.length},
        &error));
    asTextFree(&bytes);
    asTextFree(&data);
  }
  free(rows);
  putThing(store, "sketch", "v", "{\"knobs\":[{\"name\":5}]}", "");
  putThing(store, "task", "t", "{\"label\":[],\"flops\":\"x\"}", "");
  putThing(store, "run", "r", "{\"target\":5,\"weights\":[]}", "");
  AsView view = viewOf(store, NULL);
  assert_int_equal(view.numRows, 3); // Those that are finite.
  assert_non_null(view.tasks[0].map);
  cJSON *document = documentOf(&view);
  const cJSON *sketch = cJSON_GetArrayItem(entryOf(document, "sketches"), 0);
  assert_string_equal(
      entryOf(cJSON_GetArrayItem(entryOf(sketch, "knobs"), 0), "name")
          ->valuestring,
      "tile"); // Of the point.
  cJSON_Delete(document);
  asViewFree(&view);
  asStoreClose(store);
}

static void choosesTasks(void **state) {
  AsStore *store = openStore(":memory:");
  putThing(store, "task", "h1", "{\"label\":\"matmul 8x8\"}", "module {}");
  put(store, trialOf("h1", 1, 1));
  put(store, trialOf("h2", 1, 1));
  static const struct {
    const char *glob;
    int count;
  } cases[] = {{NULL, 2}, {"matmul*", 1}, {"h2", 1}, {"h*", 2}, {"x", 0}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsView view = viewOf(store, cases[i].glob);
    assert_int_equal(view.numTasks, cases[i].count);
    asViewFree(&view);
  }
  asStoreClose(store);
}

/// What is not known is null, never 0.
static void document(void **state) {
  AsStore *store = openStore(":memory:");
  putThing(store, "task", "t",
           "{\"label\":\"</"
           "script><b>\",\"flops\":4000000000,\"minBytes\":1000000000}",
           "module {}");
  putThing(store, "sketch", "v", "{\"knobs\":[{\"name\":\"tile\"}]}", "script");
  AsRecord record = trialOf("t", 1, 2);
  record.run = "r";
  put(store, record);
  put(store, trialOf("t", 2, 0));
  put(store, trialOf("unknown", 3, 0));
  AsView view = viewOf(store, NULL);
  cJSON *document = documentOf(&view);
  const cJSON *task = cJSON_GetArrayItem(entryOf(document, "tasks"), 0);
  assert_true(entryOf(task, "gflops")->valuedouble == 2);
  assert_true(entryOf(task, "intensity")->valuedouble == 4);
  assert_string_equal(entryOf(task, "text")->valuestring, "module {}");
  static const char *const unknown[] = {"stock", "speedup", "weight", "tau"};
  for (size_t i = 0; i < COUNT(unknown); i++)
    assert_true(cJSON_IsNull(entryOf(task, unknown[i])));
  const cJSON *trials = entryOf(task, "trials");
  const cJSON *column;
  cJSON_ArrayForEach(column, trials)
      assert_int_equal(cJSON_GetArraySize(column), 2);
  assert_true(cJSON_IsNull(cJSON_GetArrayItem(entryOf(trials, "seconds"), 1)));
  assert_int_equal(cJSON_GetArrayItem(entryOf(trials, "run"), 1)->valueint, -1);
  const cJSON *other = cJSON_GetArrayItem(entryOf(document, "tasks"), 1);
  static const char *const missing[] = {"data", "best", "seconds", "share",
                                        "gflops"};
  for (size_t i = 0; i < COUNT(missing); i++)
    assert_true(cJSON_IsNull(entryOf(other, missing[i])));
  const cJSON *sketch = cJSON_GetArrayItem(entryOf(document, "sketches"), 0);
  assert_string_equal(entryOf(sketch, "script")->valuestring, "script");
  assert_string_equal(
      entryOf(cJSON_GetArrayItem(entryOf(sketch, "knobs"), 0), "name")
          ->valuestring,
      "tile");
  cJSON_Delete(document);
  asViewFree(&view);
  asStoreClose(store);
}

static void emptyStore(void **state) {
  AsStore *store = openStore(":memory:");
  AsView view = viewOf(store, NULL);
  cJSON *document = documentOf(&view);
  assert_int_equal(cJSON_GetArraySize(entryOf(document, "tasks")), 0);
  cJSON_Delete(document);
  asViewFree(&view);
  asStoreClose(store);
}

//===----------------------------------------------------------------------===//
// Knobs and traces
//===----------------------------------------------------------------------===//

/// 1, 3 and 5, 7: 20 in all, of which 4 are within, of 4 - 1 and 4 - 2.
static void shareExplained(void **state) {
  static const double values[] = {1, 3, 5, 7};
  static const int halves[] = {0, 0, 1, 1}, mixed[] = {0, 1, 1, 0};
  static const int all[] = {0, 1, 2, 3}, none[] = {0, 0, 0, 0};
  assert_float_equal(asShareExplained(values, halves, 4, 2),
                     1 - (4.0 / 2) / (20.0 / 3), 1e-9);
  assert_true(asShareExplained(values, mixed, 4, 2) == 0);
  assert_true(isnan(asShareExplained(values, all, 4, 4)));
  assert_true(isnan(asShareExplained(values, none, 4, 1)));
  static const double same[] = {2, 2, 2, 2};
  assert_true(isnan(asShareExplained(same, halves, 4, 2)));
}

/// One knob decides, another does not matter, and failures count nothing.
static void knobsThatMatter(void **state) {
  AsStore *store = openStore(":memory:");
  for (int i = 0; i < 24; i++) {
    AsRecord record = trialOf("t", i + 1, i % 8 == 7 ? 0 : 1 << i / 8);
    AsText own = {0};
    asTextFormat(&own, "{\"noise\":%d,\"tile\":[%d,1],\"other\":%d}", i % 2,
                 1 << i / 8, i);
    record.point = own.data;
    put(store, record);
    asTextFree(&own);
  }
  AsView view = viewOf(store, NULL);
  cJSON *document = documentOf(&view);
  const cJSON *task = cJSON_GetArrayItem(entryOf(document, "tasks"), 0);
  const cJSON *knobs = entryOf(task, "knobs");
  assert_int_equal(cJSON_GetArraySize(knobs), 1);
  const cJSON *own = cJSON_GetArrayItem(knobs, 0);
  assert_int_equal(entryOf(own, "trials")->valueint, 21);
  const cJSON *shares = entryOf(own, "shares");
  assert_int_equal(cJSON_GetArraySize(shares), 3);
  assert_true(cJSON_GetArrayItem(shares, 0)->valuedouble == 0);
  assert_true(cJSON_GetArrayItem(shares, 1)->valuedouble == 1);
  assert_true(cJSON_IsNull(cJSON_GetArrayItem(shares, 2))); // All differ.
  cJSON_Delete(document);
  asViewFree(&view);
  asStoreClose(store);
}

/// No two spans of a track overlap, and each trial has both.
static void trace(void **state) {
  AsStore *store = openStore(":memory:");
  for (int i = 1; i <= 12; i++) {
    AsRecord record = trialOf(i % 2 ? "a" : "b", i, 1);
    record.date = 100 + i / 4; // Four in a second.
    record.buildSeconds = 0.7;
    record.measureSeconds = 0.2;
    record.run = i > 8 ? "r2" : "r1";
    put(store, record);
  }
  AsView view = viewOf(store, NULL);
  AsText text = {0};
  asTraceAppend(&view, &text);
  const char *why = "";
  cJSON *json = asJsonParse(text.data, &why);
  if (!json)
    fail_msg("%s: %s", why, text.data);
  static double ends[8][16];
  int measured = 0, built = 0, names = 0;
  const cJSON *event;
  cJSON_ArrayForEach(event, entryOf(json, "traceEvents")) {
    int process = entryOf(event, "pid")->valueint;
    int track = entryOf(event, "tid")->valueint;
    if (*entryOf(event, "ph")->valuestring == 'M') {
      names++;
      continue;
    }
    double from = entryOf(event, "ts")->valuedouble;
    assert_in_range(process, 2, 3);
    assert_true(from >= ends[process][track]);
    ends[process][track] = from + entryOf(event, "dur")->valuedouble;
    bool isBuild = strcmp(entryOf(event, "cat")->valuestring, "build") == 0;
    assert_int_equal(isBuild, track > 0);
    measured += !isBuild;
    built += isBuild;
    assert_string_equal(entryOf(entryOf(event, "args"), "outcome")->valuestring,
                        "ok");
  }
  assert_int_equal(measured, 12);
  assert_int_equal(built, 12);
  assert_true(names > 4); // Two runs, each with builds side by side.
  cJSON_Delete(json);
  asTextFree(&text);
  asViewFree(&view);
  asStoreClose(store);
}

/// No string of the document can end the element that it stands in.
static void inPage(void **state) {
  static const char page[] = "<script>" AS_PAGE_MARK "</script>";
  AsText json = {0}, text = {0};
  asTextAppendString(&json, "{\"a\":\"</script><!--\"}");
  assertOk(asPageAppend(page, strlen(page), &json, &text, &error));
  assert_string_equal(text.data,
                      "<script>{\"a\":\"\\u003c/script>\\u003c!--\"}</script>");
  assert_int_equal(asPageAppend("<p>", 3, &json, &text, &error), AS_INTERNAL);
  asTextFree(&json);
  asTextFree(&text);
}

static void names(void **state) {
  AsNames names = {0};
  char name[16];
  assert_int_equal(asNamesFind(&names, "0"), -1);
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "%d", i);
    assert_int_equal(asNamesAdd(&names, name), i);
  }
  assert_int_equal(asNamesAdd(&names, "500"), 500);
  assert_int_equal(names.count, 1000);
  assert_int_equal(asNamesFind(&names, "999"), 999);
  assert_int_equal(asNamesFind(&names, "1000"), -1);
  assert_string_equal(names.names[17], "17");
  asNamesFree(&names);
}

/// A line for each trial; what is not known is empty, and fields are in quotes
/// where they have to be.
static void table(void **state) {
  AsStore *store = openStore(":memory:");
  putThing(store, "task", "t", "{\"label\":\"a, \\\"b\\\"\"}", "");
  AsRecord record = trialOf("t", 1, 0.5);
  record.run = "r";
  record.point = "{\"a\":1,\"b\":2}";
  record.buildSeconds = 2;
  record.measureSeconds = 3;
  AsText extra = {0};
  asExtraWrite(&(AsRunnerResult){0}, false, donorHash, &extra);
  record.extra = extra.data;
  put(store, record);
  asTextFree(&extra);
  put(store, trialOf("t", 2, 0));
  AsView view = viewOf(store, NULL);
  AsText text = {0}, expected = {0};
  asViewAppendCsv(&view, &text);
  asTextAppendString(
      &expected,
      "task,label,target,compiler,trial,sketch,sketchVersion,outcome,seconds,"
      "estimate,buildSeconds,measureSeconds,final,date,run,donor,message,"
      "point\n");
  asTextFormat(&expected,
               "t,\"a, \"\"b\"\"\",%s,%s,%s,%s,%s,ok,0.5,,2,3,0,1,r,%s,,"
               "\"{\"\"a\"\":1,\"\"b\"\":2}\"\n",
               record.target, record.compiler, view.trials[0].address.text,
               record.sketch, record.sketchVersion, donorHash);
  size_t length = expected.length;
  assert_true(text.length > length);
  assert_memory_equal(text.data, expected.data, length);
  assertContains(text.data + length, ",build-failed,,,");
  assertContains(text.data + length, ",no registers,");
  asTextFree(&text);
  asTextFree(&expected);
  asViewFree(&view);
  asStoreClose(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inOrderOfTime),  cmocka_unit_test(improvements),
      cmocka_unit_test(winner),         cmocka_unit_test(outcomesAndReasons),
      cmocka_unit_test(shares),         cmocka_unit_test(estimates),
      cmocka_unit_test(hostileThings),  cmocka_unit_test(choosesTasks),
      cmocka_unit_test(document),       cmocka_unit_test(emptyStore),
      cmocka_unit_test(inPage),         cmocka_unit_test(names),
      cmocka_unit_test(shareExplained), cmocka_unit_test(knobsThatMatter),
      cmocka_unit_test(trace),          cmocka_unit_test(table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
