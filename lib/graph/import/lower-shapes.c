//===- lower-shapes.c - Lower the shape dialect
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers the shape dialect to arith, tensor and scf with upstream's passes. A
// module without it stays as it is. Constraints become assertions.
//
// Requires:    nothing.
// Provides:    no operation of the shape dialect that upstream can lower.
// Invalidates: nothing.
//
//   %0 = shape.shape_of %a : tensor<?x8xf32> -> tensor<2xindex>
// becomes
//   %rows = tensor.dim %a, %c0 : tensor<?x8xf32>
//   %0 = tensor.from_elements %rows, %c8 : tensor<2xindex>
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"

static MlirWalkResult note(MlirOperation op, void *context) {
  bool *found = context;
  *found = asIrHasPrefix(op, "shape.");
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asGraphLowerShapes(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool found = false;
  mlirOperationWalk(op, note, &found, MlirWalkPreOrder);
  if (!found)
    return AS_OK;
  if (asIrRunPipeline(op,
                      "builtin.module(func.func(shape-to-shape-lowering,"
                      "convert-shape-constraints),convert-shape-to-std,"
                      "canonicalize)",
                      true, error))
    return asFailContext(error, "lowering shapes");
  return AS_OK;
}
