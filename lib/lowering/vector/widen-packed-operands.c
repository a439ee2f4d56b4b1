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
// A schedule packs operands into buffers that are written once and read many
// times. Without this step each read extends the values again, and each
// pairwise dot product (lowering/vector/dot-products.c) interleaves its rows
// again. Each read still yields the same values.
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
// which folds with the shuffle that pairs x and y again.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_LANES = 64 };

/// A packed buffer and all operations that access it.
typedef struct Panel {
  MlirOperation *ops; ///< Each operation once.
  int numOps, capacity;
  const char *widening; ///< The extension that all reads have in common.
  MlirType element;     ///< The new element type.
  int numWrites;
  bool hasPairs; ///< Rows are interleaved in pairs: all accesses are whole rows
                 ///< whose parity is known.
} Panel;

static bool add(Panel *panel, MlirOperation op) {
  for (int i = 0; i < panel->numOps; i++)
    if (mlirOperationEqual(panel->ops[i], op))
      return true;
  if (panel->numOps == panel->capacity) {
    int capacity = panel->capacity ? 2 * panel->capacity : 32;
    MlirOperation *ops =
        realloc(panel->ops, sizeof *panel->ops * (size_t)capacity);
    if (!ops)
      return false;
    panel->ops = ops;
    panel->capacity = capacity;
  }
  panel->ops[panel->numOps++] = op;
  return true;
}

//===----------------------------------------------------------------------===//
// Matching buffers
//===----------------------------------------------------------------------===//

/// 0 if the index is always even, 1 if it is always odd, else -1.
static int parityOf(MlirValue index) {
  int64_t number;
  if (asIrConstantInteger(index, &number))
    return (int)(number & 1);
  if (mlirValueIsABlockArgument(index)) { // A loop counter.
    MlirOperation loop =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(index));
    bool steps =
        asIrIsNamed(loop, "scf.for") &&
        mlirBlockArgumentGetArgNumber(index) == 0 &&
        asIrConstantInteger(mlirOperationGetOperand(loop, 2), &number) &&
        number % 2 == 0;
    return steps ? parityOf(mlirOperationGetOperand(loop, 0)) : -1;
  }
  MlirOperation op = asIrDefinition(index);
  if (!asIrIsNamed(op, "arith.addi"))
    return -1;
  int x = parityOf(mlirOperationGetOperand(op, 0)),
      y = parityOf(mlirOperationGetOperand(op, 1));
  return x < 0 || y < 0 ? -1 : x ^ y;
}

/// Whether the transfer is in bounds, unmasked, and along the last dimensions
/// of the buffer, which is operand `at`.
static bool isSimpleTransfer(MlirOperation op, intptr_t at) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, at));
  bool isRead = at == 0;
  if (mlirOperationGetNumOperands(op) !=
          at + 1 + mlirShapedTypeGetRank(type) + isRead ||
      !mlirAffineMapIsMinorIdentity(
          mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map"))))
    return false;
  MlirAttribute inBounds = asIrAttribute(op, "in_bounds");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(inBounds); i++)
    if (!mlirBoolAttrGetValue(mlirArrayAttrGetElement(inBounds, i)))
      return false;
  return true;
}

/// The number of the operand that indexes the row, the last but one dimension.
static intptr_t rowIndexOperand(MlirOperation op, intptr_t at) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, at));
  return at + mlirShapedTypeGetRank(type) - 1;
}

/// How many whole rows of the buffer a transfer of `vector` covers. 0 if it
/// covers parts of rows, or if the rows cannot be paired.
static int64_t rowsOf(MlirOperation op, intptr_t at, MlirType vector) {
  MlirType buffer = mlirValueGetType(mlirOperationGetOperand(op, at));
  intptr_t rank = mlirShapedTypeGetRank(buffer),
           dims = mlirShapedTypeGetRank(vector);
  if (rank < 2 || dims < 1 || mlirVectorTypeIsScalable(vector) ||
      mlirShapedTypeGetDimSize(buffer, rank - 2) % 2 ||
      mlirShapedTypeGetDimSize(buffer, rank - 1) > MAX_LANES ||
      mlirShapedTypeGetDimSize(buffer, rank - 1) !=
          mlirShapedTypeGetDimSize(vector, dims - 1))
    return 0;
  for (intptr_t d = 0; d < dims - 2; d++)
    if (mlirShapedTypeGetDimSize(vector, d) != 1)
      return 0;
  return dims < 2 ? 1 : mlirShapedTypeGetDimSize(vector, dims - 2);
}

static bool is32(MlirType type) {
  return mlirTypeIsAF32(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 32);
}

static bool addRead(Panel *panel, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirOpOperand use = mlirValueGetFirstUse(result);
  if (!isSimpleTransfer(op, 0) || mlirOpOperandIsNull(use) ||
      !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    return false;
  MlirOperation user = mlirOpOperandGetOwner(use);
  AsNarrow found;
  if (mlirOperationGetNumResults(user) != 1 ||
      !asNarrowFind(mlirOperationGetResult(user, 0), &found) ||
      !mlirOperationIsNull(found.extract) ||
      !is32(
          asNarrowElement(mlirValueGetType(mlirOperationGetResult(user, 0)))) ||
      (panel->widening && strcmp(panel->widening, found.widening) != 0))
    return false;
  panel->widening = found.widening;
  panel->hasPairs &=
      rowsOf(op, 0, mlirValueGetType(result)) == 1 &&
      parityOf(mlirOperationGetOperand(op, rowIndexOperand(op, 0))) >= 0;
  return add(panel, op);
}

static bool addWrite(Panel *panel, MlirOperation op) {
  int64_t rows =
      rowsOf(op, 1, mlirValueGetType(mlirOperationGetOperand(op, 0)));
  panel->numWrites++;
  panel->hasPairs &=
      rows > 0 && rows % 2 == 0 &&
      parityOf(mlirOperationGetOperand(op, rowIndexOperand(op, 1))) == 0;
  return isSimpleTransfer(op, 1) && add(panel, op);
}

/// Whether a subview keeps the last two dimensions whole.
static bool keepsRows(MlirType buffer, MlirType view) {
  intptr_t rank = mlirShapedTypeGetRank(buffer),
           dims = mlirShapedTypeGetRank(view);
  return rank >= 2 && dims >= 2 &&
         mlirShapedTypeGetDimSize(buffer, rank - 1) ==
             mlirShapedTypeGetDimSize(view, dims - 1) &&
         mlirShapedTypeGetDimSize(buffer, rank - 2) ==
             mlirShapedTypeGetDimSize(view, dims - 2);
}

/// Collects all operations that access the buffer. False if it has uses other
/// than packing it and reading it to extend the values.
static bool addUses(Panel *panel, MlirValue buffer) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    bool isKnown = false;
    if (asIrIsNamed(op, "vector.transfer_read")) {
      isKnown = addRead(panel, op);
    } else if (asIrIsNamed(op, "vector.transfer_write")) {
      isKnown = addWrite(panel, op);
    } else if (asIrIsNamed(op, "memref.subview")) {
      MlirValue view = mlirOperationGetResult(op, 0);
      panel->hasPairs &=
          keepsRows(mlirValueGetType(buffer), mlirValueGetType(view));
      isKnown = add(panel, op) && addUses(panel, view);
    } else if (asIrIsNamed(op, "linalg.copy")) { // A copy onto itself.
      isKnown = mlirValueEqual(mlirOperationGetOperand(op, 0),
                               mlirOperationGetOperand(op, 1)) &&
                add(panel, op);
    }
    if (!isKnown)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static MlirValue castTo(const AsArith *arith, MlirValue x, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(x), type)
             ? x
             : asArithEmit(arith, "vector.shape_cast", type, 1, &x, NULL,
                           (MlirAttribute){NULL});
}

static MlirValue castRows(const AsArith *arith, MlirValue x, int64_t rows,
                          int64_t lanes) {
  int64_t shape[] = {rows, lanes};
  MlirType element = asNarrowElement(mlirValueGetType(x));
  return castTo(arith, x,
                rows ? mlirVectorTypeGet(2, shape, element)
                     : mlirVectorTypeGet(1, &shape[1], element));
}

static MlirValue shuffle(const AsArith *arith, MlirValue x, MlirValue y,
                         const int64_t *lanes, int64_t count) {
  return asArithEmit(arith, "vector.shuffle", mlirValueGetType(x), 2,
                     (MlirValue[]){x, y}, "mask",
                     mlirDenseI64ArrayGet(arith->context, count, lanes));
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

/// Interleaves the elements of the two rows of each pair.
static MlirValue interleave(const AsArith *arith, MlirValue vector) {
  MlirType type = mlirValueGetType(vector);
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t lanes = mlirShapedTypeGetDimSize(type, rank - 1),
          rows = mlirShapedTypeGetDimSize(type, rank - 2), mask[2][MAX_LANES];
  for (int64_t i = 0; i < 2 * lanes; i++)
    mask[i / lanes][i % lanes] = i % 2 * lanes + i / 2;
  MlirValue x = castRows(arith, vector, rows, lanes), y = x;
  MlirType row =
      mlirVectorTypeGet(1, &lanes, mlirShapedTypeGetElementType(type));
  for (int64_t pair = 0; pair < rows; pair += 2) {
    MlirValue from[2];
    for (int64_t h = 0; h < 2; h++) {
      int64_t position = pair + h;
      from[h] =
          asArithEmit(arith, "vector.extract", row, 1, &x, "static_position",
                      mlirDenseI64ArrayGet(arith->context, 1, &position));
    }
    for (int64_t h = 0; h < 2; h++) {
      int64_t position = pair + h;
      MlirValue half = shuffle(arith, from[0], from[1], mask[h], lanes);
      y = asArithEmit(arith, "vector.insert", mlirValueGetType(y), 2,
                      (MlirValue[]){half, y}, "static_position",
                      mlirDenseI64ArrayGet(arith->context, 1, &position));
    }
  }
  return castTo(arith, y, type);
}

static void rewriteWrite(const Panel *panel, MlirOperation op) {
  AsArith arith = asArithBefore(op);
  MlirValue wide = mlirOperationGetOperand(op, 0);
  if (!mlirTypeEqual(asNarrowElement(mlirValueGetType(wide)), panel->element))
    wide = asArithConvert(&arith, panel->widening, wide, panel->element);
  mlirOperationSetOperand(op, 0,
                          panel->hasPairs ? interleave(&arith, wide) : wide);
}

/// Loads both rows of the pair that `read` lies in, and selects the elements of
/// its row.
static MlirValue deinterleaveRow(const AsArith *arith, MlirOperation read) {
  intptr_t at = rowIndexOperand(read, 0);
  MlirValue index = mlirOperationGetOperand(read, at);
  int half = parityOf(index);
  MlirOperation other = mlirOperationClone(read);
  mlirBlockInsertOwnedOperationBefore(arith->block, arith->next, other);
  AsArith before = asArithBefore(other);
  MlirType type = mlirIndexTypeGet(arith->context);
  MlirValue distance =
      asArithEmit(&before, "arith.constant", type, 0, NULL, "value",
                  mlirIntegerAttrGet(type, half ? -1 : 1));
  mlirOperationSetOperand(
      other, at, asArithBinary(&before, "arith.addi", index, distance));
  MlirType row = mlirValueGetType(mlirOperationGetResult(read, 0));
  int64_t lanes = mlirShapedTypeGetDimSize(row, mlirShapedTypeGetRank(row) - 1);
  int64_t mask[MAX_LANES];
  for (int64_t l = 0; l < lanes; l++)
    mask[l] = 2 * l + half;
  MlirOperation rows[2] = {half ? other : read, half ? read : other};
  MlirValue halves[2];
  for (int h = 0; h < 2; h++)
    halves[h] = castRows(arith, mlirOperationGetResult(rows[h], 0), 0, lanes);
  return castTo(arith, shuffle(arith, halves[0], halves[1], mask, lanes), row);
}

/// Extends what is read to the original 32-bit type. Zero-extended bytes are
/// positive as i16, so arith.extsi is right for both signs. f32 needs no
/// extension.
static void rewriteRead(const Panel *panel, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  MlirOperation widening = mlirOpOperandGetOwner(mlirValueGetFirstUse(result));
  MlirValue extended = mlirOperationGetResult(widening, 0);
  mlirValueSetType(result, widened(type, panel->element));
  AsArith before = asArithBefore(op), arith = asArithBefore(widening);
  intptr_t padding = mlirOperationGetNumOperands(op) - 1;
  mlirOperationSetOperand(op, padding,
                          asArithEmit(&before, "ub.poison", panel->element, 0,
                                      NULL, NULL, (MlirAttribute){NULL}));
  MlirValue row = panel->hasPairs ? deinterleaveRow(&arith, op) : result;
  MlirType wanted = asNarrowElement(mlirValueGetType(extended));
  if (!mlirTypeEqual(panel->element, wanted))
    row = asArithConvert(
        &arith, mlirTypeIsABF16(panel->element) ? "arith.extf" : "arith.extsi",
        row, wanted);
  mlirValueReplaceAllUsesOfWith(extended, row);
  mlirOperationDestroy(widening);
}

static void rewrite(const Panel *panel, MlirValue buffer) {
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

static MlirWalkResult visit(MlirOperation op, void *context) {
  const bool *hasBf16Dot = context;
  if (!asIrIsNamed(op, "memref.alloc"))
    return MlirWalkResultAdvance;
  MlirValue buffer = mlirOperationGetResult(op, 0);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(buffer));
  bool isByte =
      mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 8;
  if ((!isByte && !mlirTypeIsABF16(element)) ||
      mlirShapedTypeGetRank(mlirValueGetType(buffer)) > AS_ARITH_MAX_RANK)
    return MlirWalkResultAdvance;
  MlirContext owner = mlirOperationGetContext(op);
  bool isBf16Dot = !isByte && *hasBf16Dot; // Stays bf16.
  Panel panel = {.element = isByte      ? mlirIntegerTypeGet(owner, 16)
                            : isBf16Dot ? element
                                        : mlirF32TypeGet(owner),
                 .hasPairs = isByte || isBf16Dot};
  if (addUses(&panel, buffer) && panel.widening && panel.numWrites > 0 &&
      (!isBf16Dot || panel.hasPairs))
    rewrite(&panel, buffer);
  free(panel.ops);
  return MlirWalkResultAdvance;
}

void asWidenPackedOperands(MlirModule module, bool hasBf16Dot) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &hasBf16Dot,
                    MlirWalkPreOrder);
}
