//===- transformed.h - What a script made of a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Read from the IR: the loops around each operation with a mark, the extents
// that are left inside, the accesses, and where packed operands are copied.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_TRANSFORMED_H
#define AS_TEST_TRANSFORMED_H

#include "inputs/programs.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "sketch/loop-nest.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

typedef struct Loop {
  MlirValue variable;
  int64_t trip;
  const char *kind; ///< As in AS_LOOP_KINDS.
} Loop;

/// The loops around an operation, outermost first. As in a nest, those of a
/// single iteration are left out.
typedef struct Loops {
  Loop loop[AS_MAX_LOOPS];
  int size;
} Loops;

/// A loop of no iterations is none of a nest either, but counts.
static inline void pushLoop(Loops *loops, MlirValue variable, int64_t span,
                            int64_t step, const char *kind) {
  assert_int_equal(span % step, 0);
  if (span == step)
    return;
  assert_true(loops->size < AS_MAX_LOOPS);
  loops->loop[loops->size++] = (Loop){variable, span / step, kind};
}

static inline MlirAttribute bounds(MlirOperation forall, const char *name) {
  return mlirOperationGetInherentAttributeByName(forall, asIrString(name));
}

static inline int64_t boundOf(MlirOperation forall, const char *name,
                              intptr_t i) {
  return mlirDenseI64ArrayGetElement(bounds(forall, name), i);
}

/// Its tiles of dimension `i`, of which the last may be a smaller one.
static inline int64_t numTiles(MlirOperation forall, intptr_t i) {
  int64_t step = boundOf(forall, "staticStep", i);
  return (boundOf(forall, "staticUpperBound", i) + step - 1) / step;
}

/// What runs the iterations of an scf.forall, by its mapping.
static inline const char *kindOf(MlirOperation op) {
  MlirAttribute mapping = bounds(op, "mapping");
  if (mlirAttributeIsNull(mapping) || !mlirArrayAttrGetNumElements(mapping))
    return "forall";
  AsText text = {0};
  asIrPrintAttribute(mapping, &text);
  const char *kind = strstr(text.data, "#gpu.block")  ? "blocks"
                     : strstr(text.data, "#gpu.warp") ? "warps"
                     : strstr(text.data, "#gpu.lane") ? "lanes"
                                                      : "threads";
  asTextFree(&text);
  return kind;
}

static inline void pushForall(Loops *loops, MlirOperation op) {
  intptr_t dims = mlirDenseArrayGetNumElements(bounds(op, "staticStep"));
  for (intptr_t i = 0; i < dims; i++) {
    assert_int_equal(boundOf(op, "staticLowerBound", i), 0);
    MlirValue variable = mlirBlockGetArgument(asIrBody(op), i);
    const char *kind = kindOf(op);
    // A single block is a loop as well.
    if (dims == 1 && numTiles(op, i) == 1 && strcmp(kind, "blocks") == 0)
      loops->loop[loops->size++] = (Loop){variable, 1, kind};
    else
      pushLoop(loops, variable, numTiles(op, i), 1, kind);
  }
}

enum { second = -1 };

static inline int64_t valueIn(MlirValue value, int64_t share);

/// What an affine expression over the operands of `op` is.
static inline int64_t evaluate(MlirAffineExpr expr, MlirOperation op,
                               intptr_t numDims, int64_t share) {
  if (mlirAffineExprIsAConstant(expr))
    return mlirAffineConstantExprGetValue(expr);
  if (mlirAffineExprIsADim(expr))
    return valueIn(
        mlirOperationGetOperand(op, mlirAffineDimExprGetPosition(expr)), share);
  if (mlirAffineExprIsASymbol(expr))
    return valueIn(mlirOperationGetOperand(
                       op, numDims + mlirAffineSymbolExprGetPosition(expr)),
                   share);
  int64_t a = evaluate(mlirAffineBinaryOpExprGetLHS(expr), op, numDims, share),
          b = evaluate(mlirAffineBinaryOpExprGetRHS(expr), op, numDims, share);
  if (mlirAffineExprIsAAdd(expr))
    return a + b;
  if (mlirAffineExprIsAMul(expr))
    return a * b;
  assert_true(a >= 0 && b > 0);
  return mlirAffineExprIsAMod(expr)       ? a % b
         : mlirAffineExprIsACeilDiv(expr) ? (a + b - 1) / b
                                          : a / b;
}

static inline int64_t operandIn(MlirOperation op, intptr_t i, int64_t share) {
  return valueIn(mlirOperationGetOperand(op, i), share);
}

/// What an affine.apply, min or max computes.
static inline int64_t affineIn(MlirOperation op, int64_t share) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("map")));
  bool isMax = asIrIsNamed(op, "affine.max");
  int64_t result = isMax ? INT64_MIN : INT64_MAX;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    int64_t value = evaluate(mlirAffineMapGetResult(map, r), op,
                             mlirAffineMapGetNumDims(map), share);
    result = (value < result) != isMax ? value : result;
  }
  return result;
}

/// A bound or a size in iteration `share` of the loops of threads, and the
/// first one of the others; or in the second one of all.
static inline int64_t valueIn(MlirValue value, int64_t share) {
  if (!mlirValueIsAOpResult(value)) {
    MlirOperation loop =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
    intptr_t i = mlirBlockArgumentGetArgNumber(value);
    if (asIrIsNamed(loop, "scf.forall"))
      return (share == second ? 1 : share) * boundOf(loop, "staticStep", i);
    return operandIn(loop, 0, share) +
           (share == second ? operandIn(loop, 2, share) : 0);
  }
  MlirOperation owner = mlirOpResultGetOwner(value);
  if (asIrHasPrefix(owner, "affine."))
    return affineIn(owner, share);
  assert_true(asIrIsNamed(owner, "arith.constant"));
  return mlirIntegerAttrGetValueInt(
      mlirOperationGetInherentAttributeByName(owner, asIrString("value")));
}

/// Those that there are in iteration `share` of the loops of threads.
static inline Loops loopsAroundIn(MlirOperation op, int64_t share) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (mlirOperationIsNull(parent))
    return (Loops){.size = 0};
  Loops loops = loopsAroundIn(parent, share);
  if (asIrIsNamed(parent, "scf.for")) {
    int64_t step = operandIn(parent, 2, share);
    int64_t span = operandIn(parent, 1, share) - operandIn(parent, 0, share);
    // A smaller share has one incomplete iteration, which is peeled off.
    int64_t trip = span < step && span > 0 ? 1 : span / step;
    assert_true(span < step || span % step == 0);
    pushLoop(&loops, mlirBlockGetArgument(asIrBody(parent), 0), trip, 1, "for");
  } else if (asIrIsNamed(parent, "scf.forall")) {
    pushForall(&loops, parent);
  }
  return loops;
}

static inline Loops loopsAround(MlirOperation op) {
  return loopsAroundIn(op, 0);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static inline MlirAffineMap mapOf(MlirOperation op, intptr_t operand) {
  return mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op), operand));
}

/// Adds factor * expr, which is linear, to an index.
static inline void readIndex(MlirAffineExpr expr, int64_t factor,
                             int32_t *factors, int64_t *offset) {
  if (mlirAffineExprIsADim(expr)) {
    factors[mlirAffineDimExprGetPosition(expr)] += (int32_t)factor;
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
  bool isEmpty;     ///< It is a part of an empty tensor.
} Origin;

static inline void traceIndex(MlirValue value, const Loops *loops,
                              Origin *origin) {
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
static inline MlirValue before(MlirValue value) {
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

static inline Origin trace(MlirValue value, const Loops *loops) {
  Origin origin = {0};
  for (; value.ptr; value = before(value)) {
    if (!mlirValueIsAOpResult(value))
      continue;
    MlirOperation op = mlirOpResultGetOwner(value);
    origin.isEmpty = asIrIsNamed(op, "tensor.empty") ||
                     asIrIsNamed(op, "bufferization.alloc_tensor");
    if (asIrIsNamed(op, "tensor.extract_slice"))
      for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); i++)
        traceIndex(mlirOperationGetOperand(op, i), loops, &origin);
  }
  return origin;
}

/// How many loops are around the loop that fills the copy which a packed
/// operand is read from; -1 where there is none.
static inline int loopsAroundCopy(MlirValue value) {
  while (value.ptr && !mlirValueIsABlockArgument(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (asIrIsNamed(op, "scf.for"))
      return loopsAround(op).size;
    value = before(value);
  }
  return -1;
}

/// How many loops are around the copy that a shared operand is read from; -1
/// where there is none.
static inline int loopsAroundShared(MlirValue value) {
  while (value.ptr && mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (asIrIsNamed(op, "linalg.copy"))
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

static inline bool hasMark(MlirOperation op, int order) {
  char name[16];
  snprintf(name, sizeof name, "as.op%d", order);
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, asIrString(name)));
}

/// How much a slice has of dimension `r`, which has no static size.
static inline int64_t dynamicSize(MlirValue slice, intptr_t r, int64_t share) {
  MlirOperation op = mlirOpResultGetOwner(slice);
  assert_true(asIrIsNamed(op, "tensor.extract_slice"));
  MlirAttribute sizes = mlirOperationGetInherentAttributeByName(
                    op, asIrString("static_sizes")),
                offsets = mlirOperationGetInherentAttributeByName(
                    op, asIrString("static_offsets"));
  intptr_t operand = 1;
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(offsets); i++)
    operand += mlirDenseI64ArrayGetElement(offsets, i) ==
               mlirShapedTypeGetDynamicStrideOrOffset();
  for (intptr_t i = 0; i < r; i++)
    operand +=
        mlirDenseI64ArrayGetElement(sizes, i) == mlirShapedTypeGetDynamicSize();
  return operandIn(op, operand, share);
}

/// The iterations of loop `d`, from an operand that it indexes alone.
static inline int64_t extentIn(MlirOperation op, int d, int64_t share) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirAffineMap map = mapOf(op, i);
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
      MlirAffineExpr expr = mlirAffineMapGetResult(map, r);
      if (mlirAffineExprIsADim(expr) &&
          mlirAffineDimExprGetPosition(expr) == d) {
        return mlirShapedTypeIsDynamicDim(type, r)
                   ? dynamicSize(mlirOperationGetOperand(op, i), r, share)
                   : mlirShapedTypeGetDimSize(type, r);
      }
    }
  }
  return 0;
}

static inline int64_t extentOf(MlirOperation op, int d) {
  return extentIn(op, d, 0);
}

/// Without those of the loops of threads.
static inline int64_t iterationsIn(MlirOperation op, int64_t share) {
  Loops loops = loopsAroundIn(op, share);
  int64_t iterations = 1;
  for (int l = 0; l < loops.size; l++)
    if (strcmp(loops.loop[l].kind, "forall") != 0)
      iterations *= loops.loop[l].trip;
  intptr_t numDims = mlirAffineMapGetNumDims(mapOf(op, 0));
  for (int d = 0; d < numDims; d++)
    iterations *= extentIn(op, d, share);
  return iterations;
}

/// The last thread may have less to do than the others.
static inline int64_t iterationsOf(MlirOperation op) {
  Loops loops = loopsAround(op);
  int64_t threads = 1;
  for (int l = 0; l < loops.size; l++)
    if (strcmp(loops.loop[l].kind, "forall") == 0)
      threads *= loops.loop[l].trip;
  int64_t whole = iterationsIn(op, 0);
  return threads == 1 ? whole
                      : (threads - 1) * whole + iterationsIn(op, threads - 1);
}

static inline MlirOperation ownerOf(MlirOperation op, int operand) {
  return mlirOpResultGetOwner(mlirOperationGetOperand(op, operand));
}

/// The operation whose partial results are merged. It is in a loop, unless that
/// had a single iteration and was peeled; what the loop leaves over is added to
/// a slice of the results after it. Of columns threads merge a slice each.
static inline MlirOperation partialOf(MlirOperation merge,
                                      int64_t *iterations) {
  MlirOperation op = ownerOf(merge, 0);
  *iterations = 0;
  if (asIrIsNamed(op, "tensor.extract_slice"))
    op = ownerOf(op, 0);
  if (asIrIsNamed(op, "tensor.insert_slice")) {
    *iterations += iterationsOf(ownerOf(op, 0));
    op = ownerOf(op, 1);
  }
  while (!asIrHasPrefix(op, "linalg."))
    op = asIrHasPrefix(op, "scf.for") // Or a forall.
             ? mlirBlockGetFirstOperation(asIrBody(op))
             : mlirOperationGetNextInBlock(op);
  *iterations += iterationsOf(op);
  return op;
}

static inline MlirWalkResult findMarked(MlirOperation op, void *context) {
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
  // What threads of a CPU or blocks reduced is merged after all that they do.
  if (asIrIsNamed(op, "linalg.reduce") &&
      !(asIrIsNamed(ownerOf(op, 0), "scf.forall") &&
        strcmp(kindOf(ownerOf(op, 0)), "threads") != 0)) {
    assert_true(transformed->numPartial < AS_MAX_STAGES);
    int p = transformed->numPartial++;
    transformed->partial[p] = partialOf(op, &transformed->partialIterations[p]);
  }
  return MlirWalkResultSkip;
}

/// Whether the stage has no operation of its own, as its reduction was split.
static inline bool isMissing(const Transformed *transformed, int s) {
  return transformed->program->stages[s].kind != AS_STAGE_PAD &&
         mlirOperationIsNull(transformed->op[s]);
}

/// Every stage but a pad is there, and no partial reduction is left over.
static inline void findStages(MlirModule module, Transformed *transformed) {
  mlirOperationWalk(mlirModuleGetOperation(module), findMarked, transformed,
                    MlirWalkPreOrder);
  int next = 0, numMissing = 0;
  for (int s = 0; s < transformed->program->numStages; s++)
    numMissing += isMissing(transformed, s);
  for (int s = 0; s < transformed->program->numStages; s++) {
    if (!isMissing(transformed, s))
      continue;
    assert_true(next < transformed->numPartial);
    transformed->iterations[s] = transformed->partialIterations[next];
    transformed->op[s] = transformed->partial[next++];
    transformed->isPartial[s] = true;
    // What tiles of rows leave over is reduced by itself.
    for (; numMissing == 1 && next < transformed->numPartial; next++)
      transformed->iterations[s] += transformed->partialIterations[next];
  }
  assert_int_equal(next, transformed->numPartial);
}

/// The same where LAYOUT may have cut the loop in two.
static inline int64_t wholeExtentOf(MlirOperation op, int d,
                                    const AsNestStage *own, int numDims) {
  return extentOf(op, d) * (d == own->innermost ? extentOf(op, numDims) : 1);
}

/// As asNestPrint: "0 linalg.fill: 64 for, 16 for | 8x32".
static inline void printStages(const Transformed *transformed,
                               const AsNest *nest, AsText *text) {
  for (int s = 0; s < transformed->program->numStages; s++) {
    const AsStage *stage = &transformed->program->stages[s];
    MlirOperation op = transformed->op[s];
    if (mlirOperationIsNull(op))
      continue;
    // Tiles of what feeds a pad are smaller at the borders.
    Loops loops = loopsAroundIn(op, nest->sketch->feeds[s] ? second : 0);
    asTextFormat(text, "%d %s:", stage->order, stage->name);
    for (int l = 0; l < loops.size; l++)
      asTextFormat(text, "%s %lld %s", l ? "," : "",
                   (long long)loops.loop[l].trip, loops.loop[l].kind);
    asTextAppendString(text, " | ");
    for (int d = 0; d < stage->numDims; d++)
      asTextFormat(
          text, "%s%lld", d ? "x" : "",
          (long long)wholeExtentOf(op, d, &nest->stage[s], stage->numDims));
    asTextAppendString(text, "\n");
  }
}

#endif // AS_TEST_TRANSFORMED_H
