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

typedef struct AsLinker AsLinker;

/// A compiled entry point; see measure/entry-buffers.h.
typedef void (*AsKernelEntry)(void **buffers);

/// The entry points of a function.
typedef struct AsKernel {
  AsKernelEntry run;
  /// Call it once, with the same buffers, before the first run: it computes
  /// what depends on constant arguments alone
  /// (lowering/constants/constant-hoisting.h). NULL if nothing does.
  AsKernelEntry load;
} AsKernel;

/// Nothing frees it but the end of the process.
AsStatus asLinkerCreate(AsLinker **linker, AsError *error);

/// Links `object` and finds the entry point `symbol` (support/entry-symbols.h)
/// in it. Symbols that the object needs come from measure/kernel-runtime.h,
/// this process and the libraries that it has loaded.
AsStatus asLinkerLink(AsLinker *linker, const void *object, size_t length,
                      const char *symbol, AsKernel *kernel, AsError *error);

#endif // AS_MEASURE_OBJECT_LINKER_H
