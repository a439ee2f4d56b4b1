//===- round-attention.c - Round the sizes of attention up to whole vectors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Register tiles divide rows, keys and columns of attention that is one task
// (attention.h). Where they do not, operands are padded with zeros, all is
// computed of the larger sizes, and a slice of the result is what was asked
// for. That costs copies of operands and result. Where these are not small
// beside the scores, as with few rows, all stays as it is.
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
#include "task/attention-neutrals.h"
#include "task/attention-quotients.h"
#include "task/attention-search.h"
#include "task/attention.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Rounding {
  const AsBlockGroups *groups;
  bool *isMember;
  int product, scores;  ///< Nodes.
  int weights;          ///< The operand of the last product that they are.
  int rank;             ///< Of the weights: heads, rows, keys.
  int row, key, column; ///< Loops of the last product,
  int inner;            ///< and the one that the scores sum up.
  int64_t rows, keys, columns, inners; ///< What they are to be.
  int64_t numKeys;                     ///< How many there are.
  int64_t lanes;                       ///< Of a vector of f32.
  AsIrMap map;                         ///< Results to rounded ones.
  MlirOperation next;                  ///< What is made goes before it.
  MlirValue bound;                     ///< numKeys; the first that is made.
  AsAttentionPair made;                ///< The products of rounded sizes,
  MlirValue slice;                     ///< and what was asked for of theirs.
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

/// How many elements are copied: of operands and result that have a size which
/// is rounded up.
static double copiedElements(const Rounding *rounding, double rows,
                             double columns, double inners) {
  double keys = (double)rounding->numKeys;
  bool areRows = (double)rounding->rows > rows,
       areKeys = (double)rounding->keys > keys,
       areColumns = (double)rounding->columns > columns,
       areInners = (double)rounding->inners > inners;
  return (areRows || areInners ? rows * inners : 0) +
         (areKeys || areInners ? keys * inners : 0) +
         (areKeys || areColumns ? keys * columns : 0) +
         (areRows || areColumns ? rows * columns : 0);
}

/// Whether it is worth it: in multiplications of a head, what is computed
/// beyond its sizes and copied is less than what it takes to write the scores
/// and read them again. Large heads leave the caches with their scores: these
/// may become a quarter larger.
static bool isWorthIt(const Rounding *rounding, double rows, double columns,
                      double inners) {
  static const double ofCopy = 11, ofScore = 44, largeHead = 512 * 512;
  double scores = rows * (double)rounding->numKeys,
         own = scores * (columns + inners),
         whole = (double)rounding->rows * (double)rounding->keys *
                 (double)(rounding->columns + rounding->inners),
         copied = copiedElements(rounding, rows, columns, inners);
  return whole > own && (whole - own + ofCopy * copied <= ofScore * scores ||
                         (scores >= largeHead && whole <= 1.25 * own));
}

/// Finds the sizes. False if all are whole already, or it is not worth it.
static bool chooseSizes(Rounding *rounding) {
  enum { least = 16, rows = 4 };
  const AsNode *product = &rounding->groups->nodes[rounding->product],
               *scores = &rounding->groups->nodes[rounding->scores];
  int64_t numRows = product->extent[rounding->row],
          numKeys = product->extent[rounding->key],
          numColumns = product->extent[rounding->column],
          numInners = scores->extent[rounding->inner];
  rounding->numKeys = numKeys;
  rounding->rows = roundUp(numRows, rows);
  rounding->keys = roundUp(numKeys, least);
  // Tiles of two vectors are better than of one.
  if (rounding->keys != numKeys && numKeys > 8 * least &&
      2 * rounding->lanes > least)
    rounding->keys = roundUp(numKeys, 2 * rounding->lanes);
  rounding->columns = roundUp(numColumns, least);
  rounding->inners = roundUp(numInners, least);
  return isWorthIt(rounding, (double)numRows, (double)numColumns,
                   (double)numInners);
}

//===----------------------------------------------------------------------===//
// What must not count
//===----------------------------------------------------------------------===//

static AsNeutral neutralBehind(const Rounding *rounding, int node) {
  return asNeutralBehind(rounding->groups, rounding->isMember,
                         rounding->product, node);
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
        (m != rounding->product &&
         neutralBehind(rounding, m) == AS_NEUTRAL_UNKNOWN) ||
        (nodes[m].kind == AS_NODE_REDUCTION &&
         asNeutralOf(op) == AS_NEUTRAL_UNKNOWN))
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
                               AsNeutral neutral) {
  MlirOperation next = rounding->next;
  MlirContext context = mlirOperationGetContext(next);
  MlirType type = mlirValueGetType(value),
           element = mlirShapedTypeGetElementType(type),
           types[] = {element, element};
  MlirLocation location = mlirOperationGetLocation(next),
               locations[] = {location, location};
  MlirValue constant = asIrInsertConstant(
      next, mlirFloatAttrDoubleGet(context, element,
                                   neutral == AS_NEUTRAL_ZERO    ? 0
                                   : neutral == AS_NEUTRAL_LEAST ? -INFINITY
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
  AsNeutral neutral =
      rounding->keys == rounding->numKeys || m == rounding->product
          ? AS_NEUTRAL_ANYTHING
          : neutralBehind(rounding, m);
  bool isThere = neutral == AS_NEUTRAL_ZERO &&
                 asArePowersOfRest(rounding->groups, rounding->isMember, m);
  if (neutral != AS_NEUTRAL_ANYTHING && !isThere)
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

/// Makes all of it again, beside what there is.
static void makeAll(Rounding *rounding) {
  const AsNode *nodes = rounding->groups->nodes;
  AsAttentionPair *made = &rounding->made;
  rounding->next = nodes[rounding->product].op;
  rounding->bound = asIrInsertIndex(rounding->next, rounding->numKeys);
  for (int m = 0; m <= rounding->product; m++) {
    if (!rounding->isMember[m])
      continue;
    made->product = makeRounded(rounding, m);
    if (m == rounding->scores)
      made->scores = made->product;
  }
  asFillApart(made->product, made->scores);
  rounding->slice =
      insertSlice(rounding, mlirOperationGetResult(made->product, 0),
                  mlirValueGetType(mlirOperationGetResult(rounding->next, 0)));
}

/// Puts what was made in place of what there was.
static void takeMade(const Rounding *rounding) {
  const AsNode *nodes = rounding->groups->nodes;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(rounding->next, 0),
                                rounding->slice);
  for (int m = rounding->product; m >= 0; m--)
    if (rounding->isMember[m])
      mlirOperationDestroy(nodes[m].op);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Fills in what is to be of the attention that the search has found. False
/// where it stays as it is.
static bool plan(const AsAttentionSearch *search, int product, int64_t lanes,
                 Rounding *rounding) {
  const AsBlockGroups *groups = &search->groups;
  *rounding = (Rounding){.groups = groups,
                         .isMember = search->isMember,
                         .product = product,
                         .scores = -1,
                         .lanes = lanes,
                         .weights = asAttentionWeights(groups, product)};
  const AsNode *node = &groups->nodes[product];
  for (int m = 0; m < product; m++)
    if (search->isMember[m] && groups->nodes[m].kind == AS_NODE_HEAVY)
      rounding->scores = m;
  if (rounding->scores < 0 || rounding->weights < 0 ||
      asAttentionRows(node->op) <= AS_FEW_ROWS)
    return false;
  rounding->rank = asNodeRank(node, rounding->weights);
  rounding->row = asNodeLoop(node, rounding->weights, rounding->rank - 2);
  rounding->key = asNodeLoop(node, rounding->weights, rounding->rank - 1);
  rounding->column = asNodeLastLoop(node, 2);
  rounding->inner = summedLoop(&groups->nodes[rounding->scores]);
  return rounding->row >= 0 && rounding->key >= 0 && rounding->column >= 0 &&
         rounding->inner >= rounding->rank && chooseSizes(rounding) &&
         canRound(rounding);
}

/// All attention of a block that is to be rounded. No two have a member in
/// common: of such, the first is here.
typedef struct Roundings {
  Rounding *all; ///< Each owns its isMember.
  int count;
} Roundings;

static bool overlaps(const Roundings *roundings, const Rounding *own) {
  for (int r = 0; r < roundings->count; r++)
    for (int m = 0; m <= own->product; m++)
      if (own->isMember[m] && roundings->all[r].isMember[m])
        return true;
  return false;
}

static Roundings planAll(const AsAttentionSearch *search, int64_t lanes) {
  const AsBlockGroups *groups = &search->groups;
  Roundings roundings = {0};
  for (int i = 0; i < groups->numNodes; i++) {
    Rounding own;
    if (!asAttentionEndsAt(search, i) || !plan(search, i, lanes, &own) ||
        overlaps(&roundings, &own))
      continue;
    size_t bytes = sizeof *own.isMember * (size_t)groups->numNodes;
    own.isMember = memcpy(asAlloc(bytes), search->isMember, bytes);
    roundings.all = asRealloc(roundings.all, sizeof *roundings.all *
                                                 (size_t)(roundings.count + 1));
    roundings.all[roundings.count++] = own;
  }
  return roundings;
}

/// The products that are in the module, or those that were made for it.
static void listPairs(const Roundings *roundings, bool areMade,
                      AsAttentionPair *pairs) {
  for (int r = 0; r < roundings->count; r++) {
    const Rounding *own = &roundings->all[r];
    const AsNode *nodes = own->groups->nodes;
    pairs[r] = areMade ? own->made
                       : (AsAttentionPair){nodes[own->scores].op,
                                           nodes[own->product].op};
  }
}

/// Leaves out what is a task as it is.
static void dropTasks(Roundings *roundings, AsAttentionPair *pairs,
                      bool *areGroups) {
  int left = 0;
  listPairs(roundings, false, pairs);
  asAreGroups(pairs, roundings->count, areGroups);
  for (int r = 0; r < roundings->count; r++)
    if (areGroups[r])
      free(roundings->all[r].isMember);
    else
      roundings->all[left++] = roundings->all[r];
  roundings->count = left;
}

static void roundAll(Roundings *roundings) {
  size_t most = (size_t)roundings->count + 1;
  AsAttentionPair *pairs = asAlloc(sizeof *pairs * most);
  bool *areGroups = asAlloc(sizeof *areGroups * most);
  dropTasks(roundings, pairs, areGroups);
  for (int r = 0; r < roundings->count; r++)
    makeAll(&roundings->all[r]);
  listPairs(roundings, true, pairs);
  // Before a product that is a generic, quotients would become a part of it.
  asDivideAfterAttention(pairs, roundings->count);
  asAreGroups(pairs, roundings->count, areGroups);
  for (int r = 0; r < roundings->count; r++)
    if (areGroups[r])
      takeMade(&roundings->all[r]);
    else
      undo(&roundings->all[r]);
  free(areGroups);
  free(pairs);
}

void asRoundAttention(MlirBlock block, int64_t lanes) {
  AsAttentionSearch search = asAttentionSearch(block, AS_GROUP_STATIC);
  Roundings roundings = planAll(&search, lanes);
  roundAll(&roundings);
  for (int r = 0; r < roundings.count; r++) {
    asIrMapFree(&roundings.all[r].map);
    free(roundings.all[r].isMember);
  }
  free(roundings.all);
  asAttentionSearchFree(&search);
}
