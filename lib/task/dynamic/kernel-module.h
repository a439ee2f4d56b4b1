//===- kernel-module.h - A module of one tile of a group
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_MODULE_H
#define AS_TASK_DYNAMIC_KERNEL_MODULE_H

#include "task/dynamic/loop-classes.h"

/// A module with a public function that computes the group on a tile that has
/// the size `sizes[c]` along class c: the task that it is going to be, before
/// rewrites. The group stays as it is. The caller destroys the module.
MlirModule asKernelModule(const AsGroupLoops *loops, const int64_t *sizes);

#endif // AS_TASK_DYNAMIC_KERNEL_MODULE_H
