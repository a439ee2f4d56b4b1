//===- launch-list.h - Launch descriptions of kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes how to launch the kernels of a lowered module, and checks that a
// GPU can.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_HOST_LAUNCH_LIST_H
#define AS_LOWERING_GPU_HOST_LAUNCH_LIST_H

#include "as/error.h"
#include "ir/ir.h"
#include "launch/kernel-list.h"
#include "target/gpu-table.h"

/// Visits the kernels of a module that asGpuLowerModule lowered. The
/// description is valid during the call.
typedef void (*AsLaunchVisitor)(const AsLaunch *launch, void *context);
void asGpuVisitLaunches(MlirModule lowered, AsLaunchVisitor visit,
                        void *context);

/// Appends the kernels of the module, whose code is `image`, in the format of
/// launch/kernel-list.h.
AsStatus asGpuAppendKernels(MlirModule lowered, const AsText *image,
                            AsText *code, AsError *error);

/// AS_UNSUPPORTED if a kernel of the module exceeds the GPU's limits on
/// threads, blocks or shared memory.
AsStatus asGpuCheckLaunches(MlirModule lowered, const AsGpu *gpu,
                            AsError *error);

#endif // AS_LOWERING_GPU_HOST_LAUNCH_LIST_H
