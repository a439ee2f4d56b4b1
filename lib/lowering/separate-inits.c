//===- separate-inits.c - One operation that writes each tensor
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two operations may start from one tensor, such as zeros, and their results be
// stored where a caller wants them. Upstream computes the zeros in the place of
// one result, and, as only one operation can go on there, may let the other one
// do so: it is overwritten when the result is stored. So each operation but one
// gets a tensor of its own to start from.
//
// Requires:    tensors before bufferisation.
// Provides:    each tensor is what at most one operation starts from.
// Invalidates: nothing.
//
//   %z = linalg.fill ins(%zero) outs(%e)
//   %r = linalg.matmul ins(%x, %w) outs(%z)
//   %s = linalg.matmul ins(%y, %w) outs(%z)
//
// becomes
//
//   %z = linalg.fill ins(%zero) outs(%e)
//   %t = linalg.fill ins(%zero) outs(%f)     // %f is a tensor.empty as %e is
//   %r = linalg.matmul ins(%x, %w) outs(%z)
//   %s = linalg.matmul ins(%y, %w) outs(%t)
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinTypes.h"

/// Whether the operation may write its result in the place of operand `i`.
static bool startsFrom(MlirOperation op, intptr_t i) {
  enum { bounds = 3 };
  if (asIrHasPrefix(op, "linalg."))
    return i >=
           mlirOperationGetNumOperands(op) - mlirOperationGetNumResults(op);
  static const char *const inserts[] = {"tensor.insert", "tensor.insert_slice",
                                        "vector.transfer_write"};
  if (asIrIsOneOf(op, inserts, sizeof inserts / sizeof *inserts))
    return i == 1;
  return (asIrIsNamed(op, "scf.for") && i >= bounds) ||
         asIrIsNamed(op, "scf.forall");
}

/// A tensor with the same elements, made before `next`.
static MlirValue copyOf(MlirValue value, MlirOperation next) {
  MlirOperation op = mlirOpResultGetOwner(value);
  bool isFill = asIrIsNamed(op, "linalg.fill");
  if (!isFill && !asIrIsNamed(op, "tensor.empty"))
    return asIrInsertTensorCopy(next, value);
  MlirOperation copy = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, copy);
  if (isFill && asIrIsMadeBy(mlirOperationGetOperand(op, 1), "tensor.empty"))
    mlirOperationSetOperand(copy, 1,
                            copyOf(mlirOperationGetOperand(op, 1), copy));
  return mlirOperationGetResult(copy, 0);
}

/// Leaves the value to one operation that starts from it, and gives a copy to
/// each of the others.
static void separate(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  bool isTaken = false;
  while (!mlirOpOperandIsNull(use)) {
    MlirOpOperand next = mlirOpOperandGetNextUse(use);
    MlirOperation user = mlirOpOperandGetOwner(use);
    intptr_t number = mlirOpOperandGetOperandNumber(use);
    if (startsFrom(user, number) && isTaken)
      mlirOperationSetOperand(user, number, copyOf(value, user));
    else
      isTaken |= startsFrom(user, number);
    use = next;
  }
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  bool isArgument = asIrIsNamed(op, "bufferization.to_tensor");
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op) && !isArgument; r++)
    if (mlirTypeIsARankedTensor(
            mlirValueGetType(mlirOperationGetResult(op, r))))
      separate(mlirOperationGetResult(op, r));
  return MlirWalkResultAdvance;
}

void asSeparateInits(MlirOperation function) {
  mlirOperationWalk(function, visit, NULL, MlirWalkPreOrder);
}
