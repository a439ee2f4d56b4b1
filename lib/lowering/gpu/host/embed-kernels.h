//===- embed-kernels.h - Embed kernels in the host's module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_HOST_EMBED_KERNELS_H
#define AS_LOWERING_GPU_HOST_EMBED_KERNELS_H

#include "as/error.h"
#include "ir/ir.h"
#include "target/gpu-table.h"

/// Completes the host's module that asGpuLowerModule extracted: its functions
/// launch the kernels of the module `kernels`, whose code is `ptx`. The result
/// has a gpu.binary and functions in the func, memref and gpu dialects, for
/// upstream's gpu-to-llvm. AS_UNSUPPORTED if a function accesses memory in
/// another way.
AsStatus asGpuEmbed(MlirModule host, MlirModule kernels, const AsGpu *gpu,
                    const AsText *ptx, AsError *error);

#endif // AS_LOWERING_GPU_HOST_EMBED_KERNELS_H
