//===- build/gpu/mma.c - Products by tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mma.h. An instruction (mma.sync) multiplies 16 rows by 8 columns, of
// which every lane has some terms in registers (operands.h): 16 of short
// floats, or 8 of f32, which it takes as tf32, with a mantissa of 10 bits. The
// first tensor cores take half as many at a time.
//
//===----------------------------------------------------------------------===//

#include "build/gpu/mma.h"
#include "build/gpu/intrinsics.h"
#include "build/gpu/operands.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/Linalg.h"
#include <string.h>

/// Of an instruction: its rows and columns.
enum { ROWS = 16, COLUMNS = 8 };
enum { SQUARES = AS_GPU_SQUARES, MOST_PARTS = 16, MOST_SUMS = 4 };

typedef struct Instruction {
  bool (*isOf)(MlirType element);
  bool (*isSummedIn)(MlirType element);
  int64_t terms;
  const char *name;
} Instruction;

static const Instruction instructions[] = {
    {mlirTypeIsAF16, mlirTypeIsAF32, 16,
     "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"},
    {mlirTypeIsAF16, mlirTypeIsAF32, 8,
     "llvm.nvvm.mma.m16n8k8.row.col.f32.f32"},
    {mlirTypeIsAF16, mlirTypeIsAF16, 16,
     "llvm.nvvm.mma.m16n8k16.row.col.f16.f16"},
    {mlirTypeIsAF16, mlirTypeIsAF16, 8,
     "llvm.nvvm.mma.m16n8k8.row.col.f16.f16"},
    {mlirTypeIsABF16, mlirTypeIsAF32, 16,
     "llvm.nvvm.mma.m16n8k16.row.col.bf16"},
    {mlirTypeIsAF32, mlirTypeIsAF32, 8, "llvm.nvvm.mma.m16n8k8.row.col.tf32"},
};

typedef struct Product {
  MlirOperation op;
  const AsGpuFragments *fragments;
  AsGpuOperand a, b;
  int64_t terms; ///< Of the sum.
  const Instruction *instruction;
  MlirType sum; ///< A register of sums, of 4 bytes,
  int numSums;  ///< and how many of them a lane has of an instruction.
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
                        AsGpuOperand *operand) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, o));
  int alongK = placeOf(op, o, k), along = placeOf(op, o, own);
  *operand = (AsGpuOperand){.memory = mlirOperationGetOperand(op, o),
                            .rank = (int)mlirShapedTypeGetRank(type),
                            .element = mlirShapedTypeGetElementType(type)};
  operand->isAlongK = alongK == operand->rank - 1;
  operand->last = operand->isAlongK ? alongK : along;
  operand->first = operand->isAlongK ? along : alongK;
  // The first operand's registers go by its rows first, the other's by k.
  operand->isOwnFirst = o == 0;
  return operand->last == operand->rank - 1 && operand->first >= 0;
}

/// Finds the instruction, and what its sums are.
static bool readSums(MlirOperation op, Product *product) {
  int64_t terms =
      mlirIntegerAttrGetValueInt(asIrAttribute(op, AS_MMA_ATTRIBUTE));
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(op, 2)));
  product->instruction = NULL;
  for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
    if (instructions[i].terms == terms &&
        instructions[i].isOf(product->a.element) &&
        instructions[i].isSummedIn(element))
      product->instruction = &instructions[i];
  bool isPair = mlirTypeIsAF16(element);
  product->sum =
      isPair ? mlirVectorTypeGet(1, (int64_t[]){2}, element) : element;
  product->numSums = isPair ? MOST_SUMS / 2 : MOST_SUMS;
  return product->instruction &&
         mlirTypeEqual(product->a.element, product->b.element);
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
  if (!readSums(op, product))
    return false;
  const AsGpuFragments *fragments = product->fragments;
  product->a.width = product->b.width = asGpuSquareWidth(product->a.element);
  return product->terms % (2 * product->a.width) == 0 &&
         fragments->rows * AS_GPU_PIECE % ROWS == 0 &&
         fragments->columns % 2 == 0 && fragments->rows / 2 <= MOST_PARTS &&
         fragments->columns <= MOST_PARTS;
}

//===----------------------------------------------------------------------===//
// Multiplying
//===----------------------------------------------------------------------===//

/// The operands of an access to register `r` of a lane's sums of 16 rows: of
/// two pieces below each other it has two elements each.
static intptr_t addressOf(const Product *product, int64_t row, int64_t column,
                          int r, MlirValue *operands) {
  const AsGpuFragments *fragments = product->fragments;
  int each = AS_GPU_PIECE_OWN * 2 / product->numSums, first = r * each;
  int64_t piece = row * 2 + first / AS_GPU_PIECE_OWN;
  operands[0] = fragments->piece[piece * fragments->columns + column];
  for (int d = 0; d < fragments->rank; d++)
    operands[d + 1] = asIrInsertIndex(
        product->op, d == fragments->rank - 1 ? first % AS_GPU_PIECE_OWN : 0);
  return fragments->rank + 1;
}

static MlirValue loadSum(const Product *product, int64_t row, int64_t column,
                         int r) {
  MlirValue operands[AS_GPU_MAX_RANK + 1];
  bool isVector = mlirTypeIsAVector(product->sum);
  intptr_t count = addressOf(product, row, column, r, operands);
  return asIrInsertValue(
      product->op,
      &(AsIrParts){.name = isVector ? "vector.load" : "memref.load",
                   .numOperands = count,
                   .operands = operands,
                   .numResults = 1,
                   .results = &product->sum});
}

static void storeSum(const Product *product, MlirValue value, int64_t row,
                     int64_t column, int r) {
  MlirValue operands[AS_GPU_MAX_RANK + 2] = {value};
  bool isVector = mlirTypeIsAVector(product->sum);
  intptr_t count = addressOf(product, row, column, r, operands + 1);
  asIrInsert(product->op,
             &(AsIrParts){.name = isVector ? "vector.store" : "memref.store",
                          .numOperands = count + 1,
                          .operands = operands});
}

/// One instruction, of these registers, adds to a lane's sums.
static void multiplyTerms(const Product *product, const MlirValue *a,
                          const MlirValue *b, MlirValue *sums) {
  MlirOperation next = product->op;
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[SQUARES + 2 + MOST_SUMS];
  MlirType types[MOST_SUMS];
  int64_t ofB = product->instruction->terms / product->b.width;
  intptr_t count = 0;
  for (int64_t r = 0; r < 2 * ofB; r++)
    operands[count++] = a[r];
  for (int64_t r = 0; r < ofB; r++)
    operands[count++] = b[r];
  for (int r = 0; r < product->numSums; r++) {
    operands[count++] = sums[r];
    types[r] = product->sum;
  }
  MlirValue all = asGpuInsertIntrinsic(
      next, product->instruction->name, count, operands,
      mlirLLVMStructTypeLiteralGet(context, product->numSums, types, false));
  for (int64_t r = 0; r < product->numSums; r++)
    sums[r] = asIrInsertValue(
        next,
        &(AsIrParts){
            .name = "llvm.extractvalue",
            .numOperands = 1,
            .operands = &all,
            .numResults = 1,
            .results = &product->sum,
            .attributes = (AsIrAttribute[]){
                {"position", mlirDenseI64ArrayGet(context, 1, &r)}, {0}}});
}

/// 16 rows by 8 columns, of what is loaded of both.
static void multiply(const Product *product, const MlirValue *a,
                     const MlirValue *b, int64_t row, int64_t column) {
  int64_t width = product->a.width, terms = product->instruction->terms;
  MlirValue sums[MOST_SUMS];
  for (int r = 0; r < product->numSums; r++)
    sums[r] = loadSum(product, row, column, r);
  for (int64_t k = 0; k < 2 * width; k += terms)
    multiplyTerms(product, a + k / width * 2, b + k / width, sums);
  for (int r = 0; r < product->numSums; r++)
    storeSum(product, sums[r], row, column, r);
}

/// Loads of two squares along k are all that is in registers at a time.
static void multiplyAll(const Product *product) {
  MlirValue a[MOST_PARTS][SQUARES], b[MOST_PARTS / 2][SQUARES];
  int64_t rows = product->fragments->rows / 2;
  int64_t columns = product->fragments->columns;
  for (int64_t k = 0; k < product->terms; k += 2 * product->a.width) {
    for (int64_t i = 0; i < rows; i++)
      asGpuOperandLoad(&product->a, product->op, i * ROWS, k, a[i]);
    for (int64_t j = 0; j < columns; j += 2)
      asGpuOperandLoad(&product->b, product->op, j * COLUMNS, k, b[j / 2]);
    for (int64_t i = 0; i < rows; i++)
      for (int64_t j = 0; j < columns; j++)
        multiply(product, a[i], b[j / 2] + j % 2 * 2, i, j);
  }
}

AsStatus asGpuEmitMma(MlirOperation op, MlirValue lane,
                      const AsGpuFragments *fragments, AsError *error) {
  Product product = {.op = op, .fragments = fragments};
  MlirAttribute terms = asIrAttribute(op, AS_MMA_ATTRIBUTE);
  if (mlirOperationGetNumOperands(op) != 3 || !asIrHasPrefix(op, "linalg.") ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) ||
      !mlirAttributeIsAInteger(terms) || !readProduct(op, &product))
    return asFail(error, AS_UNSUPPORTED,
                  "tensor cores multiply tiles of f16, bf16 or f32 by 16 x 16 "
                  "x 16, and sum up in f32, those of f16 also in f16");
  asGpuOperandOpen(&product.a, op, lane);
  asGpuOperandOpen(&product.b, op, lane);
  multiplyAll(&product);
  mlirOperationDestroy(op);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// What may be rounded
//===----------------------------------------------------------------------===//

/// A product whose operands it rounds.
static MlirWalkResult findRounded(MlirOperation op, void *context) {
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_MMA_ATTRIBUTE))) ||
      mlirOperationGetNumOperands(op) == 0)
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  if (!mlirTypeIsAShaped(type) ||
      !mlirTypeIsAF32(mlirShapedTypeGetElementType(type)))
    return MlirWalkResultAdvance;
  *(bool *)context = true;
  return MlirWalkResultInterrupt;
}

AsStatus asGpuCheckRounding(MlirModule module, AsFp fp, AsError *error) {
  bool rounds = false;
  mlirOperationWalk(mlirModuleGetOperation(module), findRounded, &rounds,
                    MlirWalkPreOrder);
  return rounds && fp != AS_FP_FAST
             ? asFail(error, AS_UNSUPPORTED,
                      "tensor cores round f32 to tf32, which takes --fp=fast")
             : AS_OK;
}
