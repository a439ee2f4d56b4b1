//===- constant-slice.c - Find the code that constant arguments determine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the backward slice of a tensor operation, and checks that the slice
// is pure and that only constant arguments and loop counters determine it.
//
// Hoisting a slice must pay: the tensors that it computes, over all iterations
// of the loops that it depends on, may have at most twice as many elements as
// the arguments that it reads.
//
//   scf.for %j = %c0 to %c8 step %c4 {
//     %t = tensor.empty() : tensor<4x4xf32>
//     %v = vector.transfer_read %w[%c0, %j], %p : ...   // %w: argument
//     %copy = vector.transfer_write %v, %t[%c0, %c0] : ...
//
// The slice of %copy is the constants, %t, %v and %copy. It reads %w and
// depends on one loop of two iterations.
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/constant-slice.h"
#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Slicer {
  MlirOperation function;
  MlirOperation current; ///< The operation whose operands are visited.
  AsConstantSlice *slice;
} Slicer;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static void addLevel(AsConstantSlice *slice, MlirValue counter, int64_t lower,
                     int64_t upper, int64_t step) {
  if (slice->numLevels == AS_CONSTANT_SLICE_LEVELS || step <= 0 ||
      upper <= lower)
    return; // A slice may not use this counter.
  slice->level[slice->numLevels++] = (AsConstantSliceLevel){
      counter, lower, step, (upper - lower + step - 1) / step, false};
}

static void addFor(AsConstantSlice *slice, MlirOperation loop) {
  int64_t bounds[3];
  if (!mlirTypeIsAIndex(
          mlirValueGetType(mlirBlockGetArgument(asIrBody(loop), 0))))
    return;
  for (int i = 0; i < 3; i++)
    if (!asIrConstantInteger(mlirOperationGetOperand(loop, i), &bounds[i]))
      return;
  addLevel(slice, mlirBlockGetArgument(asIrBody(loop), 0), bounds[0], bounds[1],
           bounds[2]);
}

static void addForall(AsConstantSlice *slice, MlirOperation loop) {
  static const char *const names[] = {"staticLowerBound", "staticUpperBound",
                                      "staticStep"};
  MlirAttribute bounds[3];
  for (int i = 0; i < 3; i++)
    bounds[i] =
        mlirOperationGetInherentAttributeByName(loop, asIrString(names[i]));
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(bounds[0]); d++) {
    int64_t lower = mlirDenseI64ArrayGetElement(bounds[0], d);
    int64_t upper = mlirDenseI64ArrayGetElement(bounds[1], d);
    int64_t step = mlirDenseI64ArrayGetElement(bounds[2], d);
    if (!mlirShapedTypeIsDynamicSize(lower) &&
        !mlirShapedTypeIsDynamicSize(upper) &&
        !mlirShapedTypeIsDynamicSize(step))
      addLevel(slice, mlirBlockGetArgument(asIrBody(loop), d), lower, upper,
               step);
  }
}

/// Adds the loops around `op`, outermost first. False if something other than a
/// loop is around it, such as a condition.
static bool addLevels(AsConstantSlice *slice, MlirOperation op) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (mlirOperationIsNull(parent) || asIrIsNamed(parent, "func.func"))
    return true;
  if (!addLevels(slice, parent))
    return false;
  if (asIrIsNamed(parent, "scf.for"))
    addFor(slice, parent);
  else if (asIrIsNamed(parent, "scf.forall"))
    addForall(slice, parent);
  else
    return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static double numElements(MlirType type) {
  double count = 1;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    count *= (double)mlirShapedTypeGetDimSize(type, r);
  return count;
}

static bool isStaticTensor(MlirType type) {
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type);
}

static bool touchesMemory(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type))
      return true;
  }
  return false;
}

/// Whether running the operation once instead of each time does not change the
/// program.
static bool isPure(MlirOperation op) {
  if (asIrMayTrap(op) || asIrIsNamed(op, "vector.print") || touchesMemory(op))
    return false;
  static const char *const dialects[] = {"arith.",  "math.",   "tensor.",
                                         "linalg.", "vector.", "ub."};
  static const char *const ops[] = {"affine.apply", "scf.for", "scf.yield",
                                    "bufferization.alloc_tensor"};
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    if (asIrHasPrefix(op, dialects[i]))
      return true;
  return asIrIsOneOf(op, ops, sizeof ops / sizeof *ops);
}

static bool addOperation(Slicer *slicer, MlirOperation op);

static bool addArgument(Slicer *slicer, MlirValue value) {
  AsConstantSlice *slice = slicer->slice;
  for (int l = 0; l < slice->numLevels; l++)
    if (mlirValueEqual(slice->level[l].counter, value)) {
      slice->level[l].isUsed = true;
      return true;
    }
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  if (!mlirBlockEqual(block, asIrBody(slicer->function)) ||
      !asIrIsFixed(value) || !isStaticTensor(mlirValueGetType(value)))
    return false;
  if (asIrMapFind(&slice->arguments, value) < 0) {
    asIrMapAdd(&slice->arguments, value, value);
    slice->numRead += numElements(mlirValueGetType(value));
  }
  return true;
}

static MlirWalkResult addOperands(MlirOperation op, void *context) {
  Slicer *slicer = context;
  bool isTaken = isPure(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && isTaken; i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (asIrIsInside(value, slicer->current))
      continue;
    isTaken = mlirValueIsABlockArgument(value)
                  ? addArgument(slicer, value)
                  : addOperation(slicer, mlirOpResultGetOwner(value));
  }
  if (!isTaken)
    slicer->slice = NULL;
  return isTaken ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

/// Adds the operation to the slice after all operations that it uses. False if
/// something else than constants determines it.
static bool addOperation(Slicer *slicer, MlirOperation op) {
  AsConstantSlice *slice = slicer->slice;
  for (int i = 0; i < slice->numOps; i++)
    if (mlirOperationEqual(slice->ops[i], op))
      return true;
  Slicer inner = {slicer->function, op, slice};
  mlirOperationWalk(op, addOperands, &inner, MlirWalkPreOrder);
  if (!inner.slice)
    return false;
  if (slice->numOps == slice->capacity) {
    slice->capacity = slice->capacity ? 2 * slice->capacity : 16;
    slice->ops =
        asRealloc(slice->ops, sizeof *slice->ops * (size_t)slice->capacity);
  }
  slice->ops[slice->numOps++] = op;
  return true;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Whether the operation computes a tensor, as a loop or linalg operation does.
/// Fills and views of tensors cost nothing to repeat.
static bool isWork(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 &&
         isStaticTensor(mlirValueGetType(mlirOperationGetResult(op, 0))) &&
         (asIrIsNamed(op, "scf.for") ||
          asIrIsNamed(op, "vector.transfer_write") ||
          (asIrHasPrefix(op, "linalg.") && !asIrIsNamed(op, "linalg.fill")));
}

bool asConstantSliceOf(MlirOperation function, MlirOperation root,
                       AsConstantSlice *slice) {
  enum { maxCopies = 2 };
  *slice = (AsConstantSlice){0};
  if (!isWork(root))
    return false;
  if (!addLevels(slice, root))
    return false;
  Slicer slicer = {function, root, slice};
  if (!addOperation(&slicer, root) || !slice->arguments.size)
    return false;
  // Tiles that share elements would take too much memory.
  double kept = numElements(mlirValueGetType(mlirOperationGetResult(root, 0)));
  for (int l = 0; l < slice->numLevels; l++)
    kept *= slice->level[l].isUsed ? (double)slice->level[l].trips : 1;
  return kept <= maxCopies * slice->numRead;
}

void asConstantSliceFree(AsConstantSlice *slice) {
  free(slice->ops);
  asIrMapFree(&slice->arguments);
}

static MlirWalkResult noteImpure(MlirOperation op, void *context) {
  if (asIrIsNamed(op, "func.func") || asIrIsNamed(op, "func.return") ||
      isPure(op))
    return MlirWalkResultAdvance;
  *(bool *)context = false;
  return MlirWalkResultInterrupt;
}

bool asIsConstantSlice(MlirOperation function) {
  MlirBlock body = asIrBody(function);
  bool isSlice = true;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    isSlice &= asIrArgumentIsConstant(function, i);
  MlirOperation end = mlirBlockGetTerminator(body);
  isSlice &= mlirOperationGetNumOperands(end) == 1 &&
             isStaticTensor(mlirValueGetType(mlirOperationGetOperand(end, 0)));
  if (isSlice)
    mlirOperationWalk(function, noteImpure, &isSlice, MlirWalkPreOrder);
  return isSlice;
}
