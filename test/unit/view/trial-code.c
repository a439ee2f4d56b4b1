//===- trial-code.c - Tests of the machine code of one trial
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a view makes of the texts in a store is the code that the search built
// of its sketch and point.
//
//===----------------------------------------------------------------------===//

#include "view/stages/trial-code.h"
#include "inputs/programs.h"
#include "pool/compiler-name.h"
#include "report/report-objects.h"
#include "transform/sketch-knobs.h"
#include "view-store.h"
#include <unistd.h>

static const char worker[] = AS_BUILD_DIR "/bin/as-worker";

static AsArena arena;
static AsTarget target;

static int openAll(void **state) {
  setenv("AS_WORKER", worker, true);
  assertOk(asTargetCreate("cpu:haswell", 1, &arena, &target, &error));
  return openContext(state);
}

static int closeAll(void **state) {
  asArenaDestroy(&arena);
  return closeContext(state);
}

static void needWorker(void) {
  if (access(worker, X_OK) == 0)
    return;
  print_message("%s is not built\n", worker);
  skip();
}

/// `data` is freed.
static void putObject(AsStore *store, const char *kind, const char *key,
                      cJSON *data, const char *text) {
  AsText json = {0};
  asJsonAppendValue(&json, data);
  putThing(store, kind, key, json.data, text);
  asTextFree(&json);
  cJSON_Delete(data);
}

/// The thing of a sketch as a run puts it, as far as it matters here.
static void putSketch(AsStore *store, const AsSketch *sketch) {
  cJSON *data = cJSON_CreateObject();
  cJSON *knobs = cJSON_AddArrayToObject(data, "knobs");
  for (int k = 0; k < sketch->numKnobs; k++) {
    cJSON *knob = cJSON_CreateObject();
    cJSON_AddStringToObject(knob, "name", sketch->knobs[k].name);
    cJSON *options = cJSON_AddArrayToObject(knob, "options");
    for (int o = 0; o < sketch->knobs[k].numOptions; o++)
      cJSON_AddItemToArray(
          options, cJSON_CreateNumber((double)sketch->knobs[k].options[o]));
    cJSON_AddItemToArray(knobs, knob);
  }
  putObject(store, "sketch", sketch->version, data, sketch->script);
}

static void putTrial(AsStore *store, const Program *program,
                     const AsSketch *sketch, const char *compiler,
                     const char *point, int number) {
  AsRecord record = numbered(number);
  record.task = program->task.hash;
  record.target = target.key;
  record.compiler = compiler;
  record.sketch = sketch->name;
  record.sketchVersion = sketch->version;
  record.point = point;
  record.outcome = AS_OUTCOME_OK;
  record.seconds = 1;
  record.date = number;
  assertOk(asStorePut(store, &record, &error));
}

/// The object as the search has it built.
static AsText build(const Program *program, const AsSketch *sketch,
                    const AsPoint *point) {
  AsKnobChoice choices[AS_MAX_KNOBS];
  for (int k = 0; k < sketch->numKnobs; k++)
    choices[k] = asPointChoice(sketch, point, k);
  AsBuilder *builder;
  assertOk(asBuilderCreate(&(AsBuilderOptions){.worker = worker,
                                               .numWorkers = 1,
                                               .target = &target,
                                               .fp = AS_FP_CONTRACT,
                                               .timeLimit = 60},
                           &builder, &error));
  AsBuildResult result;
  assertOk(asBuilderBuild(builder,
                          &(AsBuildJob){.task = program->task.text,
                                        .sketch = sketch->name,
                                        .script = sketch->script,
                                        .choices = choices,
                                        .numChoices = sketch->numKnobs},
                          &result, &error));
  assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
  asBuilderDestroy(builder);
  return result.object;
}

/// A store in memory with the target and the task.
static AsStore *storeOf(const Program *program) {
  AsStore *store = openStore(":memory:");
  putObject(store, "target", target.key, asJsonTarget(&target), "");
  putObject(store, "task", program->task.hash, cJSON_CreateObject(),
            program->task.text);
  return store;
}

static bool hasAlternatives(const AsSketch *sketch) {
  bool has = false;
  for (int k = 0; k < sketch->numKnobs; k++)
    has |= sketch->knobs[k].isAlternative && sketch->knobs[k].numOptions > 1;
  return has;
}

/// Of a sketch with regions to choose from, too.
static void objectsAreThoseOfTheSearch(void **state) {
  needWorker();
  Program program;
  openProgram("softmax.mlir", &target, context, &program);
  AsStore *store = storeOf(&program);
  int numAlternatives = 0;
  AsRandom random = {11};
  enum { MOST = 3 };
  AsPoint points[MOST];
  const AsSketch *sketches[MOST];
  int count = 0;
  for (int s = 0; s < program.numSketches && count < MOST; s++) {
    const AsSketch *sketch = &program.sketches[s];
    bool has = hasAlternatives(sketch);
    if (!has && count == MOST - 1 && !numAlternatives)
      continue; // The last place is for one that has.
    numAlternatives += has;
    assert_true(asPointSample(sketch, &random, &points[count]));
    putSketch(store, sketch);
    putTrial(store, &program, sketch, "LLVM 1 lowering=1 fp=contract",
             asPointFormat(sketch, &points[count], &program.arena), count);
    sketches[count++] = sketch;
  }
  assert_true(numAlternatives > 0);
  AsView view;
  assertOk(asViewRead(store, NULL, &view, &error));
  assert_int_equal(view.numTrials, count);
  for (int t = 0; t < view.numTrials; t++) {
    const AsViewTrial *trial = &view.trials[t];
    AsText code = {0};
    assertOk(asViewAppendCode(&view, trial->address.text, AS_BUILD_OBJECT,
                              &code, &error));
    AsText object =
        build(&program, sketches[trial->date], &points[trial->date]);
    assert_int_equal(code.length, object.length);
    assert_memory_equal(code.data, object.data, object.length);
    asTextFree(&object);
    asTextFree(&code);
  }
  // Text says that what was measured was built by something else.
  AsText code = {0};
  assertOk(asViewAppendCode(&view, view.trials[0].address.text,
                            AS_BUILD_ASSEMBLY, &code, &error));
  assertContains(code.data, "// compiler LLVM 1 lowering=1 fp=contract\n");
  assertContains(code.data, "What was measured may have been other code.\n\n");
  assertContains(code.data, "as_entry_");
  asTextFree(&code);
  asViewFree(&view);
  asStoreClose(store);
  asArenaDestroy(&program.arena);
}

/// Of a GPU the assembly is PTX.
static void kernelsAreText(void **state) {
  needWorker();
  AsTarget host = target;
  assertOk(asTargetCreate("cuda:sm_80", 1, &arena, &target, &error));
  Program program;
  openProgram("matmul.mlir", &target, context, &program);
  AsStore *store = storeOf(&program);
  AsRandom random = {3};
  AsPoint point;
  const AsSketch *sketch = program.sketches;
  assert_true(asPointSample(sketch, &random, &point));
  putSketch(store, sketch);
  putTrial(store, &program, sketch, "LLVM 1 fp=contract",
           asPointFormat(sketch, &point, &program.arena), 1);
  AsView view;
  AsText code = {0};
  assertOk(asViewRead(store, NULL, &view, &error));
  assertOk(asViewAppendCode(&view, "", AS_BUILD_ASSEMBLY, &code, &error));
  assertContains(code.data, ".target sm_80");
  assertContains(code.data, ".visible .entry");
  asTextFree(&code);
  asViewFree(&view);
  asStoreClose(store);
  asArenaDestroy(&program.arena);
  target = host;
}

static void expectFailure(AsStore *store, const char *words) {
  AsView view;
  AsText code = {0};
  assertOk(asViewRead(store, NULL, &view, &error));
  assert_int_not_equal(asViewAppendCode(&view, view.trials[0].address.text,
                                        AS_BUILD_ASSEMBLY, &code, &error),
                       AS_OK);
  assertContains(error.message, words);
  assert_int_equal(code.length, 0);
  asTextFree(&code);
  asViewFree(&view);
}

/// What the store lacks is named, in the order in which it is put there.
static void whatIsMissingIsNamed(void **state) {
  Program program;
  openProgram("softmax.mlir", &target, context, &program);
  int s = 0;
  while (s < program.numSketches && !program.sketches[s].numKnobs)
    s++; // So that {} is none of its points.
  assert_true(s < program.numSketches);
  const AsSketch *sketch = &program.sketches[s];
  AsStore *store = openStore(":memory:");
  putTrial(store, &program, sketch, "LLVM 1 fp=contract", "{}", 1);
  expectFailure(store, "the store has no text of the task");
  putObject(store, "task", program.task.hash, cJSON_CreateObject(),
            program.task.text);
  expectFailure(store, "the store does not say what the target");
  putObject(store, "target", target.key, asJsonTarget(&target), "");
  expectFailure(store, "the store has no script of");
  putSketch(store, sketch);
  expectFailure(store, "the point {} does not fit the script of");
  asStoreClose(store);
  store = storeOf(&program);
  putTrial(store, &program, sketch, "GCC 12", "{}", 1);
  expectFailure(store, "names no mode of arithmetic");
  asStoreClose(store);
  asArenaDestroy(&program.arena);
}

static void compilersNameTheirMode(void **state) {
  for (AsFp fp = AS_FP_STRICT; fp <= AS_FP_FAST; fp++) {
    AsText name = {0};
    AsFp back = AS_FP_STRICT;
    asCompilerAppend(fp, &name);
    assert_true(asCompilerReadFp(name.data, &back));
    assert_int_equal(back, fp);
    asTextAppendString(&name, " caches=cold");
    assert_true(asCompilerReadFp(name.data, &back));
    assert_int_equal(back, fp);
    asTextFree(&name);
  }
  AsFp fp;
  assert_false(asCompilerReadFp("LLVM 22 fp=contracted", &fp));
  assert_false(asCompilerReadFp("LLVM 22", &fp));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(objectsAreThoseOfTheSearch),
      cmocka_unit_test(kernelsAreText),
      cmocka_unit_test(whatIsMissingIsNamed),
      cmocka_unit_test(compilersNameTheirMode),
  };
  return cmocka_run_group_tests(tests, openAll, closeAll);
}
