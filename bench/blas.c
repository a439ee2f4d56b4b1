//===- blas.c - OpenBLAS and BLIS as yardsticks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both by their CBLAS interface, which they share. What BLAS has no routine
// for is done as a user of BLAS would: one sgemm a batch entry or a step of a
// chain, and a loop of one's own after it for bias and relu.
//
//===----------------------------------------------------------------------===//

#include "bench/library.h"
#include "bench/yardstick.h"
#include "support/arena.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// CBLAS by its ABI, which <cblas.h> of two providers cannot give at once.
enum { rowMajor = 101, noTranspose = 111, transpose = 112 };
typedef void Sgemm(int order, int transA, int transB, int m, int n, int k,
                   float alpha, const float *a, int lda, const float *b,
                   int ldb, float beta, float *c, int ldc);
typedef void Sgemv(int order, int trans, int m, int n, float alpha,
                   const float *a, int lda, const float *x, int incx,
                   float beta, float *y, int incy);
typedef void Somatcopy(int order, int trans, int rows, int columns, float alpha,
                       const float *a, int lda, float *b, int ldb);

typedef struct Blas {
  const char *name;
  Sgemm *sgemm;
  Sgemv *sgemv;
  Somatcopy *somatcopy; // An extension of OpenBLAS; NULL in BLIS.
} Blas;

typedef struct Call {
  const Blas *blas;
  const AsOperands *operands;
  float *result;
  int batch, m, n, k, p;
  bool transA, transB; // They lie k x m, n x k.
  float between[];     // The result of a chain's first step.
} Call;

static void multiply(const Call *call, const float *a, const float *b, float *c,
                     int m, int n, int k) {
  const int lda = call->transA ? m : k, ldb = call->transB ? k : n;
  if (m == 1) // A row times B is B's transpose times a column.
    call->blas->sgemv(rowMajor, call->transB ? noTranspose : transpose,
                      call->transB ? n : k, ldb, 1, b, ldb, a, 1, 0, c, 1);
  else if (n == 1)
    call->blas->sgemv(rowMajor, call->transA ? transpose : noTranspose,
                      call->transA ? k : m, lda, 1, a, lda, b, 1, 0, c, 1);
  else
    call->blas->sgemm(rowMajor, call->transA ? transpose : noTranspose,
                      call->transB ? transpose : noTranspose, m, n, k, 1, a,
                      lda, b, ldb, 0, c, n);
}

static void runMatmul(void *state) {
  const Call *call = state;
  const float *a = call->operands->arguments[0];
  const float *b = call->operands->arguments[1];
  float *c = call->result;
  const int m = call->m, n = call->n, k = call->k;
  for (int i = 0; i < call->batch; i++) {
    multiply(call, a, b, c, m, n, k);
    a += (size_t)m * (size_t)k;
    b += (size_t)k * (size_t)n;
    c += (size_t)m * (size_t)n;
  }
}

// Compiled for what the processor has, or the loop would be the bottleneck.
__attribute__((target_clones("arch=skylake-avx512", "avx2",
                             "default"))) static void
addBiasRelu(float *restrict c, const float *restrict bias, int m, int n) {
  for (int i = 0; i < m; i++, c += n)
    for (int j = 0; j < n; j++) {
      float sum = c[j] + bias[j];
      c[j] = sum > 0 ? sum : 0;
    }
}

static void runMatmulBiasRelu(void *state) {
  const Call *call = state;
  runMatmul(state);
  addBiasRelu(call->result, call->operands->arguments[2], call->m, call->n);
}

static void runMatmulChain(void *state) {
  Call *call = state;
  void *const *arguments = call->operands->arguments;
  multiply(call, arguments[0], arguments[1], call->between, call->m, call->n,
           call->k);
  multiply(call, call->between, arguments[2], call->result, call->m, call->p,
           call->n);
}

static void runTranspose(void *state) {
  const Call *call = state;
  const size_t matrix = (size_t)call->m * (size_t)call->n;
  const float *from = call->operands->arguments[0];
  for (int i = 0; i < call->batch; i++)
    call->blas->somatcopy(rowMajor, transpose, call->m, call->n, 1,
                          from + i * matrix, call->n, call->result + i * matrix,
                          call->m);
}

// Whether the dimensions of tensor `index` end with `letter`.
static bool endsWith(const AsWorkload *workload, int index, char letter) {
  const char *shape = workload->family->tensors[index];
  return *shape && shape[strlen(shape) - 1] == letter;
}

static bool isFloat(const AsWorkload *workload) {
  for (int i = 0; i < asWorkloadNumTensors(workload); i++)
    if (workload->family->elements[i] != AS_ELEMENT_F32)
      return false;
  return true;
}

static AsStatus enter(void *state, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup,
                      AsError *error) {
  const Blas *blas = state;
  Call call = {.blas = blas, .operands = operands, .batch = 1};
  size_t between = 0;
  void (*run)(void *);
  if (!isFloat(workload))
    return AS_OK;
  switch (workload->family->op) {
  case AS_BATCH_MATMUL:
    call.batch = (int)asWorkloadSize(workload, 'b');
    run = runMatmul;
    break;
  case AS_MATMUL:
    run = runMatmul;
    break;
  case AS_MATMUL_BIAS_RELU:
    run = runMatmulBiasRelu;
    break;
  case AS_MATMUL_CHAIN:
    call.p = (int)asWorkloadSize(workload, 'p');
    between = sizeof(float) * (size_t)asWorkloadSize(workload, 'm') *
              (size_t)asWorkloadSize(workload, 'n');
    run = runMatmulChain;
    break;
  case AS_TRANSPOSE:
    if (!blas->somatcopy)
      return AS_OK;
    call.batch = (int)asWorkloadSize(workload, 'b');
    run = runTranspose;
    break;
  default:
    return AS_OK;
  }
  call.m = (int)asWorkloadSize(workload, 'm');
  call.n = (int)asWorkloadSize(workload, 'n');
  if (run != runTranspose) {
    call.k = (int)asWorkloadSize(workload, 'k');
    call.transA = endsWith(workload, 0, 'm');
    call.transB = endsWith(workload, 1, 'k');
  }

  AsContender *contender = asLineupAdd(lineup, blas->name, operands);
  call.result = contender->result;
  contender->run = run;
  contender->state = asAlloc(sizeof call + between);
  *(Call *)contender->state = call;
  return AS_OK;
}

AsStatus asOpenblasOpen(const AsYardstickChoice *choice, AsYardstick *yardstick,
                        AsError *error) {
  const char *file = choice->file;
  void *library, *sgemm, *sgemv, *somatcopy;
  *yardstick = (AsYardstick){.enter = enter};
  if (asLibraryOpenblas(file, &library, yardstick->description,
                        sizeof yardstick->description, error) ||
      asLibrarySymbol(library, "cblas_sgemm", &sgemm, error) ||
      asLibrarySymbol(library, "cblas_sgemv", &sgemv, error) ||
      asLibrarySymbol(library, "cblas_somatcopy", &somatcopy, error))
    return error->status;
  Blas *blas = asAlloc(sizeof *blas);
  *blas = (Blas){"openblas", (Sgemm *)sgemm, (Sgemv *)sgemv,
                 (Somatcopy *)somatcopy};
  yardstick->state = blas;
  return AS_OK;
}

AsStatus asBlisOpen(const AsYardstickChoice *choice, AsYardstick *yardstick,
                    AsError *error) {
  const char *file = choice->file;
  void *library, *sgemm, *sgemv, *init, *version, *arch, *archName;
  if (asLibraryOpen(file ? file : "libblis.so.4", &library, error) ||
      asLibrarySymbol(library, "cblas_sgemm", &sgemm, error) ||
      asLibrarySymbol(library, "cblas_sgemv", &sgemv, error) ||
      asLibrarySymbol(library, "bli_init", &init, error) ||
      asLibrarySymbol(library, "bli_info_get_version_str", &version, error))
    return error->status;
  Blas *blas = asAlloc(sizeof *blas);
  *blas = (Blas){"blis", (Sgemm *)sgemm, (Sgemv *)sgemv, NULL};
  *yardstick = (AsYardstick){.state = blas, .enter = enter};
  ((void (*)(void))init)(); // BLIS ends the process if asked before that.
  snprintf(yardstick->description, sizeof yardstick->description, "BLIS %s",
           ((const char *(*)(void))version)());
  // Not every version lets others ask.
  if (!asLibrarySymbol(library, "bli_arch_query_id", &arch, NULL) &&
      !asLibrarySymbol(library, "bli_arch_string", &archName, NULL)) {
    const size_t length = strlen(yardstick->description);
    int id = ((int (*)(void))arch)();
    snprintf(yardstick->description + length,
             sizeof yardstick->description - length, " (%s kernels)",
             ((const char *(*)(int))archName)(id));
  }
  return AS_OK;
}
