//===- derivation-limits.c - Programs that need most steps
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sketches are arrays of fixed size. The programs here have as many stages as
// a sketch may have; the rules that add steps for every stage need the most
// room for them.
//
//===----------------------------------------------------------------------===//

#include "inputs/programs.h"
#include "sketch/loop-nest.h"
#include "sketch/sanity.h"
#include "sketch/script.h"
#include <string.h>

/// Appends `count` elementwise operations on `type` and the end of the
/// function. Each adds the results of the two before it, so that none is the
/// only reader of another and they stay stages of their own.
static void appendChain(AsText *text, const char *type, int rank, int count) {
  static const char *const loops[] = {
      [2] = "\"parallel\", \"parallel\"",
      [4] = "\"parallel\", \"parallel\", \"parallel\", \"parallel\""};
  const char *map = rank == 2 ? "#rank2" : "#rank4";
  for (int i = 1; i <= count; i++)
    asTextFormat(text,
                 "%%r%d = linalg.generic {indexing_maps = [%s, %s, %s], "
                 "iterator_types = [%s]} ins(%%r%d, %%r%d : %s, %s) "
                 "outs(%%e : %s) {\n"
                 "^bb0(%%a: f32, %%b: f32, %%o: f32):\n"
                 "  %%c = arith.addf %%a, %%b : f32\n"
                 "  linalg.yield %%c : f32\n} -> %s\n",
                 i, map, map, map, loops[rank], i - 1, i > 1 ? i - 2 : 0, type,
                 type, type, type);
  asTextFormat(text, "return %%r%d, %%r%d : %s, %s\n}\n", count - 1, count,
               type, type);
}

static const char maps[] =
    "#rank2 = affine_map<(i, j) -> (i, j)>\n"
    "#rank4 = affine_map<(i, j, k, l) -> (i, j, k, l)>\n";

/// A convolution that rule block cuts, and elementwise operations behind it.
static void writeConvolution(AsText *text) {
  asTextFormat(text,
               "%sfunc.func @task(%%x: tensor<1x18x18x256xf32>, "
               "%%w: tensor<3x3x256x64xf32>, %%z: tensor<1x16x16x64xf32>) -> "
               "(tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) {\n"
               "%%e = tensor.empty() : tensor<1x16x16x64xf32>\n"
               "%%r0 = linalg.conv_2d_nhwc_hwcf ins(%%x, %%w : "
               "tensor<1x18x18x256xf32>, tensor<3x3x256x64xf32>) "
               "outs(%%z : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>\n",
               maps);
  appendChain(text, "tensor<1x16x16x64xf32>", 4, AS_MAX_STAGES - 1);
}

/// A product for tensor cores, and elementwise operations behind it.
static void writeProduct(AsText *text) {
  asTextFormat(text,
               "%sfunc.func @task(%%x: tensor<256x128xf16>, "
               "%%w: tensor<128x256xf16>) -> "
               "(tensor<256x256xf32>, tensor<256x256xf32>) {\n"
               "%%zero = arith.constant 0.0 : f32\n"
               "%%e = tensor.empty() : tensor<256x256xf32>\n"
               "%%z = linalg.fill ins(%%zero : f32) outs(%%e : "
               "tensor<256x256xf32>) -> tensor<256x256xf32>\n"
               "%%r0 = linalg.matmul ins(%%x, %%w : tensor<256x128xf16>, "
               "tensor<128x256xf16>) outs(%%z : tensor<256x256xf32>) -> "
               "tensor<256x256xf32>\n",
               maps);
  appendChain(text, "tensor<256x256xf32>", 2, AS_MAX_STAGES - 2);
}

/// Rows, of which every stage is tiled and shared out.
static void writeRows(AsText *text) {
  asTextFormat(text,
               "%s#row = affine_map<(i, j) -> (i)>\n"
               "func.func @task(%%x: tensor<64x512xf32>, "
               "%%s: tensor<64xf32>) -> "
               "(tensor<64x512xf32>, tensor<64x512xf32>) {\n"
               "%%e = tensor.empty() : tensor<64x512xf32>\n"
               "%%m = linalg.generic {indexing_maps = [#rank2, #row], "
               "iterator_types = [\"parallel\", \"reduction\"]} "
               "ins(%%x : tensor<64x512xf32>) outs(%%s : tensor<64xf32>) {\n"
               "^bb0(%%a: f32, %%b: f32):\n"
               "  %%c = arith.addf %%a, %%b : f32\n"
               "  linalg.yield %%c : f32\n} -> tensor<64xf32>\n"
               "%%r0 = linalg.generic {indexing_maps = [#rank2, #row, #rank2], "
               "iterator_types = [\"parallel\", \"parallel\"]} "
               "ins(%%x, %%m : tensor<64x512xf32>, tensor<64xf32>) "
               "outs(%%e : tensor<64x512xf32>) {\n"
               "^bb0(%%a: f32, %%b: f32, %%o: f32):\n"
               "  %%c = arith.divf %%a, %%b : f32\n"
               "  linalg.yield %%c : f32\n} -> tensor<64x512xf32>\n",
               maps);
  appendChain(text, "tensor<64x512xf32>", 2, AS_MAX_STAGES - 2);
}

static void openText(void (*write)(AsText *text), const AsTarget *target,
                     MlirContext context, Program *program) {
  AsText text = {0};
  AsError error = {0};
  MlirModule module;
  *program = (Program){.target = *target, .context = context};
  write(&text);
  if (asIrParse(context, text.data, text.length, "it", &module, &error) ||
      asTaskDescribe(mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     &program->arena, &program->task, &error))
    fail_msg("%s", error.message);
  assert_int_equal(program->task.program.numStages, AS_MAX_STAGES);
  AsText dropped = {0};
  program->sketches =
      asSketchDerive(&program->task.program, target, &program->arena,
                     &program->numSketches, &dropped);
  assert_string_equal(asTextString(&dropped), "");
  asTextFree(&dropped);
  mlirModuleDestroy(module);
  asTextFree(&text);
}

/// The sketch of that name; all of them are sane, and their scripts parse.
static const AsSketch *findSane(const Program *program, const char *name) {
  const AsSketch *found = NULL;
  for (int s = 0; s < program->numSketches; s++) {
    const AsSketch *sketch = &program->sketches[s];
    AsError error = {0};
    MlirModule module;
    assert_true(asSketchIsSane(sketch));
    if (asIrParse(program->context, sketch->script, strlen(sketch->script),
                  "script", &module, &error))
      fail_msg("%s: %s", sketch->name, error.message);
    mlirModuleDestroy(module);
    if (strcmp(sketch->name, name) == 0)
      found = sketch;
  }
  return found;
}

/// The most that any rule needs: each of these has steps for all stages.
static void rulesHaveRoomForAllStages(void **state) {
  AsTarget gpu = gpuTarget("sm_90a");
  const struct {
    void (*write)(AsText *text);
    const AsTarget *target;
    const char *name;
    int least; ///< Steps that the sketch has at least.
  } cases[] = {
      {writeConvolution, &programTargets[0], "block", 41},
      {writeConvolution, &programTargets[1], "parallel+block", 43},
      {writeProduct, &gpu, "mma", 50},
      {writeProduct, &gpu, "wgmma", 50},
      {writeProduct, &gpu, "share", 35},
      {writeRows, &gpu, "rows", 50},
  };
  MlirContext context = asIrContextCreate();
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Program program;
    openText(cases[c].write, cases[c].target, context, &program);
    const AsSketch *sketch = findSane(&program, cases[c].name);
    if (!sketch)
      fail_msg("there is no sketch %s", cases[c].name);
    assert_in_range(sketch->numSteps, cases[c].least, AS_MAX_STEPS);
    asArenaDestroy(&program.arena);
  }
  mlirContextDestroy(context);
}

//===----------------------------------------------------------------------===//
// Where there is no room
//===----------------------------------------------------------------------===//

static AsRuleVerdict meetsOnce(const AsDerivation *derivation, int stage) {
  bool isFirst = derivation->name.length == 0;
  return isFirst ? AS_RULE_APPLY : AS_RULE_PASS;
}

static void applyManySteps(AsDerivation *derivation, int stage) {
  for (int i = 0; i < AS_MAX_STEPS; i++)
    asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  assert_int_equal(derivation->error.status, AS_OK);
  for (int i = 0; i < 3; i++) // Filled in like any other.
    asDerivationStep(derivation, AS_STEP_UNROLL, stage)->unroll.factorKnob = i;
  assert_int_equal(derivation->sketch.numSteps, AS_MAX_STEPS);
  assert_int_equal(derivation->sketch.steps[AS_MAX_STEPS - 1].kind,
                   AS_STEP_CLEAN);
  derivation->isDone = true;
}

static void applyManyKnobs(AsDerivation *derivation, int stage) {
  static const int64_t options[] = {1, 2};
  char name[16];
  for (int i = 0; i < AS_MAX_KNOBS + 3; i++) {
    snprintf(name, sizeof name, "knob_%d", i);
    int knob =
        asDerivationKnob(derivation, AS_KNOB_TILE, name, options, 2, false);
    assert_in_range(knob, 0, AS_MAX_KNOBS - 1);
    assert_string_equal(derivation->sketch.knobs[knob].name, name);
    assert_int_equal(derivation->error.status,
                     i < AS_MAX_KNOBS ? AS_OK : AS_UNSUPPORTED);
  }
  derivation->isDone = true;
}

static void applyManyOptions(AsDerivation *derivation, int stage) {
  int64_t options[AS_MAX_OPTIONS + 1];
  for (int i = 0; i <= AS_MAX_OPTIONS; i++)
    options[i] = i + 1;
  asDerivationKnob(derivation, AS_KNOB_TILE, "most", options, AS_MAX_OPTIONS,
                   false);
  assert_int_equal(derivation->error.status, AS_OK);
  asDerivationKnob(derivation, AS_KNOB_TILE, "more", options,
                   AS_MAX_OPTIONS + 1, false);
  assert_int_equal(derivation->sketch.knobs[1].numOptions, 1);
  derivation->isDone = true;
}

static void applyNoOptions(AsDerivation *derivation, int stage) {
  asDerivationKnob(derivation, AS_KNOB_TILE, "none", NULL, 0, false);
  derivation->isDone = true;
}

static void applyManyStages(AsDerivation *derivation, int stage) {
  AsProgram *program = asArenaArray(derivation->arena, AsProgram, 1);
  *program = *derivation->sketch.program;
  program->numStages = AS_MAX_STAGES + 1;
  asDerivationSetProgram(derivation, program);
  assert_ptr_not_equal(derivation->sketch.program, program);
  derivation->isDone = true;
}

static void applyNothing(AsDerivation *derivation, int stage) {
  derivation->isDone = true;
}

/// A sketch for which there is no room is left out with a reason. The others
/// are there.
static void fullSketchesAreDropped(void **state) {
  static const AsRule rules[] = {
      {"nothing", "", meetsOnce, applyNothing},
      {"steps", "", meetsOnce, applyManySteps},
      {"knobs", "", meetsOnce, applyManyKnobs},
      {"options", "", meetsOnce, applyManyOptions},
      {"none", "", meetsOnce, applyNoOptions},
      {"stages", "", meetsOnce, applyManyStages},
      {"last", "", meetsOnce, applyNothing},
  };
  enum { numRules = sizeof rules / sizeof *rules };
  const AsRule *table[numRules];
  for (int r = 0; r < numRules; r++)
    table[r] = &rules[r];
  MlirContext context = asIrContextCreate();
  Program program;
  AsText dropped = {0};
  openText(writeProduct, &programTargets[0], context, &program);
  program.sketches = asSketchDeriveBy(table, numRules, &program.task.program,
                                      &programTargets[0], &program.arena,
                                      &program.numSketches, &dropped);
  assert_int_equal(program.numSketches, 2);
  assert_string_equal(program.sketches[0].name, "last");
  assert_string_equal(program.sketches[1].name, "nothing");
  assert_string_equal(
      asTextString(&dropped),
      "the sketch steps is left out: it takes more than 64 steps, which is all "
      "that a sketch has room for; "
      "the sketch knobs is left out: its knob 'knob_24' is one more than the "
      "24 that a sketch has room for; "
      "the sketch options is left out: its knob 'more' has 65 options: "
      "expected 1 to 64; "
      "the sketch none is left out: its knob 'none' has 0 options: expected 1 "
      "to 64; "
      "the sketch stages is left out: its program has 17 stages: expected 16 "
      "at most");
  asTextFree(&dropped);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

/// Loops of a nest have 32 bits. What is longer is left to LLVM.
static void longLoopsArePlain(void **state) {
  static const char text[] =
      "#map = affine_map<(i) -> (i)>\n"
      "func.func @task(%x: tensor<4294967296xf32>, "
      "%e: tensor<4294967296xf32>) -> tensor<4294967296xf32> {\n"
      "%r = linalg.generic {indexing_maps = [#map, #map], "
      "iterator_types = [\"parallel\"]} ins(%x : tensor<4294967296xf32>) "
      "outs(%e : tensor<4294967296xf32>) {\n"
      "^bb0(%a: f32, %o: f32):\n"
      "  %c = arith.addf %a, %a : f32\n"
      "  linalg.yield %c : f32\n} -> tensor<4294967296xf32>\n"
      "return %r : tensor<4294967296xf32>\n}\n";
  MlirContext context = asIrContextCreate();
  Program program = {.target = programTargets[0], .context = context};
  AsError error = {0};
  MlirModule module;
  if (asIrParse(context, text, strlen(text), "it", &module, &error) ||
      asTaskDescribe(mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     &program.arena, &program.task, &error))
    fail_msg("%s", error.message);
  program.sketches = asSketchDerive(&program.task.program, &program.target,
                                    &program.arena, &program.numSketches, NULL);
  assert_int_equal(program.numSketches, 1);
  assert_string_equal(program.sketches[0].name, "plain");
  mlirModuleDestroy(module);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rulesHaveRoomForAllStages),
      cmocka_unit_test(fullSketchesAreDropped),
      cmocka_unit_test(longLoopsArePlain),
  };
  return cmocka_run_group_tests_name("derivation-limits", tests, NULL, NULL);
}
