//===- gpu-intrinsics.h - Lower math to GPU instructions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts calls of intrinsics.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_GPU_INTRINSICS_H
#define AS_LOWERING_GPU_GPU_INTRINSICS_H

#include "ir/op-builder.h"

/// Inserts a call of LLVM's intrinsic `name` before `next`.
MlirValue asGpuInsertIntrinsic(MlirOperation next, const char *name,
                               intptr_t count, const MlirValue *operands,
                               MlirType result);

#endif // AS_LOWERING_GPU_GPU_INTRINSICS_H
