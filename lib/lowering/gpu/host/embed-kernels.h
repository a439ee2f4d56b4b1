//===- embed-kernels.h - Kernels in the module that launches them
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

/// Completes what asGpuLowerModule took out of the module `kernels`: its
/// functions launch these, of which `ptx` is the code. What comes out is for
/// upstream's gpu-to-llvm: a gpu.binary, and functions of the func, memref and
/// gpu dialects. AS_UNSUPPORTED where one works on memory in another way.
AsStatus asGpuEmbed(MlirModule host, MlirModule kernels, const AsGpu *gpu,
                    const AsText *ptx, AsError *error);

#endif // AS_LOWERING_GPU_HOST_EMBED_KERNELS_H
