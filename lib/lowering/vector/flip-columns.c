//===- flip-columns.c - Copy bytes whose highest bits are to be flipped
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction that adds four products of bytes wants one unsigned factor.
// Of signed bytes the highest bits of the factor that goes into all lanes are
// flipped (lowering/vector/dot-products.c), each time that it is read: for each
// row one more instruction beside each product of a vector. What is packed is
// flipped as it is packed. So an argument whose elements are read several times
// is copied once here, by vectors, and lowering/vector/widen-packed-operands.c
// flips the copy (ir/flipped-columns.h says when). Without a trial, a product
// of bytes of 40x48x604 takes 5.9 us in place of 7.4 on Zen 4.
//
// Requires:    canonical bufferised IR, of a processor with such instructions;
//              before asWidenPackedOperands.
// Provides:    such an argument, which is only read by columns, is read from a
//              copy of it, if the function does not write its arguments.
// Invalidates: nothing.
//
//   %x = vector.transfer_read %a[%i, %k], %z
//       : memref<40x604xi8>, vector<20x1xi8>
//
// becomes
//
//   %c = memref.alloc() : memref<40x604xi8>
//   scf.for %i = %c0 to %c40 step %c1 {
//     ... // vector.transfer_read %a, vector.transfer_write %c
//   }
//   %x = vector.transfer_read %c[%i, %k], %z
//       : memref<40x604xi8>, vector<20x1xi8>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/flipped-columns.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "ir/vector-transfer.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/buffer-uses.h"
#include "lowering/memory/byte-views.h"
#include "lowering/vector/packed-panel.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/power-of-two.h"
#include <math.h>
#include <stdlib.h>

enum {
  maxRank = 8,
  together = 4,
  vectorBytes = 64,
};

//===----------------------------------------------------------------------===//
// Whether to copy
//===----------------------------------------------------------------------===//

static MlirWalkResult findWrite(MlirOperation op, void *context) {
  bool *found = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    *found |= mlirTypeIsAMemRef(mlirValueGetType(operand)) &&
              asMayWriteBuffer(op, i) &&
              !asIrIsMadeBy(asIrMemoryRoot(operand), "memref.alloc");
  }
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether the function may write memory that others gave it.
static bool writesOthers(MlirOperation function) {
  bool found = false;
  mlirOperationWalk(function, findWrite, &found, MlirWalkPreOrder);
  return found;
}

/// The iterations of a loop of known bounds; NAN otherwise.
static double iterationsOf(MlirOperation op, bool *isShared) {
  if (!asIrIsNamed(op, "scf.forall"))
    return asIrIsLoop(op) ? asIrLoopIterations(op) : NAN;
  *isShared = true;
  double count = 1;
  for (intptr_t d = 0; d < mlirBlockGetNumArguments(asIrBody(op)); d++) {
    AsIrForallDim dim;
    count *= asIrForallDim(op, d, &dim) ? (double)dim.count : NAN;
  }
  return count;
}

/// How many elements the function gets from memory by this read.
static double elementsRead(MlirOperation read, MlirOperation function,
                           bool *isShared) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(read, 0));
  double count = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    count *= (double)mlirShapedTypeGetDimSize(type, d);
  for (MlirOperation op = mlirOperationGetParentOperation(read);
       !mlirOperationEqual(op, function);
       op = mlirOperationGetParentOperation(op))
    count *= iterationsOf(op, isShared);
  return count;
}

/// Whether the argument is read so often that the copy pays.
static bool isReadOften(const AsPanel *reads, MlirOperation function,
                        int64_t bytes) {
  double elements = 0;
  bool isShared = false;
  for (int i = 0; i < reads->numOps; i++)
    if (asIrIsNamed(reads->ops[i], "vector.transfer_read"))
      elements += elementsRead(reads->ops[i], function, &isShared);
  return asIsFlippedOnce(bytes, elements, isShared);
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

/// Copies `count` bytes of a row to the same place of the copy.
static void copyPart(MlirOperation next, MlirValue from, MlirValue to,
                     const MlirValue *place, int64_t count) {
  MlirType type = mlirVectorTypeGet(
      1, &count, mlirShapedTypeGetElementType(mlirValueGetType(from)));
  MlirValue part = asIrInsertVectorRead(next, from, place, type);
  asIrInsertVectorWrite(next, part, to, place);
}

/// Copies a row: whole vectors, and what is left in as few parts as can be, of
/// which the last one may begin in the part before.
static void copyRow(MlirOperation next, MlirValue from, MlirValue to,
                    MlirValue *place, int64_t row) {
  intptr_t last = mlirShapedTypeGetRank(mlirValueGetType(from)) - 1;
  int64_t first = row - row % vectorBytes;
  if (first) {
    MlirOperation loop = asIrInsertFor(next, (AsIrRange){0, first, vectorBytes},
                                       (MlirValue){NULL});
    place[last] = mlirBlockGetArgument(asIrBody(loop), 0);
    copyPart(mlirBlockGetTerminator(asIrBody(loop)), from, to, place,
             vectorBytes);
  }
  while (first < row) {
    int64_t part = asOverlappingPart(row, &first);
    place[last] = asIrInsertIndex(next, first);
    copyPart(next, from, to, place, part);
    first += part;
  }
}

/// A copy of the argument, made when the function begins.
static MlirValue copyOf(MlirOperation function, MlirValue argument) {
  MlirOperation next = mlirBlockGetFirstOperation(asIrBody(function));
  MlirType type = mlirValueGetType(argument);
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirValue copy = asIrInsertAlloc(next, type, AS_BYTE_VIEW_ALIGNMENT),
            place[maxRank];
  for (intptr_t r = 0; r + 1 < rank; r++) {
    MlirOperation loop = asIrInsertFor(
        next, (AsIrRange){0, mlirShapedTypeGetDimSize(type, r), 1},
        (MlirValue){NULL});
    place[r] = mlirBlockGetArgument(asIrBody(loop), 0);
    next = mlirBlockGetTerminator(asIrBody(loop));
  }
  copyRow(next, argument, copy, place,
          mlirShapedTypeGetDimSize(type, rank - 1));
  return copy;
}

/// Whether the value is an array of bytes that can be copied.
static bool isBytes(MlirValue argument, int64_t *bytes) {
  MlirType type = mlirValueGetType(argument);
  *bytes = mlirTypeIsAMemRef(type) ? asByteViewSize(type) : 0;
  if (*bytes == 0)
    return false;
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirType element = mlirShapedTypeGetElementType(type);
  return rank >= 2 && rank <= maxRank && mlirTypeIsAInteger(element) &&
         mlirIntegerTypeGetWidth(element) == 8;
}

static void visit(MlirOperation function, void *context) {
  MlirBlock body = asIrBody(function);
  (void)context;
  if (mlirBlockIsNull(body) || writesOthers(function))
    return;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    MlirValue argument = mlirBlockGetArgument(body, i);
    int64_t bytes;
    AsPanel reads = {0};
    if (isBytes(argument, &bytes) &&
        asPanelCollectReads(
            &reads, argument, together,
            mlirShapedTypeGetElementType(mlirValueGetType(argument))) &&
        reads.hasColumns && isReadOften(&reads, function, bytes)) {
      MlirValue copy = copyOf(function, argument);
      for (int u = 0; u < reads.numOps; u++)
        if (mlirValueEqual(mlirOperationGetOperand(reads.ops[u], 0), argument))
          mlirOperationSetOperand(reads.ops[u], 0, copy);
    }
    free(reads.ops);
  }
}

void asFlipColumns(MlirModule module) {
  asIrVisitFunctions(module, visit, NULL);
}
