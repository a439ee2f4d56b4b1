//===- turn-attention-keys.c - Keys of bf16 that can be packed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processors that sum up products of bf16 take them in pairs: two numbers that
// are summed up, for each score. So rows of keys are interleaved as they are
// packed. That is done of keys that are contiguous along the scores; where
// front ends have them the other way round (Q K^T), they are transposed once,
// which is little beside the scores. (Those of f32 are transposed as they are
// packed, by squares that upstream has for 32 bits only.)
//
// Requires:    sums in f32 (graph/arithmetic/widen-sums.c).
// Provides:    attention of bf16 that rules take.
// Invalidates: nothing.
//
//   %s = linalg.generic {(b, i, j, k) -> (b, j, k), ...}
//       ins(%q, %k : tensor<2x32x64xbf16>, tensor<2x48x64xbf16>)
// becomes
//   %t = linalg.transpose ins(%k)                     2x64x48
//   %s = linalg.generic {(b, i, j, k) -> (b, k, j), ...} ins(%q, %t)
//
//===----------------------------------------------------------------------===//

#include "task/turn-attention-keys.h"
#include "graph/analysis/generic-op.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/attention-group.h"
#include "task/attention.h"

enum { NUM_INPUTS = 2 };

static bool isBf16(MlirOperation op, intptr_t i) {
  return mlirTypeIsABF16(mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(op, i))));
}

/// The index of the map that is the loop, if it is not the last one; else -1.
static intptr_t innerIndex(MlirAffineMap map, intptr_t loop) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map) - 1; r++)
    if (asGenericMapLoop(map, r) == loop)
      return r;
  return -1;
}

void asTurnAttentionKeys(MlirOperation product, MlirOperation scores) {
  MlirValue inputs[NUM_INPUTS];
  MlirAffineMap maps[NUM_INPUTS + 1];
  intptr_t lane = asGenericLastLoop(asGenericMap(scores, NUM_INPUTS));
  int turned = 0;
  for (intptr_t i = 0; i <= NUM_INPUTS; i++)
    maps[i] = asGenericMap(scores, i);
  if (!isBf16(scores, 0) || !isBf16(scores, 1) ||
      asAttentionRows(product) <= AS_FEW_ROWS)
    return;
  MlirOperation before = mlirOperationClone(scores);
  for (intptr_t i = 0; i < NUM_INPUTS; i++) {
    inputs[i] = mlirOperationGetOperand(scores, i);
    intptr_t dim = innerIndex(maps[i], lane);
    turned += dim >= 0;
    if (dim >= 0)
      asGenericMoveLast(scores, dim, &inputs[i], &maps[i]);
  }
  if (turned) {
    MlirOperation own = asGenericReplace(scores, NUM_INPUTS, inputs, maps);
    if (!asAreOneGroup(own, product)) {
      mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(own), own,
                                          before);
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(own, 0),
                                    mlirOperationGetResult(before, 0));
      mlirOperationDestroy(own);
      for (intptr_t i = 0; i < NUM_INPUTS; i++)
        if (!mlirValueEqual(inputs[i], mlirOperationGetOperand(before, i)))
          mlirOperationDestroy(mlirOpResultGetOwner(inputs[i]));
      return;
    }
  }
  mlirOperationDestroy(before);
}
