//===- mma-contraction.h - Contractions for tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A contraction of two tiles in shared memory, as mma-sync.c and
// warpgroup-mma.c lower it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_MMA_CONTRACTION_H
#define AS_LOWERING_GPU_TENSORCORE_MMA_CONTRACTION_H

#include "lowering/gpu/tensorcore/mma-operands.h"
#include "lowering/gpu/tensorcore/warp-loops.h"

/// The most registers of sums that a lane has of 16 rows by 8 columns.
enum { AS_GPU_SUMS = 4 };

typedef struct AsGpuProduct {
  MlirOperation op;
  const AsGpuFragments *fragments;
  AsGpuOperand a, b;
  int64_t terms; ///< Extent of the reduction.
  int64_t mark;  ///< AS_MMA_ATTRIBUTE: terms of an instruction.
  MlirType sum;  ///< The type of a register of sums, of 4 bytes.
  int numSums;   ///< Registers of sums of a lane, of 16 rows by 8 columns.
} AsGpuProduct;

/// Reads a contraction of two tiles that are contiguous along one of its loops,
/// and whose extents are whole squares. False for anything else.
bool asGpuProductRead(MlirOperation op, const AsGpuFragments *fragments,
                      AsGpuProduct *product);

/// Loads or stores register `r` of a lane's sums. `row` and `column` count
/// tiles of 16 rows by 8 columns.
MlirValue asGpuProductLoadSum(const AsGpuProduct *product, int64_t row,
                              int64_t column, int r);
void asGpuProductStoreSum(const AsGpuProduct *product, MlirValue value,
                          int64_t row, int64_t column, int r);

/// Extracts register `r` from the struct of sums that an instruction returns.
MlirValue asGpuProductExtractSum(const AsGpuProduct *product, MlirValue all,
                                 int64_t r);

#endif // AS_LOWERING_GPU_TENSORCORE_MMA_CONTRACTION_H
