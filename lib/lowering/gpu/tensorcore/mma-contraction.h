//===- mma-contraction.h - What tensor cores multiply
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_MMA_CONTRACTION_H
#define AS_LOWERING_GPU_TENSORCORE_MMA_CONTRACTION_H

#include "lowering/gpu/tensorcore/mma-operands.h"
#include "lowering/gpu/tensorcore/warp-loops.h"

/// Registers of sums that a lane has of 16 rows by 8 columns, at most.
enum { AS_GPU_SUMS = 4 };

typedef struct AsGpuProduct {
  MlirOperation op;
  const AsGpuFragments *fragments;
  AsGpuOperand a, b;
  int64_t terms; ///< Of the sum,
  int64_t mark;  ///< and those that AS_MMA_ATTRIBUTE gives an instruction.
  MlirType sum;  ///< A register of sums, of 4 bytes,
  int numSums;   ///< and how many of them a lane has of 16 rows by 8 columns.
} AsGpuProduct;

/// Reads a product of two tiles whose rows in memory are along its loops, by
/// whole squares; false for anything else.
bool asGpuProductRead(MlirOperation op, const AsGpuFragments *fragments,
                      AsGpuProduct *product);

/// Register `r` of a lane's sums of the 16 rows and 8 columns with this number.
MlirValue asGpuProductLoadSum(const AsGpuProduct *product, int64_t row,
                              int64_t column, int r);
void asGpuProductStoreSum(const AsGpuProduct *product, MlirValue value,
                          int64_t row, int64_t column, int r);

/// Register `r` of what an instruction has made, a struct of sums.
MlirValue asGpuProductExtractSum(const AsGpuProduct *product, MlirValue all,
                                 int64_t r);

#endif // AS_LOWERING_GPU_TENSORCORE_MMA_CONTRACTION_H
