//===- kernel-times.h - What a tile of a dynamic size takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_KERNEL_TIMES_H
#define AS_DRIVER_KERNEL_TIMES_H

#include "driver/run.h"

/// Knows the kernels that it was asked for.
typedef struct AsKernelClock AsKernelClock;

/// Needs the run's options, target, and what it has measured. Borrowed.
AsKernelClock *asKernelClockCreate(const AsRun *run);
void asKernelClockDestroy(AsKernelClock *clock);

/// The seconds that the estimate says of the module's function, with the best
/// schedule; 0 if it cannot be estimated. `clock` is an AsKernelClock. The
/// module is changed.
double asKernelClockEstimate(MlirModule kernel, void *clock);

/// Likewise, what the run has measured; 0 if it has not.
double asKernelClockMeasured(MlirModule kernel, void *clock);

#endif // AS_DRIVER_KERNEL_TIMES_H
