//===- affine-blas.c - Kernels by OpenBLAS
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By the interface for Fortran, whose arguments are pointers all: so one table
// of functions serves both element types. Fortran's matrices lie by columns,
// ours by rows: each of ours is the transpose of what Fortran sees, its lower
// half is the upper one, and C = A B is C^T = B^T A^T.
//
//===----------------------------------------------------------------------===//

#include "bench/affine-blas.h"
#include "bench/library.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

typedef const char *Flag;
typedef const int *Size;
typedef const void *In;

/// The routines that are used, of one element type.
typedef struct Routines {
  void (*gemm)(Flag transA, Flag transB, Size m, Size n, Size k, In alpha, In a,
               Size lda, In b, Size ldb, In beta, void *c, Size ldc);
  void (*symm)(Flag side, Flag half, Size m, Size n, In alpha, In a, Size lda,
               In b, Size ldb, In beta, void *c, Size ldc);
  void (*syrk)(Flag half, Flag trans, Size n, Size k, In alpha, In a, Size lda,
               In beta, void *c, Size ldc);
  void (*syr2k)(Flag half, Flag trans, Size n, Size k, In alpha, In a, Size lda,
                In b, Size ldb, In beta, void *c, Size ldc);
  void (*trmm)(Flag side, Flag half, Flag trans, Flag diagonal, Size m, Size n,
               In alpha, In a, Size lda, void *b, Size ldb);
  void (*gemv)(Flag trans, Size m, Size n, In alpha, In a, Size lda, In x,
               Size incx, In beta, void *y, Size incy);
  void (*ger)(Size m, Size n, In alpha, In x, Size incx, In y, Size incy,
              void *a, Size lda);
  void (*axpy)(Size n, In alpha, In x, Size incx, void *y, Size incy);
  void (*trsv)(Flag half, Flag trans, Flag diagonal, Size n, In a, Size lda,
               void *x, Size incx);
  void (*potrf)(Flag half, Size n, void *a, Size lda, int *info);
} Routines;

/// In the order of the fields, which are pointers to functions all.
static const char *const names[] = {"gemm", "symm", "syrk", "syr2k", "trmm",
                                    "gemv", "ger",  "axpy", "trsv",  "potrf"};
enum { numNames = sizeof names / sizeof *names };
_Static_assert(sizeof(Routines) == numNames * sizeof(void *), "one name each");

struct AsBlas {
  Routines f64, f32;
};

static AsStatus findRoutines(void *library, char letter, Routines *routines,
                             AsError *error) {
  for (int i = 0; i < numNames; i++) {
    char symbol[16];
    void *address;
    snprintf(symbol, sizeof symbol, "%c%s_", letter, names[i]);
    if (asLibrarySymbol(library, symbol, &address, error))
      return error->status;
    memcpy((char *)routines + (size_t)i * sizeof address, &address,
           sizeof address);
  }
  return AS_OK;
}

AsStatus asBlasOpen(AsBlas **blas, char *description, size_t size,
                    AsError *error) {
  void *library;
  Routines f64, f32;
  if (asLibraryOpenblas(NULL, &library, description, size, error) ||
      findRoutines(library, 'd', &f64, error) ||
      findRoutines(library, 's', &f32, error))
    return error->status;
  *blas = asAlloc(sizeof **blas);
  **blas = (AsBlas){f64, f32};
  return AS_OK;
}

void asBlasFree(AsBlas *blas) { free(blas); }

//===----------------------------------------------------------------------===//
// In our order
//===----------------------------------------------------------------------===//

/// A kernel's arguments with the routines and constants of their type.
typedef struct Call {
  const Routines *blas;
  In zero, one, alpha, beta; // As bench/affine has them.
  size_t elementBytes;
  const AsShape *shapes;
  void *between; // For one row of matrices; NULL where none is needed.
} Call;

static const int unit = 1;

static int sizeOf(const Call *call, int argument, int dimension) {
  return (int)call->shapes[argument].sizes[dimension];
}

/// c = scale a b + keep c, a being m x k and b k x n.
static void multiply(const Call *call, int m, int n, int k, In scale, In a,
                     In b, In keep, void *c) {
  call->blas->gemm("N", "N", &n, &m, &k, scale, b, &n, a, &k, keep, c, &n);
}

/// y = scale A x + keep y, A being m x n.
static void apply(const Call *call, int m, int n, In scale, In A, In x, In keep,
                  void *y) {
  call->blas->gemv("T", &n, &m, scale, A, &n, x, &unit, keep, y, &unit);
}

/// y = scale A^T x + keep y
static void applyTransposed(const Call *call, int m, int n, In scale, In A,
                            In x, In keep, void *y) {
  call->blas->gemv("N", &n, &m, scale, A, &n, x, &unit, keep, y, &unit);
}

//===----------------------------------------------------------------------===//
// The kernels
//===----------------------------------------------------------------------===//

static void runGemm(void *state, void **a) {
  const Call *call = state;
  multiply(call, sizeOf(call, 0, 0), sizeOf(call, 0, 1), sizeOf(call, 1, 1),
           call->alpha, a[1], a[2], call->beta, a[0]);
}

static void run2mm(void *state, void **a) {
  const Call *call = state;
  const int ni = sizeOf(call, 0, 0), nj = sizeOf(call, 0, 1);
  multiply(call, ni, nj, sizeOf(call, 1, 1), call->alpha, a[1], a[2],
           call->zero, a[0]);
  multiply(call, ni, sizeOf(call, 4, 1), nj, call->one, a[0], a[3], call->beta,
           a[4]);
}

/// The product of two arguments becomes a third.
static void multiplyArguments(const Call *call, void **a, int left, int right,
                              int result) {
  multiply(call, sizeOf(call, left, 0), sizeOf(call, right, 1),
           sizeOf(call, right, 0), call->one, a[left], a[right], call->zero,
           a[result]);
}

static void run3mm(void *state, void **a) {
  multiplyArguments(state, a, 1, 2, 0);
  multiplyArguments(state, a, 4, 5, 3);
  multiplyArguments(state, a, 0, 3, 6);
}

static void runChain(void *state, void **a) {
  multiplyArguments(state, a, 0, 1, 4);
  multiplyArguments(state, a, 4, 2, 5);
  multiplyArguments(state, a, 5, 3, 6);
}

// The last row is what the kernel leaves in its array for sums.
static void runDoitgen(void *state, void **a) {
  const Call *call = state;
  const int nr = sizeOf(call, 0, 0), nq = sizeOf(call, 0, 1);
  const int np = sizeOf(call, 0, 2);
  const size_t row = call->elementBytes * (size_t)np, slice = row * (size_t)nq;
  for (int r = 0; r < nr; r++) {
    char *at = (char *)a[0] + slice * (size_t)r;
    multiply(call, nq, np, np, call->one, at, a[1], call->zero, call->between);
    memcpy(at, call->between, slice);
  }
  memcpy(a[2], (char *)call->between + slice - row, row);
}

static void runSymm(void *state, void **a) {
  const Call *call = state;
  const int m = sizeOf(call, 0, 0), n = sizeOf(call, 0, 1);
  call->blas->symm("R", "U", &n, &m, call->alpha, a[1], &m, a[2], &n,
                   call->beta, a[0], &n);
}

static void runSyrk(void *state, void **a) {
  const Call *call = state;
  const int n = sizeOf(call, 1, 0), m = sizeOf(call, 1, 1);
  call->blas->syrk("U", "T", &n, &m, call->alpha, a[1], &m, call->beta, a[0],
                   &n);
}

static void runSyr2k(void *state, void **a) {
  const Call *call = state;
  const int n = sizeOf(call, 1, 0), m = sizeOf(call, 1, 1);
  call->blas->syr2k("U", "T", &n, &m, call->alpha, a[1], &m, a[2], &m,
                    call->beta, a[0], &n);
}

static void runTrmm(void *state, void **a) {
  const Call *call = state;
  const int m = sizeOf(call, 1, 0), n = sizeOf(call, 1, 1);
  call->blas->trmm("R", "U", "T", "U", &n, &m, call->alpha, a[0], &m, a[1], &n);
}

static void runAtax(void *state, void **a) {
  const Call *call = state;
  const int m = sizeOf(call, 0, 0), n = sizeOf(call, 0, 1);
  apply(call, m, n, call->one, a[0], a[1], call->zero, a[3]);
  applyTransposed(call, m, n, call->one, a[0], a[3], call->zero, a[2]);
}

static void runBicg(void *state, void **a) {
  const Call *call = state;
  const int n = sizeOf(call, 0, 0), m = sizeOf(call, 0, 1);
  applyTransposed(call, n, m, call->one, a[0], a[4], call->zero, a[1]);
  apply(call, n, m, call->one, a[0], a[3], call->zero, a[2]);
}

static void runMvt(void *state, void **a) {
  const Call *call = state;
  const int n = sizeOf(call, 0, 0);
  apply(call, n, n, call->one, a[4], a[2], call->one, a[0]);
  applyTransposed(call, n, n, call->one, a[4], a[3], call->one, a[1]);
}

static void runGemver(void *state, void **a) {
  const Call *call = state;
  const int n = sizeOf(call, 0, 0);
  for (int i = 1; i < 4; i += 2)
    call->blas->ger(&n, &n, call->one, a[i + 1], &unit, a[i], &unit, a[0], &n);
  applyTransposed(call, n, n, call->beta, a[0], a[7], call->one, a[6]);
  call->blas->axpy(&n, call->one, a[8], &unit, a[6], &unit);
  apply(call, n, n, call->alpha, a[0], a[6], call->zero, a[5]);
}

static void runGesummv(void *state, void **a) {
  const Call *call = state;
  const int n = sizeOf(call, 0, 0);
  apply(call, n, n, call->one, a[0], a[3], call->zero, a[2]);
  apply(call, n, n, call->beta, a[1], a[3], call->zero, a[4]);
  call->blas->axpy(&n, call->alpha, a[2], &unit, a[4], &unit);
}

static void runCholesky(void *state, void **a) {
  const Call *call = state;
  const int n = sizeOf(call, 0, 0);
  int info;
  call->blas->potrf("U", &n, a[0], &n, &info);
}

static void runTrisolv(void *state, void **a) {
  const Call *call = state;
  const int n = sizeOf(call, 0, 0);
  memcpy(a[1], a[2], call->elementBytes * (size_t)n);
  call->blas->trsv("U", "T", "N", &n, a[0], &n, a[1], &unit);
}

static const struct {
  const char *name;
  AsKernelRun *run;
} kernels[] = {
    {"gemm", runGemm},       {"2mm", run2mm},
    {"3mm", run3mm},         {"doitgen", runDoitgen},
    {"symm", runSymm},       {"syrk", runSyrk},
    {"syr2k", runSyr2k},     {"trmm", runTrmm},
    {"atax", runAtax},       {"bicg", runBicg},
    {"mvt", runMvt},         {"gemver", runGemver},
    {"gesummv", runGesummv}, {"cholesky", runCholesky},
    {"trisolv", runTrisolv}, {"matmul-chain", runChain},
};

static Call callOf(const AsBlas *blas, const AsKernel *kernel) {
  static const double f64[] = {0, 1, 1.5, 1.2};
  static const float f32[] = {0, 1, 1.5F, 1.2F};
  const AsShape *shapes = kernel->signature.shapes;
  if (kernel->operands.result.element == AS_ELEMENT_F64)
    return (Call){&blas->f64, &f64[0],     &f64[1], &f64[2],
                  &f64[3],    sizeof *f64, shapes,  NULL};
  return (Call){&blas->f32, &f32[0],     &f32[1], &f32[2],
                &f32[3],    sizeof *f32, shapes,  NULL};
}

void asBlasEnter(const AsBlas *blas, AsKernel *kernel, AsLineup *lineup) {
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    if (strcmp(kernels[i].name, kernel->input.name))
      continue;
    Call call = callOf(blas, kernel);
    size_t between = 0;
    if (kernels[i].run == runDoitgen)
      between = call.elementBytes * (size_t)sizeOf(&call, 0, 1) *
                (size_t)sizeOf(&call, 0, 2);
    Call *state = asAlloc(sizeof call + between);
    call.between = between ? state + 1 : NULL;
    *state = call;
    asKernelEnter(kernel, "openblas", kernels[i].run, state, lineup);
  }
}
