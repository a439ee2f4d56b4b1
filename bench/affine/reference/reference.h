//===- reference.h - What kernels should compute
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of bench/affine once more, in C and straight from what they are
// to compute: one sum an element, in whatever order reads best. They take the
// sizes and then the arrays in the order that the generator declares them.
//
// Compiled with -DREAL=double or -DREAL=float.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_AFFINE_REFERENCE_H
#define AS_BENCH_AFFINE_REFERENCE_H

#include <tgmath.h>

typedef REAL Real;

static const Real alpha = (Real)1.5, beta = (Real)1.2;

#endif // AS_BENCH_AFFINE_REFERENCE_H
