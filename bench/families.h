//===- families.h - The programs of the families
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
extern const AsFamily asFamilyMatmulAt; ///< The first argument is transposed.
extern const AsFamily asFamilyMatmulBt; ///< The second one is.
extern const AsFamily asFamilyMatmulBf16;
extern const AsFamily asFamilyMatmulF16;
extern const AsFamily asFamilyMatmulTf32;
extern const AsFamily asFamilyMatmulI8;
extern const AsFamily asFamilyMatmulW8; ///< Bytes, with a scale for a group.
extern const AsFamily asFamilyMatmulW4; ///< Likewise, two numbers in a byte.
extern const AsFamily asFamilyMatmulBiasRelu;
extern const AsFamily asFamilyMatmulBiasGelu;
extern const AsFamily asFamilyMatmulChain;
extern const AsFamily asFamilyBatchMatmul;
extern const AsFamily asFamilyBatchMatmulBt; ///< The second one is transposed.
extern const AsFamily asFamilyAttention;
extern const AsFamily asFamilyAttentionCausal; ///< No key behind its row.
extern const AsFamily asFamilyAttentionHeads;  ///< Heads are in between.
extern const AsFamily asFamilyConvolution;
extern const AsFamily asFamilyConvolutionI8;
extern const AsFamily asFamilyConvolutionNchw;
extern const AsFamily asFamilyGroupedConvolution;
extern const AsFamily asFamilyDepthwise;
extern const AsFamily asFamilyDepthwiseNchw;
// Those with a border of zeros.
extern const AsFamily asFamilyConvolutionPad;
extern const AsFamily asFamilyConvolutionPadI8;
extern const AsFamily asFamilyConvolutionPadNchw;
extern const AsFamily asFamilyDepthwisePad;
extern const AsFamily asFamilyDepthwisePadNchw;
extern const AsFamily asFamilyMaxPooling;
extern const AsFamily asFamilyMaxPoolingNchw;
extern const AsFamily asFamilyAveragePooling;
extern const AsFamily asFamilyAveragePoolingNchw;
extern const AsFamily asFamilySoftmax;
extern const AsFamily asFamilyLayernorm;
extern const AsFamily asFamilyReduceRows;    ///< The sum of each row.
extern const AsFamily asFamilyReduceColumns; ///< Of each column.
extern const AsFamily asFamilyReduceAll;
extern const AsFamily asFamilyMaxRows;    ///< The largest of each row.
extern const AsFamily asFamilyMaxColumns; ///< Of each column.
extern const AsFamily asFamilyArgmax;
extern const AsFamily asFamilyElementwiseChain;
extern const AsFamily asFamilyBroadcastAdd;
extern const AsFamily asFamilyGelu;
extern const AsFamily asFamilySilu;
extern const AsFamily asFamilyTanh;
extern const AsFamily asFamilySigmoid;
extern const AsFamily asFamilyExp;
extern const AsFamily asFamilyTranspose;
extern const AsFamily asFamilyNhwcToNchw;
extern const AsFamily asFamilyNchwToNhwc;
extern const AsFamily asFamilyConcat;

/// Those that bench-ops times, with distinct names.
typedef struct AsFamilies {
  const AsFamily *const *all;
  size_t count;
} AsFamilies;

AsFamilies asFamilies(void);

#endif // AS_BENCH_FAMILIES_H
