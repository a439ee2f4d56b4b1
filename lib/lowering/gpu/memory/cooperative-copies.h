//===- cooperative-copies.h - Distribute copies over threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Consecutive threads copy consecutive chunks, so that the accesses of a warp
// coalesce. A chunk has up to 16 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MEMORY_COOPERATIVE_COPIES_H
#define AS_LOWERING_GPU_MEMORY_COOPERATIVE_COPIES_H

#include "as/error.h"
#include "lowering/gpu/thread-index.h"

/// Whether it is a linalg.copy, memref.copy, or linalg.fill.
bool asGpuIsCopy(MlirOperation op);

/// Whether the last dimension is contiguous.
bool asGpuIsDense(MlirType type);

/// Replaces a tile with AS_REGISTERS_ATTRIBUTE by each thread's part. The other
/// buffers of its copies must be contiguous along the last dimension.
void asGpuDistributeRegisters(MlirOperation tile, const AsGpuKernel *kernel);

/// Whether the buffer is a thread's part of such a tile.
bool asGpuIsInRegisters(MlirValue buffer);

/// Replaces a copy between buffers of static shape by what each thread of a
/// block copies.
AsStatus asGpuDistributeCopy(MlirOperation copy, const AsGpuKernel *kernel,
                             AsError *error);

/// Replaces a copy that is all of a kernel, and sets the kernel's grid and
/// block size.
AsStatus asGpuSpreadCopy(MlirOperation copy, AsGpuKernel *kernel,
                         AsError *error);

#endif // AS_LOWERING_GPU_MEMORY_COOPERATIVE_COPIES_H
