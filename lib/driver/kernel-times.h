//===- kernel-times.h - What a tile of a dynamic size takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_KERNEL_TIMES_H
#define AS_DRIVER_KERNEL_TIMES_H

#include "support/options.h"
#include "target/target.h"
#include "task/task.h"

/// Knows the kernels that it was asked for.
typedef struct AsKernelClock AsKernelClock;

/// The pointers are borrowed.
AsKernelClock *asKernelClockCreate(const AsOptions *options,
                                   const AsTarget *target);
void asKernelClockDestroy(AsKernelClock *clock);

/// The seconds of the module's function, with the best schedule by the
/// estimate; 0 if it cannot be estimated. `clock` is an AsKernelClock. The
/// module is changed.
double asKernelClockSeconds(MlirModule kernel, void *clock);

#endif // AS_DRIVER_KERNEL_TIMES_H
