//===- stages.c - Tests of the stages of a task, and what trials did with them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/stages/stages.h"
#include "inputs/programs.h"
#include "record.h"
#include "report/report-objects.h"
#include "sketch/script.h"
#include "view/stages/dot.h"
#include "view/stages/nest-text.h"
#include "view/stages/read-target.h"
#include "view/stages/stage-map.h"
#include "view/stages/trial-text.h"

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

/// A product of m, n and k between a fill and elementwise work.
static AsStage productStages[] = {
    {.kind = AS_STAGE_FILL, .numDims = 2, .extent = {64, 512}},
    {.kind = AS_STAGE_CONTRACTION,
     .numDims = 3,
     .extent = {64, 512, 128},
     .isReduction = {false, false, true},
     .numAccesses = 3},
    {.kind = AS_STAGE_ELEMENTWISE, .numDims = 2, .extent = {64, 512}},
};
static const AsProgram productProgram = {.numStages = 3,
                                         .stages = productStages};
static const AsSketch productSketch = {.program = &productProgram};

static void emptyNest(AsNest *nest) {
  *nest = (AsNest){.sketch = &productSketch, .numStages = 3};
  for (int s = 0; s < 3; s++) {
    AsNestStage *own = &nest->stage[s];
    memset(own->packLoops, -1, sizeof own->packLoops);
    memset(own->shareDepth, -1, sizeof own->shareDepth);
    for (int d = 0; d < productStages[s].numDims; d++)
      own->tile[d] = productStages[s].extent[d];
  }
}

/// A loop over dim `d` of the product: `trip` tiles of what it walks.
static void cut(AsNest *nest, int s, int d, int trip, AsLoopKind kind) {
  AsNestStage *own = &nest->stage[s];
  int64_t span = own->tile[d];
  own->loop[own->numLoops++] = (AsNestLoop){.dim = (int16_t)d,
                                            .kind = (int8_t)kind,
                                            .unroll = 1,
                                            .span = (int32_t)span,
                                            .step = (int32_t)(span / trip)};
  own->tile[d] = span / trip;
}

/// Fails unless the loops with strategies are these; others have none.
static void assertLoops(const AsNest *nest, int s, int all,
                        const int expected[AS_NUM_LOOP_STRATEGIES]) {
  AsStageLoops loops = asStageLoopsCount(nest, s);
  assert_int_equal(loops.all, all);
  for (int i = 0; i < AS_NUM_LOOP_STRATEGIES; i++)
    if (loops.with[i] != expected[i])
      fail_msg("%s: %d, not %d", asLoopStrategyName((AsLoopStrategy)i),
               loops.with[i], expected[i]);
}

/// 4 forall m, 8 for n, 16 for k, 4 for n | 16x16x8, in vectors.
static void strategiesOfACpu(void **state) {
  AsNest nest;
  emptyNest(&nest);
  cut(&nest, 1, 0, 4, AS_LOOP_PARALLEL);
  cut(&nest, 1, 1, 8, AS_LOOP_SERIAL);
  cut(&nest, 1, 0, 1, AS_LOOP_SERIAL); // No loop: one iteration.
  cut(&nest, 1, 1, 4, AS_LOOP_SERIAL);
  cut(&nest, 1, 2, 16, AS_LOOP_SERIAL);
  AsNestStage *own = &nest.stage[1];
  own->shared = 2;
  own->isVectorised = true;
  own->loop[4].unroll = 4;
  own->packLoops[1] = 2;
  assertLoops(&nest, 1, 7,
              (int[AS_NUM_LOOP_STRATEGIES]){
                  [AS_LOOPS_PARALLEL] = 1,
                  [AS_LOOPS_VECTORISED] = 3,
                  [AS_LOOPS_UNROLLED] = 1,
                  // The second loop over n, and all of the tile.
                  [AS_LOOPS_TILED] = 4,
                  [AS_LOOPS_IN_REGISTERS] = 1,
                  [AS_LOOPS_PACKED] = 2,
                  [AS_LOOPS_HOISTED] = 2,
                  [AS_LOOPS_FUSED] = 2,
              });
  // Nothing is kept in registers where the innermost loop moves the result.
  cut(&nest, 1, 0, 2, AS_LOOP_SERIAL);
  own->packLoops[1] = 1;
  AsStageLoops loops = asStageLoopsCount(&nest, 1);
  assert_int_equal(loops.with[AS_LOOPS_IN_REGISTERS], 0);
  assert_int_equal(loops.with[AS_LOOPS_PACKED], 1);
  assert_int_equal(loops.with[AS_LOOPS_HOISTED], 0);
}

/// The stock lowering: loops over all that there is, and no strategy.
static void noStrategy(void **state) {
  AsNest nest;
  emptyNest(&nest);
  assertLoops(&nest, 1, 3, (int[AS_NUM_LOOP_STRATEGIES]){0});
  // Others are fused with the last stage, not it with them.
  cut(&nest, 2, 0, 4, AS_LOOP_SERIAL);
  nest.stage[2].shared = 1;
  assertLoops(&nest, 2, 3, (int[AS_NUM_LOOP_STRATEGIES]){[AS_LOOPS_TILED] = 1});
}

static void strategiesOfAGpu(void **state) {
  AsNest nest;
  emptyNest(&nest);
  cut(&nest, 1, 0, 2, AS_LOOP_BLOCKS);
  cut(&nest, 1, 2, 8, AS_LOOP_SERIAL);
  nest.stage[1].shareDepth[0] = 2;
  cut(&nest, 1, 1, 4, AS_LOOP_WARPS);
  nest.stage[1].isMma = nest.stage[1].isVectorised = true;
  nest.stage[1].isSplit = true;
  assertLoops(&nest, 1, 6,
              (int[AS_NUM_LOOP_STRATEGIES]){
                  [AS_LOOPS_BLOCKS] = 1,
                  [AS_LOOPS_WARPS] = 1,
                  [AS_LOOPS_TENSOR_CORES] = 3,
                  [AS_LOOPS_TILED] = 3,
                  [AS_LOOPS_PARTIAL] = 2, // The loop over k, and its tile.
                  [AS_LOOPS_SHARED] = 1,
              });
}

/// How often the body of stage `s` is in the text.
static int countBodies(const char *text, const AsProgram *program, int s) {
  AsText body = {0};
  int count = 0;
  asTextFormat(&body, "%d %s: ", s, asStageKindName(program->stages[s].kind));
  while (*text) {
    const char *line = text + strspn(text, " ");
    count += strncmp(line, body.data, body.length) == 0;
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
  asTextFree(&body);
  return count;
}

/// Each stage of the task is one of the sketch's at most, in order, and the
/// anchors are each other.
static void checkMap(const AsProgram *own, const AsProgram *task) {
  int stages[AS_MAX_STAGES], last = -1;
  asStageMap(own, task, stages);
  int anchor = asProgramAnchor(own);
  for (int s = 0; s < own->numStages; s++) {
    if (stages[s] < 0) {
      assert_true(own != task && s != anchor);
      continue;
    }
    assert_in_range(stages[s], last + 1, task->numStages - 1);
    last = stages[s];
    if (s != anchor)
      assert_int_equal(own->stages[s].kind, task->stages[stages[s]].kind);
  }
  if (anchor >= 0)
    assert_int_equal(stages[anchor], asProgramAnchor(task));
}

/// A convolution that became a product: the copy of its image is no stage of
/// the task.
static void stagesOfAProduct(void **state) {
  AsStage own[] = {{.kind = AS_STAGE_FILL},
                   {.kind = AS_STAGE_ELEMENTWISE},
                   {.kind = AS_STAGE_CONTRACTION},
                   {.kind = AS_STAGE_ELEMENTWISE}};
  AsStage task[] = {{.kind = AS_STAGE_PAD},
                    {.kind = AS_STAGE_FILL},
                    {.kind = AS_STAGE_CONVOLUTION},
                    {.kind = AS_STAGE_ELEMENTWISE},
                    {.kind = AS_STAGE_REDUCTION}};
  AsProgram ownProgram = {.numStages = 4, .stages = own};
  AsProgram taskProgram = {.numStages = 5, .stages = task};
  int stages[AS_MAX_STAGES];
  asStageMap(&ownProgram, &taskProgram, stages);
  assert_int_equal(stages[0], 1);
  assert_int_equal(stages[1], -1);
  assert_int_equal(stages[2], 2);
  assert_int_equal(stages[3], 3);
}

/// No strategy has more loops than there are, and each stage is once in the
/// text.
static void checkProgram(const Program *program) {
  AsRandom random = {11};
  AsText text = {0};
  for (int i = 0; i < program->numSketches; i++) {
    AsPoint point;
    AsNest nest;
    if (!asPointSample(&program->sketches[i], &random, &point) ||
        !asNestBuild(&program->sketches[i], &point, &nest))
      fail_msg("%s: %s", program->name, program->sketches[i].name);
    asTextClear(&text);
    asNestAppendLoops(&nest, nest.sketch->program, &text);
    checkMap(nest.sketch->program, &program->task.program);
    for (int s = 0; s < nest.numStages; s++) {
      AsStageLoops loops = asStageLoopsCount(&nest, s);
      for (int w = 0; w < AS_NUM_LOOP_STRATEGIES; w++)
        if (loops.with[w] < 0 || loops.with[w] > loops.all)
          fail_msg("%s, %s, stage %d: %d of %d loops are %s", program->name,
                   program->sketches[i].name, s, loops.with[w], loops.all,
                   asLoopStrategyName((AsLoopStrategy)w));
      if (countBodies(text.data, nest.sketch->program, s) != 1)
        fail_msg("%s, %s: stage %d is not once in\n%s", program->name,
                 program->sketches[i].name, s, text.data);
    }
  }
  asTextFree(&text);
}

static void everyProgram(void **state) { visitPrograms(checkProgram); }

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

static void putThing(AsStore *store, const char *kind, const char *key,
                     const char *data, const char *text) {
  assertOk(asStorePutThing(
      store, &(AsThing){kind, key, data, text, strlen(text)}, &error));
}

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

/// What is fused is in the loops of the last stage, at its depth; copies are
/// where they are made.
static void loopsAsText(void **state) {
  AsNest nest;
  emptyNest(&nest);
  AsText text = {0};
  asProgramAppendLoops(&productProgram, &text);
  assert_string_equal(text.data, "for d0 in 64\n"
                                 "  for d1 in 512\n"
                                 "    0 fill\n"
                                 "for d0 in 64\n"
                                 "  for d1 in 512\n"
                                 "    for d2 in 128, reduced\n"
                                 "      1 contraction\n"
                                 "for d0 in 64\n"
                                 "  for d1 in 512\n"
                                 "    2 elementwise\n");
  for (int s = 1; s < 3; s++) {
    cut(&nest, s, 0, 4, AS_LOOP_PARALLEL);
    cut(&nest, s, 0, 1, AS_LOOP_SERIAL);
    nest.stage[s].shared = 2;
  }
  cut(&nest, 2, 1, 512, AS_LOOP_SERIAL);
  cut(&nest, 1, 1, 8, AS_LOOP_SERIAL);
  cut(&nest, 1, 2, 12, AS_LOOP_SERIAL); // Tiles of 10, which leave 8.
  AsNestStage *own = &nest.stage[1];
  own->loop[3].unroll = 2;
  own->packLoops[1] = 1;
  own->isVectorised = true;
  asTextClear(&text);
  asNestAppendLoops(&nest, nest.sketch->program, &text);
  assert_string_equal(
      text.data, "0 fill: 64x512\n"
                 "forall d0 in 4 tiles of 16\n"
                 "  for d1 in 8 tiles of 64\n"
                 "    pack operand 1\n"
                 "    for d2 in 12 tiles of 10, reduced, unrolled by 2, and a "
                 "rest of 8\n"
                 "      1 contraction: 16x64x10, vectors\n"
                 "  for d1 in 512\n"
                 "    2 elementwise: 16x1\n");
  // Loops that are not those of the last stage stand alone.
  nest.stage[2].loop[0].step = 8;
  asTextClear(&text);
  asNestAppendLoops(&nest, nest.sketch->program, &text);
  assertContains(text.data, "forall d0 in 8 tiles of 8\n  for d1 in 512\n");
  assertContains(text.data,
                 "forall d0 in 4 tiles of 16\n  for d1 in 8 tiles of 64\n");
  asTextFree(&text);
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
      cmocka_unit_test(strategiesOfACpu), cmocka_unit_test(noStrategy),
      cmocka_unit_test(everyProgram),     cmocka_unit_test(stagesOfAProduct),
      cmocka_unit_test(strategiesOfAGpu), cmocka_unit_test(targetsComeBack),
      cmocka_unit_test(badTargets),       cmocka_unit_test(oddTargets),
      cmocka_unit_test(formsOfTrials),    cmocka_unit_test(whatIsNotKnown),
      cmocka_unit_test(graphs),           cmocka_unit_test(loopsAsText),
      cmocka_unit_test(oneTrial),         cmocka_unit_test(nestsOfTheFastest),
  };
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
