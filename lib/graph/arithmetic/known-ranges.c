//===- known-ranges.c - Mark what is known of the numbers of a softmax
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks exponentials of numbers less the maximum of their row, which cannot be
// positive, and quotients of such exponentials and their sum, which is at least
// one. Lowering has shorter code for these (ir/known-range.h), and cannot tell:
// there, maxima and sums are loops over vectors in memory.
//
// Requires:    linalg on tensors.
// Provides:    marks.
// Invalidates: nothing.
//
//   %m = linalg.generic ins(%x : tensor<4x8xf32>) { arith.maximumf }
//   %e = linalg.generic ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) {
//     %d = arith.subf %a, %b : f32
//     %p = math.exp %d : f32
//
// becomes
//
//     %p = math.exp %d {as.not_positive} : f32
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/known-range.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Elements that bodies read
//===----------------------------------------------------------------------===//

/// The element of a tensor that an iteration reads: the map is from its loops.
typedef struct Element {
  MlirValue tensor;
  MlirAffineMap map;
} Element;

/// The operation on elements whose result a tensor is; null for none.
static MlirOperation producerOf(MlirValue tensor) {
  MlirOperation op = asIrDefinition(tensor);
  bool isOne = !mlirOperationIsNull(op) && asGenericIsStructured(op);
  return isOne ? op : (MlirOperation){NULL};
}

static intptr_t numInputs(MlirOperation op) {
  return mlirOperationGetNumOperands(op) - 1;
}

static MlirValue yieldedBy(MlirOperation op) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(asIrBody(op)), 0);
}

/// The input of `op` that a value of its body is; -1 for none.
static intptr_t inputOf(MlirOperation op, MlirValue value) {
  if (!mlirValueIsABlockArgument(value) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(value), asIrBody(op)))
    return -1;
  intptr_t i = mlirBlockArgumentGetArgNumber(value);
  return i < numInputs(op) ? i : -1;
}

/// Whether each iteration of `op` computes one element of its result, of an
/// element of input `i`.
static bool isElementwise(MlirOperation op, intptr_t i) {
  return i >= 0 && asGenericIsParallel(op) &&
         mlirAffineMapIsPermutation(asGenericMap(op, numInputs(op))) &&
         mlirAffineMapIsProjectedPermutation(asGenericMap(op, i));
}

/// The element that `value` is where `op` computes the element that `map` is
/// of its result, or of the iteration itself if `map` is null.
static bool findElement(MlirOperation op, MlirValue value, MlirAffineMap map,
                        Element *element) {
  intptr_t i = inputOf(op, value);
  if (i < 0 || (!mlirAffineMapIsNull(map) && !isElementwise(op, i)))
    return false;
  *element =
      (Element){mlirOperationGetOperand(op, i),
                mlirAffineMapIsNull(map) ? asGenericMap(op, i)
                                         : asGenericReadThrough(op, i, map)};
  return true;
}

/// Looks through operations that only broadcast or transpose.
static Element originOf(Element element) {
  MlirOperation op = producerOf(element.tensor);
  while (!mlirOperationIsNull(op) &&
         findElement(op, yieldedBy(op), element.map, &element))
    op = producerOf(element.tensor);
  return element;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Whether the operation reduces one tensor, all of it, by `name`.
static bool reducesBy(MlirOperation op, const char *name) {
  if (mlirOperationIsNull(op) || mlirOperationGetNumOperands(op) != 2 ||
      !mlirAffineMapIsPermutation(asGenericMap(op, 0)))
    return false;
  MlirBlock body = asIrBody(op);
  MlirOperation step = asIrMadeBy(yieldedBy(op), name);
  if (mlirOperationIsNull(step))
    return false;
  MlirValue in = mlirBlockGetArgument(body, 0);
  MlirValue out = mlirBlockGetArgument(body, 1);
  MlirValue left = mlirOperationGetOperand(step, 0);
  MlirValue right = mlirOperationGetOperand(step, 1);
  return (mlirValueEqual(left, in) && mlirValueEqual(right, out)) ||
         (mlirValueEqual(left, out) && mlirValueEqual(right, in));
}

/// The index of the input of a reduction that the loop is.
static intptr_t indexOfLoop(MlirOperation reduction, intptr_t loop) {
  MlirAffineMap from = asGenericMap(reduction, 0);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(from); r++)
    if (asGenericMapLoop(from, r) == loop)
      return r;
  return -1;
}

/// Whether `reduced` is what `reduction` makes of elements among which `term`
/// is.
static bool hasTerm(MlirOperation reduction, Element reduced, Element term) {
  if (!mlirValueEqual(mlirOperationGetOperand(reduction, 0), term.tensor))
    return false;
  MlirAffineMap to = asGenericMap(reduction, 1);
  MlirType type = mlirValueGetType(reduced.tensor);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(to); r++) {
    if (mlirShapedTypeGetDimSize(type, r) == 1)
      continue;
    intptr_t index = indexOfLoop(reduction, asGenericMapLoop(to, r));
    if (index < 0 ||
        !mlirAffineExprEqual(mlirAffineMapGetResult(reduced.map, r),
                             mlirAffineMapGetResult(term.map, index)))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// A difference to the maximum of a row, by the loops of the operation that
/// takes its exponential.
typedef struct Difference {
  Element number, most;
} Difference;

static bool isDifference(MlirOperation op, MlirValue value, Difference *found) {
  MlirAffineMap map = {NULL};
  Element whole;
  if (findElement(op, value, map, &whole)) { // Of an operation before.
    op = producerOf(whole.tensor);
    if (mlirOperationIsNull(op))
      return false;
    value = yieldedBy(op);
    map = whole.map;
  }
  MlirOperation minus = asIrMadeBy(value, "arith.subf");
  if (mlirOperationIsNull(minus) ||
      !findElement(op, mlirOperationGetOperand(minus, 0), map,
                   &found->number) ||
      !findElement(op, mlirOperationGetOperand(minus, 1), map, &found->most))
    return false;
  found->most = originOf(found->most);
  MlirOperation maximum = producerOf(found->most.tensor);
  return (reducesBy(maximum, "arith.maximumf") ||
          reducesBy(maximum, "arith.maxnumf")) &&
         hasTerm(maximum, found->most, found->number);
}

static void mark(MlirOperation op, const char *name) {
  mlirOperationSetDiscardableAttributeByName(
      op, asIrString(name), mlirUnitAttrGet(mlirOperationGetContext(op)));
}

static MlirWalkResult markExponential(MlirOperation op, void *context) {
  (void)context;
  MlirOperation parent = mlirOperationGetParentOperation(op);
  Difference difference;
  if (asIrIsNamed(op, "math.exp") && asGenericIsStructured(parent) &&
      isDifference(parent, mlirOperationGetOperand(op, 0), &difference))
    mark(op, AS_NOT_POSITIVE_ATTRIBUTE);
  return MlirWalkResultAdvance;
}

void asGraphKnownRanges(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), markExponential, NULL,
                    MlirWalkPreOrder);
}
