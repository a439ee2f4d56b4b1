//===- mma-sync.h - Lower contractions to mma.sync
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_MMA_SYNC_H
#define AS_LOWERING_GPU_TENSORCORE_MMA_SYNC_H

#include "lowering/gpu/tensorcore/warp-loops.h"
#include "support/options.h"

/// Replaces a contraction of tiles in shared memory, whose sums are the
/// fragments, by instructions of a warp. `lane` is the thread's lane.
/// AS_UNSUPPORTED if no instruction does it.
AsStatus asGpuEmitMma(MlirOperation op, MlirValue lane,
                      const AsGpuFragments *fragments, AsError *error);

/// AS_UNSUPPORTED if tensor cores would round f32 operands to a mantissa of 10
/// bits, and `fp` does not allow that.
AsStatus asGpuCheckRounding(MlirModule module, AsFp fp, AsError *error);

#endif // AS_LOWERING_GPU_TENSORCORE_MMA_SYNC_H
