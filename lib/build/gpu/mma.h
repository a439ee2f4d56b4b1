//===- build/gpu/mma.h - Products by tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BUILD_GPU_MMA_H
#define AS_BUILD_GPU_MMA_H

#include "build/gpu/warps.h"

/// Replaces a product of tiles in shared memory, whose sums are the fragments,
/// by instructions of a warp; `lane` is which of its threads this one is.
/// AS_UNSUPPORTED where tensor cores do no such product.
AsStatus asGpuEmitMma(MlirOperation op, MlirValue lane,
                      const AsGpuFragments *fragments, AsError *error);

#endif // AS_BUILD_GPU_MMA_H
