//===- pack-nibbles.c - Weights of four bits, two in a byte
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pack-nibbles.h.
//
//===----------------------------------------------------------------------===//

#include "graph/arithmetic/pack-nibbles.h"
#include "graph/analysis/elementwise-body.h"
#include "graph/analysis/generic-op.h"
#include "graph/analysis/integer-range.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/memref.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { nibble = 4, together = 2, maxRank = 7, maxParts = 3 };

/// An elementwise operation that widens an array of i4 for a product.
typedef struct Nibbles {
  MlirOperation generic;
  MlirOperation collapse; ///< Of its result, or null.
  intptr_t numInputs, rank;
  intptr_t input;       ///< The array.
  intptr_t pairs;       ///< The dimension along which pairs are packed.
  bool isSigned;        ///< How it is widened.
  bool starts[maxRank]; ///< Dimensions that begin a group of the collapse.
} Nibbles;

//===----------------------------------------------------------------------===//
// Finding what is packed
//===----------------------------------------------------------------------===//

static int bitsOf(MlirValue value) {
  return asIrElementBits(mlirValueGetType(value));
}

/// Whether the elements of a fixed array fit into four bits, with a sign or
/// without one.
static bool areNibbles(MlirValue array, bool *isSigned) {
  enum { leastSigned = -8, mostSigned = 7, most = 15, longest = 32 };
  MlirType type = mlirValueGetType(array);
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
      !mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)) ||
      bitsOf(array) < nibble || bitsOf(array) > longest || !asIrIsFixed(array))
    return false;
  AsIntegerRange range = asIntegerRange(array);
  *isSigned = range.least < 0;
  return range.least >= leastSigned &&
         range.most <= (*isSigned ? mostSigned : most);
}

static bool isOfType4(MlirValue array) {
  return mlirTypeIsARankedTensor(mlirValueGetType(array)) &&
         bitsOf(array) == nibble;
}

/// Whether all uses widen an i4 with the same sign, which *isSigned gets.
static bool isWidened(MlirValue number, bool *isSigned) {
  static const char *const bySign[] = {"arith.extsi", "arith.sitofp"},
                           *const others[] = {"arith.extui", "arith.uitofp"};
  bool anySigned = false, anyOther = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(number);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (asIrIsOneOf(user, bySign, 2))
      anySigned = true;
    else if (asIrIsOneOf(user, others, 2))
      anyOther = true;
    else
      return false;
  }
  *isSigned = anySigned;
  return anySigned != anyOther;
}

/// Whether the inputs are one whole array of numbers of four bits, and others
/// that dimension `pairs` does not index.
static bool findInput(Nibbles *own) {
  own->input = -1;
  for (intptr_t i = 0; i < own->numInputs; i++) {
    MlirValue value = mlirOperationGetOperand(own->generic, i);
    MlirAffineMap map = asGenericMap(own->generic, i);
    bool isSigned = false, isSmall = areNibbles(value, &isSigned);
    if (!mlirAffineMapIsProjectedPermutation(map) ||
        (isOfType4(value) &&
         (!isSmall ||
          !isWidened(mlirBlockGetArgument(asIrBody(own->generic), i),
                     &isSigned))))
      return false;
    if (!asGenericMapUses(map, own->pairs))
      continue;
    if (!isSmall || own->input >= 0 || !mlirAffineMapIsIdentity(map))
      return false;
    own->input = i;
    own->isSigned = isSigned;
  }
  return own->input >= 0;
}

static bool isReduced(MlirOperation product, MlirAffineExpr loop) {
  return mlirAffineExprIsADim(loop) &&
         !asGenericMapUses(asGenericMap(product, 2),
                           mlirAffineDimExprGetPosition(loop));
}

/// Reads which dimensions the collapse makes one. False if it makes several
/// such, or one of too many.
static bool readCollapse(Nibbles *own) {
  MlirAttribute groups = asIrAttribute(own->collapse, "reassociation");
  intptr_t numCollapsed = 0, dim = 0;
  for (intptr_t r = 0; r < mlirArrayAttrGetNumElements(groups); r++) {
    intptr_t parts =
        mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(groups, r));
    numCollapsed += parts > 1;
    if (parts > maxParts)
      return false;
    for (intptr_t p = 0; p < parts; p++)
      own->starts[dim++] = p == 0;
  }
  return numCollapsed == 1;
}

/// The last dimension of even extent that the product sums over; of a collapsed
/// operand one of those that are collapsed.
static bool findPairs(Nibbles *own, MlirOperation product, intptr_t operand) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(own->generic, 0));
  MlirAffineMap map = asGenericMap(product, operand);
  own->pairs = -1;
  for (intptr_t d = 0, r = -1; d < own->rank; d++) {
    r += own->starts[d];
    bool isCollapsed =
        !own->starts[d] || (d + 1 < own->rank && !own->starts[d + 1]);
    if (isCollapsed == !mlirOperationIsNull(own->collapse) &&
        mlirShapedTypeGetDimSize(type, d) % together == 0 &&
        isReduced(product, mlirAffineMapGetResult(map, r)))
      own->pairs = d;
  }
  return own->pairs >= 0;
}

static bool findNibbles(Nibbles *own, MlirOperation product, intptr_t operand) {
  MlirValue made = mlirOperationGetOperand(product, operand);
  own->collapse = asIrMadeBy(made, "tensor.collapse_shape");
  if (!mlirOperationIsNull(own->collapse))
    made = mlirOperationGetOperand(own->collapse, 0);
  own->generic = asIrMadeBy(made, "linalg.generic");
  AsBody body;
  if (mlirOperationIsNull(own->generic) || !asBodyIsElementwise(own->generic) ||
      !asBodyRead(own->generic, &body) || !asBodyWritesInOrder(&body))
    return false;
  MlirType type = mlirValueGetType(made);
  own->numInputs = body.numInputs;
  own->rank = mlirShapedTypeGetRank(type);
  if (own->rank > maxRank || own->numInputs == AS_BODY_INPUTS ||
      !mlirShapedTypeHasStaticShape(type) ||
      !mlirAffineMapIsIdentity(asGenericMap(own->generic, own->numInputs)))
    return false;
  for (intptr_t d = 0; d < own->rank; d++)
    own->starts[d] = true;
  return (mlirOperationIsNull(own->collapse) || readCollapse(own)) &&
         findPairs(own, product, operand) && findInput(own);
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// A linalg.generic that computes each element of a new tensor of `type` from
/// one of each input. The caller fills the body, which ends with the yield that
/// is returned, and sets what it yields.
static MlirOperation insertElementwise(MlirOperation next, intptr_t numInputs,
                                       const MlirValue *inputs,
                                       MlirAffineMap *maps, MlirType type) {
  MlirLocation location = mlirOperationGetLocation(next);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < numInputs; i++)
    mlirBlockAddArgument(
        block, mlirShapedTypeGetElementType(mlirValueGetType(inputs[i])),
        location);
  MlirValue before =
      mlirBlockAddArgument(block, mlirShapedTypeGetElementType(type), location);
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  mlirOperationStateAddOperands(&yield, 1, &before);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  maps[numInputs] = mlirAffineMapMultiDimIdentityGet(
      mlirOperationGetContext(next), mlirShapedTypeGetRank(type));
  MlirOperation generic = asGenericCreate(
      next, numInputs, inputs, asGraphInsertEmpty(next, type), maps, region);
  return mlirBlockGetTerminator(asIrBody(generic));
}

static MlirType integerOf(MlirOperation op, unsigned bits) {
  return mlirIntegerTypeGet(mlirOperationGetContext(op), bits);
}

/// The integer in another type.
static MlirValue insertInteger(MlirOperation next, MlirValue value, MlirType to,
                               bool isSigned) {
  int from = bitsOf(value), bits = asIrElementBits(to);
  return from == bits ? value
                      : asIrInsertUnary(next,
                                        from > bits ? "arith.trunci"
                                        : isSigned  ? "arith.extsi"
                                                    : "arith.extui",
                                        value, to);
}

static MlirValue insertNumber(MlirOperation next, unsigned bits,
                              int64_t number) {
  return asIrInsertConstant(next,
                            mlirIntegerAttrGet(integerOf(next, bits), number));
}

/// A shape of the operation's dimensions. Where `isSplit`, the pairs have a
/// dimension of their own, after that along which they are.
static MlirType shapeOf(const Nibbles *own, bool isSplit, MlirType element) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(own->generic, 0));
  int64_t shape[maxRank + 1];
  intptr_t rank = 0;
  for (intptr_t d = 0; d < own->rank; d++) {
    int64_t extent = mlirShapedTypeGetDimSize(type, d);
    shape[rank++] = d == own->pairs ? extent / together : extent;
    if (d == own->pairs && isSplit)
      shape[rank++] = together;
  }
  return mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

/// The bytes: the first of a pair is in the lower half.
static MlirValue packPairs(const Nibbles *own) {
  MlirOperation next = own->generic;
  MlirContext context = mlirOperationGetContext(next);
  bool starts[maxRank + 1];
  for (intptr_t d = 0; d <= own->rank; d++)
    starts[d] = d != own->pairs + 1;
  MlirValue array = mlirOperationGetOperand(next, own->input);
  MlirType from = integerOf(next, (unsigned)bitsOf(array)),
           byte = integerOf(next, 8);
  MlirValue split = asExpandDims(next, array, shapeOf(own, true, from), starts);
  MlirAffineMap maps[together + 1];
  for (int p = 0; p < together; p++) {
    MlirAffineExpr indices[maxRank + 1];
    intptr_t count = 0;
    for (intptr_t d = 0; d < own->rank; d++) {
      indices[count++] = mlirAffineDimExprGet(context, d);
      if (d == own->pairs)
        indices[count++] = mlirAffineConstantExprGet(context, p);
    }
    maps[p] = mlirAffineMapGet(context, own->rank, 0, count, indices);
  }
  MlirValue shift = insertNumber(next, 8, nibble),
            mask = insertNumber(next, 8, (1 << nibble) - 1);
  MlirOperation yield =
      insertElementwise(next, together, (MlirValue[]){split, split}, maps,
                        shapeOf(own, false, byte));
  MlirBlock body = mlirOperationGetBlock(yield);
  MlirValue half[together];
  for (int p = 0; p < together; p++)
    half[p] = insertInteger(yield, mlirBlockGetArgument(body, p), byte, false);
  half[0] = asIrInsertBinary(yield, "arith.andi", half[0], mask);
  half[1] = asIrInsertBinary(yield, "arith.shli", half[1], shift);
  mlirOperationSetOperand(
      yield, 0, asIrInsertBinary(yield, "arith.ori", half[0], half[1]));
  return mlirOperationGetResult(mlirBlockGetParentOperation(body), 0);
}

/// A small array of i4, such as zero points, as bytes.
static MlirValue widen(MlirOperation next, MlirValue array, bool isSigned) {
  MlirType type = mlirValueGetType(array), byte = integerOf(next, 8);
  int64_t shape[maxRank];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t r = 0; r < rank; r++)
    shape[r] = mlirShapedTypeGetDimSize(type, r);
  MlirAffineMap maps[2] = {
      mlirAffineMapMultiDimIdentityGet(mlirOperationGetContext(next), rank)};
  MlirOperation yield = insertElementwise(
      next, 1, &array, maps,
      mlirRankedTensorTypeGet(rank, shape, byte, mlirAttributeGetNull()));
  MlirBlock body = mlirOperationGetBlock(yield);
  mlirOperationSetOperand(
      yield, 0,
      asIrInsertUnary(yield, isSigned ? "arith.extsi" : "arith.extui",
                      mlirBlockGetArgument(body, 0), byte));
  return mlirOperationGetResult(mlirBlockGetParentOperation(body), 0);
}

//===----------------------------------------------------------------------===//
// Unpacking
//===----------------------------------------------------------------------===//

/// By how much a byte, widened to 32 bits, is shifted to get the first and the
/// second number of a pair. Signed numbers are shifted left to the top bits,
/// and from there back.
static MlirValue insertShifts(const Nibbles *own) {
  static const int32_t toTop[] = {28, 24}, toBottom[] = {0, nibble};
  MlirOperation next = own->generic;
  int64_t count = together;
  MlirType type = mlirRankedTensorTypeGet(1, &count, integerOf(next, 32),
                                          mlirAttributeGetNull());
  return asIrInsertConstant(
      next, mlirDenseElementsAttrInt32Get(type, count,
                                          own->isSigned ? toTop : toBottom));
}

/// Whether the operation converts an integer to another type in a way that is
/// right for a number with a sign, or for one without.
static bool converts(MlirOperation op, bool isSigned) {
  return asIrIsNamed(op, "arith.extsi") || asIrIsNamed(op, "arith.sitofp") ||
         (!isSigned &&
          (asIrIsNamed(op, "arith.extui") || asIrIsNamed(op, "arith.uitofp")));
}

/// Replaces the uses of an element, which is known to be in the range of
/// `number`, by that: converted once, where they convert it.
static void replaceElement(MlirValue element, MlirValue number, bool isSigned) {
  for (MlirOpOperand use = mlirValueGetFirstUse(element);
       !mlirOpOperandIsNull(use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    use = mlirOpOperandGetNextUse(use);
    if (!converts(user, isSigned))
      continue;
    MlirValue old = mlirOperationGetResult(user, 0);
    MlirType to = mlirValueGetType(old);
    MlirValue converted =
        mlirTypeIsAFloat(to) ? asIrInsertUnary(user, "arith.sitofp", number, to)
                             : insertInteger(user, number, to, isSigned);
    mlirValueReplaceAllUsesOfWith(old, converted);
    mlirOperationDestroy(user);
  }
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(element)))
    return;
  MlirOperation next =
      mlirOperationGetNextInBlock(mlirOpResultGetOwner(number));
  mlirValueReplaceAllUsesOfWith(
      element,
      insertInteger(next, number, mlirValueGetType(element), isSigned));
}

/// The number that a byte contains: the shift takes it from its place.
static MlirValue takeOut(const Nibbles *own, MlirOperation first,
                         MlirValue byte, MlirValue shift) {
  enum { wide = 32 };
  MlirType type = integerOf(first, wide);
  MlirValue number = asIrInsertUnary(first, "arith.extui", byte, type);
  number = asIrInsertBinary(first, own->isSigned ? "arith.shli" : "arith.shrui",
                            number, shift);
  MlirValue last = insertNumber(
      own->generic, wide, own->isSigned ? wide - nibble : (1 << nibble) - 1);
  return asIrInsertBinary(first, own->isSigned ? "arith.shrsi" : "arith.andi",
                          number, last);
}

/// The map with one more loop, over the two numbers of a pair, after the loop
/// over pairs.
static MlirAffineMap withPairs(const Nibbles *own, MlirAffineMap map) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr indices[maxRank];
  intptr_t count = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < count; r++) {
    intptr_t d = mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, r));
    indices[r] = mlirAffineDimExprGet(context, d + (d > own->pairs));
  }
  return mlirAffineMapGet(context, own->rank + 1, 0, count, indices);
}

/// The operation on the bytes, with pairs as a dimension of its result.
static MlirValue unpack(const Nibbles *own, MlirValue bytes) {
  MlirOperation next = own->generic, copy = mlirOperationClone(next);
  MlirContext context = mlirOperationGetContext(next);
  MlirLocation location = mlirOperationGetLocation(next);
  intptr_t count = own->numInputs;
  MlirValue inputs[AS_BODY_INPUTS + 1];
  MlirAffineMap maps[AS_BODY_INPUTS + 2];
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(copy, 0));
  mlirOperationDestroy(copy);
  MlirBlock body = mlirRegionGetFirstBlock(region);
  MlirValue shift =
      mlirBlockInsertArgument(body, count, integerOf(next, 32), location);
  MlirType byte = integerOf(next, 8);
  for (intptr_t i = 0; i < count; i++) {
    inputs[i] = mlirOperationGetOperand(next, i);
    maps[i] = withPairs(own, asGenericMap(next, i));
    if (i != own->input && !isOfType4(inputs[i]))
      continue;
    bool isSigned = own->isSigned;
    MlirValue element = mlirBlockGetArgument(body, i);
    MlirValue number = mlirBlockInsertArgument(body, i, byte, location);
    if (i == own->input) {
      inputs[i] = bytes;
      number = takeOut(own, mlirBlockGetFirstOperation(body), number, shift);
    } else {
      isWidened(element, &isSigned);
      inputs[i] = widen(next, inputs[i], isSigned);
    }
    replaceElement(element, number, isSigned);
    mlirBlockEraseArgument(body, (unsigned)i + 1);
  }
  inputs[count] = insertShifts(own);
  MlirAffineExpr pair = mlirAffineDimExprGet(context, own->pairs + 1);
  maps[count] = mlirAffineMapGet(context, own->rank + 1, 0, 1, &pair);
  maps[count + 1] = mlirAffineMapMultiDimIdentityGet(context, own->rank + 1);
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetResult(next, 0)));
  MlirValue empty = asGraphInsertEmpty(next, shapeOf(own, true, element));
  return mlirOperationGetResult(
      asGenericCreate(next, count + 1, inputs, empty, maps, region), 0);
}

void asPackNibbles(MlirOperation product, intptr_t operand) {
  Nibbles own;
  if (!mlirAffineMapIsProjectedPermutation(asGenericMap(product, operand)) ||
      !findNibbles(&own, product, operand))
    return;
  bool starts[maxRank + 1];
  for (intptr_t d = 0; d < own.rank; d++)
    starts[d + (d > own.pairs)] = own.starts[d];
  starts[own.pairs + 1] = false;
  MlirValue unpacked = unpack(&own, packPairs(&own));
  mlirOperationSetOperand(product, operand,
                          asCollapseDims(product, unpacked, starts));
}
