//===- register-sums.h - Sums along a dynamic size that fit into registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_REGISTER_SUMS_H
#define AS_TASK_DYNAMIC_REGISTER_SUMS_H

#include "task/dynamic/kernel-cover.h"
#include "task/dynamic/loop-classes.h"

/// The registers that sums may have: none if vectorBytes is 0.
typedef struct AsSumRegisters {
  int vectorBytes, count;
} AsSumRegisters;

/// Whether the sums of a few rows of the group fit into them. Then *sizes are
/// its tiles along each class: as many rows as fit and all that are less, and
/// one element along the sum. Several threads need an outer loop to share.
bool asRegisterSums(const AsGroupLoops *loops, const AsSumRegisters *registers,
                    int threads, AsKernelSizes sizes[AS_MAX_CLASSES]);

#endif // AS_TASK_DYNAMIC_REGISTER_SUMS_H
