//===- transpose-tiles.c - Tiles that are only transposed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a tile that is read, transposed and written, as the rule transpose
// leaves it: as squares that are transposed in registers (square-transpose.h).
// What whole squares leave over goes by one that overlaps, by two rows or
// columns of four elements, or by elements.
// Upstream has networks for 16 x 16 elements and for 8 x 8 of f32; of any other
// tile LLVM puts each element in its place, and of 4 x 4 as well.
//
// All is loaded where the tile was read, and stored where it was written.
//
// Requires:    bufferised IR in the vector, arith and memref dialects.
// Provides:    no such tile of elements of 32 or 64 bits is left.
// Invalidates: nothing.
//
//   %v = vector.transfer_read %m[%i, %j], %z {in_bounds = [true, true]}
//       : memref<64x64xf32>, vector<4x4xf32>
//   %t = vector.transpose %v, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
//   vector.transfer_write %t, %n[%j, %i] {in_bounds = [true, true]}
//       : vector<4x4xf32>, memref<64x64xf32>
//
// becomes
//
//   %r0 = vector.load %m[%i, %j] : memref<64x64xf32>, vector<4xf32>
//   ...
//   %a = vector.shuffle %r0, %r1 [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
//   ...
//   vector.store %c0, %n[%j, %i] : memref<64x64xf32>, vector<4xf32>
//   ...
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/square-transpose.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  maxElements = AS_MAX_SQUARE * AS_MAX_SQUARE,
  vectorBits = 128, ///< Of a row of the smallest square.
};

/// A tile of rows and columns that is read, and written as columns and rows.
typedef struct Tile {
  MlirOperation read, transpose, write;
  AsRows source, result;
  int rows, columns; ///< Of the source.
} Tile;

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

static bool isInBounds(MlirOperation transfer) {
  MlirAttribute inBounds = asIrAttribute(transfer, "in_bounds");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(inBounds); i++)
    if (!mlirBoolAttrGetValue(mlirArrayAttrGetElement(inBounds, i)))
      return false;
  return true;
}

/// Fills in the memory that is accessed through the last dimensions in their
/// order, all of it. Returns false if it is accessed in another way, or is not
/// contiguous along the last one.
static bool findRows(MlirOperation transfer, int memref, int others,
                     MlirType vector, AsRows *rows) {
  rows->memref = mlirOperationGetOperand(transfer, memref);
  MlirType type = mlirValueGetType(rows->memref);
  if (!mlirTypeIsAMemRef(type) ||
      mlirShapedTypeGetRank(type) > AS_ARITH_MAX_RANK)
    return false;
  rows->rank = mlirShapedTypeGetRank(type);
  int64_t strides[AS_ARITH_MAX_RANK], offset;
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(asIrAttribute(transfer, "permutation_map"));
  intptr_t rank = mlirShapedTypeGetRank(vector);
  if (mlirOperationGetNumOperands(transfer) != rows->rank + others ||
      rank > rows->rank || !isInBounds(transfer) ||
      !mlirAffineMapEqual(
          map, mlirAffineMapMinorIdentityGet(mlirOperationGetContext(transfer),
                                             rows->rank, rank)) ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      strides[rows->rank - 1] != 1)
    return false;
  for (intptr_t r = 0; r < rows->rank; r++)
    rows->index[r] = mlirOperationGetOperand(transfer, memref + 1 + r);
  return true;
}

/// Finds which dimensions of the vectors are rows and columns. The others have
/// one element.
static bool findDims(Tile *tile, MlirType vector) {
  MlirAttribute permutation = asIrAttribute(tile->transpose, "permutation");
  intptr_t rank = mlirShapedTypeGetRank(vector);
  intptr_t row = mlirDenseI64ArrayGetElement(permutation, rank - 1);
  intptr_t column = 0;
  int64_t elements = 1;
  for (intptr_t d = 0; d < rank; d++) {
    if (mlirDenseI64ArrayGetElement(permutation, d) == rank - 1)
      column = d;
    elements *= mlirShapedTypeGetDimSize(vector, d);
  }
  tile->rows = (int)mlirShapedTypeGetDimSize(vector, row);
  tile->columns = (int)mlirShapedTypeGetDimSize(vector, rank - 1);
  tile->source.dim = tile->source.rank - rank + row;
  tile->result.dim = tile->result.rank - rank + column;
  return row != rank - 1 && elements <= maxElements &&
         elements == (int64_t)tile->rows * tile->columns;
}

/// The operation `name` that makes a value which nothing else uses, or null.
static MlirOperation onlyUsedDefinition(MlirValue value, const char *name) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  bool isOnly = mlirValueIsAOpResult(value) &&
                mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)) &&
                asIrIsNamed(mlirOpResultGetOwner(value), name);
  return isOnly ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

static bool findTile(MlirOperation op, Tile *tile) {
  if (!asIrIsNamed(op, "vector.transfer_write"))
    return false;
  tile->write = op;
  tile->transpose =
      onlyUsedDefinition(mlirOperationGetOperand(op, 0), "vector.transpose");
  if (mlirOperationIsNull(tile->transpose))
    return false;
  MlirValue vector = mlirOperationGetOperand(tile->transpose, 0);
  MlirType type = mlirValueGetType(vector);
  int bits = asIrElementBits(type);
  tile->read = onlyUsedDefinition(vector, "vector.transfer_read");
  return !mlirOperationIsNull(tile->read) && (bits == 32 || bits == 64) &&
         !mlirVectorTypeIsScalable(type) &&
         findRows(tile->read, 0, 2, type, &tile->source) &&
         findRows(tile->write, 1, 2, type, &tile->result) &&
         findDims(tile, type);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Where to load, and to compute where to store.
typedef struct Places {
  const Tile *tile;
  AsArith loads, stores;
} Places;

static void store(const Places *places, const char *name, MlirValue value,
                  int row, int column) {
  const AsRows *result = &places->tile->result;
  MlirValue operands[AS_ARITH_MAX_RANK + 2] = {value, result->memref};
  asRowsIndex(&places->stores, result, column, row, operands + 2);
  asIrInsert(places->tile->write,
             &(AsIrParts){.name = name,
                          .operands = operands,
                          .numOperands = result->rank + 2});
}

static void moveElements(const Places *places, int row, int column, int rows,
                         int columns) {
  const AsRows *source = &places->tile->source;
  MlirType element =
      mlirShapedTypeGetElementType(mlirValueGetType(source->memref));
  for (int r = row; r < row + rows; r++)
    for (int c = column; c < column + columns; c++) {
      MlirValue operands[AS_ARITH_MAX_RANK + 1] = {source->memref};
      asRowsIndex(&places->loads, source, r, c, operands + 1);
      store(places, "memref.store",
            asArithEmit(&places->loads, "memref.load", element,
                        (int)source->rank + 1, operands, NULL,
                        (MlirAttribute){NULL}),
            r, c);
    }
}

/// Stores columns of the source, from a row and a column on.
static void storeColumns(const Places *places, const MlirValue *vector,
                         int count, int row, int column) {
  for (int v = 0; v < count; v++)
    store(places, "vector.store", vector[v], row, column + v);
}

/// Where pieces along one direction begin, and how much of it they cover. What
/// whole ones leave over is a part of another, which overlaps with the last,
/// unless it is so little that it is cheaper by itself.
typedef struct Pieces {
  int start[maxElements];
  int count, covered;
} Pieces;

static Pieces cut(int size, int length, int little) {
  Pieces pieces = {.covered = size / length * length};
  for (int s = 0; s < pieces.covered; s += length)
    pieces.start[pieces.count++] = s;
  if (pieces.covered && size - pieces.covered > little) {
    pieces.start[pieces.count++] = size - length;
    pieces.covered = size;
  }
  return pieces;
}

/// Moves up to three columns of some rows, or rows of some columns: by two of
/// them in four, and by elements.
static void moveStrip(const Places *places, int row, int column, int rows,
                      int columns) {
  const AsRows *source = &places->tile->source;
  int bits = asIrElementBits(mlirValueGetType(source->memref));
  bool isTall = rows >= columns;
  Pieces tall = cut(rows, isTall ? 4 : 2, isTall);
  Pieces flat = cut(columns, isTall ? 2 : 4, !isTall);
  if (bits != 32 || !tall.count || !flat.count) {
    moveElements(places, row, column, rows, columns);
    return;
  }
  for (int r = 0; r < tall.count; r++)
    for (int c = 0; c < flat.count; c++) {
      MlirValue vector[4];
      int y = row + tall.start[r], x = column + flat.start[c];
      (isTall ? asTransposeTall : asTransposeFlat)(&places->loads, source, y, x,
                                                   vector);
      storeColumns(places, vector, isTall ? 2 : 4, y, x);
    }
  moveElements(places, row, column + flat.covered, tall.covered,
               columns - flat.covered);
  moveElements(places, row + tall.covered, column, rows - tall.covered,
               columns);
}

static void moveTile(const Places *places) {
  const Tile *tile = places->tile;
  int bits = asIrElementBits(mlirValueGetType(tile->source.memref));
  int side = AS_MAX_SQUARE, least = vectorBits / bits;
  while (side > tile->rows || side > tile->columns)
    side /= 2;
  if (side < least) {
    moveStrip(places, 0, 0, tile->rows, tile->columns);
    return;
  }
  Pieces rows = cut(tile->rows, side, least / 2);
  Pieces columns = cut(tile->columns, side, least / 2);
  for (int r = 0; r < rows.count; r++)
    for (int c = 0; c < columns.count; c++) {
      MlirValue vector[AS_MAX_SQUARE];
      asTransposeSquare(&places->loads, &tile->source, rows.start[r],
                        columns.start[c], side, vector);
      storeColumns(places, vector, side, rows.start[r], columns.start[c]);
    }
  if (columns.covered < tile->columns)
    moveStrip(places, 0, columns.covered, rows.covered,
              tile->columns - columns.covered);
  if (rows.covered < tile->rows)
    moveStrip(places, rows.covered, 0, tile->rows - rows.covered,
              tile->columns);
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  Tile tile;
  if (!findTile(op, &tile))
    return MlirWalkResultAdvance;
  Places places = {&tile, asArithBefore(tile.read), asArithBefore(tile.write)};
  moveTile(&places);
  mlirOperationDestroy(tile.write);
  mlirOperationDestroy(tile.transpose);
  mlirOperationDestroy(tile.read);
  return MlirWalkResultSkip;
}

void asTransposeTiles(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
