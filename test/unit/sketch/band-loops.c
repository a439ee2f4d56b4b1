//===- band-loops.c - Schedules of loop nests
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

#include "bands.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "sketch/sanity.h"
#include "sketch/script.h"
#include "transform/apply-script.h"
#include <string.h>

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

static bool hasWaves(const AsProgram *program) {
  for (int i = 0; i < program->numSchedules; i++)
    if (program->schedules[i].wave)
      return true;
  return false;
}

static void nestsAreAsTheIr(void **state) {
  AsRandom random = {11};
  int numWaves = 0, numUnrolled = 0;
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
      // Where tiles are unrolled, the IR has no loops for these.
      bool isUnrolled = asBandsSchedule(sketch, &point)->jam;
      numUnrolled += isUnrolled;
      if (isUnrolled)
        continue;
      comparePoint(&program.task, sketch, &point, &problems);
      if (problems.length)
        fail_msg("nest %d, %s:\n%s", i,
                 asPointFormat(sketch, &point, &program.arena), problems.data);
    }
    asArenaDestroy(&program.arena);
  }
  assert_int_equal(numWaves, 1);
  assert_true(numUnrolled > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nestsAreAsTheIr),
  };
  return cmocka_run_group_tests_name("bands", tests, openContext, closeContext);
}
