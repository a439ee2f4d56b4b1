//===- gpu-prior.h - The analytical prior: a roofline of GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_GPU_PRIOR_H
#define AS_COSTMODEL_GPU_PRIOR_H

#include "sketch/loop-nest.h"

/// asPriorSeconds for a GPU.
double asPriorGpuSeconds(const AsNest *nest, const AsGpu *gpu);

#endif // AS_COSTMODEL_GPU_PRIOR_H
