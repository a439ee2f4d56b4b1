//===- build/gpu/mma.h - Products by tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BUILD_GPU_MMA_H
#define AS_BUILD_GPU_MMA_H

#include "as/options.h"
#include "build/gpu/warps.h"

/// Replaces a product of tiles in shared memory, whose sums are the fragments,
/// by instructions of a warp; `lane` is which of its threads this one is.
/// AS_UNSUPPORTED where tensor cores do no such product.
AsStatus asGpuEmitMma(MlirOperation op, MlirValue lane,
                      const AsGpuFragments *fragments, AsError *error);

/// AS_UNSUPPORTED where the module has tensor cores multiply f32, of which they
/// keep a mantissa of 10 bits, and `fp` does not allow that.
AsStatus asGpuCheckRounding(MlirModule module, AsFp fp, AsError *error);

#endif // AS_BUILD_GPU_MMA_H
