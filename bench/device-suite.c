//===- device-suite.c - What bench-device times
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See device-suite.h.
//
//===----------------------------------------------------------------------===//

#include "bench/device-suite.h"
#include "bench/families.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>

static const AsWorkload workloads[] = {
    // m, n, k
    {"matmul-4096", &asFamilyMatmul, {4096, 4096, 4096}},
    {"matmul-tf32-4096", &asFamilyMatmulTf32, {4096, 4096, 4096}},
    {"matmul-f16-4096", &asFamilyMatmulF16, {4096, 4096, 4096}},
    {"matmul-bf16-4096", &asFamilyMatmulBf16, {4096, 4096, 4096}},
    {"matmul-bias-gelu-4096", &asFamilyMatmulBiasGelu, {4096, 4096, 4096}},
    // m, n
    {"softmax-8192x4096", &asFamilySoftmax, {8192, 4096}},
    {"layernorm-8192x4096", &asFamilyLayernorm, {8192, 4096}},
    // n, p, q, c, r, s, f, t: batch, output, channels, window, filters, stride
    {"conv3x3-32x56x56x64",
     &asFamilyConvolution,
     {32, 56, 56, 64, 3, 3, 64, 1}},
    // The same, of a size that a test has the time for.
    {"small-matmul", &asFamilyMatmul, {16, 24, 32}},
    {"small-matmul-tf32", &asFamilyMatmulTf32, {15, 24, 32}},
    {"small-matmul-f16", &asFamilyMatmulF16, {16, 24, 32}},
    {"small-matmul-bf16", &asFamilyMatmulBf16, {16, 24, 32}},
    {"small-matmul-bias-gelu", &asFamilyMatmulBiasGelu, {16, 24, 32}},
    {"small-softmax", &asFamilySoftmax, {8, 48}},
    {"small-layernorm", &asFamilyLayernorm, {8, 48}},
    {"small-conv3x3", &asFamilyConvolution, {1, 6, 6, 4, 3, 3, 8, 1}},
};

const AsWorkload *asDeviceSuite(size_t *count) {
  *count = sizeof workloads / sizeof *workloads;
  return workloads;
}

//===----------------------------------------------------------------------===//
// What is right
//===----------------------------------------------------------------------===//

static double element(const AsWorkload *workload, void *const *arguments,
                      int argument, int64_t index) {
  const AsBuffer buffer = asWorkloadBuffer(workload, argument);
  return asBufferElement(&buffer, arguments[argument], index);
}

/// An element of the first argument times the second one.
static double product(const AsWorkload *workload, void *const *arguments,
                      int64_t index) {
  int64_t n = asWorkloadSize(workload, 'n'), k = asWorkloadSize(workload, 'k');
  double sum = 0;
  for (int64_t i = 0; i < k; i++)
    sum += element(workload, arguments, 0, index / n * k + i) *
           element(workload, arguments, 1, i * n + index % n);
  return sum;
}

static double gelu(double x) { return 0.5 * x * (1 + erf(x * sqrt(0.5))); }

static double softmax(const AsWorkload *workload, void *const *arguments,
                      int64_t index) {
  int64_t n = asWorkloadSize(workload, 'n'), row = index / n * n;
  double sum = 0, own = element(workload, arguments, 0, index);
  for (int64_t i = 0; i < n; i++)
    sum += exp(element(workload, arguments, 0, row + i) - own);
  return 1 / sum;
}

static double layernorm(const AsWorkload *workload, void *const *arguments,
                        int64_t index) {
  int64_t n = asWorkloadSize(workload, 'n'), row = index / n * n;
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < n; i++)
    sum += element(workload, arguments, 0, row + i);
  double mean = sum / (double)n;
  for (int64_t i = 0; i < n; i++)
    squares += pow(element(workload, arguments, 0, row + i) - mean, 2);
  double scale = element(workload, arguments, 1, index % n);
  double shift = element(workload, arguments, 2, index % n);
  return (element(workload, arguments, 0, index) - mean) /
             sqrt(squares / (double)n + 1e-5) * scale +
         shift;
}

/// The input is padded already, so that all of the window is there.
static double convolution(const AsWorkload *workload, void *const *arguments,
                          int64_t index) {
  int64_t p = asWorkloadSize(workload, 'p'), q = asWorkloadSize(workload, 'q');
  int64_t h = asWorkloadSize(workload, 'h'), w = asWorkloadSize(workload, 'w');
  int64_t c = asWorkloadSize(workload, 'c'), f = asWorkloadSize(workload, 'f');
  int64_t rows = asWorkloadSize(workload, 'r');
  int64_t columns = asWorkloadSize(workload, 's');
  int64_t stride = asWorkloadSize(workload, 't');
  int64_t filter = index % f, x = index / f % q, y = index / f / q % p;
  int64_t image = index / f / q / p;
  double sum = 0;
  for (int64_t r = 0; r < rows; r++)
    for (int64_t s = 0; s < columns; s++)
      for (int64_t i = 0; i < c; i++) {
        int64_t pixel = (image * h + y * stride + r) * w + x * stride + s;
        int64_t weight = ((r * columns + s) * c + i) * f + filter;
        sum += element(workload, arguments, 0, pixel * c + i) *
               element(workload, arguments, 1, weight);
      }
  return sum;
}

/// Element `index` of the result for these arguments.
static double elementExpected(const AsWorkload *workload,
                              void *const *arguments, int64_t index) {
  switch (workload->family->op) {
  case AS_MATMUL:
    return product(workload, arguments, index);
  case AS_MATMUL_BIAS_GELU:
    return gelu(
        product(workload, arguments, index) +
        element(workload, arguments, 2, index % asWorkloadSize(workload, 'n')));
  case AS_CONVOLUTION:
    return convolution(workload, arguments, index);
  case AS_SOFTMAX:
    return softmax(workload, arguments, index);
  case AS_LAYERNORM:
    return layernorm(workload, arguments, index);
  default:
    return NAN; // Which nothing is equal to.
  }
}

double asDeviceDeviation(const AsWorkload *workload, void *const *arguments,
                         const void *result) {
  const AsBuffer all =
      asWorkloadBuffer(workload, asWorkloadNumTensors(workload) - 1);
  enum { MOST_SAMPLES = 1024 };
  static float actual[MOST_SAMPLES], expected[MOST_SAMPLES];
  int64_t count = all.count < MOST_SAMPLES ? all.count : MOST_SAMPLES;
  for (int64_t s = 0; s < count; s++) {
    // The first one, the last one, and at no regular places between: strides
    // are what wrong tiles have.
    int64_t begin = s * all.count / count, end = (s + 1) * all.count / count;
    int64_t within = s * 2654435761 % (end - begin);
    int64_t index = s == 0 ? 0 : s == count - 1 ? end - 1 : begin + within;
    actual[s] = (float)asBufferElement(&all, result, index);
    expected[s] = (float)elementExpected(workload, arguments, index);
  }
  int64_t where;
  AsBuffer samples = {
      .element = AS_ELEMENT_F32, .count = count, .isResult = true};
  return asBufferDeviation(&samples, actual, expected, &where);
}
