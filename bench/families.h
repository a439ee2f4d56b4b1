//===- bench/families.h - The programs of the families -------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See AsFamily in workload.h for how to read one.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_FAMILIES_H
#define AS_BENCH_FAMILIES_H

#include "bench/workload.h"

extern const AsFamily asFamilyMatmul;
extern const AsFamily asFamilyMatmulBiasRelu;
extern const AsFamily asFamilyBatchMatmul;
extern const AsFamily asFamilyConvolution;
extern const AsFamily asFamilyConvolutionNchw;
extern const AsFamily asFamilyGroupedConvolution;
extern const AsFamily asFamilyDepthwise;
extern const AsFamily asFamilyDepthwiseNchw;
extern const AsFamily asFamilyMaxPooling;
extern const AsFamily asFamilyMaxPoolingNchw;
extern const AsFamily asFamilyAveragePoolingNchw;
extern const AsFamily asFamilySoftmax;
extern const AsFamily asFamilyLayernorm;
extern const AsFamily asFamilyTranspose;

#endif // AS_BENCH_FAMILIES_H
