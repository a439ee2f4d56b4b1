//===- device-fork.h - Work on a device, in a process of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel or a library does to the driver ends with the process that has
// opened it. So each row of bench-device has one, and bench-device itself never
// opens the driver.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_DEVICE_FORK_H
#define AS_BENCH_DEVICE_FORK_H

#include "as/error.h"
#include <stddef.h>

/// Memory that forks write to, all zero; NULL where there is none. It is given
/// back when the process ends.
void *asDeviceShare(size_t bytes);

/// What a fork does; how it fails is a message, "" where it does not.
typedef void (*AsDeviceTask)(void *context, char *problem, size_t size);

/// Runs `task` in a fork, for so many seconds at most. What it is to hand back
/// goes into memory of asDeviceShare.
AsStatus asDeviceFork(AsDeviceTask task, void *context, double seconds,
                      AsError *error);

#endif // AS_BENCH_DEVICE_FORK_H
