//===- memory-spaces.c - Move buffers to a GPU's memories
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites memref.alloc of kernels: buffers inside loops over threads move to
// the stack, buffers outside of all mapped loops become arguments.
//
// Kernels cannot allocate. LLVM keeps small buffers on the stack in registers.
// Buffers outside of loops hold data between the kernels of one function, so
// the caller allocates them.
//
// Requires:    buffers, with results as arguments; asGpuPlaceTiles.
// Provides:    no memref.alloc outside of shared memory; as.scratch with the
//              types of the new arguments.
// Invalidates: the signature of the function.
//
//   func.func @f(%m: memref<8xf32>) {
//     %0 = memref.alloc() : memref<4x2xf32>
//     scf.forall ... { scf.forall ... { %1 = memref.alloc() : memref<2xf32>
// becomes
//   func.func @f(%m: memref<8xf32>, %0: memref<4x2xf32>)
//       attributes {as.scratch = "4x2xf32"} {
//     scf.forall ... { scf.forall ... { %1 = memref.alloca() : memref<2xf32>
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

/// Whether the nearest mapped loop around `op` is over threads, warps or lanes.
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

/// Appends the type to AS_SCRATCH_ATTRIBUTE.
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
    return MlirWalkResultAdvance; // In shared memory.
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
