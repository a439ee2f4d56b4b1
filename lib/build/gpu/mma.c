//===- build/gpu/mma.c - Products by tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mma.h. An instruction (mma.sync) multiplies 16 x 16 elements by 16 x 8,
// of which every lane has some pairs along k in registers; the first tensor
// cores take half of k at a time. They come from shared memory by fours of
// squares of 8 x 8 (ldmatrix): each lane says where one row of a square is, 16
// bytes, and where rows of memory are not along k the squares are turned on the
// way.
//
//===----------------------------------------------------------------------===//

#include "build/gpu/mma.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include <string.h>

/// Of an instruction: rows and terms of the first operand, columns of the
/// other; and of a load.
enum { ROWS = 16, TERMS = 16, COLUMNS = 8, SQUARE = 8, SQUARES = 4 };
enum { MOST_PARTS = 16, SUMS = 4 };

typedef struct Operand {
  MlirValue memory;
  int rank;
  bool isAlongK;   ///< Its last dimension is what is summed up.
  int first, last; ///< Dimensions: of its rows in memory, and within these.
} Operand;

typedef struct Product {
  MlirOperation op;
  const AsGpuFragments *fragments;
  MlirValue lane;
  Operand a, b;
  int64_t terms;    ///< Of the sum.
  MlirType element; ///< Of both operands.
  int64_t atOnce;   ///< Terms of an instruction.
  const char *instruction;
  bool isPlain; ///< Registers of operands are integers to LLVM.
} Product;

//===----------------------------------------------------------------------===//
// What is multiplied
//===----------------------------------------------------------------------===//

/// The dimension of operand `o` that loop `d` indexes, or -1.
static int placeOf(MlirOperation op, int o, int d) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op), o));
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    MlirAffineExpr expr = mlirAffineMapGetResult(map, r);
    if (mlirAffineExprIsADim(expr) && mlirAffineDimExprGetPosition(expr) == d)
      return (int)r;
  }
  return -1;
}

static bool isUnit(MlirOperation op, int o, int place) {
  return mlirShapedTypeGetDimSize(
             mlirValueGetType(mlirOperationGetOperand(op, o)), place) == 1;
}

/// The operand, whose rows in memory are along `k` or along its `own` loop.
static bool readOperand(MlirOperation op, int o, int k, int own,
                        Operand *operand) {
  *operand = (Operand){.memory = mlirOperationGetOperand(op, o)};
  operand->rank = (int)mlirShapedTypeGetRank(mlirValueGetType(operand->memory));
  int alongK = placeOf(op, o, k), along = placeOf(op, o, own);
  operand->isAlongK = alongK == operand->rank - 1;
  operand->last = operand->isAlongK ? alongK : along;
  operand->first = operand->isAlongK ? along : alongK;
  return operand->last == operand->rank - 1 && operand->first >= 0;
}

static bool readProduct(MlirOperation op, Product *product) {
  int loops[3] = {-1, -1, -1}; // Rows, columns, terms.
  intptr_t numDims = mlirAffineMapGetNumDims(mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op), 0)));
  for (int d = 0; d < numDims; d++) {
    int a = placeOf(op, 0, d), b = placeOf(op, 1, d), c = placeOf(op, 2, d);
    int kind = b < 0 ? 0 : a < 0 ? 1 : c < 0 ? 2 : -1;
    int o = b < 0 ? 0 : 1;
    if (kind < 0 || (loops[kind] >= 0 && isUnit(op, o, o ? b : a)))
      continue; // Of a batch there is one.
    loops[kind] = d;
  }
  if (loops[0] < 0 || loops[1] < 0 || loops[2] < 0 ||
      !readOperand(op, 0, loops[2], loops[0], &product->a) ||
      !readOperand(op, 1, loops[2], loops[1], &product->b))
    return false;
  product->terms = mlirShapedTypeGetDimSize(mlirValueGetType(product->a.memory),
                                            placeOf(op, 0, loops[2]));
  product->element =
      mlirShapedTypeGetElementType(mlirValueGetType(product->a.memory));
  product->isPlain = mlirTypeIsABF16(product->element);
  product->atOnce =
      mlirIntegerAttrGetValueInt(asIrAttribute(op, AS_MMA_ATTRIBUTE));
  bool isHalf = product->atOnce * 2 == TERMS;
  product->instruction = product->isPlain
                             ? "llvm.nvvm.mma.m16n8k16.row.col.bf16"
                         : isHalf ? "llvm.nvvm.mma.m16n8k8.row.col.f32.f32"
                                  : "llvm.nvvm.mma.m16n8k16.row.col.f32.f32";
  const AsGpuFragments *fragments = product->fragments;
  MlirType sums = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(op, 2)));
  bool isShort = product->isPlain ? !isHalf : mlirTypeIsAF16(product->element);
  return isShort && (isHalf || product->atOnce == TERMS) &&
         mlirTypeIsAF32(sums) && product->terms % TERMS == 0 &&
         fragments->rows * AS_GPU_PIECE % ROWS == 0 &&
         fragments->columns % 2 == 0 && fragments->rows / 2 <= MOST_PARTS &&
         fragments->columns <= MOST_PARTS;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Where lanes find the rows of four squares: the first two are below each
/// other, or else side by side.
static void placeRows(const Product *product, bool isBelow, MlirValue *row,
                      MlirValue *column) {
  MlirOperation next = product->op;
  MlirValue size = asIrInsertIndex(next, SQUARE),
            two = asIrInsertIndex(next, 2);
  MlirValue inSquare =
      asIrInsertBinary(next, "arith.remui", product->lane, size);
  MlirValue square = asIrInsertBinary(next, "arith.divui", product->lane, size);
  MlirValue fast = asGpuMul(
      next, asIrInsertBinary(next, "arith.remui", square, two), SQUARE);
  MlirValue slow = asGpuMul(
      next, asIrInsertBinary(next, "arith.divui", square, two), SQUARE);
  *row = asIrInsertBinary(next, "arith.addi", inSquare, isBelow ? fast : slow);
  *column = isBelow ? slow : fast;
}

/// Four registers: of squares at `own` and `own` + 8 along the operand's own
/// loop, and at `k` and `k` + 8.
static MlirValue loadSquares(const Product *product, const Operand *operand,
                             int64_t own, int64_t k, bool isTurned,
                             MlirValue row, MlirValue column) {
  MlirOperation next = product->op;
  MlirContext context = mlirOperationGetContext(next);
  MlirType type =
      mlirVectorTypeGet(2, (int64_t[]){SQUARES, 2}, product->element);
  MlirValue operands[AS_GPU_MAX_RANK + 1] = {operand->memory};
  for (int d = 0; d < operand->rank; d++)
    operands[d + 1] = asIrInsertIndex(next, 0);
  operands[operand->first + 1] =
      asGpuAdd(next, row, operand->isAlongK ? own : k);
  operands[operand->last + 1] =
      asGpuAdd(next, column, operand->isAlongK ? k : own);
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  return asIrInsertValue(
      next, &(AsIrParts){.name = "nvgpu.ldmatrix",
                         .numOperands = operand->rank + 1,
                         .operands = operands,
                         .numResults = 1,
                         .results = &type,
                         .attributes = (AsIrAttribute[]){
                             {"transpose", mlirBoolAttrGet(context, isTurned)},
                             {"numTiles", mlirIntegerAttrGet(i32, SQUARES)},
                             {0}}});
}

/// Register `r` of four, as the instruction takes it.
static MlirValue registerOf(const Product *product, MlirValue four, int64_t r) {
  MlirOperation next = product->op;
  MlirContext context = mlirOperationGetContext(next);
  MlirType pair = mlirVectorTypeGet(1, (int64_t[]){2}, product->element);
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  MlirValue value = asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "vector.extract",
          .numOperands = 1,
          .operands = &four,
          .numResults = 1,
          .results = &pair,
          .attributes = (AsIrAttribute[]){
              {"static_position", mlirDenseI64ArrayGet(context, 1, &r)}, {0}}});
  if (!product->isPlain)
    return value;
  return asIrInsertValue(next, &(AsIrParts){.name = "llvm.bitcast",
                                            .numOperands = 1,
                                            .operands = &value,
                                            .numResults = 1,
                                            .results = &i32});
}

//===----------------------------------------------------------------------===//
// Multiplying
//===----------------------------------------------------------------------===//

/// The operands of an access to element `e` of a lane's two of a piece.
static intptr_t addressOf(const Product *product, int64_t row, int64_t column,
                          int64_t e, MlirValue *operands) {
  const AsGpuFragments *fragments = product->fragments;
  operands[0] = fragments->piece[row * fragments->columns + column];
  for (int d = 0; d < fragments->rank; d++)
    operands[d + 1] =
        asIrInsertIndex(product->op, d == fragments->rank - 1 ? e : 0);
  return fragments->rank + 1;
}

static MlirValue loadSum(const Product *product, int64_t row, int64_t column,
                         int64_t e) {
  MlirValue operands[AS_GPU_MAX_RANK + 1];
  intptr_t count = addressOf(product, row, column, e, operands);
  MlirType f32 = mlirF32TypeGet(mlirOperationGetContext(product->op));
  return asIrInsertValue(product->op, &(AsIrParts){.name = "memref.load",
                                                   .numOperands = count,
                                                   .operands = operands,
                                                   .numResults = 1,
                                                   .results = &f32});
}

static void storeSum(const Product *product, MlirValue value, int64_t row,
                     int64_t column, int64_t e) {
  MlirValue operands[AS_GPU_MAX_RANK + 2] = {value};
  intptr_t count = addressOf(product, row, column, e, operands + 1);
  asIrInsert(product->op, &(AsIrParts){.name = "memref.store",
                                       .numOperands = count + 1,
                                       .operands = operands});
}

/// One instruction, of these registers, adds to a lane's four sums.
static void multiplyTerms(const Product *product, const MlirValue *a,
                          const MlirValue *b, MlirValue *sums) {
  MlirOperation next = product->op;
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[SQUARES + 2 + SUMS];
  int numA = product->atOnce == TERMS ? SQUARES : SQUARES / 2, count = 0;
  for (int r = 0; r < numA; r++)
    operands[count++] = a[r];
  for (int r = 0; r < numA / 2; r++)
    operands[count++] = b[r];
  for (int e = 0; e < SUMS; e++)
    operands[count++] = sums[e];
  MlirType type = mlirTypeParseGet(
      context, asIrString("!llvm.struct<(f32, f32, f32, f32)>"));
  MlirValue all = asIrInsertValue(
      next, &(AsIrParts){
                .name = "llvm.call_intrinsic",
                .numOperands = count,
                .operands = operands,
                .numResults = 1,
                .results = &type,
                .attributes = (AsIrAttribute[]){
                    {"intrin", mlirStringAttrGet(
                                   context, asIrString(product->instruction))},
                    {"op_bundle_sizes", mlirDenseI32ArrayGet(context, 0, NULL)},
                    {"operandSegmentSizes",
                     mlirDenseI32ArrayGet(context, 2, (int32_t[]){count, 0})},
                    {0}}});
  MlirType f32 = mlirF32TypeGet(context);
  for (int64_t e = 0; e < SUMS; e++)
    sums[e] = asIrInsertValue(
        next,
        &(AsIrParts){
            .name = "llvm.extractvalue",
            .numOperands = 1,
            .operands = &all,
            .numResults = 1,
            .results = &f32,
            .attributes = (AsIrAttribute[]){
                {"position", mlirDenseI64ArrayGet(context, 1, &e)}, {0}}});
}

/// 16 rows from `row` on by 8 columns; of `b` these have two registers.
static void multiply(const Product *product, MlirValue a, MlirValue b,
                     int64_t row, int64_t column) {
  MlirValue ofA[SQUARES], ofB[2], sums[SUMS];
  for (int r = 0; r < SQUARES; r++)
    ofA[r] = registerOf(product, a, r);
  for (int r = 0; r < 2; r++)
    ofB[r] = registerOf(product, b, column % 2 * 2 + r);
  for (int e = 0; e < SUMS; e++)
    sums[e] = loadSum(product, row * 2 + e / 2, column, e % 2);
  for (int64_t k = 0; k < TERMS; k += product->atOnce)
    multiplyTerms(product, ofA + k / SQUARE * 2, ofB + k / SQUARE, sums);
  for (int e = 0; e < SUMS; e++)
    storeSum(product, sums[e], row * 2 + e / 2, column, e % 2);
}

AsStatus asGpuEmitMma(MlirOperation op, MlirValue lane,
                      const AsGpuFragments *fragments, AsError *error) {
  Product product = {.op = op, .fragments = fragments, .lane = lane};
  MlirAttribute terms = asIrAttribute(op, AS_MMA_ATTRIBUTE);
  if (mlirOperationGetNumOperands(op) != 3 || !asIrHasPrefix(op, "linalg.") ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) ||
      !mlirAttributeIsAInteger(terms) || !readProduct(op, &product))
    return asFail(error, AS_UNSUPPORTED,
                  "tensor cores multiply tiles of f16 or bf16 by 16 x 16 x 16, "
                  "and sum up in f32");
  MlirValue aRow, aColumn, bRow, bColumn, a[MOST_PARTS], b[MOST_PARTS];
  // The first operand's registers go by its rows first, the other's by k.
  placeRows(&product, product.a.isAlongK, &aRow, &aColumn);
  placeRows(&product, !product.b.isAlongK, &bRow, &bColumn);
  int64_t rows = fragments->rows / 2, columns = fragments->columns;
  for (int64_t k = 0; k < product.terms; k += TERMS) {
    for (int64_t i = 0; i < rows; i++)
      a[i] = loadSquares(&product, &product.a, i * ROWS, k, !product.a.isAlongK,
                         aRow, aColumn);
    for (int64_t j = 0; j < columns; j += 2)
      b[j] = loadSquares(&product, &product.b, j * COLUMNS, k,
                         !product.b.isAlongK, bRow, bColumn);
    for (int64_t i = 0; i < rows; i++)
      for (int64_t j = 0; j < columns; j++)
        multiply(&product, a[i], b[j - j % 2], i, j);
  }
  mlirOperationDestroy(op);
  return AS_OK;
}
