//===- memory-spaces.c - Where buffers are on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels allocate nothing: a thread's own buffers are on its stack, where LLVM
// makes registers of them, and what lies between stages that a kernel goes
// through one after another comes as an argument.
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/mapped-forall.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Placing {
  MlirOperation function;
  AsStatus status;
  AsError *error;
} Placing;

/// Whether some loop around `op` is over threads.
static bool isOfThread(MlirOperation op) {
  AsGpuForall forall;
  AsError error;
  MlirOperation around = asGpuForallAround(op);
  return !mlirOperationIsNull(around) &&
         asGpuForallRead(around, &forall, &error) == AS_OK &&
         forall.level != AS_GPU_BLOCKS;
}

static void replace(MlirOperation alloc, MlirValue by) {
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(alloc, 0), by);
  mlirOperationDestroy(alloc);
}

static void moveToStack(MlirOperation alloc, MlirType type) {
  replace(alloc, asIrInsertAlloca(alloc, type));
}

/// Adds the type to what the function says that it needs room for.
static void noteScratch(MlirOperation function, MlirType type) {
  AsText types = {0};
  asIrStringAttribute(function, AS_SCRATCH_ATTRIBUTE, &types);
  asTextAppendString(&types, types.length ? "," : "");
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    asTextFormat(&types, "%lldx", (long long)mlirShapedTypeGetDimSize(type, r));
  asIrPrintType(mlirShapedTypeGetElementType(type), &types);
  asIrSetStringAttribute(function, AS_SCRATCH_ATTRIBUTE, types.data);
  asTextFree(&types);
}

static MlirWalkResult place(MlirOperation op, void *context) {
  Placing *placing = context;
  if (asIrIsNamed(op, "memref.dealloc")) {
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  if (!asIrIsNamed(op, "memref.alloc"))
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return MlirWalkResultAdvance; // Shared.
  bool isOutside = mlirOperationIsNull(asGpuForallAround(op));
  if (mlirOperationGetNumOperands(op) || (!isOutside && !isOfThread(op))) {
    placing->status =
        asFail(placing->error, AS_UNSUPPORTED,
               mlirOperationGetNumOperands(op)
                   ? "a buffer whose size is not known has no place on a GPU"
                   : "the threads of a block would need a buffer that is not "
                     "in shared memory");
    return MlirWalkResultInterrupt;
  }
  if (isOutside) {
    noteScratch(placing->function, type);
    replace(op, asIrFunctionAddArgument(placing->function, type));
  } else {
    moveToStack(op, type);
  }
  return MlirWalkResultSkip;
}

static void placeAll(MlirOperation function, void *context) {
  Placing *placing = context;
  placing->function = function;
  if (!placing->status)
    mlirOperationWalk(function, place, placing, MlirWalkPostOrder);
}

AsStatus asGpuPlaceBuffers(MlirModule module, AsError *error) {
  Placing placing = {.error = error};
  asIrVisitFunctions(module, placeAll, &placing);
  return placing.status;
}
