//===- kernel-sizes.h - How large the static tiles of a group are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_SIZES_H
#define AS_TASK_DYNAMIC_KERNEL_SIZES_H

#include "task/dynamic/kernel-cover.h"
#include "task/dynamic/loop-classes.h"

/// What tiles are chosen by.
typedef struct AsKernelChoice {
  int perTask; ///< A group with one class has at most so many kernels.
  const AsSizeRanges *ranges; ///< The sizes that are expected.
  /// The seconds of a module's only public function, a kernel; 0 if nobody
  /// knows. NULL: tiles are chosen by a rule of the program alone.
  double (*seconds)(MlirModule kernel, void *context);
  void *context;
} AsKernelChoice;

/// Chooses the sizes of each class.
void asKernelSizes(const AsGroupLoops *loops, const AsKernelChoice *choice,
                   AsKernelSizes sizes[AS_MAX_CLASSES]);

#endif // AS_TASK_DYNAMIC_KERNEL_SIZES_H
