//===- packed-panel.c - The accesses of a buffer of packed numbers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See packed-panel.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/packed-panel.h"
#include "ir/def-use.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_LANES = 128 };

static bool add(AsPanel *panel, MlirOperation op) {
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

/// What is left of the index divided by `divisor` if it is always the same,
/// else -1.
static int residueOf(MlirValue index, int divisor) {
  int64_t number;
  if (asIrConstantInteger(index, &number))
    return (int)((number % divisor + divisor) % divisor);
  if (mlirValueIsABlockArgument(index)) { // A loop counter.
    MlirOperation loop =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(index));
    bool steps =
        asIrIsNamed(loop, "scf.for") &&
        mlirBlockArgumentGetArgNumber(index) == 0 &&
        asIrConstantInteger(mlirOperationGetOperand(loop, 2), &number) &&
        number % divisor == 0;
    return steps ? residueOf(mlirOperationGetOperand(loop, 0), divisor) : -1;
  }
  MlirOperation op = asIrDefinition(index);
  if (!asIrIsNamed(op, "arith.addi"))
    return -1;
  int x = residueOf(mlirOperationGetOperand(op, 0), divisor),
      y = residueOf(mlirOperationGetOperand(op, 1), divisor);
  return x < 0 || y < 0 ? -1 : (x + y) % divisor;
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
/// covers parts of rows.
static int64_t rowsOf(MlirOperation op, intptr_t at, MlirType vector) {
  MlirType buffer = mlirValueGetType(mlirOperationGetOperand(op, at));
  intptr_t rank = mlirShapedTypeGetRank(buffer),
           dims = mlirShapedTypeGetRank(vector);
  if (rank < 2 || dims < 1 || mlirVectorTypeIsScalable(vector) ||
      mlirShapedTypeGetDimSize(buffer, rank - 1) > MAX_LANES ||
      mlirShapedTypeGetDimSize(buffer, rank - 1) !=
          mlirShapedTypeGetDimSize(vector, dims - 1))
    return 0;
  for (intptr_t d = 0; d < dims - 2; d++)
    if (mlirShapedTypeGetDimSize(vector, d) != 1)
      return 0;
  return dims < 2 ? 1 : mlirShapedTypeGetDimSize(vector, dims - 2);
}

/// Whether the rows of the buffer are whole groups.
static bool hasWholeGroups(const AsPanel *panel, MlirValue buffer) {
  MlirType type = mlirValueGetType(buffer);
  intptr_t rank = mlirShapedTypeGetRank(type);
  return rank >= 2 &&
         mlirShapedTypeGetDimSize(type, rank - 2) % panel->together == 0;
}

static bool is32(MlirType type) {
  return mlirTypeIsAF32(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 32);
}

MlirOperation asPanelExtension(MlirOperation read) {
  MlirValue result = mlirOperationGetResult(read, 0);
  MlirOperation user = asIrOnlyUser(result);
  if (!mlirOperationIsNull(user) && asIrIsNamed(user, "vector.extract") &&
      mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(user, 0))) &&
      asVectorSize(mlirOperationGetResult(user, 0)) == asVectorSize(result))
    user = asIrOnlyUser(mlirOperationGetResult(user, 0));
  AsNarrow found;
  bool extends =
      !mlirOperationIsNull(user) && mlirOperationGetNumResults(user) == 1 &&
      asNarrowFind(mlirOperationGetResult(user, 0), &found) &&
      mlirOperationIsNull(found.extract) &&
      is32(asNarrowElement(mlirValueGetType(mlirOperationGetResult(user, 0))));
  return extends ? user : (MlirOperation){NULL};
}

/// Whether the elements of a vector are broadcast and multiplied with bytes
/// that were extended in the same way.
static bool multipliesSameSign(MlirOperation extension, const char *widening) {
  static const char *const way[] = {"vector.extract", "vector.broadcast",
                                    "arith.muli"};
  MlirValue value = mlirOperationGetResult(extension, 0);
  MlirOperation user = extension;
  for (int w = 0; w < 3; w++) {
    MlirOpOperand use = mlirValueGetFirstUse(value);
    if (mlirOpOperandIsNull(use) ||
        !asIrIsNamed(user = mlirOpOperandGetOwner(use), way[w]))
      return false;
    if (w < 2)
      value = mlirOperationGetResult(user, 0);
  }
  MlirValue other = mlirOperationGetOperand(
      user, mlirValueEqual(mlirOperationGetOperand(user, 0), value));
  AsNarrow found;
  return asNarrowFind(other, &found) && found.bits == 8 &&
         strcmp(found.widening, widening) == 0 &&
         asCanAddFourBytes(mlirValueGetType(other));
}

static bool isColumn(const AsPanel *panel, MlirOperation read) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(read, 0));
  intptr_t rank = mlirShapedTypeGetRank(type);
  return rank > 0 && mlirShapedTypeGetDimSize(type, rank - 1) == 1 &&
         residueOf(mlirOperationGetOperand(read, rowIndexOperand(read, 0) + 1),
                   panel->together) >= 0 &&
         multipliesSameSign(asPanelExtension(read), panel->widening);
}

static bool addRead(AsPanel *panel, MlirOperation op) {
  MlirOperation extension = asPanelExtension(op);
  if (!isSimpleTransfer(op, 0) || mlirOperationIsNull(extension))
    return false;
  AsNarrow found;
  asNarrowFind(mlirOperationGetResult(extension, 0), &found);
  if (panel->widening && strcmp(panel->widening, found.widening) != 0)
    return false;
  panel->widening = found.widening;
  bool isRow =
      rowsOf(op, 0, mlirValueGetType(mlirOperationGetResult(op, 0))) == 1 &&
      residueOf(mlirOperationGetOperand(op, rowIndexOperand(op, 0)),
                panel->together) >= 0;
  bool isOneColumn = isColumn(panel, op);
  panel->hasGroups &=
      isRow && hasWholeGroups(panel, mlirOperationGetOperand(op, 0));
  panel->hasColumns &= isOneColumn;
  panel->hasPlaces |= isRow || isOneColumn;
  return add(panel, op);
}

static bool addWrite(AsPanel *panel, MlirOperation op) {
  int64_t rows =
      rowsOf(op, 1, mlirValueGetType(mlirOperationGetOperand(op, 0)));
  panel->numWrites++;
  panel->hasGroups &=
      hasWholeGroups(panel, mlirOperationGetOperand(op, 1)) && rows > 0 &&
      rows % panel->together == 0 &&
      residueOf(mlirOperationGetOperand(op, rowIndexOperand(op, 1)),
                panel->together) == 0;
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
static bool addUses(AsPanel *panel, MlirValue buffer) {
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
      panel->hasGroups &=
          keepsRows(mlirValueGetType(buffer), mlirValueGetType(view));
      isKnown = add(panel, op) && addUses(panel, view);
    } else if (asIrIsNamed(op, "func.return")) {
      isKnown = panel->isReturned;
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

static void begin(AsPanel *panel, MlirValue loaded, int together,
                  MlirType element) {
  free(panel->ops);
  *panel = (AsPanel){.together = together,
                     .element = element,
                     .hasGroups = true,
                     .isReturned = !mlirValueIsNull(loaded),
                     .hasColumns = together > 2};
}

bool asPanelCollectReads(AsPanel *panel, MlirValue array, int together,
                         MlirType element) {
  begin(panel, (MlirValue){NULL}, together, element);
  return addUses(panel, array) && panel->widening && panel->numWrites == 0;
}

bool asPanelCollect(AsPanel *panel, MlirValue buffer, MlirValue loaded,
                    int together, MlirType element) {
  begin(panel, loaded, together, element);
  return addUses(panel, buffer) &&
         (!panel->isReturned || addUses(panel, loaded)) && panel->widening &&
         panel->numWrites > 0;
}

intptr_t asPanelRowOperand(MlirOperation read) {
  return rowIndexOperand(read, 0);
}

int asPanelPlace(const AsPanel *panel, MlirOperation read) {
  return residueOf(mlirOperationGetOperand(read, rowIndexOperand(read, 0)),
                   panel->together);
}
