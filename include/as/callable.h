//===- callable.h - Calling what as-opt has compiled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of a shared object that as-opt has made (--emit=shared), whatever
// its types. Of "[batch]x32xf32,32x16xf32->[batch]x16xf32":
//
//   AsCallable *linear;
//   status = asCallableOpen("linear.so", "linear", &linear, &error);
//   const int64_t x[] = {37, 32}, w[] = {32, 16};
//   int64_t sizes[1], dims[2];
//   status = asCallableSizes(linear, (const int64_t *const[]){x, w}, sizes,
//                            &error);                         // 37
//   status = asCallableDims(linear, sizes, 2, dims, &error);  // 37, 16
//   status = asCallableRun(linear, sizes, (void *[]){a, b, result}, &error);
//   asCallableClose(linear);
//
// Buffers are numbered: arguments, then results. Each is dense and row-major, a
// scalar too is passed by a pointer to it. Several threads may use a callable
// at the same time. A program that only calls needs none of this: see the
// header that as-opt writes (--header).
//
//===----------------------------------------------------------------------===//

#ifndef AS_CALLABLE_H
#define AS_CALLABLE_H

#include "as/element.h"
#include "as/error.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A function that can be called.
typedef struct AsCallable AsCallable;

/// Loads the function `name` of the shared object `path`. AS_NOT_FOUND if it
/// has none of that name; AS_UNSUPPORTED if it is for a CPU with features that
/// this one lacks. The caller owns *callable, and frees it with
/// asCallableClose.
AsStatus asCallableOpen(const char *path, const char *name,
                        AsCallable **callable, AsError *error);

/// Frees `callable`, and unloads the shared object if nobody else has it
/// loaded; NULL is allowed.
void asCallableClose(AsCallable *callable);

/// "[batch]x32xf32,32x16xf32->[batch]x16xf32". Borrowed, as the names below.
const char *asCallableSignature(const AsCallable *callable);
int asCallableNumArguments(const AsCallable *callable); ///< The first buffers.
int asCallableNumBuffers(const AsCallable *callable);   ///< Results included.
AsElement asCallableElement(const AsCallable *callable, int buffer);
int asCallableRank(const AsCallable *callable, int buffer); ///< 0 of a scalar.

/// How many sizes a call takes; 0 where all shapes are static.
int asCallableNumSizes(const AsCallable *callable);
const char *asCallableSizeName(const AsCallable *callable, int size);

/// Finds the sizes from the shapes of all arguments: dims[a][d] is dimension d
/// of argument a; NULL is allowed for a scalar. AS_INVALID_INPUT if a dimension
/// is not what the function takes, or two that have to be one size differ; the
/// message names them.
AsStatus asCallableSizes(const AsCallable *callable, const int64_t *const *dims,
                         int64_t *sizes, AsError *error);

/// The dimensions of a buffer at these sizes, as many as its rank.
/// AS_INVALID_INPUT if the function cannot be called with the sizes: one is
/// negative, an array would be too large, or they do not go together. `sizes`
/// may be NULL if there are none.
AsStatus asCallableDims(const AsCallable *callable, const int64_t *sizes,
                        int buffer, int64_t *dims, AsError *error);

/// Computes what the function needs of its constant arguments: to be called
/// before the first run, and when they have changed, with the buffers of a run
/// (results are not used). Does nothing if there are none.
AsStatus asCallablePrepare(const AsCallable *callable, const int64_t *sizes,
                           void *const *buffers, AsError *error);

/// Runs the function. AS_INVALID_INPUT as of asCallableDims, and
/// AS_OUT_OF_MEMORY if there is no memory for what is between its operations;
/// then no buffer was touched.
AsStatus asCallableRun(const AsCallable *callable, const int64_t *sizes,
                       void *const *buffers, AsError *error);

#ifdef __cplusplus
}
#endif

#endif // AS_CALLABLE_H
