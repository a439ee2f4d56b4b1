//===- affine-blas.h - Kernels by OpenBLAS
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_AFFINE_BLAS_H
#define AS_BENCH_AFFINE_BLAS_H

#include "bench/affine-kernel.h"

typedef struct AsBlas AsBlas;

/// Loads OpenBLAS, which stays loaded, and describes it as asLibraryOpenblas
/// does; AS_NOT_FOUND where the machine has none.
AsStatus asBlasOpen(AsBlas **blas, char *description, size_t size,
                    AsError *error);
void asBlasFree(AsBlas *blas);

/// Enters the kernel's calls of BLAS, if that is what it amounts to.
void asBlasEnter(const AsBlas *blas, AsKernel *kernel, AsLineup *lineup);

#endif // AS_BENCH_AFFINE_BLAS_H
