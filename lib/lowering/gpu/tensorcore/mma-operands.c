//===- mma-operands.c - Operands of tensor cores in registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvgpu.ldmatrix loads four squares at once: each lane gives the address of one
// row of a square, 16 bytes. It can transpose squares of 16-bit elements, for
// tiles that are not contiguous along k. It cannot transpose f32, which lanes
// load element by element instead.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/tensorcore/mma-operands.h"
#include "ir/memref.h"
#include "lowering/gpu/gpu-intrinsics.h"
#include "lowering/gpu/mapped-forall.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "target/gpu-table.h"

enum { SQUARE = AS_GPU_SQUARE, SQUARES = AS_GPU_SQUARES };

int asGpuSquareWidth(MlirType element) {
  enum { rowBytes = 16 };
  return rowBytes / (int)asIrElementBytes(element);
}

/// Whether lanes load element by element.
static bool isOneByOne(const AsGpuOperand *operand) {
  return !operand->isAlongK && mlirTypeIsAF32(operand->element);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The element that a lane loads by itself: row `lane` / 4 of a square, column
/// `lane` % 4.
static void placeElement(AsGpuOperand *operand, MlirOperation next,
                         MlirValue lane) {
  MlirValue lanes = asIrInsertIndex(next, AS_GPU_WARP_THREADS / SQUARE);
  operand->row = asIrInsertBinary(next, "arith.remui", lane, lanes);
  operand->column = asIrInsertBinary(next, "arith.divui", lane, lanes);
}

/// The row whose address a lane gives: row `lane` % 8 of square `lane` / 8. The
/// first two squares are below each other, or else side by side.
static void placeRow(AsGpuOperand *operand, MlirOperation next,
                     MlirValue lane) {
  bool isBelow = operand->isAlongK == operand->isOwnFirst;
  MlirValue size = asIrInsertIndex(next, SQUARE),
            two = asIrInsertIndex(next, 2);
  MlirValue inSquare = asIrInsertBinary(next, "arith.remui", lane, size);
  MlirValue square = asIrInsertBinary(next, "arith.divui", lane, size);
  MlirValue fast = asIrInsertBinary(next, "arith.remui", square, two);
  MlirValue slow = asIrInsertBinary(next, "arith.divui", square, two);
  operand->row =
      asIrInsertBinary(next, "arith.addi", inSquare,
                       asGpuMul(next, isBelow ? fast : slow, SQUARE));
  operand->column = asGpuMul(next, isBelow ? slow : fast, operand->width);
}

void asGpuOperandOpen(AsGpuOperand *operand, MlirOperation next,
                      MlirValue lane) {
  if (isOneByOne(operand))
    placeElement(operand, next, lane);
  else
    placeRow(operand, next, lane);
}

/// Fills `operands` for an access at `own` and `k`. Returns how many there are.
static intptr_t addressOf(const AsGpuOperand *operand, MlirOperation next,
                          int64_t own, int64_t k, MlirValue *operands) {
  operands[0] = operand->memory;
  for (int d = 0; d < operand->rank; d++)
    operands[d + 1] = asIrInsertIndex(next, 0);
  operands[operand->first + 1] =
      asGpuAdd(next, operand->row, operand->isAlongK ? own : k);
  operands[operand->last + 1] =
      asGpuAdd(next, operand->column, operand->isAlongK ? k : own);
  return operand->rank + 1;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Converts 4 bytes of elements to the operand type of the instruction. f32 is
/// rounded to tf32.
static MlirValue convert(const AsGpuOperand *operand, MlirOperation next,
                         MlirValue value) {
  MlirType i32 = mlirIntegerTypeGet(mlirOperationGetContext(next), 32);
  if (mlirTypeIsAF32(operand->element))
    return asGpuInsertIntrinsic(next, "llvm.nvvm.f2tf32.rna", 1, &value, i32);
  if (mlirTypeIsAF16(operand->element))
    return value;
  return asIrInsertUnary(next, "llvm.bitcast", value, i32);
}

/// Extracts register `r` of a result of nvgpu.ldmatrix: neighbouring elements.
static MlirValue extract(const AsGpuOperand *operand, MlirOperation next,
                         MlirValue squares, int64_t r) {
  MlirContext context = mlirOperationGetContext(next);
  bool isSingle = mlirTypeIsAF32(operand->element);
  MlirType pair = mlirVectorTypeGet(1, (int64_t[]){2}, operand->element);
  MlirAttribute position =
      isSingle ? mlirDenseI64ArrayGet(context, 2, (int64_t[]){r, 0})
               : mlirDenseI64ArrayGet(context, 1, &r);
  return asIrInsertValue(
      next, &(AsIrParts){.name = "vector.extract",
                         .numOperands = 1,
                         .operands = &squares,
                         .numResults = 1,
                         .results = isSingle ? &operand->element : &pair,
                         .attributes = (AsIrAttribute[]){
                             {"static_position", position}, {0}}});
}

static MlirValue loadSquares(const AsGpuOperand *operand, MlirOperation next,
                             int64_t own, int64_t k) {
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[AS_GPU_MAX_RANK + 1];
  intptr_t count = addressOf(operand, next, own, k, operands);
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  MlirType type = mlirVectorTypeGet(
      2, (int64_t[]){SQUARES, operand->width / (AS_GPU_WARP_THREADS / SQUARE)},
      operand->element);
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "nvgpu.ldmatrix",
                .numOperands = count,
                .operands = operands,
                .numResults = 1,
                .results = &type,
                .attributes = (AsIrAttribute[]){
                    {"transpose", mlirBoolAttrGet(context, !operand->isAlongK)},
                    {"numTiles", mlirIntegerAttrGet(i32, SQUARES)},
                    {0}}});
}

static MlirValue loadElement(const AsGpuOperand *operand, MlirOperation next,
                             int64_t own, int64_t k) {
  MlirValue operands[AS_GPU_MAX_RANK + 1];
  intptr_t count = addressOf(operand, next, own, k, operands);
  return asIrInsertValue(next, &(AsIrParts){.name = "memref.load",
                                            .numOperands = count,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &operand->element});
}

void asGpuOperandLoad(const AsGpuOperand *operand, MlirOperation next,
                      int64_t own, int64_t k,
                      MlirValue registers[AS_GPU_SQUARES]) {
  bool isSingly = isOneByOne(operand);
  MlirValue squares = {NULL};
  if (!isSingly)
    squares = loadSquares(operand, next, own, k);
  for (int r = 0; r < SQUARES; r++) {
    int first = r % 2, second = r / 2;
    int alongOwn = operand->isOwnFirst ? first : second;
    int alongK = operand->isOwnFirst ? second : first;
    MlirValue value = isSingly
                          ? loadElement(operand, next, own + alongOwn * SQUARE,
                                        k + alongK * operand->width)
                          : extract(operand, next, squares, r);
    registers[r] = convert(operand, next, value);
  }
}
