//===- cpu-timing.h - Timing on the CPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run is an entry point called with the buffers. A batch during which the
// system gave the core to somebody else is run again.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_CPU_TIMING_H
#define AS_MEASURE_CPU_TIMING_H

#include "measure/object-linker.h"
#include <stddef.h>

/// Memory that is written to push everything else out of the caches.
typedef struct AsEviction {
  volatile char *memory; ///< NULL to leave them as they are.
  size_t size;
} AsEviction;

/// Twice the last-level cache; free never, the process ends.
AsEviction asEvictionCreate(void);
void asEvict(const AsEviction *eviction);

/// A program, and what it runs on.
typedef struct AsHostCourse {
  AsKernelEntry entry;
  void **data;
  AsEviction eviction; ///< Before each batch.
} AsHostCourse;

/// An AsTimed's `run`, with an AsHostCourse for context.
double asHostRun(void *context, long runs);

#endif // AS_MEASURE_CPU_TIMING_H
