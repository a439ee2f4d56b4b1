//===- kernel-runtime.h - Functions that compiled kernels call
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowered MLIR calls a few functions that are neither in libc nor in libm.
// MLIR's own runtime library would bring all of MLIR into the measuring
// process, so the runner has its own versions. It also has the probes that
// profiled code calls (measure/profile-probes.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_KERNEL_RUNTIME_H
#define AS_MEASURE_KERNEL_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

typedef struct AsRuntimeFunction {
  const char *name;
  uint64_t address;
} AsRuntimeFunction;

/// All of them; *count says how many. Static storage.
const AsRuntimeFunction *asRuntimeFunctions(size_t *count);

#endif // AS_MEASURE_KERNEL_RUNTIME_H
