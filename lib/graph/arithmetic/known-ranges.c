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
// and a quotient of %e and its sums is marked as.fraction.
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

//===----------------------------------------------------------------------===//
// Quotients
//===----------------------------------------------------------------------===//

static bool isF32(MlirValue tensor) {
  return mlirTypeIsAF32(mlirShapedTypeGetElementType(mlirValueGetType(tensor)));
}

/// Whether `op` computes marked exponentials; of which differences.
static bool computesPowers(MlirOperation op, Difference *difference) {
  if (mlirOperationIsNull(op) || !asGenericIsParallel(op) ||
      !mlirAffineMapIsPermutation(asGenericMap(op, numInputs(op))))
    return false;
  MlirOperation power = asIrMadeBy(yieldedBy(op), "math.exp");
  return !mlirOperationIsNull(power) &&
         !mlirAttributeIsNull(
             asIrAttribute(power, AS_NOT_POSITIVE_ATTRIBUTE)) &&
         isDifference(op, mlirOperationGetOperand(power, 0), difference);
}

/// Whether the operation adds to zero.
static bool sumsUp(MlirOperation op) {
  return reducesBy(op, "arith.addf") && asGenericStartsFromZero(op);
}

/// Whether each sum of powers has the power of a maximum, which is one, among
/// its terms: the maximum belongs to no more numbers than are summed up.
static bool hasMaxima(MlirOperation sum, MlirOperation powers,
                      const Difference *difference) {
  MlirAffineMap from = asGenericMap(sum, 0), to = asGenericMap(sum, 1);
  MlirAffineMap written = asGenericMap(powers, numInputs(powers));
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(from); r++)
    if (asGenericMapUses(to, asGenericMapLoop(from, r)) &&
        !asGenericMapUses(difference->most.map, asGenericMapLoop(written, r)))
      return false;
  return true;
}

static bool isFraction(MlirOperation op, MlirOperation division) {
  MlirAffineMap none = {NULL};
  Element part, whole;
  if (!findElement(op, mlirOperationGetOperand(division, 0), none, &part) ||
      !findElement(op, mlirOperationGetOperand(division, 1), none, &whole) ||
      !isF32(part.tensor) || !isF32(whole.tensor))
    return false;
  whole = originOf(whole);
  MlirOperation powers = producerOf(part.tensor);
  MlirOperation sum = producerOf(whole.tensor);
  Difference difference;
  return computesPowers(powers, &difference) && sumsUp(sum) &&
         hasTerm(sum, whole, part) && hasMaxima(sum, powers, &difference);
}

/// Exponentials come before quotients of them.
static MlirWalkResult markQuotient(MlirOperation op, void *context) {
  (void)context;
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (asIrIsNamed(op, "arith.divf") && asGenericIsStructured(parent) &&
      isFraction(parent, op))
    mark(op, AS_FRACTION_ATTRIBUTE);
  return MlirWalkResultAdvance;
}

void asGraphKnownRanges(MlirModule module) {
  MlirOperation op = mlirModuleGetOperation(module);
  mlirOperationWalk(op, markExponential, NULL, MlirWalkPreOrder);
  mlirOperationWalk(op, markQuotient, NULL, MlirWalkPreOrder);
}
