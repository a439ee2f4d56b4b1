//===- attention-group.c - Attention as one group
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attention is a product, the scores; something row-wise, as a rule a softmax
// behind a scale and a mask; and a product of what that leaves, the weights:
//
//   %s = linalg.batch_matmul ins(%q, %k)       scores: heads x rows x keys
//   %t = linalg.generic                        scale, mask
//   %m = linalg.generic                        maximum of each row
//   %x = linalg.generic                        exp(%t - %m)
//   %l = linalg.generic                        sum of each row
//   %p = linalg.generic                        weights: %x / %l
//   %o = linalg.batch_matmul ins(%p, %v)       heads x rows x columns
//
// Nothing depends on the spelling of the softmax: all elementwise operations
// and reductions of rows between the two products belong to it, if nothing else
// uses what they compute. The quotients may be behind the last product
// (attention-quotients.h), and other elementwise operations, too.
//
// Whether a rule takes what was found is asked of its program (attention.h).
//
//===----------------------------------------------------------------------===//

#include "task/attention-group.h"
#include "graph/analysis/generic-op.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "task/program.h"
#include <string.h>

/// Whether operand `i` may be one of a product of attention: the sums are f32.
static bool isFloat(MlirOperation op, intptr_t i) {
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(op, i)));
  bool isResult = i == 2;
  return mlirTypeIsAF32(element) ||
         (!isResult && (mlirTypeIsAF16(element) || mlirTypeIsABF16(element)));
}

/// Whether it multiplies two arrays and sums up over one loop, in f32.
static bool isProduct(const AsNode *node) {
  if (node->kind != AS_NODE_HEAVY || node->isFixed ||
      !mlirLinalgIsAContractionOp(node->op) ||
      mlirOperationGetNumOperands(node->op) != 3 ||
      mlirOperationGetNumResults(node->op) != 1)
    return false;
  int summed = 0;
  bool isWritten[AS_MAX_DIMS] = {false};
  for (int r = 0; r < asNodeRank(node, 2); r++) {
    int loop = asNodeLoop(node, 2, r);
    if (loop < 0)
      return false;
    isWritten[loop] = true;
  }
  for (int d = 0; d < node->numDims; d++)
    summed += !isWritten[d];
  for (intptr_t i = 0; i < 3; i++)
    if (!isFloat(node->op, i))
      return false;
  return summed == 1;
}

/// Whether the product computes scores of the shape of the weights, as they lie
/// in memory.
static bool areScores(const AsNode *node, const AsNode *weights) {
  if (!isProduct(node) || !asNodeFits(node, weights))
    return false;
  for (int r = 0; r < asNodeRank(node, 2); r++)
    if (asNodeLoop(node, 2, r) != r)
      return false;
  return true;
}

/// Whether the loops of the two begin with the same `count` ones.
static bool sameLeading(const AsNode *a, const AsNode *b, int count) {
  return a->numDims >= count && b->numDims >= count &&
         memcmp(a->extent, b->extent, sizeof *a->extent * (size_t)count) == 0;
}

/// Whether the node is row-wise: it goes over the weights' rows and keys,
/// or over what rows were reduced to.
static bool isRowWise(const AsNode *node, const AsNode *weights) {
  int rows = weights->numDims - 1;
  if (node->kind == AS_NODE_REDUCTION)
    return node->numParallel == rows && node->numDims == rows + 1 &&
           sameLeading(node, weights, rows + 1);
  return node->kind == AS_NODE_ELEMENTWISE &&
         (node->numDims == rows || node->numDims == rows + 1) &&
         sameLeading(node, weights, node->numDims);
}

/// Which operand of the product are the weights: the keys, their last loop, are
/// summed up, and the columns are contiguous in the other one and in the
/// result. -1 if there are none.
static int weightsOperand(const AsBlockGroups *groups, const AsNode *root) {
  int columns = asNodeLastLoop(root, 2);
  for (int i = 0; i < 2; i++) {
    int p = asGroupProducer(groups, root, i), keys = asNodeLastLoop(root, i);
    if (p < 0 || groups->nodes[p].kind != AS_NODE_ELEMENTWISE ||
        groups->nodes[p].numDims < 2 || asNodeRank(root, i) < 2 || keys < 0)
      continue;
    bool sumsKeys = true, hasColumns = false;
    for (int r = 0; r < asNodeRank(root, 2); r++)
      sumsKeys &= asNodeLoop(root, 2, r) != keys;
    for (int r = 0; r < asNodeRank(root, i); r++)
      hasColumns |= asNodeLoop(root, i, r) == columns;
    if (sumsKeys && !hasColumns && columns >= 0 &&
        asNodeLastLoop(root, 1 - i) == columns)
      return i;
  }
  return -1;
}

/// Attention that is being found.
typedef struct Search {
  const AsBlockGroups *groups;
  bool *isMember;
  int product;      ///< The last one,
  unsigned operand; ///< which of its operands the weights are,
  int weights;      ///< and what computes them.
} Search;

/// Whether all that uses the node belongs to the attention, and is no product
/// but that of the weights, which reads these as nothing else.
static bool isUsedBetween(const Search *search, int node) {
  const AsNode *nodes = search->groups->nodes;
  bool isUsed = false;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(nodes[node].op); r++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(nodes[node].op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      int user = asGroupNode(search->groups, mlirOpOperandGetOwner(use));
      if (user < 0 || !search->isMember[user] ||
          (nodes[user].kind == AS_NODE_HEAVY &&
           (user != search->product || node != search->weights ||
            mlirOpOperandGetOperandNumber(use) != search->operand)))
        return false;
      isUsed = true;
    }
  return isUsed;
}

/// Finds the last product: the root, or what elementwise operations behind it
/// use, of which that is the last. These become members.
static int lastProduct(const AsBlockGroups *groups, int root, bool *isMember) {
  const AsNode *node = &groups->nodes[root];
  isMember[root] = true;
  if (isProduct(node))
    return root;
  if (node->kind != AS_NODE_ELEMENTWISE)
    return -1;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(node->op); i++) {
    int p = asGroupProducer(groups, node, i);
    if (p < 0 || groups->nodes[p].group >= 0 ||
        asGroupOnlyUser(groups, &groups->nodes[p]) != root ||
        !asNodeFits(&groups->nodes[p], node))
      continue;
    int product = lastProduct(groups, p, isMember);
    if (product >= 0)
      return product;
    isMember[p] = false;
  }
  return -1;
}

/// Adds what is between the products, and that of the scores. Returns whether
/// there is one, and something row-wise.
static bool findBetween(const Search *search, int root) {
  const AsNode *weights = &search->groups->nodes[search->weights];
  int products = 0, reductions = 0;
  for (int i = root - 1; i >= 0; i--) {
    const AsNode *node = &search->groups->nodes[i];
    bool scores = areScores(node, weights);
    if (search->isMember[i] || node->group >= 0 || node->isFixed ||
        !(scores || isRowWise(node, weights)) || !isUsedBetween(search, i))
      continue;
    search->isMember[i] = true;
    products += scores;
    reductions += node->kind == AS_NODE_REDUCTION;
  }
  return products == 1 && reductions > 0 && search->isMember[search->weights];
}

bool asFindAttention(const AsBlockGroups *groups, int root, bool *isMember) {
  int product = lastProduct(groups, root, isMember);
  int operand =
      product < 0 ? -1 : weightsOperand(groups, &groups->nodes[product]);
  if (operand >= 0) {
    Search search = {groups, isMember, product, operand,
                     asGroupProducer(groups, &groups->nodes[product], operand)};
    if (findBetween(&search, root))
      return true;
  }
  memset(isMember, 0, sizeof *isMember * (size_t)(root + 1));
  return false;
}

int asAttentionWeights(const AsBlockGroups *groups, int product) {
  return weightsOperand(groups, &groups->nodes[product]);
}

/// Which operand of the last product has no columns.
static int operandWithoutColumns(MlirOperation product) {
  return asGenericLastLoop(asGenericMap(product, 0)) ==
         asGenericLastLoop(asGenericMap(product, 2));
}

int asAttentionKeyLoop(MlirOperation product) {
  return (int)asGenericLastLoop(
      asGenericMap(product, operandWithoutColumns(product)));
}

int asAttentionRowLoop(MlirOperation product) {
  int weights = operandWithoutColumns(product);
  MlirAffineMap map = asGenericMap(product, weights),
                values = asGenericMap(product, 1 - weights);
  intptr_t r = mlirAffineMapGetNumResults(map) - 2,
           row = r < 0 ? -1 : asGenericMapLoop(map, r);
  for (intptr_t v = 0; v < mlirAffineMapGetNumResults(values); v++)
    if (asGenericMapLoop(values, v) == row)
      return -1; // A head.
  return (int)row;
}

int64_t asAttentionRows(MlirOperation product) {
  int weights = operandWithoutColumns(product);
  return asAttentionRowLoop(product) < 0
             ? 1
             : mlirShapedTypeGetDimSize(
                   mlirValueGetType(mlirOperationGetOperand(product, weights)),
                   mlirAffineMapGetNumResults(asGenericMap(product, weights)) -
                       2);
}

void asAreGroups(const AsAttentionPair *pairs, int count, bool *areGroups) {
  if (count == 0)
    return;
  AsBlockGroups groups =
      asBlockGroups(mlirOperationGetBlock(pairs[0].scores), AS_GROUP_FOR_CPU);
  for (int p = 0; p < count; p++) {
    int scores = asGroupNode(&groups, pairs[p].scores),
        product = asGroupNode(&groups, pairs[p].product);
    int group = groups.nodes[scores].group;
    areGroups[p] = group >= 0 && group == groups.nodes[product].group;
  }
  asBlockGroupsFree(&groups);
}

bool asAreOneGroup(MlirOperation one, MlirOperation other) {
  bool areOne;
  asAreGroups(&(AsAttentionPair){one, other}, 1, &areOne);
  return areOne;
}
