//===- classify-node.c - What an operation is to the fusion groups
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the kind of one operation of a block, its loops and, for an operation
// of linalg that is in no task, the reason and what to do about it. See
// fusion-groups.h.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/memref.h"
#include "ir/nest-schedule.h"
#include "ir/scaled-product.h"
#include "ir/tensor-encoding.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "task/fusion-groups.h"
#include "task/pairwise-reduction.h"
#include "task/program.h"

_Static_assert(AS_GRAPH_MOST_BATCHED <= AS_MAX_RANK,
               "what is given batches is no task any more");

static bool isDenseTensor(MlirType type) {
  return mlirTypeIsARankedTensor(type) && !asIrHasEncoding(type);
}

static bool isStaticTensor(MlirType type) {
  return isDenseTensor(type) && mlirShapedTypeHasStaticShape(type);
}

static bool hasDynamicShape(MlirOperation op) {
  intptr_t operands = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < operands + mlirOperationGetNumResults(op); i++) {
    MlirType type = mlirValueGetType(
        i < operands ? mlirOperationGetOperand(op, i)
                     : mlirOperationGetResult(op, i - operands));
    if (mlirTypeIsARankedTensor(type) && !mlirShapedTypeHasStaticShape(type))
      return true;
  }
  return false;
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
    return "it is no structured operation; decompose it first, which as-opt "
           "does on tensors";
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
    if (mlirTypeIsAShaped(type) && !isDenseTensor(type))
      return "it mixes tensors and memrefs; use tensors";
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
      if (node->extent[loop] != mlirShapedTypeGetDynamicSize())
        node->extent[loop] = mlirShapedTypeGetDimSize(type, r);
      written[loop] |= isOut;
    }
  }
  while (node->numParallel < node->numDims && written[node->numParallel])
    node->numParallel++;
  for (int loop = 0; loop < node->numDims; loop++)
    node->sumsDynamic |=
        !written[loop] && node->extent[loop] == mlirShapedTypeGetDynamicSize();
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

/// Whether it is a scalar, a splat, or a few integers, such as how far to shift
/// for each of the numbers in a byte: the code of a task may depend on it.
static bool isSmallConstant(MlirOperation constant) {
  enum { few = 4 };
  MlirAttribute value =
      mlirOperationGetInherentAttributeByName(constant, asIrString("value"));
  MlirType type = mlirValueGetType(mlirOperationGetResult(constant, 0));
  if (!mlirTypeIsAShaped(type))
    return true;
  return mlirAttributeIsADenseElements(value) &&
         (mlirDenseElementsAttrIsSplat(value) ||
          (mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)) &&
           mlirElementsAttrGetNumElements(value) <= few));
}

void asNodeClassify(AsNode *node) {
  MlirOperation op = node->op;
  node->isDynamic = hasDynamicShape(op);
  if (asIrIsNamed(op, "tensor.empty")) {
    bool isDense =
        isDenseTensor(mlirValueGetType(mlirOperationGetResult(op, 0)));
    node->kind = isDense ? AS_NODE_CHEAP : AS_NODE_FOREIGN;
  } else if (asIrIsNamed(op, "arith.constant")) {
    node->kind = isSmallConstant(op) ? AS_NODE_CHEAP : AS_NODE_FOREIGN;
  } else if (!mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
                 op, asIrString(AS_NEST_ATTRIBUTE)))) {
    node->kind = AS_NODE_NEST;
  } else if (asIrIsNamed(op, "tensor.pad")) {
    bool isFixed =
        mlirOperationGetNumOperands(op) == 1 &&
        isDenseTensor(mlirValueGetType(mlirOperationGetOperand(op, 0))) &&
        isDenseTensor(mlirValueGetType(mlirOperationGetResult(op, 0)));
    node->kind = isFixed ? AS_NODE_PAD : AS_NODE_FOREIGN;
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
    else if (mlirLinalgIsAContractionOp(op) || mlirLinalgIsAConvolutionOp(op) ||
             asIrIsScaledProduct(op) || asIsPairwiseReduction(op))
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
  asNodeClassify(&node);
  return node.kind == AS_NODE_CHEAP;
}

int asNodeLoop(const AsNode *node, intptr_t operand, intptr_t r) {
  return (int)asGenericMapLoop(asGenericMap(node->op, operand), r);
}

int asNodeRank(const AsNode *node, intptr_t operand) {
  return (int)mlirAffineMapGetNumResults(asGenericMap(node->op, operand));
}

int asNodeLastLoop(const AsNode *node, intptr_t operand) {
  return (int)asGenericLastLoop(asGenericMap(node->op, operand));
}
