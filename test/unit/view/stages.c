//===- stages.c - Tests of the stages of a task, and what trials did with them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/stages/stages.h"
#include "inputs/programs.h"
#include "report/report-objects.h"
#include "sketch/script.h"
#include "view-store.h"
#include "view/stages/dot.h"
#include "view/stages/read-target.h"
#include "view/stages/trial-text.h"

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

static void targetsComeBack(void **state) {
  AsArena arena = {0};
  AsTarget target, back;
  AsGpu gpu;
  assertOk(asTargetCreate("cpu:znver4", 2, &arena, &target, &error));
  cJSON *json = asJsonTarget(&target);
  assert_true(asViewReadTarget(json, &back, &gpu));
  assert_int_equal(back.threads, 2);
  assert_int_equal(back.vectorBytes, target.vectorBytes);
  assert_int_equal(back.vectorRegisters, target.vectorRegisters);
  assert_int_equal(back.cacheBytes[2], target.cacheBytes[2]);
  assert_int_equal(back.dots.byteLanes, target.dots.byteLanes);
  assert_int_equal(back.dots.bf16, target.dots.bf16);
  assert_int_equal(back.hasMasks, target.hasMasks);
  assert_null(back.gpu);
  cJSON_Delete(json);
  assertOk(asTargetCreate("cuda:sm_80", 1, &arena, &target, &error));
  json = asJsonTarget(&target);
  cJSON *size =
      cJSON_GetObjectItem(cJSON_GetObjectItem(json, "gpu"), "multiprocessors");
  cJSON_SetNumberValue(size, 7);
  assert_true(asViewReadTarget(json, &back, &gpu));
  assert_string_equal(back.gpu->chip, "sm_80");
  assert_int_equal(back.gpu->multiprocessors, 7);
  assert_int_equal(back.gpu->sharedBytes, target.gpu->sharedBytes);
  cJSON_Delete(json);
  asArenaDestroy(&arena);
}

/// What a store of someone else's may have.
static void badTargets(void **state) {
  static const char *const texts[] = {
      "{}",
      "{\"threads\":2,\"vectorBytes\":-64,\"vectorRegisters\":32,"
      "\"cacheBytes\":[4096,4096,4096]}",
      "{\"threads\":2,\"vectorBytes\":48,\"vectorRegisters\":32,"
      "\"cacheBytes\":[4096,4096,4096]}",
      "{\"threads\":2,\"vectorBytes\":2,\"vectorRegisters\":32,"
      "\"cacheBytes\":[4096,4096,4096]}",
      "{\"threads\":2,\"vectorBytes\":64,\"vectorRegisters\":32,"
      "\"cacheBytes\":[4096,4096]}",
      "{\"threads\":2,\"vectorBytes\":64,\"vectorRegisters\":32,"
      "\"cacheBytes\":[0,4096,4096]}",
      "{\"threads\":1e300,\"vectorBytes\":64,\"vectorRegisters\":32,"
      "\"cacheBytes\":[4096,4096,4096]}",
      "{\"threads\":1,\"vectorBytes\":16,\"vectorRegisters\":63,"
      "\"cacheBytes\":[4096,4096,4096],\"gpu\":{\"chip\":\"sm_1\"}}",
  };
  for (size_t i = 0; i < COUNT(texts); i++) {
    const char *why;
    cJSON *json = asJsonParse(texts[i], &why);
    AsTarget target;
    AsGpu gpu;
    if (asViewReadTarget(json, &target, &gpu))
      fail_msg("%s", texts[i]);
    cJSON_Delete(json);
  }
  AsTarget target;
  AsGpu gpu;
  assert_false(asViewReadTarget(NULL, &target, &gpu));
}

/// Machines that nobody has, but that a store may name: sketches are derived,
/// whatever they are good for.
static void oddTargets(void **state) {
  static const char *const programs[] = {
      "matmul-bias-relu.mlir", "conv-nhwc-pad-relu.mlir", "layernorm.mlir"};
  static const int vectors[] = {8, 1024}, registers[] = {8, 1024},
                   threads[] = {1, 65536};
  static const int64_t caches[] = {1024, 1125899906842623};
  for (size_t p = 0; p < COUNT(programs); p++)
    for (int i = 0; i < 16; i++) {
      int64_t cache = caches[i & 1];
      AsTarget target = {.key = "",
                         .triple = "",
                         .cpu = "",
                         .features = "",
                         .model = "",
                         .threads = threads[i >> 1 & 1],
                         .vectorBytes = vectors[i >> 2 & 1],
                         .vectorRegisters = registers[i >> 3 & 1],
                         .cacheBytes = {cache, cache, cache}};
      cJSON *json = asJsonTarget(&target);
      AsTarget back;
      AsGpu gpu;
      assert_true(asViewReadTarget(json, &back, &gpu));
      cJSON_Delete(json);
      Program program;
      openProgram(programs[p], &target, context, &program);
      assert_in_range(program.numSketches, 1, 1000);
      asArenaDestroy(&program.arena);
    }
}

//===----------------------------------------------------------------------===//
// From a store
//===----------------------------------------------------------------------===//

static const char programName[] = "matmul-bias-relu.mlir";

static void putTarget(AsStore *store) {
  cJSON *json =
      asJsonTarget(&(AsTarget){.key = "test",
                               .triple = "",
                               .cpu = "",
                               .features = "",
                               .model = "",
                               .threads = 1,
                               .vectorBytes = 64,
                               .vectorRegisters = 32,
                               .cacheBytes = {32768, 1 << 20, 1 << 25}});
  AsText text = {0};
  asJsonAppendValue(&text, json);
  putThing(store, "target", "test", asTextString(&text), "");
  asTextFree(&text);
  cJSON_Delete(json);
}

static void putTrial(AsStore *store, const char *task, const char *sketch,
                     const char *version, const char *point, int number) {
  AsRecord record = numbered(number);
  record.task = task;
  record.target = "test";
  record.sketch = sketch;
  record.sketchVersion = version;
  record.point = point;
  record.outcome = AS_OUTCOME_OK;
  record.seconds = 1;
  record.date = number;
  assertOk(asStorePut(store, &record, &error));
}

/// Every trial gets the form of its nest; equal forms are one.
static void formsOfTrials(void **state) {
  Program program;
  openProgram(programName, &programTargets[0], context, &program);
  AsStore *store = openStore(":memory:");
  putTarget(store);
  putThing(store, "task", program.task.hash, "{}", program.task.text);
  AsRandom random = {1};
  enum { NUM_TRIALS = 40 };
  AsNest nests[NUM_TRIALS];
  for (int i = 0; i < NUM_TRIALS; i++) {
    const AsSketch *sketch = &program.sketches[i % program.numSketches];
    AsPoint point;
    assert_true(asPointSample(sketch, &random, &point));
    assert_true(asNestBuild(sketch, &point, &nests[i]));
    putTrial(store, program.task.hash, sketch->name, sketch->version,
             asPointFormat(sketch, &point, &program.arena), i);
  }
  AsView view;
  assertOk(asViewRead(store, NULL, &view, &error));
  asViewMakeStages(&view);
  const AsViewStages *stages = view.tasks[0].stages;
  assert_string_equal(stages->problem, "");
  assert_int_equal(stages->numStages, 3);
  assert_in_range(stages->numForms, 2, view.numTrials);
  for (int t = 0; t < view.numTrials; t++) {
    const AsNest *nest = &nests[view.trials[t].date];
    assert_in_range(view.trials[t].form, 0, stages->numForms - 1);
    for (int s = 0; s < nest->numStages; s++) {
      AsStageLoops loops = asStageLoopsCount(nest, s);
      assert_ptr_equal(nest->sketch->program, &program.task.program);
      assert_memory_equal(&loops, &stages->forms[view.trials[t].form].stages[s],
                          sizeof loops);
    }
  }
  for (int f = 1; f < stages->numForms; f++)
    assert_memory_not_equal(&stages->forms[f], &stages->forms[f - 1],
                            sizeof *stages->forms);
  AsText json = {0};
  asViewStagesAppendJson(&view.tasks[0], &json);
  assertContains(json.data,
                 "{\"kind\":\"contraction\",\"name\":\"linalg.matmul\","
                 "\"extents\":[64,128,96],\"reductions\":[2],");
  asTextFree(&json);
  asViewFree(&view);
  asStoreClose(store);
  asArenaDestroy(&program.arena);
}

/// What cannot be made again says why, and has no form.
static void whatIsNotKnown(void **state) {
  Program program;
  openProgram(programName, &programTargets[0], context, &program);
  const AsSketch *sketch = program.sketches;
  while (!sketch->numKnobs) // So that {} is none of its points.
    sketch++;
  AsStore *store = openStore(":memory:");
  putThing(store, "task", "another", "{}", program.task.text);
  putThing(store, "task", "damaged", "{}", "func.func @f(");
  putThing(store, "task", "hollow", "{}", "module {}");
  putThing(store, "task", program.task.hash, "{}", program.task.text);
  static const char *const problems[][2] = {
      {"another", "is of another task"},
      {"damaged", "expected"},
      {"hollow", "has no function"},
      {"nothing", "has no text of this task"},
  };
  for (size_t i = 0; i < COUNT(problems); i++)
    putTrial(store, problems[i][0], sketch->name, sketch->version, "{}", 1);
  putTrial(store, program.task.hash, sketch->name, sketch->version, "{}", 1);
  for (int hasTarget = 0; hasTarget < 2; hasTarget++) {
    AsView view;
    assertOk(asViewRead(store, NULL, &view, &error));
    asViewMakeStages(&view);
    assert_int_equal(view.numTasks, 5);
    for (int t = 0; t < view.numTasks; t++) {
      const AsViewTask *task = &view.tasks[t];
      const char *expected = NULL;
      for (size_t i = 0; i < COUNT(problems); i++)
        if (strcmp(task->hash, problems[i][0]) == 0)
          expected = problems[i][1];
      if (expected)
        assertContains(task->stages->problem, expected);
      else
        assert_string_equal(task->stages->problem, "");
      // A point that is none of the sketch, or a target that is not known.
      assert_int_equal(view.trials[task->begin].form, -1);
      assert_int_equal(task->stages->numForms, 0);
      AsText json = {0};
      const char *why = "";
      asViewStagesAppendJson(task, &json);
      cJSON *parsed = asJsonParse(asTextString(&json), &why);
      assert_string_equal(why ? why : "", "");
      assert_non_null(parsed);
      cJSON_Delete(parsed);
      asTextFree(&json);
    }
    asViewFree(&view);
    putTarget(store);
  }
  asStoreClose(store);
  asArenaDestroy(&program.arena);
}

/// All of a trial, as a module that MLIR reads.
static void oneTrial(void **state) {
  Program program;
  openProgram(programName, &programTargets[0], context, &program);
  AsStore *store = openStore(":memory:");
  putTarget(store);
  putThing(store, "task", program.task.hash, "{}", program.task.text);
  AsRandom random = {5};
  const AsSketch *sketch = program.sketches;
  while (!sketch->numKnobs)
    sketch++;
  AsPoint point;
  assert_true(asPointSample(sketch, &random, &point));
  putTrial(store, program.task.hash, sketch->name, sketch->version,
           asPointFormat(sketch, &point, &program.arena), 1);
  putTrial(store, "unknown", "bad\nname", "v", "{}", 2);
  AsView view;
  assertOk(asViewRead(store, NULL, &view, &error));
  AsText text = {0}, script = {0};
  for (int t = 0; t < view.numTrials; t++) {
    char id[13];
    snprintf(id, sizeof id, "%.12s", view.trials[t].address.text);
    asTextClear(&text);
    assertOk(asViewAppendTrial(&view, id, &text, &error));
    MlirModule module;
    assertOk(
        asIrParse(context, text.data, text.length, "trial", &module, &error));
    mlirModuleDestroy(module);
    if (view.trials[t].date == 2) {
      assertContains(text.data, "// The loops are not known: ");
      continue;
    }
    assertContains(text.data, "//     for d2 in 96, reduced\n");
    asScriptModule(sketch, &point, false, &script);
    assertContains(text.data, script.data);
  }
  assert_int_equal(asViewAppendTrial(&view, "x", &text, &error), AS_NOT_FOUND);
  assertContains(error.message, "there is no trial 'x'");
  assert_int_equal(asViewAppendTrial(&view, "", &text, &error),
                   AS_INVALID_INPUT);
  assertContains(error.message, "give more of its digits");
  asTextFree(&text);
  asTextFree(&script);
  asViewFree(&view);
  asStoreClose(store);
  asArenaDestroy(&program.arena);
}

/// The fastest trials have their loops in the document, and the best one.
static void nestsOfTheFastest(void **state) {
  Program program;
  openProgram(programName, &programTargets[0], context, &program);
  AsStore *store = openStore(":memory:");
  putTarget(store);
  putThing(store, "task", program.task.hash, "{}", program.task.text);
  AsRandom random = {7};
  enum { NUM_TRIALS = 80 };
  for (int i = 0; i < NUM_TRIALS; i++) {
    const AsSketch *sketch = &program.sketches[i % program.numSketches];
    AsPoint point;
    assert_true(asPointSample(sketch, &random, &point));
    AsRecord record = numbered(i);
    record.task = program.task.hash;
    record.target = "test";
    record.sketch = sketch->name;
    record.sketchVersion = sketch->version;
    record.point = asPointFormat(sketch, &point, &program.arena);
    record.outcome = AS_OUTCOME_OK;
    record.seconds = 1 + (i * 37) % NUM_TRIALS;
    assertOk(asStorePut(store, &record, &error));
  }
  AsView view;
  assertOk(asViewRead(store, NULL, &view, &error));
  asViewMakeStages(&view);
  const AsViewTask *task = &view.tasks[0];
  const AsViewStages *stages = task->stages;
  assert_int_equal(stages->numNests, AS_MOST_NESTS);
  assert_int_equal(stages->nests[0].trial, task->best);
  for (int n = 1; n < stages->numNests; n++)
    assert_true(view.trials[stages->nests[n].trial].seconds >=
                view.trials[stages->nests[n - 1].trial].seconds);
  int faster = 0;
  const AsViewTrial *last =
      &view.trials[stages->nests[AS_MOST_NESTS - 1].trial];
  for (int t = 0; t < view.numTrials; t++)
    faster += view.trials[t].seconds < last->seconds;
  assert_int_equal(faster, AS_MOST_NESTS - 1);
  asViewFree(&view);
  asStoreClose(store);
  asArenaDestroy(&program.arena);
}

/// A graph for graphviz, whatever labels are.
static void graphs(void **state) {
  Program program;
  openProgram(programName, &programTargets[0], context, &program);
  AsStore *store = openStore(":memory:");
  putTarget(store);
  putThing(store, "task", program.task.hash,
           "{\"label\":\"a\\\"]; b\\\\n\\n<c>\"}", program.task.text);
  AsRandom random = {3};
  AsNest nest = {0};
  AsPoint point;
  const AsSketch *sketch = program.sketches; // One that fuses.
  while (!asPointSample(sketch, &random, &point) ||
         !asNestBuild(sketch, &point, &nest) ||
         !asStageLoopsCount(&nest, 1).with[AS_LOOPS_FUSED])
    sketch = sketch + 1 < program.sketches + program.numSketches
                 ? sketch + 1
                 : program.sketches;
  putTrial(store, program.task.hash, sketch->name, sketch->version,
           asPointFormat(sketch, &point, &program.arena), 1);
  putTrial(store, "unknown", "s", "v", "{}", 2);
  AsView view;
  assertOk(asViewRead(store, NULL, &view, &error));
  asViewMakeStages(&view);
  AsText text = {0};
  asViewAppendDot(&view, &text);
  int known = strcmp(view.tasks[0].hash, "unknown") == 0;
  char part[128];
  assertContains(text.data, "label=\"a\\\"]; b\\\\n <c>\";\n");
  assertContains(text.data, "label=\"the store has no text of this task\"");
  snprintf(part, sizeof part,
           "t%ds0 -> t%ds1 [label=\"64x128xf32\", penwidth=2];", known, known);
  assertContains(text.data, part);
  snprintf(part, sizeof part,
           "t%ds1 [shape=box, penwidth=2, label=\"1 contraction\\n"
           "64 x 128 x 96r\\nfused: in ",
           known);
  assertContains(text.data, part);
  snprintf(part, sizeof part, "t%ds2 -> t%dv", known, known);
  assertContains(text.data, part);
  // Braces and quotes are in pairs.
  int depth = 0, quotes = 0;
  for (const char *c = text.data; *c; c++) {
    depth += (*c == '{') - (*c == '}');
    quotes += *c == '"' && c[-1] != '\\';
  }
  assert_int_equal(depth, 0);
  assert_int_equal(quotes % 2, 0);
  asTextFree(&text);
  asViewFree(&view);
  asStoreClose(store);
  asArenaDestroy(&program.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(targetsComeBack), cmocka_unit_test(badTargets),
      cmocka_unit_test(oddTargets),      cmocka_unit_test(formsOfTrials),
      cmocka_unit_test(whatIsNotKnown),  cmocka_unit_test(graphs),
      cmocka_unit_test(oneTrial),        cmocka_unit_test(nestsOfTheFastest),
  };
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
