//===- test/unit/nest.c - Symbolic nests against transformed IR -----------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two forms of a sketch are held together here. For random points of every
// sketch of every program the script is applied, up to where vectors begin,
// and what it made is read from the IR: the loops around each operation, the
// extents that are left inside, the accesses, and which loops move the tile of
// which operand. All of it must be what the symbolic nest says.
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
// - LAYOUT cuts a loop in two, of which the inner one is the last loop of the
//   operation and the last index of what the loop indexes. The two are compared
//   as one.
//
//===----------------------------------------------------------------------===//

#include "sketch/nest.h"
#include "build/script.h"
#include "inputs/programs.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "sketch/script.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

typedef struct Loop {
  MlirValue variable;
  int64_t trip;
  bool isParallel;
} Loop;

/// The loops around an operation, outermost first. As in a nest, those of a
/// single iteration are left out.
typedef struct Loops {
  Loop loop[AS_MAX_LOOPS];
  int size;
} Loops;

static void pushLoop(Loops *loops, MlirValue variable, int64_t span,
                     int64_t step, bool isParallel) {
  assert_int_equal(span % step, 0);
  if (span == step)
    return;
  assert_true(loops->size < AS_MAX_LOOPS);
  loops->loop[loops->size++] = (Loop){variable, span / step, isParallel};
}

static int64_t constantOperand(MlirOperation op, intptr_t i) {
  MlirOperation owner = mlirOpResultGetOwner(mlirOperationGetOperand(op, i));
  assert_true(asIrIsNamed(owner, "arith.constant"));
  return mlirIntegerAttrGetValueInt(
      mlirOperationGetInherentAttributeByName(owner, asIrString("value")));
}

static MlirAttribute bounds(MlirOperation forall, const char *name) {
  return mlirOperationGetInherentAttributeByName(forall, asIrString(name));
}

static void pushForall(Loops *loops, MlirOperation op) {
  MlirAttribute lower = bounds(op, "staticLowerBound"),
                upper = bounds(op, "staticUpperBound"),
                step = bounds(op, "staticStep");
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(upper); i++)
    pushLoop(loops, mlirBlockGetArgument(asIrBody(op), i),
             mlirDenseI64ArrayGetElement(upper, i) -
                 mlirDenseI64ArrayGetElement(lower, i),
             mlirDenseI64ArrayGetElement(step, i), true);
}

static Loops loopsAround(MlirOperation op) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (mlirOperationIsNull(parent))
    return (Loops){.size = 0};
  Loops loops = loopsAround(parent);
  if (asIrIsNamed(parent, "scf.for"))
    pushLoop(&loops, mlirBlockGetArgument(asIrBody(parent), 0),
             constantOperand(parent, 1) - constantOperand(parent, 0),
             constantOperand(parent, 2), false);
  else if (asIrIsNamed(parent, "scf.forall"))
    pushForall(&loops, parent);
  return loops;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static MlirAffineMap mapOf(MlirOperation op, intptr_t operand) {
  return mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op), operand));
}

/// Adds factor * expr, which is linear, to an index.
static void readIndex(MlirAffineExpr expr, int64_t factor, int16_t *factors,
                      int64_t *offset) {
  if (mlirAffineExprIsADim(expr)) {
    factors[mlirAffineDimExprGetPosition(expr)] += (int16_t)factor;
  } else if (mlirAffineExprIsAConstant(expr)) {
    *offset += factor * mlirAffineConstantExprGetValue(expr);
  } else if (mlirAffineExprIsAAdd(expr)) {
    readIndex(mlirAffineBinaryOpExprGetLHS(expr), factor, factors, offset);
    readIndex(mlirAffineBinaryOpExprGetRHS(expr), factor, factors, offset);
  } else { // A product has its constant on the right.
    assert_true(mlirAffineExprIsAMul(expr));
    MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expr);
    readIndex(mlirAffineBinaryOpExprGetLHS(expr),
              factor * mlirAffineConstantExprGetValue(right), factors, offset);
  }
}

/// Where the tile that an operand reads or writes comes from.
typedef struct Origin {
  unsigned movedBy; ///< Bit l: loop l moves it.
  bool isEmpty;     ///< It is a part of a tensor.empty.
} Origin;

static void traceIndex(MlirValue value, const Loops *loops, Origin *origin) {
  for (int l = 0; l < loops->size; l++)
    if (mlirValueEqual(value, loops->loop[l].variable))
      origin->movedBy |= 1u << l;
  if (!mlirValueIsAOpResult(value))
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    traceIndex(mlirOperationGetOperand(op, i), loops, origin);
}

/// What a tile was before `value`: the source of a slice or of a reshape, what
/// a slice was put into, what a loop carries when it starts, the destination of
/// an operation. Null at the end.
static MlirValue before(MlirValue value) {
  const MlirValue none = {NULL};
  if (!mlirValueIsAOpResult(value)) {
    MlirBlock block = mlirBlockArgumentGetOwner(value);
    MlirOperation loop = mlirBlockGetParentOperation(block);
    if (!asIrHasPrefix(loop, "scf.for"))
      return none;
    intptr_t fromEnd =
        mlirBlockGetNumArguments(block) - mlirBlockArgumentGetArgNumber(value);
    return mlirOperationGetOperand(loop,
                                   mlirOperationGetNumOperands(loop) - fromEnd);
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  // Without a mark, a transpose turns the tile of a packed operand back.
  if (asIrIsNamed(op, "tensor.extract_slice") ||
      asIrIsNamed(op, "tensor.collapse_shape") ||
      (asIrIsNamed(op, "linalg.transpose") &&
       mlirOperationGetNumDiscardableAttributes(op) == 0))
    return mlirOperationGetOperand(op, 0);
  if (asIrIsNamed(op, "tensor.insert_slice"))
    return mlirOperationGetOperand(op, 1);
  if (!asIrHasPrefix(op, "scf.for") && !asIrHasPrefix(op, "linalg."))
    return none;
  intptr_t fromEnd =
      mlirOperationGetNumResults(op) - mlirOpResultGetResultNumber(value);
  return mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - fromEnd);
}

static Origin trace(MlirValue value, const Loops *loops) {
  Origin origin = {0};
  for (; value.ptr; value = before(value)) {
    if (!mlirValueIsAOpResult(value))
      continue;
    MlirOperation op = mlirOpResultGetOwner(value);
    origin.isEmpty = asIrIsNamed(op, "tensor.empty");
    if (asIrIsNamed(op, "tensor.extract_slice"))
      for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); i++)
        traceIndex(mlirOperationGetOperand(op, i), loops, &origin);
  }
  return origin;
}

/// How many loops are around the loop that fills the copy which a packed
/// operand is read from; -1 where there is none.
static int loopsAroundCopy(MlirValue value) {
  while (value.ptr && !mlirValueIsABlockArgument(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (asIrIsNamed(op, "scf.for"))
      return loopsAround(op).size;
    value = before(value);
  }
  return -1;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// What the stages of a program have become.
typedef struct Transformed {
  const AsProgram *program;
  MlirOperation op[AS_MAX_STAGES];      ///< The first; null for a pad.
  int64_t iterations[AS_MAX_STAGES];    ///< Of all of the stage.
  bool isPartial[AS_MAX_STAGES];        ///< Reduces into partial results.
  MlirOperation partial[AS_MAX_STAGES]; ///< Those, in the order of the IR.
  int64_t partialIterations[AS_MAX_STAGES];
  int numPartial;
} Transformed;

static bool hasMark(MlirOperation op, int order) {
  char name[16];
  snprintf(name, sizeof name, "as.op%d", order);
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, asIrString(name)));
}

/// The iterations of loop `d`, from an operand that it indexes alone.
static int64_t extentOf(MlirOperation op, int d) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirAffineMap map = mapOf(op, i);
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
      MlirAffineExpr expr = mlirAffineMapGetResult(map, r);
      if (mlirAffineExprIsADim(expr) &&
          mlirAffineDimExprGetPosition(expr) == d) {
        assert_false(mlirShapedTypeIsDynamicDim(type, r));
        return mlirShapedTypeGetDimSize(type, r);
      }
    }
  }
  return 0;
}

static int64_t iterationsOf(MlirOperation op) {
  Loops loops = loopsAround(op);
  int64_t iterations = 1;
  for (int l = 0; l < loops.size; l++)
    iterations *= loops.loop[l].trip;
  intptr_t numDims = mlirAffineMapGetNumDims(mapOf(op, 0));
  for (int d = 0; d < numDims; d++)
    iterations *= extentOf(op, d);
  return iterations;
}

static MlirOperation ownerOf(MlirOperation op, int operand) {
  return mlirOpResultGetOwner(mlirOperationGetOperand(op, operand));
}

/// The operation whose partial results are merged. It is in a loop, unless that
/// had a single iteration and was peeled; what the loop leaves over is added to
/// a slice of the results after it.
static MlirOperation partialOf(MlirOperation merge, int64_t *iterations) {
  MlirOperation op = ownerOf(merge, 0);
  *iterations = 0;
  if (asIrIsNamed(op, "tensor.insert_slice")) {
    *iterations += iterationsOf(ownerOf(op, 0));
    op = ownerOf(op, 1);
  }
  while (!asIrHasPrefix(op, "linalg."))
    op = asIrIsNamed(op, "scf.for") ? mlirBlockGetFirstOperation(asIrBody(op))
                                    : mlirOperationGetNextInBlock(op);
  *iterations += iterationsOf(op);
  return op;
}

static MlirWalkResult findMarked(MlirOperation op, void *context) {
  Transformed *transformed = context;
  if (!asIrHasPrefix(op, "linalg."))
    return MlirWalkResultAdvance;
  for (int s = 0; s < transformed->program->numStages; s++)
    if (hasMark(op, transformed->program->stages[s].order)) {
      if (mlirOperationIsNull(transformed->op[s]))
        transformed->op[s] = op;
      transformed->iterations[s] += iterationsOf(op);
      return MlirWalkResultSkip;
    }
  // What threads reduced is merged after all that they do.
  if (asIrIsNamed(op, "linalg.reduce") &&
      !asIrIsNamed(ownerOf(op, 0), "scf.forall")) {
    assert_true(transformed->numPartial < AS_MAX_STAGES);
    int p = transformed->numPartial++;
    transformed->partial[p] = partialOf(op, &transformed->partialIterations[p]);
  }
  return MlirWalkResultSkip;
}

/// Every stage but a pad is there, and no partial reduction is left over.
static void findStages(MlirModule module, Transformed *transformed) {
  mlirOperationWalk(mlirModuleGetOperation(module), findMarked, transformed,
                    MlirWalkPreOrder);
  int next = 0;
  for (int s = 0; s < transformed->program->numStages; s++) {
    if (transformed->program->stages[s].kind == AS_STAGE_PAD ||
        !mlirOperationIsNull(transformed->op[s]))
      continue;
    assert_true(next < transformed->numPartial);
    transformed->iterations[s] = transformed->partialIterations[next];
    transformed->op[s] = transformed->partial[next++];
    transformed->isPartial[s] = true;
  }
  assert_int_equal(next, transformed->numPartial);
}

/// The same where LAYOUT may have cut the loop in two.
static int64_t wholeExtentOf(MlirOperation op, int d, const AsNestStage *own,
                             int numDims) {
  return extentOf(op, d) * (d == own->innermost ? extentOf(op, numDims) : 1);
}

/// As asNestPrint: "0 linalg.fill: 64 for, 16 for | 8x32".
static void printStages(const Transformed *transformed, const AsNest *nest,
                        AsText *text) {
  for (int s = 0; s < transformed->program->numStages; s++) {
    const AsStage *stage = &transformed->program->stages[s];
    MlirOperation op = transformed->op[s];
    if (mlirOperationIsNull(op))
      continue;
    Loops loops = loopsAround(op);
    asTextFormat(text, "%d %s:", stage->order, stage->name);
    for (int l = 0; l < loops.size; l++)
      asTextFormat(text, "%s %lld %s", l ? "," : "",
                   (long long)loops.loop[l].trip,
                   loops.loop[l].isParallel ? "forall" : "for");
    asTextAppendString(text, " | ");
    for (int d = 0; d < stage->numDims; d++)
      asTextFormat(
          text, "%s%lld", d ? "x" : "",
          (long long)wholeExtentOf(op, d, &nest->stage[s], stage->numDims));
    asTextAppendString(text, "\n");
  }
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

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
    int16_t factor[AS_MAX_DIMS + 1] = {0}, expected[AS_MAX_DIMS + 1] = {0};
    int64_t offset = 0;
    bool isInner = r == rank; // The loop that LAYOUT added, by itself.
    if (isTile || isInner)
      expected[isTile ? r : stage->numDims] = 1;
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
                         const AsPoint *point, int s, AsText *problems) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *stage = &program->stages[s];
  const AsNestStage *own = &nest->stage[s];
  int rank = program->tensors[stage->access[i].tensor].rank;
  unsigned expected = 0, compared = ~0u;
  for (int l = 0; l < own->numLoops; l++)
    for (int r = 0; r < rank; r++)
      if (own->loop[l].dim >= 0 &&
          stage->access[i].factor[r][own->loop[l].dim] != 0)
        expected |= 1u << l;
  if (own->packLoops[i] >= 0) {
    int around = loopsAroundCopy(mlirOperationGetOperand(op, i));
    int hoisted = loopsAroundPacking(nest, point, s, i);
    if (around != hoisted)
      asTextFormat(problems, "%s: operand %d is copied in %d loops, not %d\n",
                   stage->name, i, around, hoisted);
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

/// Whether every iteration is done, once. What the nest says is repeated is not
/// counted.
static void compareIterations(const Transformed *transformed,
                              const AsNest *nest, int s, AsText *problems) {
  const AsStage *stage = &transformed->program->stages[s];
  int64_t expected = 1;
  for (int d = 0; d < stage->numDims; d++)
    expected *= stage->extent[d];
  for (int l = 0; l < nest->stage[s].numLoops; l++)
    if (nest->stage[s].loop[l].dim < 0)
      return;
  if (transformed->iterations[s] != expected)
    asTextFormat(problems, "%s: does %lld iterations, not %lld\n", stage->name,
                 (long long)transformed->iterations[s], (long long)expected);
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
    for (int i = 0; i < stage->numAccesses; i++) {
      int rank = program->tensors[stage->access[i].tensor].rank;
      compareAccess(op, i, stage, own, rank, transformed->isPartial[s],
                    problems);
      compareMoves(op, i, nest, point, s, problems);
    }
  }
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
