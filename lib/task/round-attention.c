//===- round-attention.c - Round the sizes of attention up to whole vectors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Register tiles divide rows, keys and columns of attention that is one task
// (attention.h). Where they do not, operands are padded with zeros, all is
// computed of the larger sizes, and a slice of the result is what was asked
// for. That costs copies of operands and result, which are small beside the
// scores, unless there are few rows: these stay as they are.
//
// Padded keys must not count: there, scores that are reduced are the neutral
// element of the reduction, and weights are zeros.
//
// Requires:    attention of static shapes with reductions that are sums, maxima
//              or minima.
// Provides:    the same with whole vectors of keys and columns, and whole
//              tiles of rows.
// Invalidates: what is known of the operations of the block.
//
//   %s = linalg.batch_matmul ins(%q, %k)       2 x 197 x 197
//   %m = linalg.generic ins(%s) { maximumf }   2 x 197
// becomes
//   %p = tensor.pad %q low[0, 0, 0] high[0, 3, 0]
//   %r = tensor.pad %k low[0, 0, 0] high[0, 0, 27]
//   %s = linalg.batch_matmul ins(%p, %r)       2 x 200 x 224
//   %t = linalg.generic ins(%s) { select (linalg.index 2) < 197, %a, -inf }
//   %m = linalg.generic ins(%t) { maximumf }   2 x 200
//
//===----------------------------------------------------------------------===//

#include "task/round-attention.h"
#include "graph/analysis/generic-op.h"
#include "ir/def-use.h"
#include "ir/ir-mapping.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "task/attention-fills.h"
#include "task/attention-group.h"
#include "task/attention-quotients.h"
#include "task/attention.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What becomes of the elements behind the last key.
typedef enum Neutral { ANYTHING, ZERO, LEAST, MOST, UNKNOWN } Neutral;

typedef struct Rounding {
  const AsBlockGroups *groups;
  const bool *isMember;
  int product, scores;  ///< Nodes.
  int weights;          ///< The operand of the last product that they are.
  int rank;             ///< Of the weights: heads, rows, keys.
  int row, key, column; ///< Loops of the last product,
  int inner;            ///< and the one that the scores sum up.
  int64_t rows, keys, columns, inners; ///< What they are to be.
  int64_t numKeys;                     ///< How many there are.
  AsIrMap map;                         ///< Results to rounded ones.
  MlirOperation next;                  ///< What is made goes before it.
  MlirValue bound;                     ///< numKeys; the first that is made.
} Rounding;

//===----------------------------------------------------------------------===//
// Loops and sizes
//===----------------------------------------------------------------------===//

/// The loop that the result of a product does not have.
static int summedLoop(const AsNode *node) {
  for (int d = 0; d < node->numDims; d++) {
    bool isWritten = false;
    for (intptr_t r = 0; r < asNodeRank(node, 2); r++)
      isWritten |= asNodeLoop(node, 2, r) == d;
    if (!isWritten)
      return d;
  }
  return -1;
}

/// What the extent of a loop is to be. Row-wise operations and scores begin
/// with the loops of the weights.
static int64_t roundedExtent(const Rounding *rounding, const AsNode *node,
                             int loop) {
  const AsNode *nodes = rounding->groups->nodes;
  if (node == &nodes[rounding->product])
    return loop == rounding->row      ? rounding->rows
           : loop == rounding->key    ? rounding->keys
           : loop == rounding->column ? rounding->columns
                                      : node->extent[loop];
  return loop == rounding->rank - 2   ? rounding->rows
         : loop == rounding->rank - 1 ? rounding->keys
         : loop == rounding->inner    ? rounding->inners
                                      : node->extent[loop];
}

/// The type of operand `i` when loops have their rounded extents.
static MlirType roundedType(const Rounding *rounding, const AsNode *node,
                            intptr_t i) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(node->op, i));
  int64_t shape[AS_MOST_DIMENSIONS];
  intptr_t rank = asNodeRank(node, i);
  for (intptr_t r = 0; r < rank; r++) {
    int loop = asNodeLoop(node, i, r);
    shape[r] = loop < 0 ? mlirShapedTypeGetDimSize(type, r)
                        : roundedExtent(rounding, node, loop);
  }
  return mlirRankedTensorTypeGet(
      rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
}

static int64_t roundUp(int64_t size, int64_t unit) {
  return (size + unit - 1) / unit * unit;
}

/// Finds the sizes. False if all are whole already, if rounding adds more than
/// a quarter of the work, or if a head has fewer than 512 x 512 scores: then
/// copies cost more than is saved by not writing the scores.
static bool chooseSizes(Rounding *rounding) {
  enum { vector = 16, rows = 4, fewestScores = 1 << 18 };
  const AsNode *product = &rounding->groups->nodes[rounding->product],
               *scores = &rounding->groups->nodes[rounding->scores];
  int64_t numRows = product->extent[rounding->row],
          numKeys = product->extent[rounding->key],
          numColumns = product->extent[rounding->column],
          numInners = scores->extent[rounding->inner];
  rounding->numKeys = numKeys;
  rounding->rows = roundUp(numRows, rows);
  rounding->keys = roundUp(numKeys, vector);
  // Tiles of two vectors are better than of one.
  if (rounding->keys != numKeys && numKeys > 8 * vector)
    rounding->keys = roundUp(numKeys, 2 * vector);
  rounding->columns = roundUp(numColumns, vector);
  rounding->inners = roundUp(numInners, vector);
  double whole = (double)rounding->rows * (double)rounding->keys *
                 (double)(rounding->columns + rounding->inners),
         own = (double)numRows * (double)numKeys *
               (double)(numColumns + numInners);
  return whole > own && whole <= 1.25 * own &&
         numRows * numKeys >= fewestScores;
}

//===----------------------------------------------------------------------===//
// What must not count
//===----------------------------------------------------------------------===//

/// The operation that is all of the body but its end; null if there are others.
static MlirOperation onlyOperation(MlirOperation op) {
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(op)),
                next = mlirOperationGetNextInBlock(first);
  bool isAll = asIrIsNamed(next, "linalg.yield") &&
               mlirValueEqual(mlirOperationGetOperand(next, 0),
                              mlirOperationGetResult(first, 0));
  return isAll ? first : (MlirOperation){NULL};
}

/// What a reduction of one array takes without a change.
static Neutral neutralOf(MlirOperation op) {
  static const struct {
    const char *name;
    Neutral neutral;
  } all[] = {{"arith.addf", ZERO},
             {"arith.maximumf", LEAST},
             {"arith.maxnumf", LEAST},
             {"arith.minimumf", MOST},
             {"arith.minnumf", MOST}};
  if (mlirOperationGetNumOperands(op) != 2 ||
      !mlirAffineMapIsIdentity(asGenericMap(op, 0)))
    return UNKNOWN;
  MlirOperation only = onlyOperation(op);
  MlirValue in = mlirBlockGetArgument(asIrBody(op), 0),
            out = mlirBlockGetArgument(asIrBody(op), 1);
  if (mlirOperationIsNull(only) || mlirOperationGetNumOperands(only) != 2)
    return UNKNOWN;
  MlirValue left = mlirOperationGetOperand(only, 0),
            right = mlirOperationGetOperand(only, 1);
  if (!(mlirValueEqual(left, in) && mlirValueEqual(right, out)) &&
      !(mlirValueEqual(left, out) && mlirValueEqual(right, in)))
    return UNKNOWN;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (asIrIsNamed(only, all[i].name))
      return all[i].neutral;
  return UNKNOWN;
}

static Neutral neutralBehind(const Rounding *rounding, int node);

/// Whether the weights are zeros where an operand of theirs is: quotients.
static bool keepsZeros(const Rounding *rounding, const AsNode *weights) {
  MlirOperation only = onlyOperation(weights->op);
  bool isQuotient =
      !mlirOperationIsNull(only) && asIrIsNamed(only, "arith.divf");
  if (!isQuotient &&
      (mlirOperationIsNull(only) || !asIrIsNamed(only, "arith.mulf")))
    return false;
  for (int i = 0; i < (isQuotient ? 1 : 2); i++) {
    MlirValue argument = mlirOperationGetOperand(only, i);
    if (!mlirValueIsABlockArgument(argument))
      continue;
    intptr_t number = mlirBlockArgumentGetArgNumber(argument);
    int p = asGroupProducer(rounding->groups, weights, number);
    if (p >= 0 && rounding->isMember[p] &&
        mlirAffineMapIsIdentity(asGenericMap(weights->op, number)) &&
        neutralBehind(rounding, p) == ZERO)
      return true;
  }
  return false;
}

static Neutral both(Neutral a, Neutral b) {
  return a == ANYTHING || a == b ? b : b == ANYTHING ? a : UNKNOWN;
}

/// What the elements of the node's result must be behind the last key.
static Neutral neutralBehind(const Rounding *rounding, int node) {
  const AsNode *nodes = rounding->groups->nodes;
  MlirValue result = mlirOperationGetResult(nodes[node].op, 0);
  Neutral neutral = ANYTHING;
  if (mlirShapedTypeGetRank(mlirValueGetType(result)) != rounding->rank)
    return neutral;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    int user = asGroupNode(rounding->groups, mlirOpOperandGetOwner(use));
    if (user < 0)
      return UNKNOWN;
    if (user == rounding->product) {
      if (!keepsZeros(rounding, &nodes[node]))
        neutral = both(neutral, ZERO);
    } else if (nodes[user].kind == AS_NODE_REDUCTION) {
      neutral = both(neutral, neutralOf(nodes[user].op));
    }
  }
  return neutral;
}

/// Whether all of it is of a kind that can be rounded.
static bool canRound(const Rounding *rounding) {
  const AsNode *nodes = rounding->groups->nodes;
  for (int m = 0; m <= rounding->product; m++) {
    if (!rounding->isMember[m])
      continue;
    MlirOperation op = nodes[m].op;
    if (nodes[m].isDynamic || mlirOperationGetNumResults(op) != 1 ||
        // What reads the result reads a slice of it afterwards.
        (m != rounding->product && neutralBehind(rounding, m) == UNKNOWN) ||
        (nodes[m].kind == AS_NODE_REDUCTION && neutralOf(op) == UNKNOWN))
      return false;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      for (intptr_t r = 0; r < asNodeRank(&nodes[m], i); r++) {
        MlirAffineExpr index = mlirAffineMapGetResult(asGenericMap(op, i), r);
        if (!mlirAffineExprIsADim(index) && !mlirAffineExprIsAConstant(index))
          return false;
      }
    // Reductions are of what is computed here.
    int reduced = asGroupProducer(rounding->groups, &nodes[m], 0);
    if (nodes[m].kind == AS_NODE_REDUCTION &&
        (reduced < 0 || !rounding->isMember[reduced]))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// A copy of the tensor with zeros behind it.
static MlirValue pad(const Rounding *rounding, MlirValue value, MlirType type) {
  MlirOperation next = rounding->next;
  MlirContext context = mlirOperationGetContext(next);
  MlirType own = mlirValueGetType(value), index = mlirIndexTypeGet(context),
           element = mlirShapedTypeGetElementType(type),
           types[AS_MOST_DIMENSIONS];
  MlirLocation location = mlirOperationGetLocation(next),
               locations[AS_MOST_DIMENSIONS];
  int64_t low[AS_MOST_DIMENSIONS] = {0}, high[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t r = 0; r < rank; r++) {
    types[r] = index;
    locations[r] = location;
    high[r] =
        mlirShapedTypeGetDimSize(type, r) - mlirShapedTypeGetDimSize(own, r);
  }
  MlirValue zero =
      asIrInsertConstant(next, mlirTypeIsAFloat(element)
                                   ? mlirFloatAttrDoubleGet(context, element, 0)
                                   : mlirIntegerAttrGet(element, 0));
  MlirBlock block = mlirBlockCreate(rank, types, locations);
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("tensor.yield"), location);
  mlirOperationStateAddOperands(&yield, 1, &zero);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "tensor.pad",
          .numOperands = 1,
          .operands = &value,
          .numResults = 1,
          .results = &type,
          .attributes =
              (AsIrAttribute[]){
                  {"static_low", mlirDenseI64ArrayGet(context, rank, low)},
                  {"static_high", mlirDenseI64ArrayGet(context, rank, high)},
                  {AS_ROUNDS_ATTRIBUTE, mlirUnitAttrGet(context)},
                  {"operandSegmentSizes",
                   mlirDenseI32ArrayGet(context, 3, (int32_t[]){1, 0, 0})},
                  {0}},
          .region = region});
}

/// Operand `i` in its rounded type.
static MlirValue roundedOperand(const Rounding *rounding, const AsNode *node,
                                intptr_t i) {
  MlirValue value = mlirOperationGetOperand(node->op, i);
  int found = asIrMapFind(&rounding->map, value);
  if (found >= 0)
    return rounding->map.to[found];
  if (!mlirTypeIsARankedTensor(mlirValueGetType(value)))
    return value;
  MlirType type = roundedType(rounding, node, i);
  MlirOperation fill = asIrMadeBy(value, "linalg.fill");
  if (mlirTypeEqual(type, mlirValueGetType(value)))
    return value;
  if (asIrIsMadeBy(value, "tensor.empty"))
    return asGraphInsertEmpty(rounding->next, type);
  if (!mlirOperationIsNull(fill))
    return asGraphInsertFill(rounding->next, mlirOperationGetOperand(fill, 0),
                             type);
  return pad(rounding, value, type);
}

/// The value with other elements behind the last key.
static MlirValue insertNeutral(const Rounding *rounding, MlirValue value,
                               Neutral neutral) {
  MlirOperation next = rounding->next;
  MlirContext context = mlirOperationGetContext(next);
  MlirType type = mlirValueGetType(value),
           element = mlirShapedTypeGetElementType(type),
           types[] = {element, element};
  MlirLocation location = mlirOperationGetLocation(next),
               locations[] = {location, location};
  MlirValue constant = asIrInsertConstant(
      next, mlirFloatAttrDoubleGet(context, element,
                                   neutral == ZERO    ? 0
                                   : neutral == LEAST ? -INFINITY
                                                      : INFINITY));
  MlirBlock block = mlirBlockCreate(2, types, locations);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  MlirOperation yield = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, yield);
  MlirValue isKey = asIrInsertComparison(
      yield, AS_IR_LESS, asIrInsertLoopIndex(yield, rounding->rank - 1),
      rounding->bound);
  MlirValue selected =
      asIrInsertSelect(yield, isKey, mlirBlockGetArgument(block, 0), constant);
  mlirOperationSetOperands(yield, 1, &selected);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  MlirAffineMap all = mlirAffineMapMultiDimIdentityGet(context, rounding->rank);
  MlirOperation generic =
      asGenericCreate(next, 1, &value, asGraphInsertEmpty(next, type),
                      (MlirAffineMap[]){all, all}, region);
  return mlirOperationGetResult(generic, 0);
}

/// Makes the node again, with rounded sizes.
static MlirOperation makeRounded(Rounding *rounding, int m) {
  const AsNode *node = &rounding->groups->nodes[m];
  intptr_t numOperands = mlirOperationGetNumOperands(node->op);
  MlirOperation copy = mlirOperationClone(node->op);
  for (intptr_t i = 0; i < numOperands; i++)
    mlirOperationSetOperand(copy, i, roundedOperand(rounding, node, i));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(rounding->next),
                                      rounding->next, copy);
  MlirValue old = mlirOperationGetResult(node->op, 0),
            value = mlirOperationGetResult(copy, 0);
  mlirValueSetType(value, roundedType(rounding, node, numOperands - 1));
  Neutral neutral =
      rounding->keys == rounding->numKeys || m == rounding->product
          ? ANYTHING
          : neutralBehind(rounding, m);
  if (neutral != ANYTHING)
    value = insertNeutral(rounding, value, neutral);
  asIrMapAdd(&rounding->map, old, value);
  return copy;
}

/// The slice of the rounded result that was asked for.
static MlirValue insertSlice(const Rounding *rounding, MlirValue whole,
                             MlirType type) {
  AsIrSlice slice = {0};
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    asIrSliceAdd(&slice, mlirShapedTypeGetDimSize(type, r), (MlirValue){NULL});
  return asIrInsertExtractSlice(rounding->next, whole, type, &slice);
}

/// Destroys what was made.
static void undo(const Rounding *rounding) {
  MlirOperation first = mlirOpResultGetOwner(rounding->bound);
  int count = 0;
  for (MlirOperation op = first; !mlirOperationEqual(op, rounding->next);
       op = mlirOperationGetNextInBlock(op))
    count++;
  MlirOperation *made = asAlloc(sizeof *made * (size_t)count);
  for (int i = 0; i < count; i++, first = mlirOperationGetNextInBlock(first))
    made[i] = first;
  for (int i = count - 1; i >= 0; i--)
    mlirOperationDestroy(made[i]);
  free(made);
}

/// Makes all of it again. False, and everything as before, where that is no
/// task.
static bool makeAll(Rounding *rounding) {
  const AsNode *nodes = rounding->groups->nodes;
  MlirOperation scores = {NULL}, product = {NULL};
  rounding->next = nodes[rounding->product].op;
  rounding->bound = asIrInsertIndex(rounding->next, rounding->numKeys);
  for (int m = 0; m <= rounding->product; m++) {
    if (!rounding->isMember[m])
      continue;
    product = makeRounded(rounding, m);
    if (m == rounding->scores)
      scores = product;
  }
  asFillApart(product, scores);
  MlirValue old = mlirOperationGetResult(rounding->next, 0),
            slice = insertSlice(rounding, mlirOperationGetResult(product, 0),
                                mlirValueGetType(old));
  // Before a product that is a generic, quotients would become a part of it.
  asDivideAfterAttention(product, scores);
  if (!asAreOneGroup(scores, product)) {
    undo(rounding);
    return false;
  }
  mlirValueReplaceAllUsesOfWith(old, slice);
  for (int m = rounding->product; m >= 0; m--)
    if (rounding->isMember[m])
      mlirOperationDestroy(nodes[m].op);
  return true;
}

bool asRoundAttention(const AsBlockGroups *groups, const bool *isMember,
                      int product) {
  Rounding rounding = {.groups = groups,
                       .isMember = isMember,
                       .product = product,
                       .scores = -1,
                       .weights = asAttentionWeights(groups, product)};
  const AsNode *node = &groups->nodes[product];
  for (int m = 0; m < product; m++)
    if (isMember[m] && groups->nodes[m].kind == AS_NODE_HEAVY)
      rounding.scores = m;
  if (rounding.scores < 0 || rounding.weights < 0 ||
      asAttentionRows(node->op) <= AS_FEW_ROWS)
    return false;
  rounding.rank = asNodeRank(node, rounding.weights);
  rounding.row = asNodeLoop(node, rounding.weights, rounding.rank - 2);
  rounding.key = asNodeLoop(node, rounding.weights, rounding.rank - 1);
  rounding.column = asNodeLastLoop(node, 2);
  rounding.inner = summedLoop(&groups->nodes[rounding.scores]);
  if (rounding.row < 0 || rounding.key < 0 || rounding.column < 0 ||
      rounding.inner < rounding.rank || !chooseSizes(&rounding) ||
      !canRound(&rounding) ||
      asAreOneGroup(groups->nodes[rounding.scores].op, node->op))
    return false;
  bool isRounded = makeAll(&rounding);
  asIrMapFree(&rounding.map);
  return isRounded;
}
