//===- prefetch-blocks.c - Prefetch the block that is packed next
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds memref.prefetch to innermost loops of products whose operand is packed
// block by block: they prefetch the block that the next iteration of the loop
// over blocks packs.
//
// Packing reads a block of a large matrix from memory, and multiplies nothing
// meanwhile. A product reads packed blocks from a cache, and leaves memory
// idle. So while one block is multiplied, the lines of the next one are
// prefetched into the second cache, about as many in each iteration of the
// innermost loop: neighbouring lines of a row, or whole rows, at constant
// distances from one address.
//
// The last block of a row of blocks prefetches what lies behind it, which is
// not used. An address that is not mapped does no harm.
//
// Requires:    bufferised IR with scf.for and vector.transfer_read.
// Provides:    memref.prefetch at the beginning of such loops.
// Invalidates: nothing.
//
//   scf.for %k = %c0 to %c4096 step %c256 {
//     scf.for %r = %c0 to %c256 step %c8 {               // packs
//       scf.for %c = %c0 to %c256 step %c64 {
//         %v = vector.transfer_read %b[%n + %r, %k + %c], %z
//             : memref<4096x4096xf32>, vector<8x64xf32>
//         vector.transfer_write %v, %packed ...
//     scf.for %m = %c0 to %c128 step %c8 {               // multiplies
//       scf.for %i = %c0 to %c256 step %c1 iter_args(...) {
//         vector.fma ...
//
// The block has 256 rows of 16 lines. There are 16 times 256 iterations, so
// that each prefetches one line:
//
//         %m8 = arith.divui %m, %c8 : index
//         %outer = arith.muli %m8, %c256 : index
//         %line = arith.addi %outer, %i : index
//         %row = arith.divui %line, %c16 : index
//         %place = arith.remui %line, %c16 : index
//         %column = arith.muli %place, %c16 : index      // 16 floats a line
//         memref.prefetch %b[%n + %row, %k + %c256 + %column], read, ...
//
//===----------------------------------------------------------------------===//

#include "ir/block-prefetch.h"
#include "ir/def-use.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/prefetch.h"
#include "lowering/memory/product-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A part of a matrix that an iteration of a loop reads.
typedef struct Block {
  MlirOperation loop; ///< Over blocks.
  MlirOperation read; ///< One that packs.
  MlirValue memory;
  struct {
    AsIrLinear begin; ///< Of the next block, of values outside of this one.
    int64_t extent;   ///< In elements.
  } dim[2];
  int64_t lines;   ///< Cache lines of a row.
  int64_t element; ///< Bytes of one.
} Block;

//===----------------------------------------------------------------------===//
// What is packed
//===----------------------------------------------------------------------===//

static bool hasOp(MlirBlock block, const char *name) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  while (!mlirOperationIsNull(op) && !asIrIsNamed(op, name))
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op);
}

/// Whether it reads a dense matrix to write elsewhere what it reads.
static bool isPacking(MlirOperation op) {
  if (!asIrIsNamed(op, "vector.transfer_read"))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirBlock block = mlirOperationGetBlock(op);
  return mlirTypeIsAMemRef(type) && mlirShapedTypeHasStaticShape(type) &&
         mlirShapedTypeGetRank(type) == 2 &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) &&
         asIrElementBits(type) % 8 == 0 &&
         mlirAffineMapIsIdentity(
             mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map"))) &&
         hasOp(block, "vector.transfer_write") && !hasOp(block, "vector.fma");
}

/// Splits an index of the read into the place where the next block begins and
/// the extent of a block. `*moves` says whether that is another place.
static bool splitIndex(MlirOperation read, int d, Block *block, bool *moves) {
  AsIrLinear index;
  AsIrRange range;
  if (!asIrLinearOf(mlirOperationGetOperand(read, 1 + d), &index))
    return false;
  AsIrLinear *begin = &block->dim[d].begin;
  begin->constant = index.constant;
  block->dim[d].extent = mlirShapedTypeGetDimSize(
      mlirValueGetType(mlirOperationGetResult(read, 0)), d);
  for (int t = 0; t < index.numTerms; t++) {
    MlirValue value = index.term[t].value;
    MlirOperation loop = asIrLoopOfCounter(value);
    bool isBlocks = mlirOperationEqual(loop, block->loop);
    if (!isBlocks && !asIrIsInside(value, block->loop)) {
      begin->term[begin->numTerms++] = index.term[t];
      continue;
    }
    if (mlirOperationIsNull(loop) || !asIrConstantRange(loop, &range) ||
        index.term[t].factor < 0)
      return false;
    if (isBlocks) {
      *moves = true;
      begin->term[begin->numTerms++] = index.term[t];
      begin->constant += range.step * index.term[t].factor;
    } else {
      begin->constant += range.lower * index.term[t].factor;
      block->dim[d].extent +=
          (asIrRangeTrip(&range) - 1) * range.step * index.term[t].factor;
    }
  }
  return true;
}

/// Whether all loops around the operation, up to the one over blocks, only
/// copy.
static bool isWithinCopies(MlirOperation op, MlirOperation blocks) {
  MlirOperation loop = mlirOperationGetParentOperation(op);
  while (asIrIsNamed(loop, "scf.for") && !mlirOperationEqual(loop, blocks) &&
         mlirOperationGetNumResults(loop) == 0)
    loop = mlirOperationGetParentOperation(loop);
  return mlirOperationEqual(loop, blocks);
}

static MlirWalkResult findPacking(MlirOperation op, void *context) {
  Block *block = (Block *)context, found = {.loop = block->loop, .read = op};
  bool moves = false;
  if (!isPacking(op) || !isWithinCopies(op, block->loop) ||
      asIrIsInside(mlirOperationGetOperand(op, 0), block->loop) ||
      !splitIndex(op, 0, &found, &moves) || !splitIndex(op, 1, &found, &moves))
    return MlirWalkResultAdvance;
  found.memory = mlirOperationGetOperand(op, 0);
  found.element = asIrElementBits(mlirValueGetType(found.memory)) / 8;
  int64_t rowBytes = found.dim[1].extent * found.element;
  found.lines = (rowBytes + AS_PREFETCH_LINE - 1) / AS_PREFETCH_LINE;
  if (!moves || !asIsFarBlock(asIrShapedBytes(mlirValueGetType(found.memory)),
                              found.dim[0].extent * rowBytes))
    return MlirWalkResultAdvance;
  *block = found;
  return MlirWalkResultInterrupt;
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// Where the next block begins, plus `place`.
static MlirValue indexIn(const Block *block, int d, MlirValue place,
                         MlirOperation next) {
  const AsIrLinear *begin = &block->dim[d].begin;
  if (begin->constant)
    place = asIrInsertByNumber(next, "arith.addi", place, begin->constant);
  for (int t = 0; t < begin->numTerms; t++) {
    MlirValue term = begin->term[t].value;
    if (begin->term[t].factor != 1)
      term =
          asIrInsertByNumber(next, "arith.muli", term, begin->term[t].factor);
    place = asIrInsertBinary(next, "arith.addi", place, term);
  }
  return place;
}

static void prefetch(const Block *block, const AsProductSteps *product) {
  AsBlockPart part;
  if (!asBlockDivide(block->dim[0].extent, block->lines, product->steps,
                     asProductBytes(product), &part))
    return;
  // Behind loads it would keep LLVM from ordering these.
  MlirOperation next = mlirBlockGetFirstOperation(asProductBody(product));
  MlirValue step = asProductInsertStep(product, next);
  if (part.steps > 1)
    step = asIrInsertByNumber(next, "arith.divui", step, part.steps);
  MlirValue row = step, place = asIrInsertIndex(next, 0);
  if (part.perRow > 1) {
    row = asIrInsertByNumber(next, "arith.divui", step, part.perRow);
    place = asIrInsertByNumber(next, "arith.remui", step, part.perRow);
    place = asIrInsertByNumber(next, "arith.muli", place, part.lines);
    place = asIrInsertByNumber(next, "arith.minui", place,
                               block->lines - part.lines);
    place = asIrInsertByNumber(next, "arith.muli", place,
                               AS_PREFETCH_LINE / block->element);
  }
  if (part.rows > 1)
    row = asIrInsertByNumber(next, "arith.muli", row, part.rows);
  row = asIrInsertByNumber(next, "arith.minui", row,
                           block->dim[0].extent - part.rows);
  row = indexIn(block, 0, row, next);
  place = indexIn(block, 1, place, next);
  for (int64_t r = 0; r < part.rows; r++) {
    MlirValue operands[] = {
        block->memory, r ? asIrInsertByNumber(next, "arith.addi", row, r) : row,
        place};
    for (int64_t l = 0; l < part.lines; l++)
      asPrefetchInsert(next, AS_PREFETCH_SECOND_CACHE, 2, operands,
                       l * AS_PREFETCH_LINE / block->element);
  }
}

static MlirWalkResult visit(MlirOperation loop, void *context) {
  (void)context;
  if (!asIrIsNamed(loop, "scf.for"))
    return MlirWalkResultAdvance;
  Block block = {.loop = loop};
  mlirOperationWalk(loop, findPacking, &block, MlirWalkPreOrder);
  if (mlirOperationIsNull(block.read))
    return MlirWalkResultAdvance;
  AsProductSteps product = asProductStepsFind(loop, loop);
  if (product.numLoops > 0 && !asProductPrefetches(&product, block.memory))
    prefetch(&block, &product);
  return MlirWalkResultAdvance;
}

void asPrefetchBlocks(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
