//===- lower-to-kernels.h - From scheduled IR to kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_LOWER_TO_KERNELS_H
#define AS_LOWERING_GPU_LOWER_TO_KERNELS_H

#include "lowering/lower.h"

/// What asLowerModule does for a GPU. Provides: a gpu.module called "kernels"
/// in the LLVM and NVVM dialects, with a kernel for each task of the module, or
/// for each function where none is marked as a task. With `host`, what else is
/// in the module goes to *host, for asGpuEmbed; the caller owns it, also after
/// a failure, where it may be null.
AsStatus asGpuLowerModule(MlirModule module, const AsLowerOptions *options,
                          MlirModule *host, AsError *error);

#endif // AS_LOWERING_GPU_LOWER_TO_KERNELS_H
