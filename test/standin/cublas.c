//===- cublas.c - cuBLAS without a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that bench/cublas.c calls, for memory of the stand-in's driver,
// which is the host's: products of f32, column by column as the real one has
// them. AS_STANDIN_CUBLAS=wrong makes them wrong.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int cublasCreate_v2(void **handle);
EXPORT int cublasSetStream_v2(void *handle, void *stream);
EXPORT int cublasGetVersion_v2(void *handle, int *version);
EXPORT int cublasGemmEx(void *handle, int transA, int transB, int m, int n,
                        int k, const void *alpha, const float *a, int typeA,
                        int lda, const float *b, int typeB, int ldb,
                        const void *beta, float *c, int typeC, int ldc,
                        int compute, int algorithm);

int cublasCreate_v2(void **handle) {
  *handle = handle;
  return 0;
}

int cublasSetStream_v2(void *handle, void *stream) { return !stream; }

int cublasGetVersion_v2(void *handle, int *version) {
  *version = 120304;
  return 0;
}

int cublasGemmEx(void *handle, int transA, int transB, int m, int n, int k,
                 const void *alpha, const float *a, int typeA, int lda,
                 const float *b, int typeB, int ldb, const void *beta, float *c,
                 int typeC, int ldc, int compute, int algorithm) {
  enum { typeF32 = 0, invalidValue = 7 };
  if (transA || transB || typeA != typeF32 || typeB != typeF32 ||
      typeC != typeF32 || *(const float *)alpha != 1 ||
      *(const float *)beta != 0 || lda < m || ldb < k || ldc < m)
    return invalidValue;
  float factor = getenv("AS_STANDIN_CUBLAS") ? 2 : 1;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      float sum = 0;
      for (int l = 0; l < k; l++)
        sum += a[i + (int64_t)l * lda] * b[l + (int64_t)j * ldb];
      c[i + (int64_t)j * ldc] = factor * sum;
    }
  return 0;
}
