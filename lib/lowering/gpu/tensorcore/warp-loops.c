//===- warp-loops.c - Map loops over warps and lanes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces a loop over warps, and the loops over lanes in it, by what each lane
// does. The tile that tensor cores produce becomes fragments: a memref.alloca
// of two elements for each piece of 8 x 8 elements.
//
// LLVM keeps fragments in registers if all their indices are constants, so
// loops over lanes are unrolled.
//
// Requires:    loops over lanes with a row and two columns for each iteration;
//              called by asGpuMapLoops.
// Provides:    fragments in place of the tile; the tile is written at the end
//              of the block if it is not the block's own.
// Invalidates: the loops.
//
//   scf.forall (%w0, %w1) in (2, 2) {
//     scf.forall (%r, %p) in (16, 8) {
//       %s = memref.subview %tile[%r, ...] [1, 2] [1, 1] ...
//     } {mapping = [#gpu.lane<linear_dim_1>, #gpu.lane<linear_dim_0>]}
//     linalg.generic {as.mma = 16, ...} ... outs(%tile : ...)
//   } {mapping = [#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_0>]}
// becomes
//   %fragment0 = memref.alloca() : memref<1x2xf32>      one for each piece
//   %warp = arith.divui %thread, %c32 : index
//   %lane = arith.remui %thread, %c32 : index
//   ... the lane's element of each piece, with %fragment0 for %s ...
//   ... nvgpu.ldmatrix, mma.sync ...
//   gpu.barrier
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/tensorcore/warp-loops.h"
#include "ir/ir-mapping.h"
#include "ir/memref.h"
#include "lowering/gpu/memory/swizzle.h"
#include "lowering/gpu/tensorcore/mma-sync.h"
#include "lowering/gpu/tensorcore/warpgroup-mma.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "target/gpu-table.h"
#include <stdlib.h>

enum { WARP = AS_GPU_WARP_THREADS };

//===----------------------------------------------------------------------===//
// The tile
//===----------------------------------------------------------------------===//

static MlirWalkResult findMma(MlirOperation op, void *context) {
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_MMA_ATTRIBUTE))))
    return MlirWalkResultAdvance;
  *(MlirOperation *)context = op;
  return MlirWalkResultInterrupt;
}

/// The block's tile that a warp's tile is a subview of; the tile itself in a
/// block of one warp.
static MlirValue blockTile(MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return value;
  MlirOperation owner = mlirOpResultGetOwner(value);
  MlirOperation around = asGpuForallAround(owner);
  AsGpuForall forall;
  AsError error;
  bool isOfWarp = !mlirOperationIsNull(around) &&
                  asGpuForallRead(around, &forall, &error) == AS_OK &&
                  forall.level == AS_GPU_WARPS;
  return isOfWarp && asIrIsNamed(owner, "memref.subview")
             ? mlirOperationGetOperand(owner, 0)
             : value;
}

AsStatus asGpuFragmentsOpen(MlirOperation blocks, const AsGpuKernel *kernel,
                            AsGpuFragments *fragments, AsError *error) {
  MlirOperation op = {NULL};
  *fragments = (AsGpuFragments){.rank = 0};
  mlirOperationWalk(blocks, findMma, &op, MlirWalkPreOrder);
  if (mlirOperationIsNull(op))
    return AS_OK;
  intptr_t last = mlirOperationGetNumOperands(op) - 1;
  MlirValue own = last < 0 ? kernel->linear : mlirOperationGetOperand(op, last);
  MlirType type = mlirValueGetType(own);
  int rank = mlirTypeIsAMemRef(type) ? (int)mlirShapedTypeGetRank(type) : 0;
  if (rank < 2 || !mlirShapedTypeHasStaticShape(type) ||
      rank > AS_GPU_MAX_RANK ||
      mlirShapedTypeGetDimSize(type, rank - 2) % AS_GPU_PIECE ||
      mlirShapedTypeGetDimSize(type, rank - 1) % AS_GPU_PIECE)
    return asFail(
        error, AS_UNSUPPORTED,
        "tensor cores make tiles of 8 x 8 elements, and nothing else");
  fragments->tile = blockTile(own);
  fragments->rank = rank;
  fragments->rows = mlirShapedTypeGetDimSize(type, rank - 2) / AS_GPU_PIECE;
  fragments->columns = mlirShapedTypeGetDimSize(type, rank - 1) / AS_GPU_PIECE;
  int64_t count = fragments->rows * fragments->columns;
  int64_t sizes[AS_GPU_MAX_RANK];
  for (int d = 0; d < rank; d++)
    sizes[d] = d == rank - 1 ? AS_GPU_PIECE_OWN : 1;
  MlirType piece = mlirMemRefTypeContiguousGet(
      mlirShapedTypeGetElementType(type), rank, sizes, mlirAttributeGetNull());
  fragments->piece = asAlloc(sizeof *fragments->piece * (size_t)count);
  for (int64_t p = 0; p < count; p++)
    fragments->piece[p] = asIrInsertAlloca(
        mlirBlockGetFirstOperation(asIrBody(kernel->function)), piece);
  fragments->isByGroups =
      !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_WARPGROUP_ATTRIBUTE)));
  return fragments->isByGroups ? asGpuSetOperandLayouts(op, fragments, error)
                               : AS_OK;
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// A lane's number, and its row and pair of columns in a piece.
typedef struct Lane {
  MlirValue number, row, pair;
} Lane;

static Lane laneOf(MlirOperation next, const AsGpuKernel *kernel) {
  Lane lane;
  lane.number = asIrInsertBinary(next, "arith.remui", kernel->linear,
                                 asIrInsertIndex(next, WARP));
  MlirValue pairs = asIrInsertIndex(next, AS_GPU_PIECE_LANES);
  lane.row = asIrInsertBinary(next, "arith.divui", lane.number, pairs);
  lane.pair = asIrInsertBinary(next, "arith.remui", lane.number, pairs);
  return lane;
}

/// Whether `op` is a subview of the tile in registers: a lane's part of it.
static bool isFragment(MlirOperation op, const AsGpuFragments *fragments) {
  return asIrIsNamed(op, "memref.subview") &&
         !mlirValueIsNull(fragments->tile) &&
         mlirValueEqual(blockTile(mlirOperationGetOperand(op, 0)),
                        fragments->tile);
}

/// Redirects an access to the tile that has no subview, a vector of the lane's
/// two elements, to the fragment.
static void redirect(MlirOperation op, MlirValue piece,
                     const AsGpuFragments *fragments) {
  bool isRead = asIrIsNamed(op, "vector.transfer_read");
  if (!isRead && !asIrIsNamed(op, "vector.transfer_write"))
    return;
  intptr_t memory = isRead ? 0 : 1;
  MlirValue value =
      isRead ? mlirOperationGetResult(op, 0) : mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(value);
  int64_t elements = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    elements *= mlirShapedTypeGetDimSize(type, d);
  if (!mlirValueEqual(blockTile(mlirOperationGetOperand(op, memory)),
                      fragments->tile) ||
      elements != AS_GPU_PIECE_OWN)
    return;
  mlirOperationSetOperand(op, memory, piece);
  for (int d = 0; d < fragments->rank; d++)
    mlirOperationSetOperand(op, memory + 1 + d, asIrInsertIndex(op, 0));
}

/// Clones the loop's body for piece (i, j), before the loop.
static void unrollPiece(const AsGpuForall *forall, const Lane *lane, int64_t i,
                        int64_t j, const AsGpuFragments *fragments) {
  MlirBlock body = asIrBody(forall->op);
  MlirOperation end = mlirBlockGetTerminator(body);
  AsIrMap map = {0};
  asIrMapAdd(&map, mlirBlockGetArgument(body, 0),
             asGpuAdd(forall->op, lane->row, i * AS_GPU_PIECE));
  asIrMapAdd(&map, mlirBlockGetArgument(body, 1),
             asGpuAdd(forall->op, lane->pair, j * AS_GPU_PIECE_LANES));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirValue piece = fragments->piece[i * fragments->columns + j];
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    if (isFragment(op, fragments)) {
      asIrMapAdd(&map, mlirOperationGetResult(op, 0), piece);
      continue;
    }
    MlirOperation clone =
        asIrMapClone(&map, op, mlirOperationGetBlock(forall->op));
    mlirOperationMoveBefore(clone, forall->op);
    redirect(clone, piece, fragments);
  }
  asIrMapFree(&map);
}

static AsStatus mapLanes(MlirOperation op, const Lane *lane,
                         const AsGpuFragments *fragments, AsError *error) {
  AsGpuForall forall;
  AsStatus status = asGpuForallRead(op, &forall, error);
  if (status)
    return status;
  if (forall.level != AS_GPU_LANES || forall.rank != 2 || !forall.isLinear ||
      forall.along[0] != 1 ||
      forall.trip[0] != fragments->rows * AS_GPU_PIECE ||
      forall.trip[1] != fragments->columns * AS_GPU_PIECE_LANES)
    return asFail(error, AS_UNSUPPORTED,
                  "in a loop over warps there is one that is not over lanes, "
                  "with a row and two columns of the tile for each");
  for (int64_t i = 0; i < fragments->rows; i++)
    for (int64_t j = 0; j < fragments->columns; j++)
      unrollPiece(&forall, lane, i, j, fragments);
  mlirOperationDestroy(op);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

static void warpIds(const AsGpuForall *forall, MlirOperation next,
                    const AsGpuKernel *kernel, MlirValue *ids) {
  MlirValue warp = asIrInsertBinary(next, "arith.divui", kernel->linear,
                                    asIrInsertIndex(next, WARP));
  asGpuForallIds(forall, next, warp, ids);
}

AsStatus asGpuMapWarps(const AsGpuForall *forall, const AsGpuKernel *kernel,
                       AsGpuFragments *fragments, AsError *error) {
  if (!forall->isLinear ||
      asGpuForallCount(forall) * WARP != asGpuThreads(kernel))
    return asFail(error, AS_UNSUPPORTED,
                  "a loop over warps has not as many as the block");
  MlirValue ids[AS_GPU_MAX_RANK];
  warpIds(forall, forall->op, kernel, ids);
  Lane lane = laneOf(forall->op, kernel);
  MlirOperation next, op = mlirBlockGetFirstOperation(asIrBody(forall->op));
  AsStatus status = AS_OK;
  for (; !mlirOperationIsNull(op) && !status; op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirOperation mma = {NULL};
    findMma(op, &mma);
    if (asGpuIsMapped(op))
      status = mapLanes(op, &lane, fragments, error);
    else if (!mlirOperationIsNull(mma) && fragments->isByGroups)
      status = asGpuEmitWgmma(op, forall, fragments, error);
    else if (!mlirOperationIsNull(mma))
      status = asGpuEmitMma(op, lane.number, fragments, error);
  }
  MlirOperation after = mlirOperationGetNextInBlock(forall->op);
  asGpuForallInline(forall, ids, forall->op);
  asGpuBarrier(after);
  return status;
}

//===----------------------------------------------------------------------===//
// Writing the tile to memory
//===----------------------------------------------------------------------===//

/// Whether the block allocated the tile, so that it is not needed afterwards.
static bool isOwn(MlirValue tile) {
  return mlirValueIsAOpResult(tile) &&
         asIrIsNamed(mlirOpResultGetOwner(tile), "memref.alloc");
}

/// Writes a lane's two elements of piece `p`. The warp's tile begins at `row`
/// and `column`.
static void writePiece(MlirOperation next, const AsGpuFragments *fragments,
                       MlirValue row, MlirValue column, int64_t p) {
  int rank = fragments->rank;
  MlirType type = mlirVectorTypeGet(
      1, (int64_t[]){AS_GPU_PIECE_OWN},
      mlirShapedTypeGetElementType(mlirValueGetType(fragments->tile)));
  MlirValue from[AS_GPU_MAX_RANK + 1] = {fragments->piece[p]};
  MlirValue to[AS_GPU_MAX_RANK + 2] = {{NULL}, fragments->tile};
  for (int d = 0; d < rank; d++)
    from[d + 1] = to[d + 2] = asIrInsertIndex(next, 0);
  to[rank] = asGpuAdd(next, row, p / fragments->columns * AS_GPU_PIECE);
  to[rank + 1] = asGpuAdd(next, column, p % fragments->columns * AS_GPU_PIECE);
  to[0] = asIrInsertValue(next, &(AsIrParts){.name = "vector.load",
                                             .numOperands = rank + 1,
                                             .operands = from,
                                             .numResults = 1,
                                             .results = &type});
  asIrInsert(next, &(AsIrParts){.name = "vector.store",
                                .numOperands = rank + 2,
                                .operands = to});
}

static void writeBack(MlirOperation next, const AsGpuKernel *kernel,
                      const AsGpuFragments *fragments) {
  MlirType type = mlirValueGetType(fragments->tile);
  int rank = fragments->rank;
  int64_t rows = fragments->rows * AS_GPU_PIECE,
          columns = fragments->columns * AS_GPU_PIECE;
  AsGpuForall warps = {.rank = 2, .isLinear = true};
  warps.along[fragments->isByGroups ? 1 : 0] = 1;
  warps.trip[0] = mlirShapedTypeGetDimSize(type, rank - 2) / rows;
  warps.trip[1] = mlirShapedTypeGetDimSize(type, rank - 1) / columns;
  MlirValue ids[AS_GPU_MAX_RANK];
  warpIds(&warps, next, kernel, ids);
  Lane lane = laneOf(next, kernel);
  MlirValue row = asIrInsertBinary(next, "arith.addi",
                                   asGpuMul(next, ids[0], rows), lane.row);
  MlirValue column =
      asIrInsertBinary(next, "arith.addi", asGpuMul(next, ids[1], columns),
                       asGpuMul(next, lane.pair, AS_GPU_PIECE_OWN));
  for (int64_t p = 0; p < fragments->rows * fragments->columns; p++)
    writePiece(next, fragments, row, column, p);
}

/// Whether the tile is used by nothing but dead subviews.
static bool isUnused(MlirValue tile) {
  for (MlirOpOperand use = mlirValueGetFirstUse(tile);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "memref.subview") ||
        !mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(user, 0))))
      return false;
  }
  return true;
}

AsStatus asGpuFragmentsClose(MlirOperation blocks, const AsGpuKernel *kernel,
                             AsGpuFragments *fragments, AsError *error) {
  if (mlirValueIsNull(fragments->tile))
    return AS_OK;
  AsStatus status = AS_OK;
  if (!isUnused(fragments->tile))
    status = asFail(error, AS_UNSUPPORTED,
                    "what tensor cores make is used by other loops than those "
                    "over warps and lanes");
  else if (!asGpuPanelsAreExclusive(kernel->function))
    status = asFail(error, AS_UNSUPPORTED,
                    "what four warps multiply together is used by something "
                    "else than copies");
  else if (!isOwn(fragments->tile))
    writeBack(mlirBlockGetTerminator(asIrBody(blocks)), kernel, fragments);
  return status;
}

void asGpuFragmentsFree(AsGpuFragments *fragments) { free(fragments->piece); }
