//===- kernel-sizes.h - How large the static tiles of a group are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_SIZES_H
#define AS_TASK_DYNAMIC_KERNEL_SIZES_H

#include "task/dynamic/loop-classes.h"

enum { AS_MAX_KERNELS = 16 };

/// Sizes of the tiles along one class, the largest first; the last one is 1.
typedef struct AsKernelSizes {
  int count;
  int64_t size[AS_MAX_KERNELS];
} AsKernelSizes;

/// Chooses the sizes of each class. A group with one class has at most
/// `perTask` kernels.
void asKernelSizes(const AsGroupLoops *loops, int perTask,
                   AsKernelSizes sizes[AS_MAX_CLASSES]);

#endif // AS_TASK_DYNAMIC_KERNEL_SIZES_H
