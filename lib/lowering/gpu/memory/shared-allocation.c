//===- shared-allocation.c - Pack shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the allocations of a kernel in shared memory by views of one dynamic
// allocation, whose size the launch gives.
//
// Only dynamic shared memory may be larger than 48 KiB, and a kernel has one
// piece of it.
//
// Requires:    memref.alloc in the workgroup address space, of static shape.
// Provides:    one gpu.dynamic_shared_memory; as.shared with its size.
// Invalidates: the allocations.
//
//   %0 = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
// becomes
//   %all = gpu.dynamic_shared_memory
//       : memref<?xi8, #gpu.address_space<workgroup>>
//   %0 = memref.view %all[%c0][] : ... to memref<32xf32, ...>
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// The alignment of accesses, and of rows of banks.
enum { ALIGNMENT = 128 };

typedef struct Packing {
  MlirOperation function;
  MlirValue memory; ///< The dynamic allocation; null before the first tile.
  int64_t bytes;
  AsStatus status;
  AsError *error;
} Packing;

static MlirValue insertDynamicMemory(MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  MlirType type = mlirTypeParseGet(
      context, asIrString("memref<?xi8, #gpu.address_space<workgroup>>"));
  return asIrInsertValue(mlirBlockGetFirstOperation(asIrBody(function)),
                         &(AsIrParts){.name = "gpu.dynamic_shared_memory",
                                      .numResults = 1,
                                      .results = &type});
}

static MlirWalkResult pack(MlirOperation op, void *context) {
  Packing *packing = context;
  if (!asIrIsNamed(op, "memref.alloc"))
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return MlirWalkResultAdvance;
  if (!mlirShapedTypeHasStaticShape(type)) {
    packing->status = asFail(packing->error, AS_UNSUPPORTED,
                             "a tile whose size is not known cannot be in "
                             "shared memory");
    return MlirWalkResultInterrupt;
  }
  MlirAttribute alignment = asIrAttribute(op, "alignment");
  if (!mlirAttributeIsNull(alignment)) {
    int64_t unit = mlirIntegerAttrGetValueInt(alignment);
    packing->bytes = (packing->bytes + unit - 1) / unit * unit;
  }
  if (mlirValueIsNull(packing->memory))
    packing->memory = insertDynamicMemory(packing->function);
  MlirOperation next =
      mlirOperationGetNextInBlock(mlirOpResultGetOwner(packing->memory));
  MlirValue operands[] = {packing->memory,
                          asIrInsertIndex(next, packing->bytes)};
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(op, 0),
      asIrInsertValue(next, &(AsIrParts){.name = "memref.view",
                                         .numOperands = 2,
                                         .operands = operands,
                                         .numResults = 1,
                                         .results = &type}));
  packing->bytes +=
      (asIrShapedBytes(type) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

static void packAll(MlirOperation function, void *context) {
  Packing *packing = context;
  packing->function = function;
  packing->memory = (MlirValue){NULL};
  packing->bytes = 0;
  if (!packing->status)
    mlirOperationWalk(function, pack, packing, MlirWalkPostOrder);
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(function), 64);
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_SHARED_ATTRIBUTE),
      mlirIntegerAttrGet(i64, packing->bytes));
}

AsStatus asGpuPackShared(MlirModule module, AsError *error) {
  Packing packing = {.error = error};
  asIrVisitFunctions(module, packAll, &packing);
  return packing.status;
}
