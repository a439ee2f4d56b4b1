//===- cublas.c - cuBLAS as a yardstick
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By its ABI, as the driver's library is used: $AS_CUBLAS, or that of CUDA 13
// or 12 where the loader finds one. Of a product with a bias and an activation
// it does the product.
//
//===----------------------------------------------------------------------===//

#include "bench/device-run.h"
#include "bench/library.h"
#include <stdio.h>
#include <stdlib.h>

enum { noTranspose = 0, typeF32 = 0, typeF16 = 2, typeBf16 = 14 };
enum { computeF32 = 68, computeTf32 = 77 };
enum { defaultAlgorithm = -1 };

typedef struct Cublas {
  int (*create)(void **handle);
  int (*setStream)(void *handle, AsCuStream stream);
  int (*getVersion)(void *handle, int *version);
  int (*gemm)(void *handle, int transA, int transB, int m, int n, int k,
              const void *alpha, AsCuPointer a, int typeA, int lda,
              AsCuPointer b, int typeB, int ldb, const void *beta,
              AsCuPointer c, int typeC, int ldc, int compute, int algorithm);
  void *handle;
  int m, n, k, type, compute;
  AsCuPointer a, b, c;
} Cublas;

/// An AsGpuWork's `start`. Matrices are column by column in cuBLAS, so that
/// ours are transposed, and the product is b a.
static bool multiply(AsGpuSession *session, void *context) {
  const Cublas *own = context;
  const float one = 1, zero = 0;
  int result =
      own->gemm(own->handle, noTranspose, noTranspose, own->n, own->m, own->k,
                &one, own->b, own->type, own->n, own->a, own->type, own->k,
                &zero, own->c, typeF32, own->n, own->compute, defaultAlgorithm);
  if (result)
    snprintf(session->report->result.message,
             sizeof session->report->result.message, "cublasGemmEx: status %d",
             result);
  return result == 0;
}

static AsStatus openLibrary(void **library, AsError *error) {
  const char *given = getenv("AS_CUBLAS");
  if (given && *given)
    return asLibraryOpen(given, library, error);
  AsError first = {0};
  if (asLibraryOpen("libcublas.so.13", library, &first) == AS_OK ||
      asLibraryOpen("libcublas.so.12", library, NULL) == AS_OK)
    return AS_OK;
  return asFail(error, AS_NOT_FOUND, "%s", first.message);
}

static AsStatus find(Cublas *cublas, AsError *error) {
  void *library;
  if (openLibrary(&library, error) ||
      asLibrarySymbol(library, "cublasCreate_v2", (void **)&cublas->create,
                      error) ||
      asLibrarySymbol(library, "cublasSetStream_v2",
                      (void **)&cublas->setStream, error) ||
      asLibrarySymbol(library, "cublasGetVersion_v2",
                      (void **)&cublas->getVersion, error) ||
      asLibrarySymbol(library, "cublasGemmEx", (void **)&cublas->gemm, error))
    return AS_NOT_FOUND;
  return AS_OK;
}

AsStatus asCublasEnter(AsGpuSession *session, const AsWorkload *workload,
                       const AsCuPointer *arrays, void *const *host,
                       AsDeviceYardstick *yardstick, AsError *error) {
  static Cublas cublas; // The process has one row.
  AsOperator op = workload->family->op;
  if (op != AS_MATMUL && op != AS_MATMUL_BIAS_GELU)
    return asFail(error, AS_UNSUPPORTED, "cuBLAS multiplies");
  if (find(&cublas, error))
    return AS_NOT_FOUND;
  int version = 0;
  if (cublas.create(&cublas.handle) ||
      cublas.setStream(cublas.handle, session->stream) ||
      cublas.getVersion(cublas.handle, &version))
    return asFail(error, AS_CHILD, "cuBLAS cannot use the device");
  cublas.m = (int)asWorkloadSize(workload, 'm');
  cublas.n = (int)asWorkloadSize(workload, 'n');
  cublas.k = (int)asWorkloadSize(workload, 'k');
  AsElement element = asWorkloadBuffer(workload, 0).element;
  bool isRounded = workload->family->isRounded;
  cublas.type = element == AS_ELEMENT_F16    ? typeF16
                : element == AS_ELEMENT_BF16 ? typeBf16
                                             : typeF32;
  cublas.compute = isRounded ? computeTf32 : computeF32;
  cublas.a = arrays[0];
  cublas.b = arrays[1];
  cublas.c = arrays[asWorkloadNumTensors(workload) - 1];
  snprintf(yardstick->name, sizeof yardstick->name, "cuBLAS %d.%d%s",
           version / 10000, version / 100 % 100,
           op != AS_MATMUL ? " (product)"
           : isRounded     ? " (tf32)"
                           : "");
  yardstick->isPart = op != AS_MATMUL;
  yardstick->work = (AsGpuWork){multiply, &cublas};
  return AS_OK;
}
