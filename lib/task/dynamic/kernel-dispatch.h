//===- kernel-dispatch.h - Which tiles a size is divided into
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops that asSplitGroup inserts take as many tiles of each size as fit,
// the largest first. Two numbers of a tile say where that is not so: from
// `least` elements left on they take one tile more, which overlaps or is
// padded; up to `regroup` elements left they take one tile less, as 7 = 4 + 3
// may take less than 6 + 1.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_DISPATCH_H
#define AS_TASK_DYNAMIC_KERNEL_DISPATCH_H

#include "task/dynamic/kernel-cover.h"

/// The seconds that `size` elements take with these tiles, each of which has a
/// time.
double asDispatchSeconds(const AsKernelTimes *times, const AsKernelSizes *sizes,
                         int64_t size);

/// Sets `least` and `regroup` of each tile to what takes least.
void asDispatchChoose(const AsKernelTimes *times, AsKernelSizes *sizes);

#endif // AS_TASK_DYNAMIC_KERNEL_DISPATCH_H
