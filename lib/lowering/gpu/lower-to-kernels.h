//===- lower-to-kernels.h - Lower scheduled functions to GPU kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_LOWER_TO_KERNELS_H
#define AS_LOWERING_GPU_LOWER_TO_KERNELS_H

#include "lowering/lower.h"

/// Lowers the module for a GPU, as asLowerModule does for a CPU. Provides a
/// gpu.module called "kernels" in the LLVM and NVVM dialects, with one or more
/// kernels for each task, or for each function if none is marked as a task.
/// With `host`, the rest of the module goes to *host, for asGpuEmbed. The
/// caller owns *host, also after a failure, where it may be null.
AsStatus asGpuLowerModule(MlirModule module, const AsLowerOptions *options,
                          MlirModule *host, AsError *error);

#endif // AS_LOWERING_GPU_LOWER_TO_KERNELS_H
