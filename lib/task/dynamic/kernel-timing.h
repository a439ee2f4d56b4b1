//===- kernel-timing.h - How long tiles of a group take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_TIMING_H
#define AS_TASK_DYNAMIC_KERNEL_TIMING_H

#include "task/dynamic/kernel-sizes.h"

/// Sets `times->seconds` and `times->padSeconds` of the tiles in `times->sizes`
/// along one class, while those along others are as in `tile`, an array of
/// `loops->numClasses`. False if nobody knows how long they take.
bool asKernelsTime(const AsGroupLoops *loops, const AsKernelChoice *choice,
                   int class, const int64_t *tile, AsKernelTimes *times);

#endif // AS_TASK_DYNAMIC_KERNEL_TIMING_H
