//===- object-linker.h - Linking object code in memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links object code into this process and finds its entry point. LLVM's ORC
// does so in memory within half a millisecond, without a linker process or
// files. The runner creates the linker once; only its forks add objects, so
// each fork finds it empty.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_OBJECT_LINKER_H
#define AS_MEASURE_OBJECT_LINKER_H

#include "as/error.h"
#include <stddef.h>
#include <stdint.h>

typedef struct AsLinker AsLinker;

/// A compiled entry point; see measure/entry-buffers.h.
typedef void (*AsKernelEntry)(void **buffers);

/// What those of a function with dynamic dimensions are in truth
/// (support/entry-symbols.h).
typedef int (*AsSizedEntry)(void **buffers, const int64_t *sizes);
typedef int (*AsSizesEntry)(const int64_t *in, int64_t *out);

/// The entry points of a function.
typedef struct AsKernel {
  AsKernelEntry run;
  /// Call it once, with the same buffers, before the first run: it computes
  /// what depends on constant arguments alone
  /// (lowering/constants/constant-hoisting.h). NULL if nothing does.
  AsKernelEntry load;
  AsSizesEntry computeSizes; ///< NULL unless it has dynamic dimensions.
  const int64_t *sizes;      ///< What to call it with then.
} AsKernel;

/// Calls `entry`, one of the two. Returns what that does, as of
/// support/entry-symbols.h; 0 of a function without dynamic dimensions.
static inline int asKernelCall(const AsKernel *kernel, AsKernelEntry entry,
                               void **buffers) {
  if (kernel->sizes)
    return ((AsSizedEntry)(void (*)(void))entry)(buffers, kernel->sizes);
  entry(buffers);
  return 0;
}

static inline int asKernelRun(const AsKernel *kernel, void **buffers) {
  return asKernelCall(kernel, kernel->run, buffers);
}

/// Nothing frees it but the end of the process.
AsStatus asLinkerCreate(AsLinker **linker, AsError *error);

/// Links `object` and finds the entry point `symbol` (support/entry-symbols.h)
/// in it. Symbols that the object needs come from measure/kernel-runtime.h,
/// this process and the libraries that it has loaded.
AsStatus asLinkerLink(AsLinker *linker, const void *object, size_t length,
                      const char *symbol, AsKernel *kernel, AsError *error);

#endif // AS_MEASURE_OBJECT_LINKER_H
