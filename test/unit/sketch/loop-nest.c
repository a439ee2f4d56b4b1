//===- loop-nest.c - Symbolic nests against transformed IR
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two forms of a sketch are held together here. For random points of every
// sketch of every program the script is applied, up to where vectors begin,
// and what it made is read from the IR: the loops around each operation, the
// extents that are left inside, the accesses, which loops move the tile of
// which operand, and which ones a stage shares with the last. All of it must be
// what the symbolic nest says.
//
// Where tiles leave something over of an extent, there are several operations
// with a mark. The nest is about the first, which has the whole tiles; but all
// of them together must do each iteration of the stage, in loops that leave
// nothing over and tiles of static sizes.
//
// Two steps rewrite the operation; what they change is compared as far as the
// nest speaks of it:
// - SPLIT_REDUCTION replaces a reduction by one into partial results, which has
//   lost its mark as.opN, and a merge after the loop, of which the nest knows
//   nothing. The partial ones are told apart by their order in the IR.
// - PACK reads an operand from a copy. Where the copy stands is compared, and
//   which of the loops inside of that move what is read; how it is filled is
//   not in the nest.
// - SHARE reads an operand from a copy, too, which is where its depth says.
// - LAYOUT cuts a loop in two, of which the inner one is the last loop of the
//   operation and the last index of what the loop indexes. The two are compared
//   as one.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/script.h"
#include "transform/apply-script.h"
#include "transformed.h"

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// The loop that index `r` of a partial result is: those of the result come
/// first.
static int loopOfPart(const AsStage *stage, int r) {
  for (int reduced = 0; reduced < 2; reduced++)
    for (int d = 0; d < stage->numDims; d++)
      if (stage->isReduction[d] == reduced && r-- == 0)
        return d;
  return -1;
}

static void compareAccess(MlirOperation op, int i, const AsStage *stage,
                          const AsNestStage *own, int rank, bool isPartial,
                          AsText *problems) {
  const AsAccess *access = &stage->access[i];
  MlirAffineMap map = mapOf(op, i);
  // There is a partial result for each element of the tile that is reduced.
  bool isTile = isPartial && access->isWrite;
  bool isLaidOut = false;
  for (int r = 0; r < rank && own->innermost >= 0; r++)
    isLaidOut |= access->factor[r][own->innermost] != 0;
  if (mlirAffineMapGetNumResults(map) !=
      (isTile ? stage->numDims : rank + isLaidOut)) {
    asTextFormat(problems, "%s: operand %d has another rank\n", stage->name, i);
    return;
  }
  for (int r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    int32_t factor[AS_MAX_DIMS + 1] = {0}, expected[AS_MAX_DIMS + 1] = {0};
    int64_t offset = 0;
    bool isInner = r == rank; // The loop that LAYOUT added, by itself.
    if (isTile || isInner)
      expected[isTile ? loopOfPart(stage, r) : stage->numDims] = 1;
    else
      memcpy(expected, access->factor[r], sizeof access->factor[r]);
    readIndex(mlirAffineMapGetResult(map, r), 1, factor, &offset);
    if (memcmp(factor, expected, sizeof factor) != 0 ||
        offset != (isTile || isInner ? 0 : access->offset[r]))
      asTextFormat(problems, "%s: operand %d, index %d is another\n",
                   stage->name, i, r);
  }
}

/// How many loops are around the copy of packed operand `i`: LOWER_PACK makes
/// it in those that there are by then, PACK hoists it out of the last of them.
static int loopsAroundPacking(const AsNest *nest, const AsPoint *point, int s,
                              int i) {
  AsSketch until = *nest->sketch;
  AsNest then;
  AsStepKind kind =
      nest->stage[s].innermost < 0 ? AS_STEP_PACK : AS_STEP_LOWER_PACK;
  for (until.numSteps = 0; until.steps[until.numSteps].kind != kind;
       until.numSteps++)
    ;
  assert_true(asNestBuild(&until, point, &then));
  return then.stage[s].numLoops -
         (kind == AS_STEP_PACK ? nest->stage[s].packLoops[i] : 0);
}

static void compareMoves(MlirOperation op, int i, const AsNest *nest,
                         const AsPoint *point, int s, bool isPartial,
                         AsText *problems) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *stage = &program->stages[s];
  const AsNestStage *own = &nest->stage[s];
  int rank = program->tensors[stage->access[i].tensor].rank;
  unsigned expected = 0, compared = ~0u;
  for (int l = 0; l < own->numLoops; l++)
    for (int r = 0; r < rank; r++)
      if (own->loop[l].dim >= 0 && asNestTrip(&own->loop[l]) > 1 &&
          stage->access[i].factor[r][own->loop[l].dim] != 0)
        expected |= 1u << l;
  // Each thread of a block has partial results of its own.
  for (int l = 0; l < own->numLoops; l++)
    if (isPartial && stage->access[i].isWrite &&
        own->loop[l].kind == AS_LOOP_THREADS)
      expected |= 1u << l;
  if (own->packLoops[i] >= 0) {
    int around = loopsAroundCopy(mlirOperationGetOperand(op, i));
    int hoisted = loopsAroundPacking(nest, point, s, i);
    if (around != hoisted)
      asTextFormat(problems, "%s: operand %d is copied in %d loops, not %d\n",
                   stage->name, i, around, hoisted);
    compared <<= around > 0 ? around : 0;
  }
  if (own->shareDepth[i] >= 0) {
    int around = loopsAroundShared(mlirOperationGetOperand(op, i));
    if (around != own->shareDepth[i])
      asTextFormat(problems, "%s: operand %d is shared in %d loops, not %d\n",
                   stage->name, i, around, own->shareDepth[i]);
    compared <<= around > 0 ? around : 0;
  }
  Loops loops = loopsAround(op);
  Origin origin = trace(mlirOperationGetOperand(op, i), &loops);
  // A slice of an empty tensor may have become a smaller empty tensor.
  if (origin.isEmpty && own->packLoops[i] < 0)
    compared = origin.movedBy;
  if ((origin.movedBy ^ expected) & compared)
    asTextFormat(problems, "%s: operand %d is moved by loops %x, not %x\n",
                 stage->name, i, origin.movedBy, expected);
}

/// What is done of loop `d` where the innermost tiles are whole ones: `span` of
/// it in the loops from `l` on.
static int64_t padded(const AsNestStage *own, int d, int l, int64_t span) {
  while (l < own->numLoops && own->loop[l].dim != d)
    l++;
  if (l == own->numLoops)
    return own->tile[d];
  int64_t step = own->loop[l].step;
  return span / step * padded(own, d, l + 1, step) +
         (span % step ? padded(own, d, l + 1, span % step) : 0);
}

/// Whether every iteration is done, once, and those that make a whole tile of a
/// padded remainder. What the nest says is repeated is not counted.
static void compareIterations(const Transformed *transformed,
                              const AsNest *nest, int s, AsText *problems) {
  const AsStage *stage = &transformed->program->stages[s];
  int64_t expected = 1;
  for (int d = 0; d < stage->numDims; d++) {
    const AsNestStage *own = &nest->stage[s];
    expected *= d == own->padded ? padded(own, d, 0, stage->extent[d])
                                 : stage->extent[d];
  }
  for (int l = 0; l < nest->stage[s].numLoops; l++)
    if (nest->stage[s].loop[l].dim < 0)
      return;
  if (nest->sketch->feeds[s])
    return; // Tiles overlap.
  if (transformed->iterations[s] != expected)
    asTextFormat(problems, "%s: does %lld iterations, not %lld\n", stage->name,
                 (long long)transformed->iterations[s], (long long)expected);
}

/// How many loops two operations have in common.
static int numShared(MlirOperation a, MlirOperation b) {
  Loops left = loopsAround(a), right = loopsAround(b);
  int shared = 0;
  while (
      shared < left.size && shared < right.size &&
      mlirValueEqual(left.loop[shared].variable, right.loop[shared].variable))
    shared++;
  return shared;
}

/// Whether the loops that a stage shares with the last one are those. What
/// makes an image that is padded shares its own with the last stage of that,
/// and pieces of a concatenation are fused with nothing.
static void compareShared(const Transformed *transformed, const AsNest *nest,
                          int s, AsText *problems) {
  int last = nest->numStages - 1, expected = asNestCommonLoops(nest, s, last);
  if (s == last || mlirOperationIsNull(transformed->op[last]) ||
      nest->sketch->feeds[s] ||
      transformed->program->stages[s].kind == AS_STAGE_INSERT)
    return;
  int shared = numShared(transformed->op[s], transformed->op[last]);
  if (shared != expected)
    asTextFormat(problems, "%s: shares %d loops with the last stage, not %d\n",
                 transformed->program->stages[s].name, shared, expected);
}

static void compareStages(const Transformed *transformed, const AsNest *nest,
                          const AsPoint *point, AsText *problems) {
  const AsProgram *program = transformed->program;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    const AsNestStage *own = &nest->stage[s];
    MlirOperation op = transformed->op[s];
    if (mlirOperationIsNull(op))
      continue;
    if (own->isSplit != transformed->isPartial[s])
      asTextFormat(problems, "%s: is %ssplit\n", stage->name,
                   own->isSplit ? "not " : "");
    compareIterations(transformed, nest, s, problems);
    compareShared(transformed, nest, s, problems);
    for (int i = 0; i < asStageNumOperands(stage); i++) {
      int rank = program->tensors[stage->access[i].tensor].rank;
      compareAccess(op, i, stage, own, rank, transformed->isPartial[s],
                    problems);
      compareMoves(op, i, nest, point, s, transformed->isPartial[s], problems);
    }
  }
}

/// A loop whose result has a size that is not known.
static MlirWalkResult findUnknownSize(MlirOperation op, void *context) {
  bool isFor = asIrIsNamed(op, "scf.for");
  for (intptr_t r = 0; isFor && r < mlirOperationGetNumResults(op); r++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, r));
    *(bool *)context |=
        mlirTypeIsARankedTensor(type) && !mlirShapedTypeHasStaticShape(type);
  }
  return MlirWalkResultAdvance;
}

/// Of a packed operand it is known how many tiles there are: what weights
/// determine can be taken out of the program only then
/// (lowering/constants/constant-slice.h). Not of shares of the lanes, which
/// differ.
static void checkPacked(MlirModule task, const AsSketch *sketch,
                        AsText *problems) {
  bool hasUnknown = false;
  AsError error = {0};
  assert_int_equal(asIrRunPipeline(mlirModuleGetOperation(task),
                                   "builtin.module(canonicalize)", false,
                                   &error),
                   AS_OK);
  mlirOperationWalk(mlirModuleGetOperation(task), findUnknownSize, &hasUnknown,
                    MlirWalkPreOrder);
  if (hasUnknown && strstr(sketch->name, "pack") &&
      !strstr(sketch->name, "lanes"))
    asTextAppendString(problems, "a loop makes a tensor of unknown size\n");
}

/// Applies the point's script to the task; what differs goes to `problems`.
static void comparePoint(const Program *program, const AsSketch *sketch,
                         const AsPoint *point, AsText *problems) {
  AsNest nest;
  assert_true(asNestBuild(sketch, point, &nest));
  assert_true(asNestIsSane(&nest));
  AsText script = {0}, symbolic = {0}, actual = {0};
  asScriptModule(sketch, point, true, &script);
  MlirModule task, sequence;
  AsError error = {0};
  assert_int_equal(asIrParse(program->context, program->task.text,
                             strlen(program->task.text), "task", &task, &error),
                   AS_OK);
  if (asIrParse(program->context, script.data, script.length, "script",
                &sequence, &error))
    fail_msg("%s", error.message);
  if (asScriptApply(mlirBlockGetFirstOperation(mlirModuleGetBody(task)),
                    sequence, NULL, &error)) {
    asTextFormat(problems, "%s\n", error.message);
  } else {
    Transformed transformed = {.program = sketch->program};
    findStages(task, &transformed);
    printStages(&transformed, &nest, &actual);
    asNestPrint(&nest, &symbolic);
    if (strcmp(actual.data, symbolic.data) != 0)
      asTextFormat(problems, "in the IR:\n%sin the nest:\n%s", actual.data,
                   symbolic.data);
    else
      compareStages(&transformed, &nest, point, problems);
    checkPacked(task, sketch, problems);
  }
  mlirModuleDestroy(sequence);
  mlirModuleDestroy(task);
  asTextFree(&script);
  asTextFree(&symbolic);
  asTextFree(&actual);
}

//===----------------------------------------------------------------------===//
// Every point of every sketch of every program
//===----------------------------------------------------------------------===//

static int numCompared, numWrong;

static void compareProgram(const Program *program) {
  AsRandom random = {7};
  for (int s = 0; s < program->numSketches; s++) {
    const AsSketch *sketch = &program->sketches[s];
    for (int i = 0; i < 6 && sketch->numSteps; i++) { // Not the plain one.
      AsPoint point;
      AsText problems = {0};
      assert_true(asPointSample(sketch, &random, &point));
      comparePoint(program, sketch, &point, &problems);
      numCompared++;
      if (problems.length) {
        AsArena arena = {0};
        numWrong++;
        print_error("%s: %s %s\n%s\n", program->name, sketch->name,
                    asPointFormat(sketch, &point, &arena), problems.data);
        asArenaDestroy(&arena);
      }
      asTextFree(&problems);
    }
  }
}

static void nestsAreAsTheIr(void **state) {
  visitPrograms(compareProgram);
  print_message("%d points compared\n", numCompared);
  assert_true(numCompared > 500);
  assert_int_equal(numWrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nestsAreAsTheIr),
  };
  return cmocka_run_group_tests_name("nest", tests, NULL, NULL);
}
