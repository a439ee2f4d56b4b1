//===- build/gpu/tiles.c - Tiles in shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a tensor is made says whose it is: inside of a loop over threads it is
// a thread's own, between that and the loop over blocks it is a block's, and
// must be where all threads of the block can get at it.
//
//===----------------------------------------------------------------------===//

#include "build/gpu/forall.h"
#include "build/gpu/steps.h"
#include "ir/insert.h"
#include "mlir-c/BuiltinAttributes.h"

/// Whether it is in a loop over blocks, but not over threads.
static bool isOfBlock(MlirOperation op) {
  MlirOperation around = asGpuForallAround(op);
  AsGpuForall forall;
  AsError error;
  return !mlirOperationIsNull(around) &&
         asGpuForallRead(around, &forall, &error) == AS_OK && forall.isBlocks;
}

static MlirWalkResult place(MlirOperation op, void *context) {
  bool isEmpty = asIrIsNamed(op, "tensor.empty");
  if ((!isEmpty && !asIrIsNamed(op, "bufferization.alloc_tensor")) ||
      mlirOperationGetNumOperands(op) || !isOfBlock(op))
    return MlirWalkResultAdvance;
  MlirContext mlir = mlirOperationGetContext(op);
  MlirAttribute space =
      mlirAttributeParseGet(mlir, asIrString("#gpu.address_space<workgroup>"));
  MlirValue old = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(old);
  MlirValue placed = asIrInsertValue(
      op,
      &(AsIrParts){.name = "bufferization.alloc_tensor",
                   .numResults = 1,
                   .results = &type,
                   .attributes = (AsIrAttribute[]){
                       {"operandSegmentSizes",
                        mlirDenseI32ArrayGet(mlir, 3, (int32_t[]){0, 0, 0})},
                       {"memory_space", space},
                       {0}}});
  mlirValueReplaceAllUsesOfWith(old, placed);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGpuPlaceTiles(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), place, NULL,
                    MlirWalkPostOrder);
}
