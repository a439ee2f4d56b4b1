//===- gather-access.c - Accesses of bodies that gather
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See gather-access.h.
//
//   %i = linalg.index 0 : index
//   %id = tensor.extract %ids[%i] : tensor<4xindex>
//   %column = linalg.index 1 : index
//   %element = tensor.extract %table[%id, %column] : tensor<9x8xf32>
//
// The table is accessed at (loop 0, loop 1): another row for each iteration of
// loop 0.
//
//===----------------------------------------------------------------------===//

#include "task/gather-access.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"

/// An index as a sum of multiples of loops, if it is one.
typedef struct Index {
  bool isLinear;
  int64_t factor[AS_MAX_DIMS], offset;
  unsigned loops; ///< That it depends on, as bits.
} Index;

typedef struct Body {
  MlirOperation generic;
  const AsStage *stage;
} Body;

/// The deepest expression that is looked at.
enum { maxDepth = 12 };

static Index unknown(unsigned loops) { return (Index){.loops = loops}; }

static Index loopIndex(MlirOperation op) {
  Index index = {.isLinear = true};
  int64_t loop = mlirIntegerAttrGetValueInt(
      mlirOperationGetInherentAttributeByName(op, asIrString("dim")));
  index.factor[loop] = 1;
  index.loops = 1u << loop;
  return index;
}

/// a + factor * b
static Index sum(Index a, Index b, int64_t factor) {
  if (!a.isLinear || !b.isLinear)
    return unknown(a.loops | b.loops);
  for (int d = 0; d < AS_MAX_DIMS; d++)
    a.factor[d] += factor * b.factor[d];
  a.offset += factor * b.offset;
  a.loops |= b.loops;
  return a;
}

static Index product(Index a, Index b) {
  static const Index zero = {.isLinear = true};
  if (b.isLinear && !b.loops)
    return sum(zero, a, b.offset);
  if (a.isLinear && !a.loops)
    return sum(zero, b, a.offset);
  return unknown(a.loops | b.loops);
}

/// The loops that index an input.
static Index inputIndex(const Body *body, intptr_t number) {
  unsigned loops = 0;
  for (int d = 0; d < body->stage->numDims; d++)
    if (asAccessUses(&body->stage->access[number], d))
      loops |= 1u << d;
  return unknown(loops);
}

static Index indexOf(const Body *body, MlirValue value, int depth) {
  int64_t number;
  if (asIrConstantInteger(value, &number))
    return (Index){.isLinear = true, .offset = number};
  if (!asIrIsInside(value, body->generic))
    return unknown(0);
  if (mlirValueIsABlockArgument(value))
    return inputIndex(body, mlirBlockArgumentGetArgNumber(value));
  MlirOperation op = mlirOpResultGetOwner(value);
  if (asIrIsNamed(op, "linalg.index"))
    return loopIndex(op);
  if (depth == maxDepth)
    return unknown((1u << body->stage->numDims) - 1);
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  Index all = unknown(0), first = unknown(0);
  for (intptr_t i = 0; i < numOperands; i++) {
    Index operand = indexOf(body, mlirOperationGetOperand(op, i), depth + 1);
    if (i == 1 && asIrIsNamed(op, "arith.addi"))
      return sum(first, operand, 1);
    if (i == 1 && asIrIsNamed(op, "arith.muli"))
      return product(first, operand);
    if (i == 0 && asIrIsNamed(op, "arith.index_cast"))
      return operand;
    first = operand;
    all.loops |= operand.loops;
  }
  return all;
}

/// Each iteration of the loops has a row of its own, as far as there are rows.
static void spread(const AsStage *stage, unsigned loops, int64_t rows,
                   int32_t factor[AS_MAX_DIMS]) {
  int64_t stride = 1;
  for (int d = stage->numDims - 1; d >= 0; d--)
    if (loops >> d & 1) {
      int64_t most = rows < INT32_MAX ? rows : INT32_MAX;
      factor[d] = (int32_t)(stride < most ? stride : most);
      stride = stride < rows ? stride * stage->extent[d] : stride;
    }
}

static bool fits(const Index *index) {
  for (int d = 0; d < AS_MAX_DIMS; d++)
    if (index->factor[d] < INT32_MIN || index->factor[d] > INT32_MAX)
      return false;
  return index->isLinear;
}

void asGatherDescribe(MlirOperation extract, MlirOperation generic,
                      const AsStage *stage, const AsTensor *tensor,
                      AsAccess *access) {
  Body body = {generic, stage};
  for (int r = 0; r < tensor->rank; r++) {
    Index index = indexOf(&body, mlirOperationGetOperand(extract, 1 + r), 0);
    if (!fits(&index)) {
      spread(stage, index.loops, tensor->shape[r], access->factor[r]);
      continue;
    }
    for (int d = 0; d < stage->numDims; d++)
      access->factor[r][d] = (int32_t)index.factor[d];
    access->offset[r] = index.offset;
  }
}
