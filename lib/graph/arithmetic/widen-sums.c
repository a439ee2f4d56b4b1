//===- widen-sums.c - Keep sums of f16 and bf16 in f32
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites linalg operations that carry a reduction of f16 or bf16 which rounds
// in each step, such as products and sums. They reduce in f32, and a
// linalg.generic rounds the result once.
//
// A sum of thousands of terms that is rounded to bf16 in each step is off by a
// quarter. Libraries keep such sums in f32. It is faster, too, as f32 is what
// processors compute in.
//
// All arithmetic of the body is in f32 then; a rounding that the program writes
// out stays. A product that starts from a tensor starts from zero, and the
// tensor is added before the result is rounded. With --fp=strict the pass does
// not run.
//
// Requires:    linalg on tensors.
// Provides:    no linalg reduction on tensors rounds to f16 or bf16 in each
//              step.
// Invalidates: nothing.
//
//   %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x8xbf16>) ...
//   %0 = linalg.matmul ins(%x, %w : tensor<4x16xbf16>, tensor<16x8xbf16>)
//       outs(%z : tensor<4x8xbf16>) -> tensor<4x8xbf16>
//
// becomes
//
//   %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) ...
//   %1 = linalg.matmul ins(%x, %w : tensor<4x16xbf16>, tensor<16x8xbf16>)
//       outs(%z : tensor<4x8xf32>) -> tensor<4x8xf32>
//   %0 = linalg.generic ... { arith.truncf } : tensor<4x8xbf16>
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include <assert.h>

static bool isNarrow(MlirType type) {
  return mlirTypeIsAF16(type) || mlirTypeIsABF16(type);
}

static bool isNarrowTensor(MlirType type) {
  return mlirTypeIsARankedTensor(type) &&
         isNarrow(mlirShapedTypeGetElementType(type));
}

static intptr_t numInputs(MlirOperation op) {
  return mlirOperationGetNumOperands(op) - mlirOperationGetNumResults(op);
}

//===----------------------------------------------------------------------===//
// What rounds in each step
//===----------------------------------------------------------------------===//

enum { MOST_OPS = 64 };

/// Arithmetic that rounds; a maximum, for one, does not.
static bool rounds(MlirOperation op) {
  static const char *const names[] = {"arith.addf", "arith.subf", "arith.mulf",
                                      "arith.divf", "math.fma"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// The operations of a body that depend on the result so far.
typedef struct Carried {
  MlirOperation ops[MOST_OPS];
  bool isRounded[MOST_OPS]; ///< In a narrow type, on the way.
  int count;
} Carried;

/// Whether the result so far, `start`, or what depends on it is `value`. Adds
/// to *isRounded.
static bool isCarried(const Carried *carried, MlirValue start, MlirValue value,
                      bool *isRounded) {
  if (mlirValueEqual(value, start))
    return true;
  MlirOperation from = asIrDefinition(value);
  for (int c = 0; c < carried->count; c++)
    if (mlirOperationEqual(carried->ops[c], from)) {
      *isRounded |= carried->isRounded[c];
      return true;
    }
  return false;
}

/// Whether each step of the reduction rounds result `r` to a narrow type.
static bool roundsInSteps(MlirOperation op, intptr_t r) {
  MlirBlock body = asIrBody(op);
  MlirValue start = mlirBlockGetArgument(body, numInputs(op) + r);
  Carried carried = {.count = 0};
  MlirOperation next = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(next) && carried.count < MOST_OPS;
       next = mlirOperationGetNextInBlock(next)) {
    bool isRounded =
        mlirOperationGetNumResults(next) == 1 && rounds(next) &&
        isNarrow(mlirValueGetType(mlirOperationGetResult(next, 0)));
    bool depends = false;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(next); i++)
      depends |= isCarried(&carried, start, mlirOperationGetOperand(next, i),
                           &isRounded);
    if (!depends)
      continue;
    carried.ops[carried.count] = next;
    carried.isRounded[carried.count++] = isRounded;
  }
  bool isRounded = false;
  MlirValue end = mlirOperationGetOperand(mlirBlockGetTerminator(body), r);
  return isCarried(&carried, start, end, &isRounded) && isRounded;
}

/// Whether all of the body is arithmetic that can be done in f32: nothing sees
/// the bits of a float.
static bool isArithmetic(MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    bool isKnown = asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.") ||
                   asIrIsNamed(op, "linalg.index");
    if (!isKnown || asIrIsNamed(op, "arith.bitcast") ||
        mlirOperationGetNumRegions(op))
      return false;
  }
  return true;
}

static bool hasNarrowSums(MlirOperation op) {
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumRegions(op) != 1 ||
      mlirOperationGetNumResults(op) == 0 ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) ||
      mlirBlockGetNumArguments(asIrBody(op)) !=
          mlirOperationGetNumOperands(op) ||
      asGenericIsParallel(op) || !isArithmetic(asIrBody(op)))
    return false;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    if (isNarrowTensor(mlirValueGetType(mlirOperationGetResult(op, r))) &&
        roundsInSteps(op, r))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

static MlirType f32Of(MlirOperation op) {
  return mlirF32TypeGet(mlirOperationGetContext(op));
}

/// Replaces all uses of a narrow value by the value in f32, converted before
/// `next`.
static void extend(MlirValue value, MlirOperation next) {
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(value)))
    return;
  MlirValue wide = asIrInsertUnary(next, "arith.extf", value, f32Of(next));
  MlirOperation own = mlirOpResultGetOwner(wide);
  mlirValueReplaceAllUsesExcept(value, wide, 1, &own);
}

/// Extends operands from outside of the body; the others are in f32 already.
static void extendOperands(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (isNarrow(mlirValueGetType(operand)))
      mlirOperationSetOperand(
          op, i, asIrInsertUnary(op, "arith.extf", operand, f32Of(op)));
  }
}

static void widenConstant(MlirOperation constant) {
  double value = mlirFloatAttrGetValueDouble(asIrAttribute(constant, "value"));
  mlirOperationSetAttributeByName(
      constant, asIrString("value"),
      mlirFloatAttrDoubleGet(mlirOperationGetContext(constant), f32Of(constant),
                             value));
}

/// Drops an arith.extf from f32 to f32, which is none.
static void dropExtension(MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirValue to = mlirOperationGetResult(op, 0);
  if (!mlirTypeEqual(mlirValueGetType(from), mlirValueGetType(to)))
    return;
  mlirValueReplaceAllUsesOfWith(to, from);
  mlirOperationDestroy(op);
}

/// Does an operation whose operands are f32 in f32, but leaves a rounding that
/// the program writes out.
static void widenOp(MlirOperation op) {
  MlirOperation next = mlirOperationGetNextInBlock(op);
  extendOperands(op);
  if (asIrIsNamed(op, "arith.extf")) {
    dropExtension(op);
    return;
  }
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++) {
    MlirValue result = mlirOperationGetResult(op, r);
    if (!isNarrow(mlirValueGetType(result)))
      continue;
    if (asIrIsNamed(op, "arith.truncf")) {
      extend(result, next);
      continue;
    }
    if (asIrIsNamed(op, "arith.constant"))
      widenConstant(op);
    mlirValueSetType(result, f32Of(op));
  }
}

/// Does the arithmetic of the body in f32, with outputs in f32.
static void widenBody(MlirOperation op) {
  MlirBlock body = asIrBody(op);
  MlirOperation next = mlirBlockGetFirstOperation(body);
  for (intptr_t a = 0; a < mlirBlockGetNumArguments(body); a++) {
    MlirValue argument = mlirBlockGetArgument(body, a);
    if (!isNarrow(mlirValueGetType(argument)))
      continue;
    if (a < numInputs(op))
      extend(argument, next);
    else
      mlirValueSetType(argument, f32Of(op));
  }
  while (!mlirOperationIsNull(next)) {
    MlirOperation here = next;
    next = mlirOperationGetNextInBlock(here); // What is added is f32 already.
    widenOp(here);
  }
}

//===----------------------------------------------------------------------===//
// Before and after the sums
//===----------------------------------------------------------------------===//

static MlirValue insertZero(MlirOperation next) {
  return asIrInsertConstant(
      next,
      mlirFloatAttrDoubleGet(mlirOperationGetContext(next), f32Of(next), 0));
}

/// What the sums start from, in f32. Where they may start from zero, *rest is
/// what is to be added to them.
static MlirValue insertStart(MlirOperation op, MlirValue initial,
                             MlirValue *rest) {
  MlirOperation fill = asIrMadeBy(initial, "linalg.fill");
  if (asIrIsMadeBy(initial, "tensor.empty"))
    return asGraphInsertEmptyLike(op, initial, f32Of(op));
  if (!mlirOperationIsNull(fill))
    return asGraphInsertFillOf(op,
                               asIrInsertUnary(op, "arith.extf",
                                               mlirOperationGetOperand(fill, 0),
                                               f32Of(op)),
                               asGraphInsertEmptyLike(op, initial, f32Of(op)));
  if (!asGenericSums(op))
    return asGenericConvert(op, initial, f32Of(op));
  *rest = initial;
  return asGraphInsertFillOf(op, insertZero(op),
                             asGraphInsertEmptyLike(op, initial, f32Of(op)));
}

/// A body that adds its first two arguments in f32 and rounds the sum to the
/// type of the third, the output's old element.
static MlirRegion sumOfTwo(MlirOperation op, MlirType narrow) {
  MlirLocation location = mlirOperationGetLocation(op);
  MlirType types[] = {f32Of(op), narrow, narrow};
  MlirLocation locations[] = {location, location, location};
  MlirBlock block = mlirBlockCreate(3, types, locations);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  MlirOperation yield = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, yield);
  MlirValue start = asIrInsertUnary(yield, "arith.extf",
                                    mlirBlockGetArgument(block, 1), types[0]);
  MlirValue sum = asIrInsertBinary(yield, "arith.addf",
                                   mlirBlockGetArgument(block, 0), start);
  MlirValue result = asIrInsertUnary(yield, "arith.truncf", sum, narrow);
  mlirOperationSetOperands(yield, 1, &result);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// The result in the narrow type, with `rest` added if there is any.
static MlirValue insertEnd(MlirOperation next, MlirValue wide, MlirType narrow,
                           MlirValue rest) {
  if (mlirValueIsNull(rest))
    return asGenericConvert(next, wide, narrow);
  MlirAffineMap all = mlirAffineMapMultiDimIdentityGet(
      mlirOperationGetContext(next),
      mlirShapedTypeGetRank(mlirValueGetType(wide)));
  MlirOperation sum =
      asGenericCreate(next, 2, (MlirValue[]){wide, rest},
                      asGraphInsertEmptyLike(next, wide, narrow),
                      (MlirAffineMap[]){all, all, all}, sumOfTwo(next, narrow));
  return mlirOperationGetResult(sum, 0);
}

/// Replaces the uses of a value, apart from those by what was inserted between
/// its operation and `next`, which gets the location of that operation.
static void replaceBehind(MlirValue value, MlirOperation next,
                          MlirValue replacement) {
  enum { most = 2 * AS_MOST_DIMENSIONS + 2 }; // tensor.dim of each, and so on.
  MlirOperation inserted[most];
  intptr_t count = 0;
  MlirOperation owner = mlirOpResultGetOwner(value);
  MlirOperation op = mlirOperationGetNextInBlock(owner);
  for (; !mlirOperationEqual(op, next); op = mlirOperationGetNextInBlock(op)) {
    assert(count < most);
    mlirOperationSetLocation(op, mlirOperationGetLocation(owner));
    inserted[count++] = op;
  }
  mlirValueReplaceAllUsesExcept(value, replacement, count, inserted);
}

/// Makes the narrow result `r` a sum in f32, which is rounded before it is
/// used.
static void widenResult(MlirOperation op, intptr_t r) {
  MlirValue result = mlirOperationGetResult(op, r), rest = {NULL};
  MlirType narrow = mlirShapedTypeGetElementType(mlirValueGetType(result));
  intptr_t output = numInputs(op) + r;
  MlirValue start = insertStart(op, mlirOperationGetOperand(op, output), &rest);
  mlirOperationSetOperand(op, output, start);
  mlirValueSetType(result, mlirValueGetType(start));
  MlirOperation next = mlirOperationGetNextInBlock(op);
  replaceBehind(result, next, insertEnd(next, result, narrow, rest));
}

static MlirWalkResult visit(MlirOperation op, void *changed) {
  if (!hasNarrowSums(op))
    return MlirWalkResultAdvance;
  for (intptr_t r = mlirOperationGetNumResults(op) - 1; r >= 0; r--)
    if (isNarrowTensor(mlirValueGetType(mlirOperationGetResult(op, r))))
      widenResult(op, r);
  widenBody(op);
  *(bool *)changed = true;
  return MlirWalkResultAdvance;
}

AsStatus asGraphWidenSums(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, visit, &changed, MlirWalkPostOrder);
  // Folds constants, and erases fills that nothing uses any more.
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
