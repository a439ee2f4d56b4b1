//===- shared-tiles.c - Allocate tiles in shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites tensor.empty and bufferization.alloc_tensor inside loops over
// blocks, but not over threads, into bufferization.alloc_tensor with the
// workgroup memory space.
//
// All threads of a block must reach such a tensor. A tensor inside a loop over
// threads is a thread's own. Rows of copied tiles are padded to an odd number
// of 16 bytes, so that threads that read several rows find them in different
// banks. Tiles that tensor cores read by descriptors are not padded
// (swizzle.h).
//
// Requires:    tensors.
// Provides:    memory_space on the tensors that threads of a block share.
// Invalidates: nothing.
//
//   scf.forall (%b) in (4) {
//     %0 = tensor.empty() : tensor<16xf32>
// becomes
//   scf.forall (%b) in (4) {
//     %0 = bufferization.alloc_tensor()
//         {memory_space = #gpu.address_space<workgroup>} : tensor<16xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/mapped-forall.h"
#include "lowering/gpu/tensorcore/warp-loops.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "target/gpu-table.h"

static bool isOverBlocks(MlirOperation loop) {
  AsGpuForall forall;
  AsError error;
  return asGpuForallRead(loop, &forall, &error) == AS_OK &&
         forall.level == AS_GPU_BLOCKS;
}

/// Whether the nearest mapped loop is over blocks.
static bool isOfBlock(MlirOperation op) {
  MlirOperation around = asGpuForallAround(op);
  return !mlirOperationIsNull(around) && isOverBlocks(around);
}

/// The type with padded rows.
static MlirType withPaddedRows(MlirType type) {
  int64_t sizes[AS_GPU_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirType element = mlirShapedTypeGetElementType(type);
  if (rank < 2 || rank > AS_GPU_MAX_RANK)
    return type;
  for (intptr_t r = 0; r < rank; r++)
    sizes[r] = mlirShapedTypeGetDimSize(type, r);
  int64_t bytes = asIrElementBytes(element);
  sizes[rank - 1] = asGpuSharedRow(sizes[rank - 1] * bytes) / bytes;
  return mlirRankedTensorTypeGet(rank, sizes, element, mlirAttributeGetNull());
}

/// The slice of `whole` that has the type, from offset 0.
static MlirValue leadingSlice(MlirOperation next, MlirValue whole,
                              MlirType type) {
  MlirContext context = mlirOperationGetContext(next);
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t zeros[AS_GPU_MAX_RANK] = {0}, ones[AS_GPU_MAX_RANK],
          sizes[AS_GPU_MAX_RANK];
  for (intptr_t r = 0; r < rank; r++) {
    ones[r] = 1;
    sizes[r] = mlirShapedTypeGetDimSize(type, r);
  }
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "tensor.extract_slice",
          .numOperands = 1,
          .operands = &whole,
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"static_offsets", mlirDenseI64ArrayGet(context, rank, zeros)},
              {"static_sizes", mlirDenseI64ArrayGet(context, rank, sizes)},
              {"static_strides", mlirDenseI64ArrayGet(context, rank, ones)},
              {"operandSegmentSizes",
               mlirDenseI32ArrayGet(context, 4, (int32_t[]){1, 0, 0, 0})},
              {0}}});
}

static MlirWalkResult findGroups(MlirOperation op, void *context) {
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_WARPGROUP_ATTRIBUTE))))
    return MlirWalkResultAdvance;
  *(bool *)context = true;
  return MlirWalkResultInterrupt;
}

/// Whether warpgroups multiply in the same block: their tiles have layouts for
/// descriptors.
static bool hasDescriptors(MlirOperation op) {
  bool hasGroups = false;
  mlirOperationWalk(asGpuForallAround(op), findGroups, &hasGroups,
                    MlirWalkPreOrder);
  return hasGroups;
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
  MlirType own = mlirValueGetType(old);
  // Only copies are padded. A tensor.empty ends up in registers, or is read as
  // it was written.
  MlirType type = isEmpty || hasDescriptors(op) ? own : withPaddedRows(own);
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
  if (!mlirTypeEqual(type, own))
    placed = leadingSlice(op, placed, own);
  mlirValueReplaceAllUsesOfWith(old, placed);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// Tensors outside of loops over blocks
//===----------------------------------------------------------------------===//

/// The operation that contains `op`, or is it, directly in the body of the
/// innermost mapped loop; null outside of loops over blocks.
static MlirOperation ancestorInLoop(MlirOperation op) {
  MlirOperation around = asGpuForallAround(op), outermost = around;
  for (MlirOperation loop = around; !mlirOperationIsNull(loop);
       loop = asGpuForallAround(loop))
    outermost = loop;
  if (mlirOperationIsNull(outermost) || !isOverBlocks(outermost))
    return (MlirOperation){NULL};
  while (!mlirOperationEqual(mlirOperationGetParentOperation(op), around))
    op = mlirOperationGetParentOperation(op);
  return op;
}

/// Clones a tensor.empty outside of all loops into the loop that uses all of
/// it, once for each use: a block or thread that uses the whole tensor owns it.
static MlirWalkResult cloneIntoLoop(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "tensor.empty") || mlirOperationGetNumOperands(op) ||
      !mlirOperationIsNull(asGpuForallAround(op)))
    return MlirWalkResultAdvance;
  MlirOpOperand next, use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  for (; !mlirOpOperandIsNull(use); use = next) {
    next = mlirOpOperandGetNextUse(use);
    MlirOperation user = mlirOpOperandGetOwner(use), at = ancestorInLoop(user);
    if (mlirOperationIsNull(at))
      continue;
    MlirOperation own = mlirOperationClone(op);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(at), at, own);
    mlirOperationSetOperand(user, mlirOpOperandGetOperandNumber(use),
                            mlirOperationGetResult(own, 0));
  }
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Initial values that several operations use
//===----------------------------------------------------------------------===//

static MlirWalkResult findRead(MlirOperation op, void *context) {
  bool *reads = context;
  *reads |=
      asIrIsNamed(op, "vector.transfer_read") || asIrHasPrefix(op, "linalg.");
  return *reads ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether it is a loop over threads that initialises a new tensor without
/// reading.
static bool isInitialisation(MlirOperation op) {
  if (!asGpuIsMapped(op) || !isOfBlock(op) ||
      mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumOperands(op) != 1)
    return false;
  MlirValue empty = mlirOperationGetOperand(op, 0);
  bool reads = false;
  mlirOperationWalk(op, findRead, &reads, MlirWalkPreOrder);
  return !reads && mlirValueIsAOpResult(empty) &&
         asIrIsNamed(mlirOpResultGetOwner(empty), "tensor.empty");
}

/// Clones an initialisation for each of its uses, so that each stays in
/// registers. A single one would be copied through shared memory.
static MlirWalkResult cloneForEachUse(MlirOperation op, void *context) {
  (void)context;
  if (!isInitialisation(op))
    return MlirWalkResultAdvance;
  MlirOpOperand use;
  while (use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0)),
         !mlirOpOperandIsNull(use) &&
             !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use))) {
    MlirOperation empty = mlirOperationClone(
        mlirOpResultGetOwner(mlirOperationGetOperand(op, 0)));
    MlirOperation own = mlirOperationClone(op);
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(op), op, own);
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(op), op, empty);
    mlirOperationSetOperand(own, 0, mlirOperationGetResult(empty, 0));
    mlirOperationSetOperand(mlirOpOperandGetOwner(use),
                            mlirOpOperandGetOperandNumber(use),
                            mlirOperationGetResult(own, 0));
  }
  return MlirWalkResultSkip;
}

void asGpuPlaceTiles(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), cloneIntoLoop, NULL,
                    MlirWalkPostOrder);
  mlirOperationWalk(mlirModuleGetOperation(module), cloneForEachUse, NULL,
                    MlirWalkPostOrder);
  mlirOperationWalk(mlirModuleGetOperation(module), place, NULL,
                    MlirWalkPostOrder);
}
