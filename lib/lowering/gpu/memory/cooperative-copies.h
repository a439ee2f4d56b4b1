//===- cooperative-copies.h - Copies by many threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neighbouring threads copy what lies next to each other, so that a warp's
// accesses to memory are one, and each copies up to 16 bytes at a time.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MEMORY_COOPERATIVE_COPIES_H
#define AS_LOWERING_GPU_MEMORY_COOPERATIVE_COPIES_H

#include "as/error.h"
#include "lowering/gpu/thread-index.h"

/// linalg.copy, memref.copy, or linalg.fill.
bool asGpuIsCopy(MlirOperation op);

/// Whether elements along the last dimension lie next to each other.
bool asGpuIsDense(MlirType type);

/// Replaces a tile that has AS_REGISTERS_ATTRIBUTE by each thread's share. What
/// it is copied from and to is dense.
void asGpuShareRegisters(MlirOperation tile, const AsGpuKernel *kernel);

/// Whether it is such a share.
bool asGpuIsInRegisters(MlirValue buffer);

/// Replaces a copy between buffers of static shape by what the threads of a
/// block do of it.
AsStatus asGpuShareCopy(MlirOperation copy, const AsGpuKernel *kernel,
                        AsError *error);

/// Replaces one that is all of a kernel, and gives that threads enough.
AsStatus asGpuSpreadCopy(MlirOperation copy, AsGpuKernel *kernel,
                         AsError *error);

#endif // AS_LOWERING_GPU_MEMORY_COOPERATIVE_COPIES_H
