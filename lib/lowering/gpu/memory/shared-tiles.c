//===- shared-tiles.c - Tiles in shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a tensor is made says whose it is: inside of a loop over threads it is
// a thread's own, between that and the loop over blocks it is a block's, and
// must be where all threads of the block can get at it. Rows of what is copied
// there are apart by an odd number of 16 bytes, so that threads which read
// several rows at once find them in different banks; but where tensor cores
// read them by descriptors (swizzle.h).
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

/// Whether it is in a loop over blocks, but not over threads.
static bool isOfBlock(MlirOperation op) {
  MlirOperation around = asGpuForallAround(op);
  return !mlirOperationIsNull(around) && isOverBlocks(around);
}

/// With longer rows, where these are in the way of each other.
static MlirType withGaps(MlirType type) {
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

/// The part of `whole` that has the type, from its beginning.
static MlirValue beginOf(MlirOperation next, MlirValue whole, MlirType type) {
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

/// Whether warps multiply by fours in the same block: their tiles are laid out
/// as descriptors want it, and not by rows.
static bool isDescribed(MlirOperation op) {
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
  // What is not copied does not stay in memory, or is read as it was written.
  MlirType type = isEmpty || isDescribed(op) ? own : withGaps(own);
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
    placed = beginOf(op, placed, own);
  mlirValueReplaceAllUsesOfWith(old, placed);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// What a single block makes
//===----------------------------------------------------------------------===//

/// The operation in the body of the innermost parallel loop around `op` that
/// `op` is, or is in; null where it is not in a loop over blocks.
static MlirOperation inInnermost(MlirOperation op) {
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

/// Where a block, or one of its threads, has all of a tensor it uses that, and
/// no part of it, which would be made there: so it gets one of its own for each
/// use.
static MlirWalkResult takeIn(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "tensor.empty") || mlirOperationGetNumOperands(op) ||
      !mlirOperationIsNull(asGpuForallAround(op)))
    return MlirWalkResultAdvance;
  MlirOpOperand next, use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  for (; !mlirOpOperandIsNull(use); use = next) {
    next = mlirOpOperandGetNextUse(use);
    MlirOperation user = mlirOpOperandGetOwner(use), at = inInnermost(user);
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
// Starts that are used again
//===----------------------------------------------------------------------===//

static MlirWalkResult findRead(MlirOperation op, void *context) {
  bool *reads = context;
  *reads |=
      asIrIsNamed(op, "vector.transfer_read") || asIrHasPrefix(op, "linalg.");
  return *reads ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether it is a loop of a block that writes the same into a new tensor.
static bool isStart(MlirOperation op) {
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

/// What several reductions start from is made for each of them, as a thread has
/// it in registers: one for all would be copied, in shared memory.
static MlirWalkResult makeForEach(MlirOperation op, void *context) {
  (void)context;
  if (!isStart(op))
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
  mlirOperationWalk(mlirModuleGetOperation(module), takeIn, NULL,
                    MlirWalkPostOrder);
  mlirOperationWalk(mlirModuleGetOperation(module), makeForEach, NULL,
                    MlirWalkPostOrder);
  mlirOperationWalk(mlirModuleGetOperation(module), place, NULL,
                    MlirWalkPostOrder);
}
