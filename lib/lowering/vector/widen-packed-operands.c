//===- widen-packed-operands.c - Widen and interleave packed operands
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores packed i8 buffers as i16 and packed bf16 buffers as f32, so that each
// value is extended once when it is packed. i8 buffers, and bf16 buffers on
// CPUs with vdpbf16ps (these stay bf16), are also interleaved if whole rows are
// written and read: the two rows of a pair are stored element by element.
//
// On CPUs with vpdpbusd, i8 stays i8 where four rows at a time are multiplied:
// of the operand with the lanes, four rows are interleaved; of the other one,
// the numbers are stored with the highest bit flipped, as that instruction
// wants one unsigned factor (lowering/vector/dot-products.c). Where only some
// reads are of whole groups, it stays i8 as it is.
//
// A schedule packs operands into buffers that are written once and read many
// times. Without this step each read extends the values again, and each
// pairwise dot product (lowering/vector/dot-products.c) interleaves its rows
// again. Each read still yields the same values. Constants are packed by
// another function than reads them (lowering/vector/loaded-panel.h): they keep
// their type, and are interleaved or flipped.
//
// Requires:    bufferised IR after CSE: buffers of static shape, written by
//              vector.transfer_write, whose reads are only extended to 32 bits.
// Provides:    such buffers have wider elements or interleaved rows, and
//              dot-products can use the stored pairs directly.
// Invalidates: types of the buffers and their subviews.
//
//   %b = memref.alloc() : memref<64x16xi8>
//   vector.transfer_write %v, %b[%k, %c0]
//       : vector<4x16xi8>, memref<64x16xi8>
//   %r = vector.transfer_read %b[%j, %c0], %z
//       : memref<64x16xi8>, vector<16xi8>
//   %w = arith.extsi %r : vector<16xi8> to vector<16xi32>
//
// becomes (without interleaving)
//
//   %b = memref.alloc() : memref<64x16xi16>
//   %x = arith.extsi %v : vector<4x16xi8> to vector<4x16xi16>
//   vector.transfer_write %x, %b[%k, %c0]
//       : vector<4x16xi16>, memref<64x16xi16>
//   %r = vector.transfer_read %b[%j, %c0], %z
//       : memref<64x16xi16>, vector<16xi16>
//   %w = arith.extsi %r : vector<16xi16> to vector<16xi32>
//
// Interleaved, rows x and y of a pair are stored as x0 y0 x1 y1 ... over both
// rows. A read of row x loads both rows and selects x by a vector.shuffle,
// which dot-products recognises.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/loaded-panel.h"
#include "lowering/vector/narrow-types.h"
#include "lowering/vector/packed-panel.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>

static MlirValue castRows(const AsArith *arith, MlirValue x, int64_t rows,
                          int64_t lanes) {
  int64_t shape[] = {rows, lanes};
  MlirType element = asNarrowElement(mlirValueGetType(x));
  return asVectorReshape(arith, x,
                         rows ? mlirVectorTypeGet(2, shape, element)
                              : mlirVectorTypeGet(1, &shape[1], element));
}

static MlirType widened(MlirType type, MlirType element) {
  int64_t shape[AS_ARITH_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t r = 0; r < rank; r++)
    shape[r] = mlirShapedTypeGetDimSize(type, r);
  if (mlirTypeIsAVector(type))
    return mlirVectorTypeGet(rank, shape, element);
  return mlirMemRefTypeGet(element, rank, shape, mlirMemRefTypeGetLayout(type),
                           mlirMemRefTypeGetMemorySpace(type));
}

/// Interleaves the elements of the rows of each group.
static MlirValue interleaveGroups(const AsPanel *panel, const AsArith *arith,
                                  MlirValue vector) {
  MlirType type = mlirValueGetType(vector);
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t lanes = mlirShapedTypeGetDimSize(type, rank - 1),
          numRows = mlirShapedTypeGetDimSize(type, rank - 2);
  MlirValue x = castRows(arith, vector, numRows, lanes), y = x;
  for (int64_t first = 0; first < numRows; first += panel->together) {
    MlirValue rows[AS_INTERLEAVE_ROWS];
    for (int r = 0; r < panel->together; r++)
      rows[r] = asVectorRow(arith, x, first + r);
    MlirValue all = asInterleave(arith, rows, panel->together);
    for (int r = 0; r < panel->together; r++)
      y = asVectorSetRow(arith, y, asVectorSlice(arith, all, r * lanes, lanes),
                         first + r);
  }
  return asVectorReshape(arith, y, type);
}

static void rewriteWrite(const AsPanel *panel, MlirOperation op) {
  AsArith arith = asArithBefore(op);
  MlirValue wide = mlirOperationGetOperand(op, 0);
  if (!mlirTypeEqual(asNarrowElement(mlirValueGetType(wide)), panel->element))
    wide = asArithConvert(&arith, panel->widening, wide, panel->element);
  if (panel->hasGroups)
    wide = interleaveGroups(panel, &arith, wide);
  else if (panel->hasColumns)
    wide = asNarrowFlip(&arith, wide);
  mlirOperationSetOperand(op, 0, wide);
}

/// index - distance, where index + number becomes index + (number - distance).
static MlirValue indexBefore(const AsArith *arith, MlirValue index,
                             int64_t distance) {
  MlirOperation sum = asIrMadeBy(index, "arith.addi");
  int64_t number = 0;
  if (!mlirOperationIsNull(sum) &&
      asIrConstantInteger(mlirOperationGetOperand(sum, 1), &number))
    index = mlirOperationGetOperand(sum, 0);
  if (number == distance)
    return index;
  MlirValue rest = asArithEmit(
      arith, "arith.constant", mlirIndexTypeGet(arith->context), 0, NULL,
      "value",
      mlirIntegerAttrGet(mlirIndexTypeGet(arith->context), number - distance));
  return asArithBinary(arith, "arith.addi", index, rest);
}

/// Loads all rows of the group that `read` lies in.
static MlirValue readGroup(const AsPanel *panel, MlirOperation read) {
  AsArith before = asArithBefore(read);
  intptr_t at = asPanelRowOperand(read);
  MlirValue index = mlirOperationGetOperand(read, at);
  MlirType row = mlirValueGetType(mlirOperationGetResult(read, 0));
  int64_t lanes = mlirShapedTypeGetDimSize(row, mlirShapedTypeGetRank(row) - 1),
          shape[] = {panel->together, lanes};
  MlirAttribute inside = mlirBoolAttrGet(before.context, true);
  MlirOperation all = mlirOperationClone(read);
  mlirBlockInsertOwnedOperationBefore(before.block, read, all);
  mlirValueSetType(mlirOperationGetResult(all, 0),
                   mlirVectorTypeGet(2, shape, panel->element));
  mlirOperationSetOperand(
      all, at,
      indexBefore(&(AsArith){before.context, before.location, before.block, all,
                             before.fastMath},
                  index, asPanelPlace(panel, read)));
  mlirOperationSetInherentAttributeByName(
      all, asIrString("permutation_map"),
      mlirAffineMapAttrGet(
          mlirAffineMapMinorIdentityGet(before.context, at + 1, 2)));
  mlirOperationSetInherentAttributeByName(
      all, asIrString("in_bounds"),
      mlirArrayAttrGet(before.context, 2, (MlirAttribute[]){inside, inside}));
  return castRows(&before, mlirOperationGetResult(all, 0), 0,
                  panel->together * lanes);
}

/// What was read, with the new element type.
static MlirValue valueRead(const AsPanel *panel, MlirOperation read) {
  AsArith before = asArithBefore(read);
  if (panel->hasGroups)
    return asDeinterleave(&before, readGroup(panel, read), panel->together,
                          asPanelPlace(panel, read));
  return mlirOperationGetResult(read, 0);
}

/// Extends what is read to the original 32-bit type. Zero-extended bytes are
/// positive as i16, so arith.extsi is right for both signs. f32 needs no
/// extension.
static void rewriteRead(const AsPanel *panel, MlirOperation op) {
  MlirOperation extension = asPanelExtension(op);
  MlirValue result = mlirOperationGetResult(op, 0),
            narrow = mlirOperationGetOperand(extension, 0),
            extended = mlirOperationGetResult(extension, 0);
  bool isWider =
      !mlirTypeEqual(asNarrowElement(mlirValueGetType(result)), panel->element);
  mlirValueSetType(result, widened(mlirValueGetType(result), panel->element));
  AsArith before = asArithBefore(op), arith = asArithBefore(extension);
  intptr_t padding = mlirOperationGetNumOperands(op) - 1;
  mlirOperationSetOperand(op, padding,
                          asArithEmit(&before, "ub.poison", panel->element, 0,
                                      NULL, NULL, (MlirAttribute){NULL}));
  MlirValue row = asVectorReshape(&arith, valueRead(panel, op),
                                  asArithType(extended, panel->element));
  if (panel->hasColumns && !panel->hasGroups)
    row = asNarrowFlip(&arith, row);
  MlirType wanted = asNarrowElement(mlirValueGetType(extended));
  if (!mlirTypeEqual(panel->element, wanted))
    row = asArithConvert(&arith,
                         isWider && !mlirTypeIsABF16(panel->element)
                             ? "arith.extsi"
                             : panel->widening,
                         row, wanted);
  mlirValueReplaceAllUsesOfWith(extended, row);
  MlirOperation extract = asIrDefinition(narrow);
  mlirOperationDestroy(extension);
  if (!mlirOperationEqual(extract, op))
    mlirOperationDestroy(extract);
  if (panel->hasGroups)
    mlirOperationDestroy(op);
}

static void rewrite(const AsPanel *panel, MlirValue buffer) {
  mlirValueSetType(buffer, widened(mlirValueGetType(buffer), panel->element));
  for (int i = 0; i < panel->numOps; i++) {
    MlirOperation op = panel->ops[i];
    if (asIrIsNamed(op, "vector.transfer_read")) {
      rewriteRead(panel, op);
    } else if (asIrIsNamed(op, "vector.transfer_write")) {
      rewriteWrite(panel, op);
    } else if (asIrIsNamed(op, "linalg.copy")) {
      mlirOperationDestroy(op);
    } else {
      MlirValue view = mlirOperationGetResult(op, 0);
      mlirValueSetType(view, widened(mlirValueGetType(view), panel->element));
    }
  }
}

static const MlirValue nothing = {NULL};

static bool canRewriteBytes(AsPanel *panel, MlirValue buffer, MlirValue loaded,
                            MlirType byte, bool hasByteDot) {
  if (hasByteDot && asPanelCollect(panel, buffer, loaded, 4, byte) &&
      (panel->hasGroups || panel->hasColumns))
    return true;
  // A loop for what unrolling left over knows no places.
  if (hasByteDot && panel->hasPlaces)
    return false;
  return asPanelCollect(panel, buffer, nothing, 2,
                        mlirIntegerTypeGet(mlirTypeGetContext(byte), 16));
}

static bool canRewriteBf16(AsPanel *panel, MlirValue buffer, MlirValue loaded,
                           MlirType element, bool hasBf16Dot) {
  if (hasBf16Dot) // Stays bf16.
    return asPanelCollect(panel, buffer, loaded, 2, element) &&
           panel->hasGroups;
  bool can = asPanelCollect(panel, buffer, nothing, 2,
                            mlirF32TypeGet(mlirTypeGetContext(element)));
  panel->hasGroups = false;
  return can;
}

typedef struct Widening {
  MlirModule module;
  AsDotProducts dots;
} Widening;

static MlirWalkResult visit(MlirOperation op, void *context) {
  const Widening *widening = context;
  if (!asIrIsNamed(op, "memref.alloc"))
    return MlirWalkResultAdvance;
  MlirValue buffer = mlirOperationGetResult(op, 0);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(buffer));
  bool isByte =
      mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 8;
  if ((!isByte && !mlirTypeIsABF16(element)) ||
      mlirShapedTypeGetRank(mlirValueGetType(buffer)) > AS_ARITH_MAX_RANK)
    return MlirWalkResultAdvance;
  AsPanel panel = {0};
  MlirValue loaded = asLoadedArgument(widening->module, buffer);
  if (isByte ? canRewriteBytes(&panel, buffer, loaded, element,
                               widening->dots.byteLanes > 0)
             : canRewriteBf16(&panel, buffer, loaded, element,
                              widening->dots.bf16))
    rewrite(&panel, buffer);
  free(panel.ops);
  return MlirWalkResultAdvance;
}

void asWidenPackedOperands(MlirModule module, AsDotProducts dots) {
  Widening widening = {module, dots};
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &widening,
                    MlirWalkPreOrder);
}
