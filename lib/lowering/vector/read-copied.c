//===- read-copied.c - Read what is transposed from where it was copied
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the tiles that loops transpose from the tensor that they were copied
// from, and erases the copy.
//
// A packed block of a transposed operand is padded, which copies it, and then
// transposed. Where nothing is padded, the copy has each element of the block,
// and transposing moves each one anyway.
//
// Requires:    canonical IR on tensors and in the vector dialect.
// Provides:    no copies that are only transposed, each element once, of
//              tensors that nobody writes to.
// Invalidates: nothing.
//
//   %copy = scf.for %r = %c0 to %c64 step %c8 iter_args(%t = %empty) {
//     %u = scf.for %c = %c0 to %c64 step %c16 iter_args(%s = %t) {
//       %v = vector.transfer_read %b[%n + %r, %k + %c]
//           : tensor<6400x1600xf32>, vector<8x16xf32>
//       %w = vector.transfer_write %v, %s[%r, %c]
//           : vector<8x16xf32>, tensor<64x64xf32>
//   ...
//   %tile = vector.transfer_read %copy[%i, %j]
//       : tensor<64x64xf32>, vector<16x16xf32>
//
// becomes
//
//   %tile = vector.transfer_read %b[%n + %i, %k + %j]
//       : tensor<6400x1600xf32>, vector<16x16xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/linear-index.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  RANK = 2,
  MOST_LOOPS = RANK, ///< Of a copy.
  BOUNDS = 3,        ///< Operands of a loop before what it carries.
};

/// Loops that copy a part of a matrix.
typedef struct Copy {
  MlirOperation loop; ///< The outermost one.
  MlirValue source;
  AsIrLinear begin[RANK]; ///< Of the part, of values outside of the loops.
} Copy;

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// Whether the operation reads or writes a tile of a matrix, all of it in
/// bounds, by its rows.
static bool isTile(MlirOperation op, bool isWrite) {
  if (mlirOperationIsNull(op) ||
      !asIrIsNamed(op,
                   isWrite ? "vector.transfer_write" : "vector.transfer_read"))
    return false;
  MlirType matrix = mlirValueGetType(mlirOperationGetOperand(op, isWrite)),
           tile = mlirValueGetType(isWrite ? mlirOperationGetOperand(op, 0)
                                           : mlirOperationGetResult(op, 0));
  // A mask is one more operand.
  return mlirTypeIsARankedTensor(matrix) &&
         mlirShapedTypeGetRank(matrix) == RANK &&
         mlirShapedTypeGetRank(tile) == RANK &&
         mlirOperationGetNumOperands(op) == RANK + 2 && asIrIsInBounds(op) &&
         mlirAffineMapIsIdentity(
             mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map")));
}

/// Whether all users of the tensor only read from it.
static bool isOnlyRead(MlirValue tensor) {
  for (MlirOpOperand use = mlirValueGetFirstUse(tensor);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "vector.transfer_read") &&
        !asIrIsNamed(user, "tensor.extract_slice") &&
        !asIrIsNamed(user, "tensor.dim"))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Whether the loop goes along dimension `d` of the tensor, tile by tile.
static bool goesAlong(MlirOperation loop, MlirType tensor, MlirType tile,
                      int d) {
  AsIrRange range;
  int64_t extent = mlirShapedTypeGetDimSize(tensor, d);
  return asIrConstantRange(loop, &range) && range.lower == 0 &&
         range.upper == extent &&
         range.step == mlirShapedTypeGetDimSize(tile, d) &&
         extent % range.step == 0;
}

/// Takes the counter of the loops from what is read along dimension `d`: what
/// is left is where the part begins, if it is computed outside of the loops.
static bool takeCounter(const Copy *copy, MlirOperation read, int d,
                        MlirValue counter, AsIrLinear *begin) {
  AsIrLinear index;
  if (!asIrLinearOf(mlirOperationGetOperand(read, 1 + d), &index))
    return false;
  bool isTaken = mlirValueIsNull(counter);
  *begin = (AsIrLinear){.constant = index.constant};
  for (int t = 0; t < index.numTerms; t++) {
    if (!mlirValueIsNull(counter) &&
        mlirValueEqual(index.term[t].value, counter)) {
      if (index.term[t].factor != 1)
        return false;
      isTaken = true;
    } else if (asIrIsInside(index.term[t].value, copy->loop)) {
      return false;
    } else {
      begin->term[begin->numTerms++] = index.term[t];
    }
  }
  return isTaken;
}

/// Finds the write in the innermost of loops that carry nothing but the tensor,
/// and how many loops there are.
static MlirOperation innermostWrite(MlirOperation loop, MlirOperation *loops,
                                    int *numLoops) {
  for (*numLoops = 0; *numLoops < MOST_LOOPS;) {
    loops[(*numLoops)++] = loop;
    MlirValue yielded =
        mlirOperationGetOperand(mlirBlockGetTerminator(asIrBody(loop)), 0);
    MlirOperation next = asIrDefinition(yielded);
    MlirValue carried = mlirBlockGetArgument(asIrBody(loop), 1);
    if (isTile(next, true) &&
        mlirValueEqual(mlirOperationGetOperand(next, 1), carried))
      return next;
    if (mlirOperationIsNull(next) || !asIrIsNamed(next, "scf.for") ||
        mlirOperationGetNumResults(next) != 1 ||
        !mlirValueEqual(mlirOperationGetOperand(next, BOUNDS), carried))
      break;
    loop = next;
  }
  return (MlirOperation){NULL};
}

/// Whether the loop begins with a tensor without values.
static bool startsEmpty(MlirOperation loop) {
  MlirValue start = mlirOperationGetOperand(loop, BOUNDS);
  return asIrIsMadeBy(start, "tensor.empty") ||
         asIrIsMadeBy(start, "bufferization.alloc_tensor");
}

static bool findCopy(MlirOperation loop, Copy *copy) {
  if (mlirOperationIsNull(loop) || !asIrIsNamed(loop, "scf.for") ||
      mlirOperationGetNumResults(loop) != 1 || !startsEmpty(loop))
    return false;
  MlirOperation loops[MOST_LOOPS];
  int numLoops, numTaken = 0;
  MlirOperation write = innermostWrite(loop, loops, &numLoops);
  if (mlirOperationIsNull(write))
    return false;
  MlirValue tile = mlirOperationGetOperand(write, 0);
  MlirOperation read = asIrDefinition(tile);
  MlirType tensor = mlirValueGetType(mlirOperationGetResult(loop, 0));
  if (!isTile(read, false))
    return false;
  *copy = (Copy){.loop = loop, .source = mlirOperationGetOperand(read, 0)};
  if (asIrIsInside(copy->source, loop) || !isOnlyRead(copy->source))
    return false;
  for (int d = 0; d < RANK; d++) {
    MlirValue place = mlirOperationGetOperand(write, 2 + d), counter = {NULL};
    MlirOperation along = asIrLoopOfCounter(place);
    bool isLoop = false;
    for (int l = 0; l < numLoops; l++)
      isLoop |= mlirOperationEqual(loops[l], along);
    if (isLoop && goesAlong(along, tensor, mlirValueGetType(tile), d)) {
      counter = place;
      numTaken++;
    } else if (!asIrIsZero(place) ||
               mlirShapedTypeGetDimSize(mlirValueGetType(tile), d) !=
                   mlirShapedTypeGetDimSize(tensor, d)) {
      return false;
    }
    if (!takeCounter(copy, read, d, counter, &copy->begin[d]))
      return false;
  }
  return numTaken == numLoops;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

static bool hasOp(MlirBlock block, const char *name) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  while (!mlirOperationIsNull(op) && !asIrIsNamed(op, name))
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op);
}

/// Whether all loops around the read, up to the block of the copy, move it, so
/// that it reads each element once.
static bool readsOnce(MlirOperation read, MlirBlock block) {
  MlirOperation loop = mlirOperationGetParentOperation(read);
  while (!mlirBlockEqual(mlirOperationGetBlock(read), block)) {
    if (!asIrIsNamed(loop, "scf.for"))
      return false;
    bool moves = false;
    for (int d = 0; d < RANK; d++)
      moves |= mlirOperationEqual(
          asIrLoopOfCounter(mlirOperationGetOperand(read, 1 + d)), loop);
    if (!moves)
      return false;
    if (mlirBlockEqual(mlirOperationGetBlock(loop), block))
      return true;
    loop = mlirOperationGetParentOperation(loop);
  }
  return true;
}

/// Whether all users of the copy write elsewhere what they read of it.
static bool isOnlyMoved(const Copy *copy) {
  MlirBlock block = mlirOperationGetBlock(copy->loop);
  MlirValue result = mlirOperationGetResult(copy->loop, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirBlock own = mlirOperationGetBlock(user);
    if (!isTile(user, false) || !hasOp(own, "vector.transfer_write") ||
        hasOp(own, "vector.fma") || hasOp(own, "vector.contract") ||
        !readsOnce(user, block))
      return false;
  }
  return true;
}

/// `place`, counted from where the part begins.
static MlirValue indexIn(const AsIrLinear *begin, MlirValue place,
                         MlirOperation next) {
  for (int t = 0; t < begin->numTerms; t++) {
    MlirValue term = begin->term[t].value;
    if (begin->term[t].factor != 1)
      term = asIrInsertBinary(next, "arith.muli", term,
                              asIrInsertIndex(next, begin->term[t].factor));
    place = asIrInsertBinary(next, "arith.addi", place, term);
  }
  if (begin->constant)
    place = asIrInsertBinary(next, "arith.addi", place,
                             asIrInsertIndex(next, begin->constant));
  return place;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  Copy copy;
  (void)context;
  if (!findCopy(op, &copy) || !isOnlyMoved(&copy))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  for (MlirOpOperand use;
       use = mlirValueGetFirstUse(result), !mlirOpOperandIsNull(use);) {
    MlirOperation read = mlirOpOperandGetOwner(use);
    for (int d = 0; d < RANK; d++)
      mlirOperationSetOperand(
          read, 1 + d,
          indexIn(&copy.begin[d], mlirOperationGetOperand(read, 1 + d), read));
    mlirOperationSetOperand(read, 0, copy.source);
  }
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asReadCopied(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
