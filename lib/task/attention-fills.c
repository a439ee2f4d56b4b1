//===- attention-fills.c - Fills of their own for the products of attention
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where there are as many keys as columns, both products of attention start
// from the same zeros, and equal fills become one. But tiles of the two are
// filled in different loops. An attribute keeps them apart.
//
// Requires:    linalg on tensors.
// Provides:    the products start from tensors of their own.
// Invalidates: nothing.
//
//   %z = linalg.fill ins(%zero)                     heads x rows x 64
//   %s = linalg.batch_matmul ins(%q, %k) outs(%z)   64 keys
//   ...
//   %o = linalg.batch_matmul ins(%p, %v) outs(%z)   64 columns
// becomes
//   %y = linalg.fill {as.apart} ins(%zero)
//   %o = linalg.batch_matmul ins(%p, %v) outs(%y)
//
//===----------------------------------------------------------------------===//

#include "task/attention-fills.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"

/// Of a fill that differs from others by it.
#define AS_APART_ATTRIBUTE "as.apart"

enum { START = 2 }; // The operand that a product starts from.

void asFillApart(MlirOperation product, MlirOperation scores) {
  MlirValue start = mlirOperationGetOperand(product, START),
            other = mlirOperationGetOperand(scores, START);
  MlirOperation fill = asIrMadeBy(start, "linalg.fill");
  if (mlirOperationIsNull(fill) ||
      !mlirTypeEqual(mlirValueGetType(start), mlirValueGetType(other)))
    return;
  MlirOperation own = mlirOperationClone(fill);
  mlirOperationSetDiscardableAttributeByName(
      own, asIrString(AS_APART_ATTRIBUTE),
      mlirUnitAttrGet(mlirOperationGetContext(own)));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(product), product,
                                      own);
  mlirOperationSetOperand(product, START, mlirOperationGetResult(own, 0));
}
