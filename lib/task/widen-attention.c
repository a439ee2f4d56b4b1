//===- widen-attention.c - Attention of f16 and bf16 in f32
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of f16 or bf16 with sums in f32 convert each number that they read.
// Those of attention read each many times, and rules take it in f32 only. So
// queries, keys and values are converted once, before: that is little beside
// the scores. Roundings of scores and weights stay where they are.
//
// Where the processor sums up products of bf16 itself, products in f32 are
// slower, and these stay (turn-attention-keys.c). One row to three read each
// number once; these convert it then, and would only read twice as much.
//
// Requires:    sums in f32 (graph/arithmetic/widen-sums.c).
// Provides:    attention that reads f32, where that makes it a task.
// Invalidates: nothing.
//
//   %s = linalg.batch_matmul ins(%q, %k : tensor<2x32x64xf16>, ...)
//       outs(%z : tensor<2x32x48xf32>)
// becomes
//   %w = linalg.generic ins(%q) { arith.extf }      tensor<2x32x64xf32>
//   %s = linalg.batch_matmul ins(%w, ... : tensor<2x32x64xf32>, ...)
//       outs(%z : tensor<2x32x48xf32>)
//
//===----------------------------------------------------------------------===//

#include "task/widen-attention.h"
#include "graph/analysis/generic-op.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "task/attention.h"
#include <stdlib.h>

enum { NUM_INPUTS = 2 };

static MlirType elementOf(MlirOperation op, intptr_t i) {
  return mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(op, i)));
}

/// Whether the body does nothing with input `i` but widen it.
static bool onlyWidens(MlirOperation op, intptr_t i) {
  MlirValue argument = mlirBlockGetArgument(asIrBody(op), i);
  for (MlirOpOperand use = mlirValueGetFirstUse(argument);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "arith.extf") ||
        !mlirTypeIsAF32(mlirValueGetType(mlirOperationGetResult(user, 0))))
      return false;
  }
  return true;
}

/// Whether input `i` is converted. Of a product of bf16 by something else it is
/// in any case.
static bool isWidened(MlirOperation op, intptr_t i, bool withBf16) {
  MlirType element = elementOf(op, i);
  withBf16 |= !mlirTypeEqual(elementOf(op, 0), elementOf(op, 1));
  return (mlirTypeIsAF16(element) || (withBf16 && mlirTypeIsABF16(element))) &&
         onlyWidens(op, i);
}

/// Has the body take an f32 for its argument `i`.
static void widenArgument(MlirOperation op, intptr_t i) {
  MlirBlock body = asIrBody(op);
  MlirValue argument = mlirBlockGetArgument(body, i);
  mlirValueSetType(argument, mlirF32TypeGet(mlirOperationGetContext(op)));
  MlirOperation next = mlirBlockGetFirstOperation(body);
  while (!mlirOperationIsNull(next)) {
    MlirOperation here = next;
    next = mlirOperationGetNextInBlock(here);
    if (!asIrIsNamed(here, "arith.extf") ||
        !mlirValueEqual(mlirOperationGetOperand(here, 0), argument))
      continue;
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(here, 0), argument);
    mlirOperationDestroy(here);
  }
}

/// The opposite.
static void narrowArgument(MlirOperation op, intptr_t i, MlirType narrow) {
  MlirBlock body = asIrBody(op);
  MlirValue argument = mlirBlockGetArgument(body, i);
  MlirType wide = mlirValueGetType(argument);
  mlirValueSetType(argument, narrow);
  MlirValue extended = asIrInsertUnary(mlirBlockGetFirstOperation(body),
                                       "arith.extf", argument, wide);
  MlirOperation own = mlirOpResultGetOwner(extended);
  mlirValueReplaceAllUsesExcept(argument, extended, 1, &own);
}

/// An input that was widened, as it was before.
typedef struct Input {
  MlirOperation product;
  intptr_t number;
  MlirValue narrow;
} Input;

static void widen(const Input *input) {
  MlirOperation op = input->product;
  mlirOperationSetOperand(
      op, input->number,
      asGenericConvert(op, input->narrow,
                       mlirF32TypeGet(mlirOperationGetContext(op))));
  widenArgument(op, input->number);
}

static void undo(const Input *input) {
  MlirOperation op = input->product;
  MlirOperation conversion =
      mlirOpResultGetOwner(mlirOperationGetOperand(op, input->number));
  narrowArgument(op, input->number, elementOf(conversion, 0));
  mlirOperationSetOperand(op, input->number, input->narrow);
  mlirOperationDestroy(conversion);
}

/// Widens the inputs of both products; returns how many that are.
static int widenPair(AsAttentionPair pair, bool withBf16, Input *inputs) {
  const MlirOperation products[] = {pair.scores, pair.product};
  int count = 0;
  if (asAttentionRows(pair.product) <= AS_FEW_ROWS)
    return 0;
  for (int p = 0; p < 2; p++)
    for (intptr_t i = 0; i < NUM_INPUTS; i++)
      if (isWidened(products[p], i, withBf16))
        inputs[count++] =
            (Input){products[p], i, mlirOperationGetOperand(products[p], i)};
  for (int i = 0; i < count; i++)
    widen(&inputs[i]);
  return count;
}

void asWidenAttention(const AsAttentionPair *pairs, int count, bool withBf16) {
  typedef struct Widened {
    Input inputs[2 * NUM_INPUTS];
    int count;
  } Widened;
  Widened *all = asAlloc(sizeof *all * (size_t)(count + 1));
  bool *areGroups = asAlloc(sizeof *areGroups * (size_t)(count + 1));
  bool any = false;
  for (int p = 0; p < count; p++) {
    all[p].count = widenPair(pairs[p], withBf16, all[p].inputs);
    any |= all[p].count > 0;
  }
  if (any)
    asAreGroups(pairs, count, areGroups);
  for (int p = 0; p < count; p++)
    for (int i = 0; i < all[p].count && !areGroups[p]; i++)
      undo(&all[p].inputs[i]);
  free(areGroups);
  free(all);
}
