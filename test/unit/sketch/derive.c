//===- derive.c - Sketches and their scripts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds for every sketch of every program. That a sketch's script does
// what its nest says is tested in nest.c.
//
//===----------------------------------------------------------------------===//

#include "inputs/programs.h"
#include "lowering/check-vectorised.h"
#include "sketch/loop-nest.h"
#include "sketch/sanity.h"
#include "sketch/script.h"
#include "transform/apply-script.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// Derivation
//===----------------------------------------------------------------------===//

/// Appends the names of the sketches, sorted.
static int byName(const void *left, const void *right) {
  return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void printNames(const Program *program, AsText *text) {
  const char *names[32];
  assert_in_range(program->numSketches, 1, 32);
  for (int s = 0; s < program->numSketches; s++)
    names[s] = program->sketches[s].name;
  qsort(names, (size_t)program->numSketches, sizeof *names, byName);
  for (int s = 0; s < program->numSketches; s++)
    asTextFormat(text, "%s%s", s ? " " : "", names[s]);
}

static void rulesMakeTheseSketches(void **state) {
  static const struct {
    const char *file;
    int target;
    const char *names;
  } cases[] = {
      {"matmul.mlir", 0, "plain tile+contract tile+pack+contract"},
      {"matmul.mlir", 1,
       "parallel+tile+contract parallel+tile+pack+contract plain"},
      {"matmul-uneven.mlir", 2,
       "parallel+tile+contract parallel+tile+pack+contract plain"},
      {"matmul-uneven-lanes.mlir", 2,
       "lanes+block lanes+tile+pack+contract parallel+block "
       "parallel+tile+contract parallel+tile+pack+contract plain"},
      {"batch-matmul-uneven.mlir", 2,
       "lanes+tile+pack+contract parallel+tile+contract "
       "parallel+tile+pack+contract plain"},
      {"elementwise-uneven.mlir", 2, "parallel+map plain"},
      {"matmul-bias-relu.mlir", 0, "plain tile+contract tile+pack+contract"},
      {"batch-matmul.mlir", 0, "plain tile+contract tile+pack+contract"},
      {"batch-matmul-heads.mlir", 0, "plain tile+contract tile+pack+contract"},
      {"matmul-turned-deep.mlir", 0,
       "block plain tile+contract tile+pack+contract"},
      // The second operand is turned when it is packed.
      {"matmul-transposed.mlir", 0, "plain tile+contract tile+pack+contract"},
      {"matmul-transposed-rest.mlir", 0,
       "plain tile+contract tile+pack+contract"},
      {"matmul-transposed-rest.mlir", 2,
       "parallel+tile+contract parallel+tile+pack+contract plain"},
      {"matvec.mlir", 0, "plain rows tile+contract"},
      {"matmul-dots.mlir", 0,
       "block dots plain tile+contract tile+pack+contract"},
      {"matmul-row.mlir", 0, "plain stream tile+contract tile+pack+contract"},
      {"matmul-rows-far.mlir", 0,
       "plain stream tile+contract tile+pack+contract"},
      {"column-reduction.mlir", 0, "plain stream"},
      {"dot.mlir", 0, "plain rows"},
      {"dot.mlir", 1, "plain rfactor+rows rows"},
      {"argmax.mlir", 0, "plain results"},
      {"argmax.mlir", 1, "parallel+results plain"},
      {"conv-nhwc-pad-relu.mlir", 0, "plain tile+pack+window tile+window"},
      {"conv-nhwc-pad-relu.mlir", 1,
       "parallel+tile+pack+window parallel+tile+window plain"},
      {"conv-3d-deep.mlir", 0, "block plain tile+pack+window tile+window"},
      {"conv-nchw.mlir", 0,
       "channels im2col+tile+contract im2col+tile+pack+contract plain"},
      {"conv-nchw.mlir", 1,
       "im2col+parallel+tile+contract im2col+parallel+tile+pack+contract "
       "parallel+channels plain"},
      {"conv-nchw-pad-shallow.mlir", 0,
       "channels im2col+tile+contract im2col+tile+pack+contract plain"},
      {"conv-nchw-pointwise-strided.mlir", 0,
       "channels im2col+tile+contract im2col+tile+pack+contract plain"},
      {"conv-nchw-generic.mlir", 0, "channels plain"},
      {"conv-nchw-pad-relu.mlir", 0, "channels plain"},
      {"conv-nchw-prime.mlir", 0, "channels plain"},
      {"conv-nhwc-fhwc.mlir", 0, "channels plain"},
      {"conv-grouped-nhwgc.mlir", 0, "channels plain"},
      {"conv-grouped-ngchw.mlir", 0, "channels plain"},
      {"depthwise-nhwc.mlir", 0,
       "border+tile+pack+window border+tile+window plain"},
      {"depthwise-nhwc.mlir", 1,
       "border+parallel+tile+pack+window border+parallel+tile+window plain"},
      {"depthwise-fed.mlir", 0, "halo+tile+window plain"},
      {"depthwise-fed.mlir", 1, "halo+parallel+tile+window plain"},
      {"depthwise-fed-strided.mlir", 0, "halo+tile+window plain"},
      {"depthwise-nchw.mlir", 0, "pixels plain"},
      {"depthwise-nchw-strided.mlir", 0, "plain tile"},
      {"pool-max-nchw.mlir", 0, "pixels plain"},
      {"pool-max-nhwc.mlir", 0, "border+tile+window plain"},
      {"softmax.mlir", 0, "plain rows"},
      {"softmax.mlir", 1, "parallel+rows plain"},
      {"layernorm.mlir", 0, "plain rows"},
      {"row-reduction.mlir", 0, "plain rows"},
      {"full-reduction.mlir", 0, "plain rows"},
      {"full-reduction.mlir", 1, "plain rfactor+rows rows"},
      {"mean.mlir", 0, "plain rows"},
      {"mean.mlir", 1, "plain rfactor+rows rows"},
      {"row-reduction-3d.mlir", 1, "parallel+rows plain"},
      {"row-reduction-uneven.mlir", 2, "parallel+rows plain"},
      {"argmin-columns.mlir", 0, "plain results"},
      // Nothing that could be merged.
      {"horner-rows.mlir", 0, "plain results"},
      {"horner-rows.mlir", 1, "parallel+results plain"},
      {"differences.mlir", 0, "plain results"},
      {"horner.mlir", 1, "plain"},
      {"elementwise-4d.mlir", 0, "map plain"},
      {"elementwise-4d.mlir", 1, "parallel+map plain"},
      {"fill.mlir", 0, "map plain"},
      {"layernorm-apart.mlir", 0, "plain rows"},
      {"concat-columns.mlir", 0, "concat plain"},
      {"concat-columns.mlir", 1, "concat plain"},
      {"transpose.mlir", 0, "plain transpose"},
      {"transpose.mlir", 1, "parallel+transpose plain"},
  };
  static const struct {
    const char *chip, *file, *names;
  } gpuCases[] = {
      {"sm_90a", "matmul-halves.mlir",
       "mma plain share spread tile+contract wgmma"},
      {"sm_90a", "matmul-brain-turned.mlir",
       "mma plain share spread tile+contract wgmma"},
      {"sm_90a", "matmul-half-sums.mlir",
       "mma plain share spread tile+contract wgmma"},
      {"sm_90a", "matmul-bias-relu.mlir",
       "mma plain share spread tile+contract"}, // Of f32.
      {"sm_90a", "matmul-halves-odd.mlir",
       "plain round+mma round+share round+wgmma share spread tile+contract"},
      {"sm_90", "matmul-halves-few.mlir",
       "plain round+mma round+share share spread tile+contract"},
      {"sm_90", "matmul.mlir", "mma plain share spread tile+contract"},
      {"sm_90", "matmul-halves.mlir", "mma plain share spread tile+contract"},
      {"sm_90", "matmul-half-sums.mlir",
       "mma plain share spread tile+contract"},
      {"sm_90", "matmul-bias-relu.mlir",
       "mma plain share spread tile+contract"},
      {"sm_90", "batch-matmul.mlir", "mma plain share spread tile+contract"},
      {"sm_90", "matmul-prime.mlir",
       "plain spread tile+contract"}, // No blocks of it.
      {"sm_90", "conv-nhwc-pad-relu.mlir", "plain share spread tile+window"},
      {"sm_90", "conv-nhwc-batch.mlir", "plain share spread tile+window"},
      {"sm_90", "conv-nchw-generic.mlir", "plain spread"},
      {"sm_90", "softmax.mlir", "plain rows spread"},
      {"sm_90", "matvec.mlir", "plain rows spread tile+contract"},
      {"sm_90", "full-reduction.mlir", "plain rfactor+rows"},
      {"sm_90", "dot.mlir", "plain rfactor+rows"},
      {"sm_90", "horner-rows.mlir", "plain spread"},
      {"sm_90", "differences.mlir", "plain spread"},
      {"sm_90", "horner.mlir", "plain"},
      {"sm_90", "column-reduction.mlir", "columns plain spread"},
      {"sm_90", "column-reduction-batch.mlir", "columns plain spread"},
      {"sm_90", "elementwise-4d.mlir", "elements plain spread"},
      {"sm_90", "elementwise-odd.mlir", "elements plain spread"},
      {"sm_90", "transpose.mlir", "plain spread transpose"},
  };
  MlirContext context = asIrContextCreate();
  for (size_t c = 0; c < sizeof gpuCases / sizeof *gpuCases; c++) {
    Program program;
    AsText names = {0};
    AsTarget gpu = gpuTarget(gpuCases[c].chip);
    openProgram(gpuCases[c].file, &gpu, context, &program);
    printNames(&program, &names);
    if (strcmp(names.data, gpuCases[c].names) != 0)
      fail_msg("%s: %s", program.name, names.data);
    asTextFree(&names);
    asArenaDestroy(&program.arena);
  }
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Program program;
    AsText names = {0};
    openProgram(cases[c].file, &programTargets[cases[c].target], context,
                &program);
    printNames(&program, &names);
    if (strcmp(names.data, cases[c].names) != 0)
      fail_msg("%s: %s", program.name, names.data);
    asTextFree(&names);
    asArenaDestroy(&program.arena);
  }
  mlirContextDestroy(context);
}

/// Each thread gets as many tiles where some loop can be shared so; else all
/// but a few iterations are.
static void threadsShareWhatNothingDivides(void **state) {
  static const struct {
    const char *file;
    bool isUneven;
  } cases[] = {{"matmul.mlir", false},
               {"matmul-prime.mlir", false},
               {"matmul-uneven.mlir", true},
               {"matmul-uneven-deep.mlir", true},
               {"elementwise-uneven.mlir", true},
               {"row-reduction-uneven.mlir", true}};
  MlirContext context = asIrContextCreate();
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Program program;
    openProgram(cases[c].file, &programTargets[2], context, &program);
    int threads = program.target.threads, numUneven = 0;
    for (int s = 0; s < program.numSketches; s++)
      for (int k = 0; k < program.sketches[s].numKnobs; k++) {
        const AsKnob *knob = &program.sketches[s].knobs[k];
        if (strncmp(knob->name, "parallel", 8) != 0)
          continue;
        for (int o = 0; o < knob->numOptions; o++) {
          int64_t size = knob->options[o], rest = knob->extent % size;
          if (rest == 0)
            continue;
          numUneven++;
          assert_int_equal(knob->extent / size % threads, 0);
          assert_true(rest < size && 8 * rest <= knob->extent);
        }
      }
    if ((numUneven > 0) != cases[c].isUneven)
      fail_msg("%s: %d uneven options", program.name, numUneven);
    asArenaDestroy(&program.arena);
  }
  mlirContextDestroy(context);
}

/// Three of four threads share thirty rows: whole shares for all four would
/// leave too much over.
static void threadsShareByDivisors(void **state) {
  MlirContext context = asIrContextCreate();
  AsTarget four = programTargets[0];
  four.threads = 4;
  Program program;
  openProgram("row-reduction-thirty.mlir", &four, context, &program);
  const AsKnob *knob = &program.sketches[0].knobs[0];
  assert_string_equal(program.sketches[0].name, "parallel+rows");
  assert_string_equal(knob->name, "parallel_0");
  assert_int_equal(knob->options[0], 10);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

/// All shares of lanes but the last are of whole vectors, and threads have
/// nearly the same to do.
static void threadsShareLanes(void **state) {
  static const char *const files[] = {"matmul-uneven-lanes.mlir",
                                      "matmul-integer-uneven.mlir",
                                      "batch-matmul-uneven.mlir"};
  MlirContext context = asIrContextCreate();
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    Program program;
    int numShares = 0;
    openProgram(files[f], &programTargets[2], context, &program);
    int threads = program.target.threads;
    for (int s = 0; s < program.numSketches; s++) {
      const AsSketch *sketch = &program.sketches[s];
      if (strncmp(sketch->name, "lanes+", 6) != 0)
        continue;
      const AsKnob *knob = &sketch->knobs[0];
      assert_int_equal(strncmp(knob->name, "parallel_", 9), 0);
      for (int o = 0; o < knob->numOptions; o++, numShares++) {
        int64_t size = knob->options[o];
        int64_t shares = (knob->extent + size - 1) / size;
        assert_int_equal(size % 8, 0);
        assert_int_equal(shares % threads, 0);
        assert_true(10 * knob->extent >= 9 * shares * size);
      }
    }
    assert_true(numShares > 0);
    asArenaDestroy(&program.arena);
  }
  mlirContextDestroy(context);
}

/// A thread's half of 128 rows may go by 6, as all of them may.
static void evenSharesLeaveRests(void **state) {
  Program program;
  MlirContext context = asIrContextCreate();
  AsRandom random = {3};
  int numRests = 0;
  openProgram("matmul-even-shares.mlir", &programTargets[2], context, &program);
  for (int s = 0; s < program.numSketches; s++)
    for (int i = 0; i < 100 && program.sketches[s].numSteps; i++) {
      const AsSketch *sketch = &program.sketches[s];
      AsPoint point;
      AsNest nest;
      assert_true(asPointSample(sketch, &random, &point));
      assert_true(asNestBuild(sketch, &point, &nest));
      const AsNestStage *last = &nest.stage[nest.numStages - 1];
      int64_t span = 0, step = 0;
      for (int l = 0; l < last->numLoops; l++)
        if (last->loop[l].dim == 0) {
          span = last->loop[l].span;
          step = last->loop[l].step;
        }
      numRests += step && span < 128 && span % step != 0;
    }
  assert_true(numRests > 0);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

/// Round sizes are options only where divisors are scarce.
static void tilesOfOddExtentsAreRound(void **state) {
  static const struct {
    int extent, least, most, unit;
    const char *options;
  } cases[] = {
      {512, 1, 28, 1, "1 2 4 6 8 12 16 24"}, // Little is left over.
      {64, 1, 28, 1, "1 2 4 6 8 16"},
      {56, 1, 28, 1, "1 2 4 6 7 8 14 28"},
      {7, 1, 28, 1, "1 7"},
      {127, 1, 28, 1, "1 4 6 8 12 16 24"},
      {127, 1, 28, 0, "1"}, // Divisors only: a constant.
      {768, 16, 64, 16, "16 24 32 48 64"},
      {100, 8, 64, 16, "10 16 20 25 32 50"},
      {255, 8, 64, 16, "15 16 17 32 51 64"},
      {1100, 4, 16, 4, "4 5 8 10 11 12 16"}, // Little is left over.
      {1000, 4, 16, 4, "4 5 8 10 16"},
      {1024, 8, 32, 8, "8 16 32"},
      {511, 8, 32, 8, "8 16 24 32"},
      {20, 8, 64, 16, "10 20"}, // 16 would not fit twice.
      {5, 8, 64, 16, "0"},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    AsArena arena = {0};
    AsDerivation derivation = {.arena = &arena};
    AsText options = {0};
    AsSize size =
        asDerivationTile(&derivation, "tile", cases[c].extent, cases[c].least,
                         cases[c].most, cases[c].unit, (AsSize){-1, 0});
    const AsKnob *knob = &derivation.sketch.knobs[0];
    for (int o = 0; size.knob >= 0 && o < knob->numOptions; o++)
      asTextFormat(&options, "%s%d", o ? " " : "", (int)knob->options[o]);
    if (size.knob < 0)
      asTextFormat(&options, "%d", (int)size.constant);
    assert_string_equal(options.data, cases[c].options);
    asTextFree(&options);
    asArenaDestroy(&arena);
  }
}

static void derivesAgain(const Program *program) {
  int numAgain;
  AsArena arena = {0};
  AsSketch *again = asSketchDerive(&program->task.program, &program->target,
                                   &arena, &numAgain, NULL);
  assert_int_equal(numAgain, program->numSketches);
  for (int s = 0; s < numAgain; s++)
    assert_string_equal(again[s].script, program->sketches[s].script);
  asArenaDestroy(&arena);
}

static void namesTellApart(const Program *program) {
  bool hasPlain = false;
  for (int s = 0; s < program->numSketches; s++) {
    const AsSketch *sketch = &program->sketches[s];
    hasPlain |= strcmp(sketch->name, "plain") == 0 && sketch->numSteps == 0;
    assert_true(asSketchIsSane(sketch));
    assert_int_equal(strspn(sketch->version, "0123456789abcdef"), 32);
    for (int other = 0; other < s; other++) {
      assert_string_not_equal(sketch->name, program->sketches[other].name);
      assert_string_not_equal(sketch->version,
                              program->sketches[other].version);
    }
    // A single thread is given no work to share.
    assert_true(program->target.threads > 1 || program->target.gpu ||
                !strstr(sketch->script, "use_forall"));
  }
  assert_true(hasPlain);
}

static void sketchesAreSane(void **state) {
  visitPrograms(derivesAgain);
  visitPrograms(namesTellApart);
}

/// Eighteen reductions, each of what came before: more stages than a nest has.
static void longTasksArePlain(void **state) {
  AsText text = {0};
  asTextAppendString(&text,
                     "#all = affine_map<(i, j) -> (i, j)>\n"
                     "#row = affine_map<(i, j) -> (i)>\n"
                     "func.func @task(%x: tensor<8x16xf32>, %r0: tensor<8xf32>)"
                     " -> tensor<8xf32> {\n");
  for (int i = 0; i < 18; i++)
    asTextFormat(&text,
                 "%%r%d = linalg.generic {indexing_maps = [#all, #row], "
                 "iterator_types = [\"parallel\", \"reduction\"]} "
                 "ins(%%x : tensor<8x16xf32>) outs(%%r%d : tensor<8xf32>) {\n"
                 "^bb0(%%a: f32, %%b: f32):\n"
                 "  %%c = arith.addf %%a, %%b : f32\n"
                 "  linalg.yield %%c : f32\n} -> tensor<8xf32>\n",
                 i + 1, i);
  asTextAppendString(&text, "return %r18 : tensor<8xf32>\n}\n");
  MlirContext context = asIrContextCreate();
  MlirModule module;
  AsError error = {0};
  assert_int_equal(
      asIrParse(context, text.data, text.length, "it", &module, &error), AS_OK);
  Program program = {.target = programTargets[1]};
  assert_int_equal(
      asTaskDescribe(mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     &program.arena, &program.task, &error),
      AS_OK);
  assert_int_equal(program.task.program.numStages, 18);
  program.sketches = asSketchDerive(&program.task.program, &program.target,
                                    &program.arena, &program.numSketches, NULL);
  assert_int_equal(program.numSketches, 1);
  namesTellApart(&program);
  AsPoint point = {{0}};
  assert_true(asPointIsValid(&program.sketches[0], &point));
  asArenaDestroy(&program.arena);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  asTextFree(&text);
}

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

static void parses(const Program *program, const char *script, size_t length) {
  MlirModule module;
  AsError error = {0};
  if (asIrParse(program->context, script, length, "script", &module, &error))
    fail_msg("%s: %s\n%s", program->name, error.message, script);
  assert_true(mlirOperationVerify(mlirModuleGetOperation(module)));
  mlirModuleDestroy(module);
}

static void scriptsParse(const Program *program) {
  AsRandom random = {3};
  for (int s = 0; s < program->numSketches; s++) {
    const AsSketch *sketch = &program->sketches[s];
    parses(program, sketch->script, strlen(sketch->script));
    for (int k = 0; k < sketch->numKnobs; k++) {
      AsText quoted = {0};
      asTextFormat(&quoted, "<\"%s\">", sketch->knobs[k].name);
      assert_non_null(strstr(sketch->script, quoted.data));
      asTextFree(&quoted);
    }
    AsPoint point;
    assert_true(asPointSample(sketch, &random, &point));
    AsText chosen = {0};
    asScriptModule(sketch, &point, false, &chosen);
    parses(program, chosen.data, chosen.length);
    asTextFree(&chosen);
  }
}

static void allScriptsParse(void **state) { visitPrograms(scriptsParse); }

static void leavesNoScalars(const Program *program) {
  AsRandom random = {5};
  for (int s = 0; s < program->numSketches; s++) {
    const AsSketch *sketch = &program->sketches[s];
    AsPoint point;
    assert_true(asPointSample(sketch, &random, &point));
    AsText text = {0};
    MlirModule task, script;
    AsError error = {0};
    asScriptModule(sketch, &point, false, &text);
    if (asIrParse(program->context, program->task.text,
                  strlen(program->task.text), "task", &task, &error) ||
        asIrParse(program->context, text.data, text.length, "script", &script,
                  &error))
      fail_msg("%s", error.message);
    MlirOperation payload = mlirModuleGetOperation(task);
    if (asScriptApply(mlirBlockGetFirstOperation(mlirModuleGetBody(task)),
                      script, NULL, &error) ||
        (asSketchVectorises(sketch) && asCheckVectorised(payload, &error)))
      fail_msg("%s, %s: %s", program->name, sketch->name, error.message);
    asTextFree(&text);
    mlirModuleDestroy(task);
    mlirModuleDestroy(script);
  }
}

static void allScriptsVectorise(void **state) {
  visitPrograms(leavesNoScalars);
}

static void sketchesSayWhatTheyDo(void **state) {
  static const struct {
    const char *file, *name;
    bool vectorises, reorders;
  } cases[] = {{"softmax.mlir", "plain", false, false},
               {"softmax.mlir", "rows", true, true},
               {"row-maximum.mlir", "rows", true, false},
               {"matmul-deep.mlir", "block", true, false},
               {"conv-nhwc-deep.mlir", "block", true, false},
               {"conv-3d-deep.mlir", "block", true, false},
               {"matmul-integer-deep.mlir", "block", true, false},
               {"conv-integer.mlir", "block", true, false},
               {"matmul-brain.mlir", "block", true, false},
               {"conv-nhwc-short.mlir", "im2col+block", true, false},
               {"conv-nhwc-short.mlir", "im2col+tile+contract", true, false},
               {"conv-nchw-short.mlir", "im2col+tile+contract", true, false},
               {"elementwise-4d.mlir", "map", true, false}};
  MlirContext context = asIrContextCreate();
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Program program;
    openProgram(cases[c].file, &programTargets[0], context, &program);
    int s = 0;
    while (s < program.numSketches &&
           strcmp(program.sketches[s].name, cases[c].name) != 0)
      s++;
    if (s == program.numSketches)
      fail_msg("%s has no sketch %s", cases[c].file, cases[c].name);
    assert_int_equal(asSketchVectorises(&program.sketches[s]),
                     cases[c].vectorises);
    assert_int_equal(asSketchReorders(&program.sketches[s]), cases[c].reorders);
    asArenaDestroy(&program.arena);
  }
  mlirContextDestroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rulesMakeTheseSketches),
      cmocka_unit_test(threadsShareWhatNothingDivides),
      cmocka_unit_test(threadsShareByDivisors),
      cmocka_unit_test(threadsShareLanes),
      cmocka_unit_test(evenSharesLeaveRests),
      cmocka_unit_test(tilesOfOddExtentsAreRound),
      cmocka_unit_test(sketchesAreSane),
      cmocka_unit_test(longTasksArePlain),
      cmocka_unit_test(allScriptsParse),
      cmocka_unit_test(allScriptsVectorise),
      cmocka_unit_test(sketchesSayWhatTheyDo),
  };
  return cmocka_run_group_tests_name("sketch", tests, NULL, NULL);
}
