//===- tma-copies.h - Copies of tiles by hardware
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GPUs of capability 9.0 copy a box of an array to shared memory by themselves
// (TMA, the tensor memory accelerator): one thread says where the box begins,
// and no thread sees an address or a value of it. What the array is, how large
// boxes are and how they lie in shared memory, says a tensor map: an argument
// of the kernel, which whoever launches it has the driver make
// (launch/tensor-map.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MEMORY_TMA_COPIES_H
#define AS_LOWERING_GPU_MEMORY_TMA_COPIES_H

#include "as/error.h"
#include "lowering/gpu/thread-index.h"

/// Whether the copy, to a whole buffer, is of a box of an argument that the
/// hardware can copy.
bool asGpuIsBox(MlirOperation copy);

/// Replaces a copy that has AS_TMA_ATTRIBUTE, which one thread comes to, behind
/// asGpuArrivalsExpect. Where AsGpuPanels are copied to it is a box for each.
AsStatus asGpuCopyBox(MlirOperation copy, const AsGpuKernel *kernel,
                      AsError *error);

/// Marks the arguments of kernels in the LLVM dialect that are tensor maps.
void asGpuMarkMaps(MlirModule module);

#endif // AS_LOWERING_GPU_MEMORY_TMA_COPIES_H
