//===- kernel-refine.h - Tiles that sizes between others want
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_REFINE_H
#define AS_TASK_DYNAMIC_KERNEL_REFINE_H

#include "task/dynamic/kernel-cover.h"

/// Which tiles may be added to those chosen, dropped, or exchanged.
typedef struct AsRefining {
  int most;      ///< Tiles that there may be in the end.
  int kernels;   ///< That a tile is, and has to be worth (kernel-cover.h).
  int64_t first; ///< The least tile of those.
  int64_t last;  ///< The largest one.
} AsRefining;

/// The largest of the small tiles, which sizes of few elements want.
enum { AS_SMALL_TILE = 8 };

/// Adds, drops and exchanges tiles as long as one such step gains something in
/// the mean, over the sample sizes and sizes between them, of the logarithm of
/// the time. The smallest tile stays unless others may be padded.
void asKernelRefine(const AsKernelTimes *times, const AsSampleSizes *samples,
                    const AsRefining *may, AsKernelSizes *sizes);

#endif // AS_TASK_DYNAMIC_KERNEL_REFINE_H
