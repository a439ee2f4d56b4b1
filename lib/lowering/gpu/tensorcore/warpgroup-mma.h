//===- warpgroup-mma.h - Products by four warps together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor cores of sm_90a read both operands from shared memory, by
// descriptors, while warps do something else (wgmma). Four warps that follow
// each other have 64 rows of a product, 16 each, and a lane has of these what
// it would have by itself (warp-loops.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_WARPGROUP_MMA_H
#define AS_LOWERING_GPU_TENSORCORE_WARPGROUP_MMA_H

#include "lowering/gpu/tensorcore/warp-loops.h"

/// Has the operands of a product in layouts that descriptors tell of. Before
/// what is copied there is shared out. AS_UNSUPPORTED where warps cannot
/// multiply them together.
AsStatus asGpuPlaceOperands(MlirOperation op, const AsGpuFragments *fragments,
                            AsError *error);

/// Replaces a product in the loop over warps by instructions of four of them.
AsStatus asGpuEmitWgmma(MlirOperation op, const AsGpuForall *warps,
                        const AsGpuFragments *fragments, AsError *error);

/// Has tensor cores see what threads have written to shared memory, where they
/// multiply from there: before each barrier that is left.
void asGpuFenceOperands(MlirModule module);

#endif // AS_LOWERING_GPU_TENSORCORE_WARPGROUP_MMA_H
