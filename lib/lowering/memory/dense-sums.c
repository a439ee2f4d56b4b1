//===- dense-sums.c - Buffers for sums that loops carry
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum along a dynamic size begins with zeros, goes from tile to tile of a
// loop, and is inserted into the result. Upstream would fill zeros in the place
// of the result, which is a slice with any strides. The calls in the loop take
// dense arrays, so each would copy the sum twice. With a buffer of their own,
// the calls compute sums in place, and the last one is copied to the result.
//
// Requires:    tensors, before asEliminateEmpty; bufferization.alloc_tensor is
//              kept from here on.
// Provides:    a bufferization.alloc_tensor for what such a loop starts from.
// Invalidates: nothing.
//
//   %e = tensor.empty() : tensor<12x8x64xf32>
//   %z = linalg.fill ins(%zero) outs(%e)
//   %s = scf.for ... iter_args(%t = %z) {
//     %u = func.call @task(%x, %y, %t)
//     scf.yield %u
//   }
//
// becomes
//
//   %e = bufferization.alloc_tensor() : tensor<12x8x64xf32>
//   ...
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinTypes.h"

/// Whether a call takes the tensor, perhaps in another shape.
static bool isPassed(MlirValue tensor) {
  static const char *const reshapes[] = {"tensor.collapse_shape",
                                         "tensor.expand_shape"};
  bool is = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(tensor);
       !mlirOpOperandIsNull(use) && !is; use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    is = asIrIsNamed(user, "func.call") ||
         (asIrIsOneOf(user, reshapes, sizeof reshapes / sizeof *reshapes) &&
          isPassed(mlirOperationGetResult(user, 0)));
  }
  return is;
}

/// The fill that writes the tensor.empty that the value is made of; null if the
/// value is made of something else.
static MlirOperation firstFill(MlirValue value) {
  MlirOperation fill = asIrMadeBy(value, "linalg.fill");
  while (!mlirOperationIsNull(fill)) {
    MlirValue before = mlirOperationGetOperand(fill, 1);
    if (asIrIsMadeBy(before, "tensor.empty"))
      break;
    fill = asIrMadeBy(before, "linalg.fill");
  }
  return fill;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  enum { bounds = 3 };
  (void)context;
  for (intptr_t r = 0;
       asIrIsNamed(op, "scf.for") && r < mlirOperationGetNumResults(op); r++) {
    MlirOperation fill = firstFill(mlirOperationGetOperand(op, bounds + r));
    if (mlirOperationIsNull(fill) ||
        !isPassed(mlirBlockGetArgument(asIrBody(op), 1 + r)))
      continue;
    MlirType type = mlirValueGetType(mlirOperationGetOperand(fill, 1));
    if (mlirShapedTypeHasStaticShape(type))
      mlirOperationSetOperand(fill, 1, asIrInsertAllocTensor(fill, type));
  }
  return MlirWalkResultAdvance;
}

void asDenseSums(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPreOrder);
}
