//===- warpgroup-mma.h - Lower contractions to wgmma
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor cores of sm_90a read both operands from shared memory, by descriptors,
// while warps do something else (wgmma). Four consecutive warps have 64 rows of
// the product, 16 each. A lane has the same elements of these as it would have
// without the group (warp-loops.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_WARPGROUP_MMA_H
#define AS_LOWERING_GPU_TENSORCORE_WARPGROUP_MMA_H

#include "lowering/gpu/tensorcore/warp-loops.h"

/// Gives the operands of a contraction layouts that descriptors can express.
/// Call it before copies to the operands are distributed. AS_UNSUPPORTED if
/// warps cannot compute the contraction together.
AsStatus asGpuSetOperandLayouts(MlirOperation op,
                                const AsGpuFragments *fragments,
                                AsError *error);

/// Replaces a contraction in the loop over warps by instructions of four warps.
AsStatus asGpuEmitWgmma(MlirOperation op, const AsGpuForall *warps,
                        const AsGpuFragments *fragments, AsError *error);

/// Inserts fences before the barriers that are left, so that tensor cores see
/// what threads have written to shared memory.
void asGpuFenceOperands(MlirModule module);

#endif // AS_LOWERING_GPU_TENSORCORE_WARPGROUP_MMA_H
