//===- affine-build.h - Kernels as people build them without as-opt
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's lowering and -O3, with and without Polly, by the tools of LLVM
// that as-opt is built with (bench/affine/toolchain.py).
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_AFFINE_BUILD_H
#define AS_BENCH_AFFINE_BUILD_H

#include "bench/affine-kernel.h"

/// Enters the stock lowering, with sums in order and with sums that LLVM may
/// reorder, and fills in the kernel's initial values by the
/// function that is for that. `folder` is for files.
AsStatus asStockEnter(const char *python, const char *folder, AsKernel *kernel,
                      AsLineup *lineup, AsError *error);

/// Enters what Polly makes, in each of its ways that suits so many threads. A
/// way that fails is warned about, and left out.
void asPollyEnter(const char *python, const char *folder, int threads,
                  AsKernel *kernel, AsLineup *lineup);

/// A function `void F(void **arguments)` as an AsKernelRun; to be freed.
void *asEntryState(void (*entry)(void **arguments));
AsKernelRun asEntryRun;

#endif // AS_BENCH_AFFINE_BUILD_H
