//===- mma-sync.c - Lower contractions to mma.sync
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a contraction with the attribute as.mma, inside a loop over warps,
// into nvgpu.ldmatrix and mma.sync.
//
// An instruction multiplies 16 rows by 8 columns with 16 terms of f16 or bf16,
// or 8 of f32, which it takes as tf32 with a mantissa of 10 bits. Tensor cores
// of sm_75 take 8 terms of f16 at a time. Each lane has its part of the
// operands in registers (mma-operands.h).
//
// Requires:    operands in shared memory; AsGpuFragments for the sums. Called
//              by asGpuMapWarps.
// Provides:    sums in the fragments.
// Invalidates: the contraction.
//
//   linalg.generic {as.mma = 16, ...}
//       ins(%a, %b : memref<16x16xf16, ...>, memref<16x16xf16, ...>)
//       outs(%c : memref<16x16xf32>) ...
// becomes
//   %0 = nvgpu.ldmatrix %a[%r, %k] {numTiles = 4, transpose = false} ...
//   %1 = nvgpu.ldmatrix %b[%k, %s] {numTiles = 4, transpose = true} ...
//   %2 = memref.load %fragment[%c0, %c0] ...
//   %3 = llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"(...)
//   memref.store ...
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/tensorcore/mma-sync.h"
#include "lowering/gpu/gpu-intrinsics.h"
#include "lowering/gpu/tensorcore/mma-contraction.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

/// Rows and columns of an instruction.
enum { ROWS = 16, COLUMNS = 8 };
enum { SQUARES = AS_GPU_SQUARES, MAX_PARTS = 16 };

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
  AsGpuProduct of;
  const Instruction *instruction;
} Product;

/// Reads the contraction and chooses the instruction; false if there is none.
static bool readProduct(MlirOperation op, const AsGpuFragments *fragments,
                        Product *product) {
  AsGpuProduct *of = &product->of;
  if (!asGpuProductRead(op, fragments, of))
    return false;
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(op, 2)));
  product->instruction = NULL;
  for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
    if (instructions[i].terms == of->mark &&
        instructions[i].isOf(of->a.element) &&
        instructions[i].isSummedIn(element))
      product->instruction = &instructions[i];
  return product->instruction && fragments->rows * AS_GPU_PIECE % ROWS == 0 &&
         fragments->columns % 2 == 0 && fragments->rows / 2 <= MAX_PARTS &&
         fragments->columns <= MAX_PARTS;
}

//===----------------------------------------------------------------------===//
// Multiplying
//===----------------------------------------------------------------------===//

/// Adds the product of registers `a` and `b` to a lane's sums by one
/// instruction.
static void multiplyTerms(const Product *product, const MlirValue *a,
                          const MlirValue *b, MlirValue *sums) {
  MlirOperation next = product->of.op;
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[SQUARES + 2 + AS_GPU_SUMS];
  MlirType types[AS_GPU_SUMS];
  int64_t ofB = product->instruction->terms / product->of.b.width;
  intptr_t count = 0;
  for (int64_t r = 0; r < 2 * ofB; r++)
    operands[count++] = a[r];
  for (int64_t r = 0; r < ofB; r++)
    operands[count++] = b[r];
  for (int r = 0; r < product->of.numSums; r++) {
    operands[count++] = sums[r];
    types[r] = product->of.sum;
  }
  MlirValue all = asGpuInsertIntrinsic(
      next, product->instruction->name, count, operands,
      mlirLLVMStructTypeLiteralGet(context, product->of.numSums, types, false));
  for (int64_t r = 0; r < product->of.numSums; r++)
    sums[r] = asGpuProductExtractSum(&product->of, all, r);
}

/// Multiplies 16 rows by 8 columns, for all terms that are loaded.
static void multiply(const Product *product, const MlirValue *a,
                     const MlirValue *b, int64_t row, int64_t column) {
  int64_t width = product->of.a.width, terms = product->instruction->terms;
  MlirValue sums[AS_GPU_SUMS];
  for (int r = 0; r < product->of.numSums; r++)
    sums[r] = asGpuProductLoadSum(&product->of, row, column, r);
  for (int64_t k = 0; k < 2 * width; k += terms)
    multiplyTerms(product, a + k / width * 2, b + k / width, sums);
  for (int r = 0; r < product->of.numSums; r++)
    asGpuProductStoreSum(&product->of, sums[r], row, column, r);
}

/// Only two squares along k are in registers at a time.
static void multiplyAll(const Product *product) {
  MlirValue a[MAX_PARTS][SQUARES], b[MAX_PARTS / 2][SQUARES];
  int64_t rows = product->of.fragments->rows / 2;
  int64_t columns = product->of.fragments->columns;
  for (int64_t k = 0; k < product->of.terms; k += 2 * product->of.a.width) {
    for (int64_t i = 0; i < rows; i++)
      asGpuOperandLoad(&product->of.a, product->of.op, i * ROWS, k, a[i]);
    for (int64_t j = 0; j < columns; j += 2)
      asGpuOperandLoad(&product->of.b, product->of.op, j * COLUMNS, k,
                       b[j / 2]);
    for (int64_t i = 0; i < rows; i++)
      for (int64_t j = 0; j < columns; j++)
        multiply(product, a[i], b[j / 2] + j % 2 * 2, i, j);
  }
}

AsStatus asGpuEmitMma(MlirOperation op, MlirValue lane,
                      const AsGpuFragments *fragments, AsError *error) {
  Product product;
  if (!readProduct(op, fragments, &product))
    return asFail(error, AS_UNSUPPORTED,
                  "tensor cores multiply tiles of f16, bf16 or f32 by 16 x 16 "
                  "x 16, and sum up in f32, those of f16 also in f16");
  asGpuOperandOpen(&product.of.a, op, lane);
  asGpuOperandOpen(&product.of.b, op, lane);
  multiplyAll(&product);
  mlirOperationDestroy(op);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Rounding to tf32
//===----------------------------------------------------------------------===//

/// Finds a contraction whose operands are f32.
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
