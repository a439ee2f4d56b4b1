//===- tma-copies.h - Lower copies to TMA
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor memory accelerator (TMA) of GPUs with capability 9.0 copies a box
// of an array to shared memory: one thread gives the first index of the box,
// and no thread computes addresses or holds values. A tensor map describes the
// array, the size of boxes and their layout in shared memory. It is an argument
// of the kernel, which the launcher has the driver encode
// (launch/tensor-map.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MEMORY_TMA_COPIES_H
#define AS_LOWERING_GPU_MEMORY_TMA_COPIES_H

#include "as/error.h"
#include "lowering/gpu/thread-index.h"

/// Whether TMA can do the copy: from a box of an argument to a whole buffer.
bool asGpuIsTmaCopy(MlirOperation copy);

/// Replaces a copy with AS_TMA_ATTRIBUTE, which one thread executes after
/// asGpuMbarriersExpect. A target with AsGpuPanels takes a box for each panel.
AsStatus asGpuEmitTmaCopy(MlirOperation copy, const AsGpuKernel *kernel,
                          AsError *error);

/// Marks the tensor maps among the arguments of kernels in the LLVM dialect.
void asGpuMarkMaps(MlirModule module);

#endif // AS_LOWERING_GPU_MEMORY_TMA_COPIES_H
