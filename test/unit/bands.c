//===- test/unit/bands.c - Schedules of loop nests ------------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nest.c does for operations on tensors, for statements of loop nests:
// random points are applied, and the loops around each store, in their order
// and with their iterations, are what the symbolic nest says. Nothing is skewed
// here: of what is, the nest does not say as much.
//
//===----------------------------------------------------------------------===//

#include "sketch/bands.h"
#include "affine/nests.h"
#include "build/script.h"
#include "inputs/programs.h"
#include "ir/schedules.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "module.h"
#include "search/evolve.h"
#include "sketch/script.h"
#include <string.h>

/// Statement s writes argument s. Extents are powers of two, as tiles are.
static const char *const sources[] = {
    // Three loops that may be permuted.
    "func.func @f(%C: memref<16x32xf32> {llvm.noalias},\n"
    "             %A: memref<16x64xf32> {llvm.noalias},\n"
    "             %B: memref<64x32xf32> {llvm.noalias}) {\n"
    "  affine.for %i = 0 to 16 {\n"
    "    affine.for %j = 0 to 32 {\n"
    "      affine.for %k = 0 to 64 {\n"
    "        %a = affine.load %A[%i, %k] : memref<16x64xf32>\n"
    "        %b = affine.load %B[%k, %j] : memref<64x32xf32>\n"
    "        %c = affine.load %C[%i, %j] : memref<16x32xf32>\n"
    "        %0 = arith.mulf %a, %b : f32\n"
    "        %1 = arith.addf %c, %0 : f32\n"
    "        affine.store %1, %C[%i, %j] : memref<16x32xf32>\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n",
    // Two statements that may share loops, or not.
    "func.func @f(%B: memref<32x64xf32> {llvm.noalias},\n"
    "             %C: memref<32x64xf32> {llvm.noalias},\n"
    "             %A: memref<32x64xf32> {llvm.noalias}) {\n"
    "  affine.for %i = 0 to 32 {\n"
    "    affine.for %j = 0 to 64 {\n"
    "      %a = affine.load %A[%i, %j] : memref<32x64xf32>\n"
    "      %0 = arith.mulf %a, %a : f32\n"
    "      affine.store %0, %B[%i, %j] : memref<32x64xf32>\n"
    "      %b = affine.load %B[%i, %j] : memref<32x64xf32>\n"
    "      %1 = arith.addf %a, %b : f32\n"
    "      affine.store %1, %C[%i, %j] : memref<32x64xf32>\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n",
    // A loop within the band.
    "func.func @f(%W: memref<16x32xf32> {llvm.noalias},\n"
    "             %D: memref<17x32x64xf32> {llvm.noalias}) {\n"
    "  affine.for %i = 0 to 16 {\n"
    "    affine.for %j = 0 to 32 {\n"
    "      %d = affine.load %D[%i, %j, 7] : memref<17x32x64xf32>\n"
    "      affine.store %d, %W[%i, %j] : memref<16x32xf32>\n"
    "      affine.for %k = 0 to 64 {\n"
    "        %0 = affine.load %W[%i, %j] : memref<16x32xf32>\n"
    "        affine.store %0, %D[%i + 1, %j, %k] : memref<17x32x64xf32>\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n",
    // A recurrence, of which there are waves.
    "func.func @f(%A: memref<17x33xf32> {llvm.noalias}) {\n"
    "  affine.for %i = 0 to 16 {\n"
    "    affine.for %j = 0 to 32 {\n"
    "      %a = affine.load %A[%i, %j + 1] : memref<17x33xf32>\n"
    "      %b = affine.load %A[%i + 1, %j] : memref<17x33xf32>\n"
    "      %0 = arith.mulf %a, %b : f32\n"
    "      affine.store %0, %A[%i + 1, %j + 1] : memref<17x33xf32>\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n",
};

enum { numSources = sizeof sources / sizeof *sources };

//===----------------------------------------------------------------------===//
// Loops in the IR
//===----------------------------------------------------------------------===//

static MlirAffineMap mapOf(MlirOperation op, const char *name) {
  return mlirAffineMapAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString(name)));
}

static int64_t boundOf(MlirOperation loop, bool isUpper);

/// The value of an expression in the first iteration of the loops around.
static int64_t evaluate(MlirAffineExpr expr, MlirOperation loop,
                        intptr_t first) {
  if (mlirAffineExprIsAConstant(expr))
    return mlirAffineConstantExprGetValue(expr);
  if (mlirAffineExprIsADim(expr)) {
    MlirValue value = mlirOperationGetOperand(
        loop, first + mlirAffineDimExprGetPosition(expr));
    assert_true(mlirValueIsABlockArgument(value));
    return boundOf(
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)), false);
  }
  int64_t a = evaluate(mlirAffineBinaryOpExprGetLHS(expr), loop, first),
          b = evaluate(mlirAffineBinaryOpExprGetRHS(expr), loop, first);
  assert_true(mlirAffineExprIsAAdd(expr) || mlirAffineExprIsAMul(expr));
  return mlirAffineExprIsAAdd(expr) ? a + b : a * b;
}

static int64_t boundOf(MlirOperation loop, bool isUpper) {
  MlirAffineMap lower = mapOf(loop, "lowerBoundMap");
  MlirAffineMap map = isUpper ? mapOf(loop, "upperBoundMap") : lower;
  intptr_t first = isUpper ? mlirAffineMapGetNumInputs(lower) : 0;
  int64_t bound = evaluate(mlirAffineMapGetResult(map, 0), loop, first);
  for (intptr_t r = 1; r < mlirAffineMapGetNumResults(map); r++) {
    int64_t other = evaluate(mlirAffineMapGetResult(map, r), loop, first);
    bound = (other < bound) == isUpper ? other : bound;
  }
  return bound;
}

static int64_t tripOf(MlirOperation loop) {
  int64_t step = mlirIntegerAttrGetValueInt(
      mlirOperationGetInherentAttributeByName(loop, asIrString("step")));
  return (boundOf(loop, true) - boundOf(loop, false) + step - 1) / step;
}

typedef struct Stores {
  MlirOperation of[AS_MAX_STAGES]; ///< By the argument that they write.
} Stores;

static MlirWalkResult findStore(MlirOperation op, void *context) {
  Stores *stores = context;
  if (!asIrIsNamed(op, "affine.store"))
    return MlirWalkResultAdvance;
  intptr_t argument =
      mlirBlockArgumentGetArgNumber(mlirOperationGetOperand(op, 1));
  assert_in_range(argument, 0, AS_MAX_STAGES - 1);
  assert_null(stores->of[argument].ptr); // In one place only.
  stores->of[argument] = op;
  return MlirWalkResultAdvance;
}

/// The loops of several iterations around, outermost first; how many. The first
/// wave has one iteration, others have more.
static int loopsAround(MlirOperation op, bool isWave, MlirOperation *loops) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (!asIrIsNamed(parent, "affine.for"))
    return 0;
  int count = loopsAround(parent, isWave, loops);
  if (isWave || tripOf(parent) > 1)
    loops[count++] = parent;
  return count;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// "16 4 8, 1 of them shared", the last loop counted in, but never shared. Of
/// waves, which are skewed, how many loops there are.
static void printActual(const Stores *stores, int numStages, int s, bool isWave,
                        AsText *text) {
  MlirOperation own[AS_MAX_LOOPS], last[AS_MAX_LOOPS];
  int count = loopsAround(stores->of[s], isWave, own), shared = 0;
  int others = loopsAround(stores->of[numStages - 1], isWave, last);
  for (int l = 0; l < count && !isWave; l++)
    asTextFormat(text, "%lld ", (long long)tripOf(own[l]));
  asTextFormat(text, "of %d loops, ", count);
  while (shared < count - 1 && shared < others &&
         mlirOperationEqual(own[shared], last[shared]))
    shared++;
  asTextFormat(text, "%d shared\n", shared);
}

static void printSymbolic(const AsNest *nest, int s, bool isWave,
                          AsText *text) {
  const AsNestStage *stage = &nest->stage[s];
  int count = stage->numLoops;
  for (int l = 0; l < stage->numLoops && !isWave; l++)
    asTextFormat(text, "%d ", asNestTrip(&stage->loop[l]));
  for (int d = 0; d < nest->sketch->program->stages[s].numDims; d++) {
    count += stage->tile[d] > 1;
    if (stage->tile[d] > 1 && !isWave)
      asTextFormat(text, "%lld ", (long long)stage->tile[d]);
  }
  asTextFormat(text, "of %d loops, ", count);
  asTextFormat(text, "%d shared\n", stage->shared);
}

/// Compares one point; what differs goes to `problems`.
static void comparePoint(const AsTask *task, const AsSketch *sketch,
                         const AsPoint *point, AsText *problems) {
  AsNest nest;
  assert_true(asNestBuild(sketch, point, &nest));
  assert_true(asNestIsSane(&nest));
  AsText script = {0}, symbolic = {0}, actual = {0};
  asScriptModule(sketch, point, true, &script);
  MlirModule module = parse(task->text), sequence = parse(script.data);
  AsError error = {0};
  Stores stores = {0};
  if (asScriptApply(mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                    sequence, NULL, &error))
    fail_msg("%s", error.message);
  mlirOperationWalk(mlirModuleGetOperation(module), findStore, &stores,
                    MlirWalkPreOrder);
  for (int s = 0; s < nest.numStages; s++) {
    bool isWave = asBandsSchedule(sketch, point)->wave;
    printActual(&stores, nest.numStages, s, isWave, &actual);
    printSymbolic(&nest, s, isWave, &symbolic);
  }
  if (strcmp(actual.data, symbolic.data) != 0)
    asTextFormat(problems, "in the IR:\n%sin the nest:\n%s", actual.data,
                 symbolic.data);
  mlirModuleDestroy(module);
  mlirModuleDestroy(sequence);
  asTextFree(&script);
  asTextFree(&symbolic);
  asTextFree(&actual);
}

/// A source as a task, with its sketches.
static void openSource(int i, Program *program) {
  MlirModule module = parse(sources[i]);
  AsError error = {0};
  *program = (Program){.context = context};
  asAffineMarkNests(module, false);
  if (asTaskDescribe(mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     &program->arena, &program->task, &error))
    fail_msg("%s", error.message);
  program->sketches = asSketchDerive(&program->task.program, &programTargets[0],
                                     &program->arena, &program->numSketches);
  mlirModuleDestroy(module);
}

static AsSketch *sketchOf(const Program *program) {
  for (int s = 0; s < program->numSketches; s++)
    if (strcmp(program->sketches[s].name, "nest") == 0)
      return &program->sketches[s];
  fail_msg("there is no sketch of the nest");
  return NULL;
}

static bool hasWaves(const AsProgram *program) {
  for (int i = 0; i < program->numSchedules; i++)
    if (program->schedules[i].wave)
      return true;
  return false;
}

static void nestsAreAsTheIr(void **state) {
  AsRandom random = {11};
  int numWaves = 0;
  for (int i = 0; i < numSources; i++) {
    Program program;
    openSource(i, &program);
    const AsSketch *sketch = sketchOf(&program);
    assert_true(program.task.program.numSchedules > 1);
    numWaves += hasWaves(&program.task.program);
    for (int n = 0; n < 60; n++) {
      AsPoint point;
      AsText problems = {0};
      assert_true(asPointSample(sketch, &random, &point));
      comparePoint(&program.task, sketch, &point, &problems);
      if (problems.length)
        fail_msg("nest %d, %s:\n%s", i,
                 asPointFormat(sketch, &point, &program.arena), problems.data);
    }
    asArenaDestroy(&program.arena);
  }
  assert_int_equal(numWaves, 1);
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Whatever the schedule, tiles can be made to fit it, unless it takes some for
/// it to be anything new.
static void repairedPointsAreValid(void **state) {
  AsRandom random = {3};
  for (int i = 0; i < numSources; i++) {
    Program program;
    openSource(i, &program);
    const AsSketch *sketch = sketchOf(&program);
    int numInvalid = 0;
    for (int n = 0; n < 500; n++) {
      AsPoint point = {0};
      for (int k = 0; k < sketch->numKnobs; k++)
        point.choice[k] = (uint8_t)asRandomBelow(
            &random, (uint32_t)sketch->knobs[k].numOptions);
      numInvalid += !asPointIsValid(sketch, &point);
      asPointRepair(sketch, &point);
      bool isTiled = asPointStructure(sketch, &point) % 2;
      bool isNew = isTiled || asBandsSchedule(sketch, &point)->same < 0;
      assert_int_equal(asPointIsValid(sketch, &point), isNew);
    }
    if (i == 2) // Its bands differ.
      assert_true(numInvalid > 0);
    asArenaDestroy(&program.arena);
  }
}

static bool isOneStructure(const AsNestSchedule *a, const AsNestSchedule *b) {
  return a->fuse == b->fuse && a->keep == b->keep &&
         a->distribute == b->distribute && a->wave == b->wave &&
         a->order[0].isSerial == b->order[0].isSerial &&
         a->order[1].isSerial == b->order[1].isSerial;
}

/// Points are of one structure exactly if their schedules differ in nothing but
/// what is innermost, that carries something or nothing in both, and both have
/// tiles or neither has.
static void compareStructures(int source) {
  AsRandom random = {5};
  Program program;
  openSource(source, &program);
  const AsSketch *sketch = sketchOf(&program);
  assert_true(asSketchHasStructures(sketch));
  for (int n = 0; n < 200; n++) {
    AsPoint points[2];
    const AsNestSchedule *schedule[2];
    bool isTiled[2] = {false, false};
    for (int p = 0; p < 2; p++) {
      assert_true(asPointSample(sketch, &random, &points[p]));
      if (n % 2)
        memset(&points[p].choice[1], 0, AS_MAX_KNOBS - 1);
      schedule[p] = asBandsSchedule(sketch, &points[p]);
      for (int k = 1; k < sketch->numKnobs; k++)
        isTiled[p] |= points[p].choice[k] != 0;
    }
    bool isOne =
        isOneStructure(schedule[0], schedule[1]) && isTiled[0] == isTiled[1];
    int a = asPointStructure(sketch, &points[0]),
        b = asPointStructure(sketch, &points[1]);
    assert_in_range(a, 0, AS_MAX_STRUCTURES - 1);
    assert_int_equal(a == b, isOne);
    float traits[2][AS_MAX_TRAITS];
    for (int p = 0; p < 2; p++)
      asPointTraits(sketch, &points[p], traits[p]);
    bool isSame = memcmp(traits[0], traits[1], sizeof traits[0]) == 0;
    assert_int_equal(isSame, schedule[0] == schedule[1]);
  }
  asArenaDestroy(&program.arena);
}

static void structures(void **state) {
  compareStructures(0);
  compareStructures(1);
}

/// Likes structures the less, the larger their number.
static void scoreByStructure(const AsCandidate *candidates, int count,
                             double *scores, void *context) {
  const AsSketch *sketch = context;
  for (int i = 0; i < count; i++)
    scores[i] = -asPointStructure(sketch, &candidates[i].point);
}

/// However bad their scores are, and though few points have no tiles.
static void everyStructureIsTried(void **state) {
  enum { batch = 16 };
  AsRandom random = {17};
  Program program;
  openSource(1, &program);
  AsSketch *sketch = sketchOf(&program);
  bool isThere[AS_MAX_STRUCTURES] = {false},
       isTried[AS_MAX_STRUCTURES] = {false};
  for (int n = 0; n < 1000; n++) {
    AsPoint point;
    assert_true(asPointSample(sketch, &random, &point));
    isThere[asPointStructure(sketch, &point)] = true;
    memset(&point.choice[1], 0, AS_MAX_KNOBS - 1);
    isThere[asPointStructure(sketch, &point)] |= asPointIsValid(sketch, &point);
  }
  AsHistory history = {0};
  AsEvolution evolution = {.sketches = sketch,
                           .numSketches = 1,
                           .history = &history,
                           .scorer = scoreByStructure,
                           .context = sketch,
                           .population = 256,
                           .generations = 4,
                           .leastTrials = 2};
  int numStructures = 0;
  for (int b = 0; b < 2; b++) {
    AsCandidate chosen[batch];
    int count = asEvolve(&evolution, &random, batch, chosen);
    assert_int_equal(count, batch);
    for (int c = 0; c < count; c++) {
      asHistoryAdd(&history, &chosen[c]);
      isTried[asPointStructure(sketch, &chosen[c].point)] = true;
    }
  }
  for (int i = 0; i < AS_MAX_STRUCTURES; i++) {
    assert_int_equal(isTried[i], isThere[i]);
    numStructures += isThere[i];
  }
  assert_true(numStructures > 4);
  asHistoryFree(&history);
  asArenaDestroy(&program.arena);
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

static void schedulesAreReadAsWritten(void **state) {
  AsNestSchedule written[2], read[AS_NEST_MAX_SCHEDULES];
  memset(written, 0, sizeof written);
  memset(read, 0, sizeof read);
  for (int i = 0; i < 2; i++) {
    AsNestSchedule *schedule = &written[i];
    schedule->fuse = i;
    schedule->distribute = !i;
    schedule->innermost = i - 1;
    schedule->wave = i;
    schedule->same = -i;
    schedule->members = 2;
    schedule->extent[0] = 7;
    schedule->extent[1] = 9 + i;
    for (int s = 0; s < 2; s++)
      schedule->order[s] = (AsNestOrder){
          3, {(int8_t)(1 - i), (int8_t)i, (int8_t)(s ? 2 : -1)}, 1, 2, s, s};
  }
  MlirAttribute attribute = asIrSchedulesWrite(context, written, 2, 2);
  assert_int_equal(asIrSchedulesRead(attribute, 2, read), 2);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(read[i].innermost, written[i].innermost);
    assert_int_equal(read[i].fuse, written[i].fuse);
    assert_int_equal(read[i].wave, written[i].wave);
    assert_int_equal(read[i].same, written[i].same);
    assert_int_equal(read[i].extent[1], written[i].extent[1]);
    for (int s = 0; s < 2; s++) {
      const AsNestOrder *a = &read[i].order[s], *b = &written[i].order[s];
      assert_memory_equal(a->loop, b->loop, 3);
      assert_int_equal(a->numLoops, 3);
      assert_int_equal(a->first + 10 * a->members + 100 * a->shared,
                       b->first + 10 * b->members + 100 * b->shared);
      assert_int_equal(a->isSerial, b->isSerial);
    }
  }
  assert_int_equal(asIrSchedulesRead(attribute, 3, read), 0);
}

static void oddAttributesAreNone(void **state) {
  static const char *const good =
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, serial = array<i64: 0>, shared = array<i64: "
      "2>}]";
  static const char *const odd[] = {
      "unit",
      "array<i64: 3, 4>",
      "[3]",
      "[{}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 1, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, serial = array<i64: 0>, shared = array<i64: "
      "2>}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 8>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, serial = array<i64: 0>, shared = array<i64: "
      "2>}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, 0>,"
      " same = array<i64: -1>, serial = array<i64: 0>, shared = array<i64: "
      "2>}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, serial = array<i64: 0, 0>, shared = array<i64: "
      "2>}]",
  };
  AsNestSchedule read[AS_NEST_MAX_SCHEDULES];
  MlirAttribute attribute = mlirAttributeParseGet(context, asIrString(good));
  assert_int_equal(asIrSchedulesRead(attribute, 1, read), 1);
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    attribute = mlirAttributeParseGet(context, asIrString(odd[i]));
    assert_false(mlirAttributeIsNull(attribute));
    if (asIrSchedulesRead(attribute, 1, read))
      fail_msg("%s", odd[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nestsAreAsTheIr),
      cmocka_unit_test(repairedPointsAreValid),
      cmocka_unit_test(structures),
      cmocka_unit_test(everyStructureIsTried),
      cmocka_unit_test(schedulesAreReadAsWritten),
      cmocka_unit_test(oddAttributesAreNone),
  };
  return cmocka_run_group_tests_name("bands", tests, openContext, closeContext);
}
