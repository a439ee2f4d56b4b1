//===- prefetch-pixels.c - Prefetch pixels of large images
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds memref.prefetch beside reads of images that come from memory, for
// pooling in NHWC.
//
// A register tile reads a few vectors of each of a few pixels in each row of
// the window, and the next tile the vectors beside these, or the next pixels.
// Hardware prefetchers follow little of that. Pixels that lie 8 KiB after the
// tile are prefetched. docs/results.md says what that is worth.
//
// Pixels are prefetched once for each row of the window, not for each of its
// columns: before the loop over these. After the end of a row comes the next
// row, whose pixels are prefetched then.
//
// Requires:    bufferised IR with scf.for and vector.transfer_read.
// Provides:    memref.prefetch before such reads, or before the loop that they
//              are in.
// Invalidates: nothing.
//
//   scf.for %x = %c0 to %c88 step %c2 {
//     scf.for %i = %c0 to %c3 step %c1 {
//       %p = affine.apply affine_map<(x, i) -> (2 * x + i)>(%x, %i)
//       %v = vector.transfer_read %image[%c0, %y, %p, %c], %z
//           : memref<1x177x177x196xf32>, vector<1x3x64xf32>
//
// becomes, for each of four pixels and each line of their 64 channels,
//
//   scf.for %x = %c0 to %c88 step %c2 {
//     %ahead = arith.addi (2 * %x), %c15 : index
//     memref.prefetch %image[%c0, %y, %ahead, %c], read, locality<2>, data
//     scf.for %i = %c0 to %c3 step %c1 {
//       ...
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/prefetch.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A read of some channels of some pixels.
typedef struct PixelRead {
  MlirOperation op;
  MlirValue memory;
  intptr_t rank;      ///< Of the memory: pixels are the last dimension but one.
  int64_t pixelBytes; ///< All channels.
  int64_t bytes;      ///< The channels that are read.
  int64_t element;    ///< Bytes of one.
  AsIrLinear pixel;   ///< The index of the first one.
  int64_t step;       ///< Pixels from one tile to the next.
  MlirOperation next; ///< What prefetches are inserted before.
} PixelRead;

/// The read before, and the block that its prefetches are in.
typedef struct Last {
  MlirBlock block;
  PixelRead read;
} Last;

/// Whether the memory is an image that no cache holds, by its shape.
static bool isLargeImage(MlirValue memory) {
  const int64_t farBytes = 8 << 20;
  MlirType type = mlirValueGetType(memory),
           root = mlirValueGetType(asIrMemoryRoot(memory));
  return mlirTypeIsAMemRef(type) && mlirTypeIsAMemRef(root) &&
         mlirShapedTypeHasStaticShape(root) &&
         asIrShapedBytes(root) > farBytes && mlirShapedTypeGetRank(type) >= 3 &&
         mlirShapedTypeGetRank(type) <= AS_ARITH_MAX_RANK;
}

/// Whether lanes of the vector are channels.
static bool hasLanes(MlirOperation op, MlirType vector, intptr_t rank) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map"));
  intptr_t last = mlirShapedTypeGetRank(vector) - 1;
  if (last < 0 || mlirShapedTypeGetDimSize(vector, last) == 1)
    return false;
  MlirAffineExpr lane = mlirAffineMapGetResult(map, last);
  return mlirAffineExprIsADim(lane) &&
         mlirAffineDimExprGetPosition(lane) == rank - 1;
}

/// The loop over tiles of pixels in the index: that of most iterations, which
/// are more than a window has. Null where there is none.
static MlirOperation tileLoop(const AsIrLinear *index, int64_t *step) {
  enum { widestWindow = 8 };
  MlirOperation found = {NULL};
  int64_t most = widestWindow;
  for (int t = 0; t < index->numTerms; t++) {
    MlirOperation loop = asIrLoopOfCounter(index->term[t].value);
    AsIrRange range;
    if (mlirOperationIsNull(loop) || !asIrConstantRange(loop, &range) ||
        asIrRangeTrip(&range) <= most)
      continue;
    found = loop;
    most = asIrRangeTrip(&range);
    *step = range.step * index->term[t].factor;
  }
  return found;
}

/// Whether windows slide along the pixels: tiles go on by several of them, or a
/// loop over columns of the window adds to the index.
static bool hasWindow(const AsIrLinear *index) {
  return index->numTerms > 1 ||
         (index->numTerms == 1 && index->term[0].factor > 1);
}

/// Whether something is multiplied where it is read. Those are sums of products
/// over what seems to be pixels: prefetch-rows.c sees to them.
static bool isForProducts(MlirOperation op) {
  MlirOperation other = mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
  for (; !mlirOperationIsNull(other);
       other = mlirOperationGetNextInBlock(other))
    if (asIrIsNamed(other, "vector.fma"))
      return true;
  return false;
}

/// Removes the counter of the loop from the sum; false if it is not in it.
static bool removeCounter(AsIrLinear *index, MlirOperation loop) {
  MlirValue counter = mlirBlockGetArgument(asIrBody(loop), 0);
  for (int t = 0; t < index->numTerms; t++)
    if (mlirValueEqual(index->term[t].value, counter)) {
      index->term[t] = index->term[--index->numTerms];
      return true;
    }
  return false;
}

/// Whether everything but the pixel is there before the loop.
static bool isThereBefore(const PixelRead *read, MlirOperation loop) {
  for (int t = 0; t < read->pixel.numTerms; t++)
    if (asIrIsInside(read->pixel.term[t].value, loop))
      return false;
  for (intptr_t i = 0; i <= read->rank; i++)
    if (i != read->rank - 1 &&
        asIrIsInside(mlirOperationGetOperand(read->op, i), loop))
      return false;
  return true;
}

static bool isPixelRead(MlirOperation op, PixelRead *read) {
  if (!asIrIsNamed(op, "vector.transfer_read") ||
      !isLargeImage(mlirOperationGetOperand(op, 0)))
    return false;
  MlirValue memory = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(memory),
           vector = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t element = asIrElementBits(type) / 8, strides[AS_ARITH_MAX_RANK],
          offset;
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (element == 0 || !asIrIsNamed(parent, "scf.for") || isForProducts(op) ||
      !hasLanes(op, vector, rank) ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      strides[rank - 1] != 1 ||
      strides[rank - 2] == mlirShapedTypeGetDynamicStrideOrOffset())
    return false;
  *read = (PixelRead){.op = op,
                      .memory = memory,
                      .rank = rank,
                      .pixelBytes = strides[rank - 2] * element,
                      .element = element,
                      .next = op};
  read->bytes = element * mlirShapedTypeGetDimSize(
                              vector, mlirShapedTypeGetRank(vector) - 1);
  if (!asIrLinearOf(mlirOperationGetOperand(op, rank - 1), &read->pixel))
    return false;
  MlirOperation tiles = tileLoop(&read->pixel, &read->step);
  if (mlirOperationIsNull(tiles) || read->step <= 0 || read->pixelBytes <= 0 ||
      !hasWindow(&read->pixel))
    return false;
  // Not for each column of the window.
  AsIrLinear whole = read->pixel;
  if (!mlirOperationEqual(tiles, parent) &&
      removeCounter(&read->pixel, parent)) {
    if (isThereBefore(read, parent))
      read->next = parent;
    else
      read->pixel = whole;
  }
  return true;
}

/// Whether the pixels are those of the read before, but for the column of the
/// window.
static bool isOfSameRow(const PixelRead *a, const PixelRead *b) {
  AsIrLinear pixel = a->pixel;
  pixel.constant = b->pixel.constant;
  if (!asIrLinearEqual(&pixel, &b->pixel) ||
      !mlirValueEqual(a->memory, b->memory) || a->rank != b->rank ||
      a->bytes != b->bytes)
    return false;
  for (intptr_t i = 1; i <= a->rank; i++) {
    AsIrLinear x, y;
    if (i != a->rank - 1 &&
        (!asIrLinearOf(mlirOperationGetOperand(a->op, i), &x) ||
         !asIrLinearOf(mlirOperationGetOperand(b->op, i), &y) ||
         !asIrLinearEqual(&x, &y)))
      return false;
  }
  return true;
}

static MlirValue insertSum(MlirOperation next, const AsIrLinear *sum,
                           int64_t more) {
  MlirValue value = asIrInsertIndex(next, sum->constant + more);
  for (int t = 0; t < sum->numTerms; t++) {
    MlirValue factor = asIrInsertIndex(next, sum->term[t].factor);
    MlirValue product =
        asIrInsertBinary(next, "arith.muli", sum->term[t].value, factor);
    value = asIrInsertBinary(next, "arith.addi", value, product);
  }
  return value;
}

/// Prefetches the pixels of a tile that follows the one that reads some bytes
/// later. So many lines as only copies have are not prefetched.
static void prefetch(const PixelRead *read) {
  enum { aheadBytes = 8192, mostLines = 64 };
  int64_t lines = (read->bytes + AS_PREFETCH_LINE - 1) / AS_PREFETCH_LINE;
  if (read->step > mostLines / lines)
    return;
  int64_t ahead =
      read->step + (aheadBytes + read->pixelBytes - 1) / read->pixelBytes;
  MlirValue operands[AS_ARITH_MAX_RANK + 1];
  for (intptr_t i = 0; i <= read->rank; i++)
    operands[i] = mlirOperationGetOperand(read->op, i);
  for (int64_t p = 0; p < read->step; p++) {
    operands[read->rank - 1] = insertSum(read->next, &read->pixel, ahead + p);
    for (int64_t byte = 0; byte < read->bytes; byte += AS_PREFETCH_LINE)
      asPrefetchInsert(read->next, AS_PREFETCH_SECOND_CACHE, read->rank,
                       operands, byte / read->element);
  }
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  Last *last = context;
  PixelRead read;
  if (!isPixelRead(op, &read))
    return MlirWalkResultAdvance;
  MlirBlock block = mlirOperationGetBlock(read.next);
  if (!mlirBlockEqual(block, last->block) || !isOfSameRow(&read, &last->read))
    prefetch(&read);
  *last = (Last){.block = block, .read = read};
  return MlirWalkResultAdvance;
}

void asPrefetchPixels(MlirModule module) {
  Last last = {.block = {NULL}};
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &last,
                    MlirWalkPostOrder);
}
