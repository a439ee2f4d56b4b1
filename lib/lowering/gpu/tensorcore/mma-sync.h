//===- mma-sync.h - Products by tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_MMA_SYNC_H
#define AS_LOWERING_GPU_TENSORCORE_MMA_SYNC_H

#include "lowering/gpu/tensorcore/warp-loops.h"
#include "support/options.h"

/// Replaces a product of tiles in shared memory, whose sums are the fragments,
/// by instructions of a warp; `lane` is which of its threads this one is.
/// AS_UNSUPPORTED where tensor cores do no such product.
AsStatus asGpuEmitMma(MlirOperation op, MlirValue lane,
                      const AsGpuFragments *fragments, AsError *error);

/// AS_UNSUPPORTED where the module has tensor cores multiply f32, of which they
/// keep a mantissa of 10 bits, and `fp` does not allow that.
AsStatus asGpuCheckRounding(MlirModule module, AsFp fp, AsError *error);

#endif // AS_LOWERING_GPU_TENSORCORE_MMA_SYNC_H
