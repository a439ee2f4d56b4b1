//===- launch-list.h - How kernels are launched
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What whoever launches a kernel must know, and whether a GPU can.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_HOST_LAUNCH_LIST_H
#define AS_LOWERING_GPU_HOST_LAUNCH_LIST_H

#include "as/error.h"
#include "ir/ir.h"
#include "launch/kernel-list.h"
#include "target/gpu-table.h"

/// Visits the kernels of a module that asGpuLowerModule lowered. What is passed
/// is valid for the call.
typedef void (*AsLaunchVisitor)(const AsLaunch *launch, void *context);
void asGpuVisitLaunches(MlirModule lowered, AsLaunchVisitor visit,
                        void *context);

/// Appends the kernels of the module, of which `image` is the code, in the form
/// of launch/kernel-list.h.
AsStatus asGpuPutKernels(MlirModule lowered, const AsText *image, AsText *code,
                         AsError *error);

/// AS_UNSUPPORTED where a kernel of the module has more threads, blocks or
/// shared memory than the GPU.
AsStatus asGpuCheckLaunches(MlirModule lowered, const AsGpu *gpu,
                            AsError *error);

#endif // AS_LOWERING_GPU_HOST_LAUNCH_LIST_H
