//===- affine-kernel.h - Kernels of bench/affine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel has no result: it updates arrays that are given to it. So each run
// of a contender begins, untimed, with the initial values of what it writes,
// and the result that is compared is all that was written, one array after
// another.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_AFFINE_KERNEL_H
#define AS_BENCH_AFFINE_KERNEL_H

#include "bench/lineup.h"
#include "bench/tuned.h"
#include "support/text.h"

/// What the generator is asked for.
typedef struct AsKernels {
  const char *python;      ///< The interpreter.
  const char *size, *type; ///< As the generator takes them.
  char **names;            ///< Owned.
  int count;
} AsKernels;

AsStatus asKernelsFind(AsKernels *kernels, AsError *error);
void asKernelsFree(AsKernels *kernels);

typedef struct AsKernel {
  AsInput input; ///< The kernel alone, as as-opt gets it.
  char *module;  ///< The same with the function for initial values.
  AsArena arena; ///< Of the signature.
  AsSignature signature;
  bool *isWritten; ///< Of each argument.
  AsOperands operands;
  void **initial; ///< The arguments' initial values; zero at first.
} AsKernel;

/// Has the generator write the kernel called `name`.
AsStatus asKernelCreate(const AsKernels *kernels, const char *name,
                        AsKernel *kernel, AsError *error);
void asKernelFree(AsKernel *kernel);

/// The name of a function for its initial values, or of the kernel itself.
void asKernelFunction(const AsKernel *kernel, const char *prefix, AsText *text);

/// What computes a kernel from the arguments in place.
typedef void AsKernelRun(void *state, void **arguments);

/// Enters a contender; `state` becomes its own, and is freed with free().
AsContender *asKernelEnter(AsKernel *kernel, const char *name, AsKernelRun *run,
                           void *state, AsLineup *lineup);

/// Whether what must only be read has its initial values still.
bool asKernelIsIntact(const AsKernel *kernel);

/// How far a result is from the expected one: the largest of the deviations of
/// the arrays (measure/entry-buffers.h).
double asKernelDeviation(const AsKernel *kernel, const void *actual,
                         const void *expected);

#endif // AS_BENCH_AFFINE_KERNEL_H
