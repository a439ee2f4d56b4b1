//===- copy-rows.c - Copy rows of slices as vectors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of static size that is copied to an array of dynamic size, such as
// sums at the end of a loop, is copied in a loop for each row. LLVM cannot know
// that the two do not overlap, and unrolls short loops into as many loads and
// stores of one element. So it does with rows of any array that are no whole
// vectors, such as the last panel of a packed operand. Here a row is one
// vector, which is loaded and stored. Of 13 elements LLVM would load eight,
// four and one, and put them together: such a row is two vectors of eight, of
// which the second has three elements of the first one again.
//
// Requires:    bufferised IR, before linalg becomes loops.
// Provides:    no copy of short rows of static size at dynamic distances, nor,
//              in functions that have vectors, of rows that are no whole
//              vectors.
// Invalidates: nothing.
//
//   linalg.copy ins(%a : memref<12x64xf32>)
//       outs(%b : memref<12x64xf32, strided<[?, 1], offset: ?>>)
//
// becomes
//
//   scf.for %i = %c0 to %c12 step %c1 {
//     %v = vector.load %a[%i, %c0] : memref<12x64xf32>, vector<64xf32>
//     vector.store %v, %b[%i, %c0] : ..., vector<64xf32>
//   }
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/power-of-two.h"

enum {
  maxRank = 8,
  vector = 8, ///< Elements that LLVM copies at once.
  most = 128, ///< Elements of a row: longer ones become loops of vectors.
  mostBits = 64,
};

/// Whether elements of a row follow each other. Sets *isOpen where the distance
/// of others is dynamic.
static bool hasRows(MlirType type, bool *isOpen) {
  int64_t strides[maxRank], offset;
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return false;
  for (intptr_t r = 0; r < rank; r++)
    *isOpen |= strides[r] == mlirShapedTypeGetDynamicStrideOrOffset();
  return strides[rank - 1] == 1;
}

/// Whether a row of so many elements is no whole number of vectors. In a
/// function with vectors LLVM copies what is left of it, or all of a short one,
/// element by element.
static bool isRagged(int64_t row) { return row % vector != 0; }

/// Whether elements are as far apart in vectors as in memory: those of i24 take
/// four bytes in memory, and three in a vector.
static bool hasPlainElements(MlirType type) {
  int bits = asIrElementBits(type);
  return bits >= 8 && bits <= mostBits && (bits & (bits - 1)) == 0;
}

static bool isCopyOfRows(MlirOperation op, bool isVectorised) {
  if (!asIrIsNamed(op, "linalg.copy") && !asIrIsNamed(op, "memref.copy"))
    return false;
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0)),
           to = mlirValueGetType(mlirOperationGetOperand(op, 1));
  // A copy to itself goes by canonicalisation.
  if (mlirValueEqual(mlirOperationGetOperand(op, 0),
                     mlirOperationGetOperand(op, 1)))
    return false;
  if (!mlirTypeIsAMemRef(from) || !mlirTypeIsAMemRef(to) ||
      !mlirShapedTypeHasStaticShape(from) || asIrHasNoElements(from) ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(from),
                     mlirShapedTypeGetElementType(to)))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(from);
  if (rank == 0 || rank > maxRank || !hasPlainElements(from))
    return false;
  int64_t row = mlirShapedTypeGetDimSize(from, rank - 1);
  bool isOpen = false;
  return row > 1 && row <= most && hasRows(from, &isOpen) &&
         hasRows(to, &isOpen) && (isOpen || (isVectorised && isRagged(row)));
}

/// Copies `size` elements of a row, from `first` on.
static void copyPart(MlirOperation next, MlirOperation copy,
                     const MlirValue *place, int64_t first, int64_t size) {
  MlirValue from = mlirOperationGetOperand(copy, 0),
            to = mlirOperationGetOperand(copy, 1), operands[2 + maxRank];
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(from));
  MlirType row = mlirVectorTypeGet(
      1, &size, mlirShapedTypeGetElementType(mlirValueGetType(from)));
  for (intptr_t r = 0; r < rank; r++)
    operands[2 + r] = place[r];
  operands[1 + rank] = asIrInsertIndex(next, first);
  operands[1] = from;
  operands[0] = asIrInsertValue(next, &(AsIrParts){.name = "vector.load",
                                                   .numOperands = 1 + rank,
                                                   .operands = operands + 1,
                                                   .numResults = 1,
                                                   .results = &row});
  operands[1] = to;
  asIrInsert(next, &(AsIrParts){.name = "vector.store",
                                .numOperands = 2 + rank,
                                .operands = operands});
}

/// Copies a row: whole vectors, and what is left of it in as few parts as can
/// be, of which the last one may begin in the part before.
static void copyRow(MlirOperation next, MlirOperation copy,
                    const MlirValue *place) {
  enum { vectorBytes = 64 };
  MlirType type = mlirValueGetType(mlirOperationGetOperand(copy, 0));
  int64_t row = mlirShapedTypeGetDimSize(type, mlirShapedTypeGetRank(type) - 1),
          whole = vectorBytes * 8 / asIrElementBits(type),
          first = row - row % whole;
  if (first)
    copyPart(next, copy, place, 0, first);
  while (first < row) {
    int64_t part = asOverlappingPart(row, &first);
    copyPart(next, copy, place, first, part);
    first += part;
  }
}

static MlirWalkResult findVector(MlirOperation op, void *context) {
  bool *found = context;
  *found |= asIrHasPrefix(op, "vector.");
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  if (!isCopyOfRows(op, *(const bool *)context))
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirValue place[maxRank];
  MlirOperation next = op;
  for (intptr_t r = 0; r + 1 < mlirShapedTypeGetRank(type); r++) {
    int64_t size = mlirShapedTypeGetDimSize(type, r);
    if (size == 1) {
      place[r] = asIrInsertIndex(next, 0);
      continue;
    }
    MlirOperation loop =
        asIrInsertFor(next, (AsIrRange){0, size, 1}, (MlirValue){NULL});
    place[r] = mlirBlockGetArgument(asIrBody(loop), 0);
    next = mlirBlockGetTerminator(asIrBody(loop));
  }
  copyRow(next, op, place);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

static MlirWalkResult visitFunction(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "func.func"))
    return MlirWalkResultAdvance;
  bool isVectorised = false;
  mlirOperationWalk(op, findVector, &isVectorised, MlirWalkPreOrder);
  mlirOperationWalk(op, visit, &isVectorised, MlirWalkPostOrder);
  return MlirWalkResultSkip;
}

void asCopyRows(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visitFunction, NULL,
                    MlirWalkPreOrder);
}
