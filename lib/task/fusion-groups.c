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
//   - the inserts of a concatenation are one group, unless all pieces can be
//     computed in place (concatenation.h).
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
#include "ir/memref.h"
#include "ir/nest-schedule.h"
#include "ir/tensor-encoding.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include "task/concatenation.h"
#include "task/program.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

static bool isStaticTensor(MlirType type) {
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
         !asIrHasEncoding(type);
}

static bool isKnownElement(MlirType type) {
  if (mlirTypeIsAShaped(type))
    type = mlirShapedTypeGetElementType(type);
  AsText name = {0};
  asIrPrintType(type, &name);
  bool known = asElementFromName(asTextString(&name)) != AS_NUM_ELEMENTS;
  asTextFree(&name);
  return known;
}

/// What a body does.
typedef struct Body {
  bool isForeign; ///< More than arithmetic and gathers.
  int gathers;    ///< From static tensors of known elements.
} Body;

static bool isKnownTensor(MlirType type) {
  return isStaticTensor(type) && isKnownElement(type) &&
         mlirShapedTypeGetRank(type) <= AS_MAX_RANK && !asIrHasNoElements(type);
}

static MlirWalkResult lookInside(MlirOperation op, void *context) {
  Body *body = context;
  bool isGather =
      asIrIsNamed(op, "tensor.extract") &&
      isKnownTensor(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  body->gathers += isGather;
  body->isForeign |= !isGather && !asIrHasPrefix(op, "arith.") &&
                     !asIrHasPrefix(op, "math.") &&
                     !asIrHasPrefix(op, "linalg.");
  return MlirWalkResultAdvance;
}

/// Why the operation cannot be part of a task, or NULL.
static const char *obstacle(MlirOperation op) {
  static const char *const unstructured[] = {
      "linalg.softmax",
      "linalg.pack",
      "linalg.unpack",
      "linalg.winograd_filter_transform",
      "linalg.winograd_input_transform",
      "linalg.winograd_output_transform"};
  if (asIrIsOneOf(op, unstructured, sizeof unstructured / sizeof *unstructured))
    return "it is no structured operation; decompose it first";
  if (mlirOperationGetNumResults(op) == 0)
    return "it works on memrefs; only those of static shapes are scheduled, on "
           "CPUs; use such memrefs, or tensors";
  for (intptr_t i = 0;
       i < mlirOperationGetNumOperands(op) + mlirOperationGetNumResults(op);
       i++) {
    intptr_t operands = mlirOperationGetNumOperands(op);
    MlirValue value = i < operands ? mlirOperationGetOperand(op, i)
                                   : mlirOperationGetResult(op, i - operands);
    MlirType type = mlirValueGetType(value);
    if (asIrHasEncoding(type))
      return "it has a tensor with an encoding, such as a sparse one; only "
             "dense tensors are scheduled; run the pass that lowers the "
             "encoding "
             "first";
    if (mlirTypeIsAShaped(type) && !isStaticTensor(type))
      return "it has a dynamic shape; only static shapes are scheduled; export "
             "the model with fixed shapes";
    if (mlirTypeIsAShaped(type) && asIrHasNoElements(type))
      return "it has a tensor without elements; nothing is to be done, as "
             "there is nothing to compute";
    if (mlirTypeIsAShaped(type) && mlirShapedTypeGetRank(type) > AS_MAX_RANK)
      return "it has a tensor of more than 6 dimensions; collapse some of them "
             "first";
    if (!isKnownElement(type))
      return "it has an element type that is not supported; use f16, bf16, "
             "f32, f64, i1, i8, i16, i32, i64 or index";
  }
  Body body = {0};
  mlirOperationWalk(op, lookInside, &body, MlirWalkPreOrder);
  if (mlirOperationGetNumOperands(op) + body.gathers > AS_MAX_ACCESSES)
    return "it has more than 16 operands; split it into several operations";
  if (body.isForeign)
    return "its body does more than arithmetic and gathers from static "
           "tensors; move what else it does out of it";
  return NULL;
}

/// Reads a loop off each operand index that is a plain loop variable.
static bool readLoops(AsNode *node) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(node->op);
  if (mlirAttributeIsNull(maps))
    return false;
  intptr_t numMaps = mlirArrayAttrGetNumElements(maps);
  MlirAffineMap first =
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 0));
  node->numDims = (int)mlirAffineMapGetNumDims(first);
  if (node->numDims > AS_MAX_DIMS)
    return false;
  bool written[16] = {false};
  for (intptr_t i = 0; i < numMaps; i++) {
    MlirAffineMap map =
        mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
    MlirType type = mlirValueGetType(mlirOperationGetOperand(node->op, i));
    bool isOut = i >= numMaps - mlirOperationGetNumResults(node->op);
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
      MlirAffineExpr expr = mlirAffineMapGetResult(map, r);
      if (!mlirAffineExprIsADim(expr))
        continue;
      intptr_t loop = mlirAffineDimExprGetPosition(expr);
      node->extent[loop] = mlirShapedTypeGetDimSize(type, r);
      written[loop] |= isOut;
    }
  }
  while (node->numParallel < node->numDims && written[node->numParallel])
    node->numParallel++;
  return true;
}

static bool writesByIdentity(const AsNode *node) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(node->op);
  intptr_t numMaps = mlirArrayAttrGetNumElements(maps);
  for (intptr_t i = numMaps - mlirOperationGetNumResults(node->op); i < numMaps;
       i++) {
    MlirAffineMap map =
        mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
    if (!mlirAffineMapIsIdentity(map))
      return false;
  }
  return true;
}

/// Whether each operand is indexed by loops alone, each of them once, or by
/// zeros: upstream vectorises no others in an elementwise operation.
static bool hasProjectedOperands(const AsNode *node) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(node->op);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(maps); i++) {
    MlirAffineMap map =
        mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
    bool isUsed[AS_MAX_DIMS] = {false};
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
      MlirAffineExpr index = mlirAffineMapGetResult(map, r);
      if (mlirAffineExprIsAConstant(index) &&
          mlirAffineConstantExprGetValue(index) == 0)
        continue;
      if (!mlirAffineExprIsADim(index))
        return false;
      intptr_t loop = mlirAffineDimExprGetPosition(index);
      if (isUsed[loop])
        return false;
      isUsed[loop] = true;
    }
  }
  return true;
}

/// Whether the result is indexed by the leading loops in order, as row-wise
/// fusion needs.
static bool writesRows(const AsNode *node) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(node->op);
  intptr_t numMaps = mlirArrayAttrGetNumElements(maps);
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, numMaps - 1));
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < rank; r++) {
    MlirAffineExpr expr = mlirAffineMapGetResult(map, r);
    if (!mlirAffineExprIsADim(expr) || mlirAffineDimExprGetPosition(expr) != r)
      return false;
  }
  return rank == node->numParallel;
}

static bool isCopyAcross(const AsNode *node) {
  return asIrIsNamed(node->op, "linalg.transpose");
}

static bool isScalarOrSplat(MlirOperation constant) {
  MlirAttribute value =
      mlirOperationGetInherentAttributeByName(constant, asIrString("value"));
  MlirType type = mlirValueGetType(mlirOperationGetResult(constant, 0));
  if (!mlirTypeIsAShaped(type))
    return true;
  return mlirAttributeIsADenseElements(value) &&
         mlirDenseElementsAttrIsSplat(value);
}

static void classify(AsNode *node) {
  MlirOperation op = node->op;
  if (asIrIsNamed(op, "tensor.empty")) {
    bool isStatic =
        isStaticTensor(mlirValueGetType(mlirOperationGetResult(op, 0)));
    node->kind = isStatic ? AS_NODE_CHEAP : AS_NODE_FOREIGN;
  } else if (asIrIsNamed(op, "arith.constant")) {
    node->kind = isScalarOrSplat(op) ? AS_NODE_CHEAP : AS_NODE_FOREIGN;
  } else if (!mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
                 op, asIrString(AS_NEST_ATTRIBUTE)))) {
    node->kind = AS_NODE_NEST;
  } else if (asIrIsNamed(op, "tensor.pad")) {
    bool isStatic =
        mlirOperationGetNumOperands(op) == 1 &&
        isStaticTensor(mlirValueGetType(mlirOperationGetOperand(op, 0))) &&
        isStaticTensor(mlirValueGetType(mlirOperationGetResult(op, 0)));
    node->kind = isStatic ? AS_NODE_PAD : AS_NODE_FOREIGN;
  } else if (asIrIsNamed(op, "tensor.insert_slice")) {
    bool isKnown =
        isStaticTensor(mlirValueGetType(mlirOperationGetOperand(op, 0))) &&
        isKnownElement(mlirValueGetType(mlirOperationGetResult(op, 0)));
    node->kind = isKnown ? AS_NODE_INSERT : AS_NODE_FOREIGN;
  } else if (asIrHasPrefix(op, "linalg.")) {
    node->whyNot = obstacle(op);
    if (!node->whyNot && !readLoops(node))
      node->whyNot = "it has more than 10 loops; collapse some of them first";
    if (node->whyNot)
      return;
    bool parallel = node->numParallel == node->numDims;
    if (asIrIsNamed(op, "linalg.fill"))
      node->kind = AS_NODE_CHEAP;
    else if (mlirLinalgIsAContractionOp(op) || mlirLinalgIsAConvolutionOp(op))
      node->kind = AS_NODE_HEAVY;
    else if (parallel && writesByIdentity(node) && !isCopyAcross(node))
      node->kind =
          hasProjectedOperands(node) ? AS_NODE_ELEMENTWISE : AS_NODE_LONE;
    else if (asIrContains(op, "tensor.extract"))
      node->whyNot = "it gathers and reduces, or permutes; make the gather an "
                     "operation of its own";
    else if (!parallel && node->numParallel > 0 && writesRows(node))
      node->kind = AS_NODE_REDUCTION;
    else
      node->kind = AS_NODE_LONE;
  }
}

bool asIsCheap(MlirOperation op) {
  AsNode node = {.op = op};
  classify(&node);
  return node.kind == AS_NODE_CHEAP;
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

struct AsNodeKey {
  uintptr_t op;
  int node;
};

static int byOperation(const void *left, const void *right) {
  const AsNodeKey *a = left, *b = right;
  return (a->op > b->op) - (a->op < b->op);
}

/// Makes nodes findable. Operations keep their addresses.
static void sortKeys(AsBlockGroups *groups) {
  groups->keys = asAlloc(sizeof *groups->keys * (size_t)(groups->numNodes + 1));
  for (int i = 0; i < groups->numNodes; i++)
    groups->keys[i] = (AsNodeKey){(uintptr_t)groups->nodes[i].op.ptr, i};
  qsort(groups->keys, (size_t)groups->numNodes, sizeof *groups->keys,
        byOperation);
}

static int indexOf(const AsBlockGroups *groups, MlirOperation op) {
  AsNodeKey wanted = {(uintptr_t)op.ptr, 0};
  const AsNodeKey *key =
      bsearch(&wanted, groups->keys, (size_t)groups->numNodes,
              sizeof *groups->keys, byOperation);
  return key ? key->node : -1;
}

int asGroupProducer(const AsBlockGroups *groups, const AsNode *node,
                    intptr_t i) {
  MlirValue value = mlirOperationGetOperand(node->op, i);
  if (!mlirValueIsAOpResult(value))
    return -1;
  return indexOf(groups, mlirOpResultGetOwner(value));
}

/// Whether all users of the node are in the group.
static bool allUsersAreIn(const AsBlockGroups *groups, const AsNode *node,
                          int group) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(node->op); r++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(node->op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      int user = indexOf(groups, mlirOpOperandGetOwner(use));
      if (user < 0 || groups->nodes[user].group != group)
        return false;
    }
  return true;
}

int asGroupOnlyUser(const AsBlockGroups *groups, const AsNode *node) {
  int only = -1;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(node->op); r++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(node->op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      int user = indexOf(groups, mlirOpOperandGetOwner(use));
      if (user < 0 || (only >= 0 && only != user))
        return -1;
      only = user;
    }
  return only;
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
    if (asGroupOnlyUser(groups, producer) != indexOf(groups, node->op))
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
    if (asGroupOnlyUser(groups, producer) == indexOf(groups, node->op) &&
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
                     ? indexOf(groups, mlirOpResultGetOwner(value))
                     : -1;
  if (producer >= 0 && groups->nodes[producer].kind == AS_NODE_CHEAP)
    return true;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    int user = indexOf(groups, mlirOpOperandGetOwner(use));
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

static bool mayJoin(const AsBlockGroups *groups, const AsNode *node,
                    const Members *members, const AsNode *root) {
  if (node->kind == AS_NODE_INSERT || root->kind == AS_NODE_INSERT)
    return node->kind == root->kind && isContinued(groups, node);
  if (!hasRoom(groups, node, members))
    return false;
  if (node->isFixed && root->isFixed)
    return true; // Computed once, by plain loops.
  if (members->others || node->isFixed != root->isFixed)
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

static void grow(AsBlockGroups *groups, int root) {
  Members members = {.number = groups->numGroups++};
  join(groups, &groups->nodes[root], &members);
  bool grew = true;
  while (grew) {
    grew = false;
    for (int i = root - 1; i >= 0; i--) {
      AsNode *node = &groups->nodes[i];
      if (node->group >= 0 || node->kind == AS_NODE_FOREIGN ||
          node->kind == AS_NODE_CHEAP || node->kind == AS_NODE_NEST ||
          (node->kind == AS_NODE_LONE && !node->isFixed) ||
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

AsBlockGroups asBlockGroups(MlirBlock block) {
  AsBlockGroups groups = {0};
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    groups.numNodes++;
  groups.nodes = asAlloc(sizeof *groups.nodes * (size_t)(groups.numNodes + 1));
  op = mlirBlockGetFirstOperation(block);
  for (int i = 0; i < groups.numNodes; i++) {
    groups.nodes[i] = (AsNode){.op = op, .group = -1};
    classify(&groups.nodes[i]);
    groups.nodes[i].isFixed = asIrComputesFixed(op);
    op = mlirOperationGetNextInBlock(op);
  }
  sortKeys(&groups);
  for (int i = groups.numNodes - 1; i >= 0; i--) {
    AsNode *node = &groups.nodes[i];
    if (node->group < 0 && mayBeRoot(node))
      grow(&groups, i);
  }
  return groups;
}

void asBlockGroupsFree(AsBlockGroups *groups) {
  free(groups->nodes);
  free(groups->keys);
  *groups = (AsBlockGroups){0};
}
