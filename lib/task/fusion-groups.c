//===- fusion-groups.c - Fusion groups: which operations become one task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides the operations of a block into fusion groups. Each group becomes a
// task.
//
// A group grows from its last operation, the root, towards its producers. A
// producer joins if all of its users are in the group, so that nothing else
// needs its result, and if the two can share a tiling:
//
//   - elementwise operations join an elementwise root (or each other);
//   - one heavy operation (contraction, convolution, pooling) joins the
//     elementwise chain that consumes it, which becomes its epilogue;
//   - a pad joins the convolution or pooling that it feeds;
//   - a product over the channels of each pixel, with its epilogue, joins the
//     depthwise convolution whose padded image it computes:
//     graph/layout/conv1x1-to-matmul.c keeps large images in this form;
//   - reductions over trailing loops join elementwise operations over the
//     same rows: softmax, layer norm;
//   - elementwise operations on the result of such a reduction (a mean, the
//     root of a variance) join with the reduction;
//   - on CPUs, two products and what is row-wise between them are one group:
//     attention (attention-group.h). Of dynamic shapes it is, too, where what
//     reductions go over is static: tiles of it are attention of static shapes;
//   - the inserts of a concatenation are one group, unless all pieces can be
//     computed in place (concatenation.h).
//
// What reduces a dynamic size ends a group: its result is complete only after
// all of the pieces that dynamic/split-dynamic.c divides the reduction into.
//
// An elementwise operation that can be the epilogue of a heavy one stays with
// it and does not join a group of row-wise operations.
//
// A group stops to grow at so many operations and arrays that it reads: what
// compiles and searches a task takes more than proportional time, and
// operations that are fused into one generic have to fit into a stage.
//
//===----------------------------------------------------------------------===//

#include "task/fusion-groups.h"
#include "ir/invariant-values.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include "task/attention-group.h"
#include "task/attention.h"
#include "task/concatenation.h"
#include "task/outline-task.h"
#include "task/program.h"
#include "task/task.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// Whether all users of the node are in the group.
static bool allUsersAreIn(const AsBlockGroups *groups, const AsNode *node,
                          int group) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(node->op); r++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(node->op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      int user = asGroupNode(groups, mlirOpOperandGetOwner(use));
      if (user < 0 || groups->nodes[user].group != group)
        return false;
    }
  return true;
}

static bool sameLoops(const AsNode *a, const AsNode *b) {
  return a->numDims == b->numDims &&
         memcmp(a->extent, b->extent, sizeof *a->extent * (size_t)a->numDims) ==
             0;
}

/// Whether the leading loops of two row-wise operations, the rows, are equal.
static bool sameRows(const AsNode *a, const AsNode *b, int numRows) {
  if (a->numDims < numRows || b->numDims < numRows)
    return false;
  return memcmp(a->extent, b->extent, sizeof *a->extent * (size_t)numRows) == 0;
}

bool asNodeFits(const AsNode *producer, const AsNode *consumer) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(producer->op, 0));
  if (mlirShapedTypeGetRank(type) != consumer->numDims)
    return false;
  for (int d = 0; d < consumer->numDims; d++)
    if (mlirShapedTypeGetDimSize(type, d) != consumer->extent[d])
      return false;
  return true;
}

/// Whether the elementwise node can be the epilogue of a heavy one.
static bool isEpilogue(const AsBlockGroups *groups, const AsNode *node) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(node->op); i++) {
    int p = asGroupProducer(groups, node, i);
    if (p < 0 || groups->nodes[p].group >= 0)
      continue;
    const AsNode *producer = &groups->nodes[p];
    if (asGroupOnlyUser(groups, producer) != asGroupNode(groups, node->op))
      continue;
    if (producer->kind == AS_NODE_HEAVY && asNodeFits(producer, node))
      return true;
    if (producer->kind == AS_NODE_ELEMENTWISE && sameLoops(producer, node) &&
        isEpilogue(groups, producer))
      return true;
  }
  return false;
}

/// Whether the elementwise node computes one element for each row of `root`
/// from the result of a reduction of that row. Then the reduction can join
/// after it.
static bool isOfReducedRows(const AsBlockGroups *groups, const AsNode *node,
                            const AsNode *root) {
  if (node->kind != AS_NODE_ELEMENTWISE || node->numDims == 0 ||
      node->numDims >= root->numDims || !sameRows(node, root, node->numDims))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(node->op); i++) {
    int p = asGroupProducer(groups, node, i);
    if (p < 0 || groups->nodes[p].group >= 0)
      continue;
    const AsNode *producer = &groups->nodes[p];
    bool reduces = producer->kind == AS_NODE_REDUCTION &&
                   producer->numParallel == node->numDims &&
                   sameRows(producer, root, node->numDims);
    if (asGroupOnlyUser(groups, producer) == asGroupNode(groups, node->op) &&
        (reduces || (sameLoops(producer, node) &&
                     isOfReducedRows(groups, producer, root))))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Growing a group
//===----------------------------------------------------------------------===//

/// A group that grows.
typedef struct Members {
  int number;
  int size, heavy, reductions, others;
  int rows;   ///< The leading loops that are parallel in all reductions.
  int stages; ///< What fusing elementwise operations leaves of it, with fills.
  int inputs; ///< Values that it reads, without cheap ones.
} Members;

/// Whether the value is cheap, or an operation of the group reads it.
static bool isAtHand(const AsBlockGroups *groups, MlirValue value, int group) {
  int producer = mlirValueIsAOpResult(value)
                     ? asGroupNode(groups, mlirOpResultGetOwner(value))
                     : -1;
  if (producer >= 0 && groups->nodes[producer].kind == AS_NODE_CHEAP)
    return true;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    int user = asGroupNode(groups, mlirOpOperandGetOwner(use));
    if (user >= 0 && groups->nodes[user].group == group)
      return true;
  }
  return false;
}

/// How many values the group reads more when the node has joined.
static int moreInputs(const AsBlockGroups *groups, const AsNode *node,
                      int group) {
  int more = 0;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(node->op); r++)
    more -= isAtHand(groups, mlirOperationGetResult(node->op, r), group);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(node->op); i++) {
    MlirValue value = mlirOperationGetOperand(node->op, i);
    bool isFirst = true;
    for (intptr_t j = 0; j < i; j++)
      isFirst &= !mlirValueEqual(value, mlirOperationGetOperand(node->op, j));
    more += isFirst && !isAtHand(groups, value, group);
  }
  return more;
}

static bool isGeneric(const AsNode *node) {
  return asIrIsNamed(node->op, "linalg.generic");
}

/// How many stages the node becomes: none where it is fused into its only user,
/// as upstream does with generics, two where its result starts from a fill.
static int stagesOf(const AsBlockGroups *groups, const AsNode *node,
                    int group) {
  if (node->kind == AS_NODE_HEAVY || node->kind == AS_NODE_REDUCTION)
    return 2;
  int user = asGroupOnlyUser(groups, node);
  return node->kind != AS_NODE_ELEMENTWISE || !isGeneric(node) || user < 0 ||
         !isGeneric(&groups->nodes[user]) || groups->nodes[user].group != group;
}

/// Whether the group is still one that is worth scheduling as a whole when the
/// node has joined.
static bool hasRoom(const AsBlockGroups *groups, const AsNode *node,
                    const Members *members) {
  return members->size < AS_MAX_TASK_OPERATIONS &&
         (node->isFixed ||
          (members->stages + stagesOf(groups, node, members->number) <=
               AS_MAX_STAGES &&
           members->inputs + moreInputs(groups, node, members->number) <
               AS_MAX_ACCESSES));
}

static void join(const AsBlockGroups *groups, AsNode *node, Members *members) {
  members->stages += stagesOf(groups, node, members->number);
  members->inputs += moreInputs(groups, node, members->number);
  members->size++;
  members->heavy += node->kind == AS_NODE_HEAVY;
  members->others += node->kind == AS_NODE_LONE;
  if (node->kind == AS_NODE_REDUCTION &&
      (!members->reductions++ || node->numParallel < members->rows))
    members->rows = node->numParallel;
  node->group = members->number;
}

/// How many leading loops are rows of the whole group: the fewest parallel
/// loops of any reduction in it.
static int rowsOf(const Members *members, int otherwise) {
  return members->reductions && members->rows < otherwise ? members->rows
                                                          : otherwise;
}

static bool usersAre(const AsBlockGroups *groups, const AsNode *node,
                     AsNodeKind kind) {
  int user = asGroupOnlyUser(groups, node);
  return user >= 0 && groups->nodes[user].kind == kind;
}

/// Whether the only user inserts another piece into the result of the node.
static bool isContinued(const AsBlockGroups *groups, const AsNode *node) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(node->op, 0));
  return usersAre(groups, node, AS_NODE_INSERT) &&
         mlirOpOperandGetOperandNumber(use) == 1;
}

/// Whether the body of the operation reads its operand of that number.
static bool readsOperand(MlirOperation op, intptr_t operand) {
  if (mlirOperationGetNumRegions(op) == 0)
    return true;
  MlirBlock body = asIrBody(op);
  return operand >= mlirBlockGetNumArguments(body) ||
         !mlirOpOperandIsNull(
             mlirValueGetFirstUse(mlirBlockGetArgument(body, operand)));
}

/// Whether the result is read both as an input and as what another result
/// starts from. Fusion by tiles then computes it twice, where a script expects
/// one operation.
static bool isInputAndInit(const AsNode *node) {
  bool isInput = false, isInit = false;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(node->op, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    intptr_t operand = mlirOpOperandGetOperandNumber(use);
    intptr_t firstInit =
        mlirOperationGetNumOperands(user) - mlirOperationGetNumResults(user);
    if (operand < firstInit)
      isInput = true;
    else
      isInit |= readsOperand(user, operand);
  }
  return isInput && isInit;
}

static bool mayJoin(const AsBlockGroups *groups, const AsNode *node,
                    const Members *members, const AsNode *root) {
  if (node->kind == AS_NODE_INSERT || root->kind == AS_NODE_INSERT)
    return node->kind == root->kind && isContinued(groups, node);
  if (!hasRoom(groups, node, members))
    return false;
  if (node->isFixed && root->isFixed)
    return true; // Computed once, by plain loops.
  if (members->others || node->isFixed != root->isFixed || isInputAndInit(node))
    return false;
  switch (node->kind) {
  case AS_NODE_PAD: {
    int user = asGroupOnlyUser(groups, node);
    return user >= 0 && groups->nodes[user].kind == AS_NODE_HEAVY &&
           mlirLinalgIsAConvolutionOp(groups->nodes[user].op);
  }
  case AS_NODE_HEAVY:
    if (members->heavy == 1 && asIsPixelProduct(node))
      return asFeedsDepthwise(groups, node);
    return members->heavy == 0 && members->reductions == 0 &&
           usersAre(groups, node, AS_NODE_ELEMENTWISE) &&
           asNodeFits(node, root);
  case AS_NODE_ELEMENTWISE: {
    if (members->heavy || root->kind == AS_NODE_HEAVY)
      // Producers of a heavy operation are tasks of their own, except images of
      // depthwise convolutions.
      return members->heavy == 1 && asFeedsDepthwise(groups, node) &&
             asFollowsPixels(groups, node);
    if (members->reductions) {
      int rows = rowsOf(members, root->numDims);
      return sameRows(node, root, rows) && !isEpilogue(groups, node);
    }
    return sameLoops(node, root) || isOfReducedRows(groups, node, root);
  }
  case AS_NODE_REDUCTION: {
    if (members->heavy || root->kind == AS_NODE_HEAVY)
      return false;
    int rows = rowsOf(members, node->numParallel);
    return node->numParallel == rows && sameRows(node, root, rows);
  }
  default:
    return false;
  }
}

/// Whether a rule takes the group for attention.
static bool isAttention(const AsBlockGroups *groups, int group) {
  AsSelection selection = asSelectionOf(groups, group);
  MlirOperation function =
      asSelectionFunction(&selection, mlirOperationGetLocation(selection.root));
  AsArena arena = {0};
  AsTask task = {0};
  AsError error = {0};
  AsAttention attention;
  bool isTaken = !asTaskDescribe(function, &arena, &task, &error) &&
                 asAttentionOf(&task.program, &attention);
  asArenaDestroy(&arena);
  mlirOperationDestroy(function);
  asSelectionFree(&selection);
  return isTaken;
}

/// Whether some member adds up a dynamic size.
static bool sumsDynamic(const AsBlockGroups *groups, int group) {
  bool sums = false;
  for (int i = 0; i < groups->numNodes; i++)
    sums |= groups->nodes[i].group == group && groups->nodes[i].sumsDynamic;
  return sums;
}

/// Whether the members are worth a group: where a rule takes them, or static
/// tiles of them, which rules may take.
static bool isWorthAttention(const AsBlockGroups *groups, int group,
                             AsGrouping grouping) {
  return grouping == AS_GROUP_DYNAMIC ? !sumsDynamic(groups, group)
                                      : isAttention(groups, group);
}

/// Whether attention ends at the root. Then all of it has joined.
static bool growAttention(AsBlockGroups *groups, int root, AsGrouping grouping,
                          Members *members) {
  bool *isMember = asAlloc(sizeof *isMember * (size_t)groups->numNodes);
  bool isFound = asFindAttention(groups, root, isMember);
  Members before = *members;
  for (int i = root - 1; i >= 0; i--)
    if (isMember[i])
      join(groups, &groups->nodes[i], members);
  if (isFound && (members->size > AS_MAX_TASK_OPERATIONS ||
                  !isWorthAttention(groups, members->number, grouping))) {
    for (int i = root - 1; i >= 0; i--)
      if (isMember[i])
        groups->nodes[i].group = -1;
    *members = before;
    isFound = false;
  }
  free(isMember);
  return isFound;
}

static void grow(AsBlockGroups *groups, int root, AsGrouping grouping) {
  Members members = {.number = groups->numGroups++};
  join(groups, &groups->nodes[root], &members);
  if (grouping != AS_GROUP_STATIC &&
      growAttention(groups, root, grouping, &members))
    return;
  bool grew = true;
  while (grew) {
    grew = false;
    for (int i = root - 1; i >= 0; i--) {
      AsNode *node = &groups->nodes[i];
      if (node->group >= 0 || node->kind == AS_NODE_FOREIGN ||
          node->kind == AS_NODE_CHEAP || node->kind == AS_NODE_NEST ||
          (node->kind == AS_NODE_LONE && !node->isFixed) || node->sumsDynamic ||
          mlirValueGetFirstUse(mlirOperationGetResult(node->op, 0)).ptr == NULL)
        continue;
      if (allUsersAreIn(groups, node, members.number) &&
          mayJoin(groups, node, &members, &groups->nodes[root])) {
        join(groups, node, &members);
        grew = true;
      }
    }
  }
}

static bool mayBeRoot(const AsNode *node) {
  switch (node->kind) {
  case AS_NODE_FOREIGN:
  case AS_NODE_CHEAP:
  case AS_NODE_PAD:
    return false;
  case AS_NODE_INSERT:
    return asIsConcatenation(node->op) && !asIsMadeInPlace(node->op);
  default:
    return true;
  }
}

/// Leaves only nodes of the one sort.
static void setAside(AsNode *node, bool isDynamic) {
  if (node->kind != AS_NODE_CHEAP && node->isDynamic != isDynamic)
    node->kind = AS_NODE_FOREIGN;
}

AsBlockGroups asBlockGroups(MlirBlock block, AsGrouping grouping) {
  AsBlockGroups groups = {0};
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    groups.numNodes++;
  groups.nodes = asAlloc(sizeof *groups.nodes * (size_t)(groups.numNodes + 1));
  op = mlirBlockGetFirstOperation(block);
  for (int i = 0; i < groups.numNodes; i++) {
    groups.nodes[i] = (AsNode){.op = op, .group = -1};
    asNodeClassify(&groups.nodes[i]);
    setAside(&groups.nodes[i], grouping == AS_GROUP_DYNAMIC);
    groups.nodes[i].isFixed = asIrComputesFixed(op);
    op = mlirOperationGetNextInBlock(op);
  }
  asGroupIndexNodes(&groups);
  for (int i = groups.numNodes - 1; i >= 0; i--) {
    AsNode *node = &groups.nodes[i];
    if (node->group < 0 && mayBeRoot(node))
      grow(&groups, i, grouping);
  }
  for (int i = 0; i < groups.numNodes; i++)
    if (groups.nodes[i].kind == AS_NODE_PAD && groups.nodes[i].group < 0 &&
        mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
            groups.nodes[i].op, asIrString(AS_ROUNDS_ATTRIBUTE))))
      groups.nodes[i].whyNot =
          "only a pad that a single convolution or pooling reads is part of a "
          "task, others stay copies; give each reader a pad of its own";
  return groups;
}

void asBlockGroupsFree(AsBlockGroups *groups) {
  free(groups->nodes);
  free(groups->keys);
  *groups = (AsBlockGroups){0};
}
