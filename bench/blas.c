//===- bench/blas.c - OpenBLAS and BLIS as yardsticks --------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both by their CBLAS interface, which they share. What BLAS has no routine
// for is done as a user of BLAS would: one sgemm a batch entry, and a loop of
// one's own after it for bias and relu.
//
//===----------------------------------------------------------------------===//

#include "bench/library.h"
#include "bench/yardstick.h"
#include "support/arena.h"
#include <stdio.h>

// CBLAS by its ABI, which <cblas.h> of two providers cannot give at once.
enum { rowMajor = 101, noTranspose = 111, transpose = 112 };
typedef void Sgemm(int order, int transA, int transB, int m, int n, int k,
                   float alpha, const float *a, int lda, const float *b,
                   int ldb, float beta, float *c, int ldc);
typedef void Somatcopy(int order, int trans, int rows, int columns, float alpha,
                       const float *a, int lda, float *b, int ldb);

typedef struct Blas {
  const char *name;
  Sgemm *sgemm;
  Somatcopy *somatcopy; // An extension of OpenBLAS; NULL in BLIS.
} Blas;

typedef struct Call {
  const Blas *blas;
  const AsOperands *operands;
  float *result;
  int batch, m, n, k;
} Call;

static void runMatmul(void *state) {
  const Call *call = state;
  const float *a = call->operands->arguments[0];
  const float *b = call->operands->arguments[1];
  float *c = call->result;
  const int m = call->m, n = call->n, k = call->k;
  for (int i = 0; i < call->batch; i++) {
    call->blas->sgemm(rowMajor, noTranspose, noTranspose, m, n, k, 1, a, k, b,
                      n, 0, c, n);
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

static void runTranspose(void *state) {
  const Call *call = state;
  call->blas->somatcopy(rowMajor, transpose, call->m, call->n, 1,
                        call->operands->arguments[0], call->n, call->result,
                        call->m);
}

static AsStatus enter(void *state, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup,
                      AsError *error) {
  const Blas *blas = state;
  Call call = {.blas = blas, .operands = operands, .batch = 1};
  void (*run)(void *);
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
  case AS_TRANSPOSE:
    if (!blas->somatcopy)
      return AS_OK;
    run = runTranspose;
    break;
  default:
    return AS_OK;
  }
  call.m = (int)asWorkloadSize(workload, 'm');
  call.n = (int)asWorkloadSize(workload, 'n');
  if (run != runTranspose)
    call.k = (int)asWorkloadSize(workload, 'k');

  AsContender *contender = asLineupAdd(lineup, blas->name, operands);
  call.result = contender->result;
  contender->run = run;
  contender->state = asAlloc(sizeof call);
  *(Call *)contender->state = call;
  return AS_OK;
}

AsStatus asOpenblasOpen(AsYardstick *yardstick, AsError *error) {
  void *library, *sgemm, *somatcopy, *coreName, *config;
  if (asLibraryOpen("libopenblas.so.0", &library, error) ||
      asLibrarySymbol(library, "cblas_sgemm", &sgemm, error) ||
      asLibrarySymbol(library, "cblas_somatcopy", &somatcopy, error) ||
      asLibrarySymbol(library, "openblas_get_corename", &coreName, error) ||
      asLibrarySymbol(library, "openblas_get_config", &config, error))
    return error->status;
  Blas *blas = asAlloc(sizeof *blas);
  *blas = (Blas){"openblas", (Sgemm *)sgemm, (Somatcopy *)somatcopy};
  *yardstick = (AsYardstick){.state = blas, .enter = enter};
  char version[32] = "";
  sscanf(((char *(*)(void))config)(), "OpenBLAS %31s", version);
  snprintf(yardstick->description, sizeof yardstick->description,
           "OpenBLAS %s (%s kernels)", version, ((char *(*)(void))coreName)());
  return AS_OK;
}

AsStatus asBlisOpen(AsYardstick *yardstick, AsError *error) {
  void *library, *sgemm, *init, *version, *arch, *archName;
  if (asLibraryOpen("libblis.so.4", &library, error) ||
      asLibrarySymbol(library, "cblas_sgemm", &sgemm, error) ||
      asLibrarySymbol(library, "bli_init", &init, error) ||
      asLibrarySymbol(library, "bli_info_get_version_str", &version, error) ||
      asLibrarySymbol(library, "bli_arch_query_id", &arch, error) ||
      asLibrarySymbol(library, "bli_arch_string", &archName, error))
    return error->status;
  Blas *blas = asAlloc(sizeof *blas);
  *blas = (Blas){"blis", (Sgemm *)sgemm, NULL};
  *yardstick = (AsYardstick){.state = blas, .enter = enter};
  ((void (*)(void))init)(); // BLIS ends the process if asked before that.
  int id = ((int (*)(void))arch)();
  snprintf(yardstick->description, sizeof yardstick->description,
           "BLIS %s (%s kernels)", ((const char *(*)(void))version)(),
           ((const char *(*)(int))archName)(id));
  return AS_OK;
}
