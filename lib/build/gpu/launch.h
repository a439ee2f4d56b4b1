//===- build/gpu/launch.h - How kernels are launched
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What whoever launches a kernel must know, and whether a GPU can.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BUILD_GPU_LAUNCH_H
#define AS_BUILD_GPU_LAUNCH_H

#include "as/error.h"
#include "ir/ir.h"
#include "target/gpu.h"

typedef struct AsGpuLaunch {
  const char *kernel;    ///< Its name in the PTX.
  const char *signature; ///< Its arguments as AS_SIGNATURE_ATTRIBUTE has them.
  const char *scratch;   ///< And behind these, what it needs room for.
  int64_t grid[3], block[3];
  int64_t sharedBytes;
} AsGpuLaunch;

/// Visits the kernels of a module that asGpuLowerModule lowered. What is passed
/// is valid for the call.
typedef void (*AsGpuLaunchVisitor)(const AsGpuLaunch *launch, void *context);
void asGpuVisitLaunches(MlirModule lowered, AsGpuLaunchVisitor visit,
                        void *context);

/// AS_UNSUPPORTED where a kernel of the module has more threads, blocks or
/// shared memory than the GPU.
AsStatus asGpuCheckLaunches(MlirModule lowered, const AsGpu *gpu,
                            AsError *error);

#endif // AS_BUILD_GPU_LAUNCH_H
