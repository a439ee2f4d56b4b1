//===- object-linker.h - From object code to something to call
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's ORC links an object in memory within half a millisecond, without a
// linker process or files. The linker is made once, in the runner; objects are
// added only in its forks, so each finds it empty.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_OBJECT_LINKER_H
#define AS_MEASURE_OBJECT_LINKER_H

#include "as/error.h"
#include <stddef.h>

typedef struct AsLinker AsLinker;

/// A compiled entry point; see measure/entry-buffers.h.
typedef void (*AsKernelEntry)(void **buffers);

/// A function as an object offers it.
typedef struct AsKernel {
  AsKernelEntry run;
  /// To be called once, with the same buffers, before the first run: computes
  /// what constant arguments determine
  /// (lowering/constants/constant-hoisting.h). NULL where nothing is.
  AsKernelEntry load;
} AsKernel;

/// There is no end to it but that of the process.
AsStatus asLinkerCreate(AsLinker **linker, AsError *error);

/// Links `object` and finds the entry point `symbol` (support/entry-symbols.h)
/// in it. What the object needs comes from measure/kernel-runtime.h and from
/// this process, and so from what it has loaded.
AsStatus asLinkerLink(AsLinker *linker, const void *object, size_t length,
                      const char *symbol, AsKernel *kernel, AsError *error);

#endif // AS_MEASURE_OBJECT_LINKER_H
