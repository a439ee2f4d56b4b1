//===- build/gpu/lower.h - From scheduled IR to kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BUILD_GPU_LOWER_H
#define AS_BUILD_GPU_LOWER_H

#include "build/lower.h"

/// What asLowerModule does for a GPU. Provides: a gpu.module called "kernels"
/// in the LLVM and NVVM dialects, with a kernel for each task of the module, or
/// for each function where none is marked as a task. With `host`, what else is
/// in the module goes to *host, for asGpuEmbed; the caller owns it, also after
/// a failure, where it may be null.
AsStatus asGpuLowerModule(MlirModule module, const AsLowerOptions *options,
                          MlirModule *host, AsError *error);

#endif // AS_BUILD_GPU_LOWER_H
