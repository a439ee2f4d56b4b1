//===- cpu-timing.h - Timing on the CPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times kernels on the CPU: a run calls the entry point with the buffers. A
// batch is repeated if the operating system gave the core to another process
// meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_CPU_TIMING_H
#define AS_MEASURE_CPU_TIMING_H

#include "measure/cold-weights.h"
#include "measure/object-linker.h"
#include <stddef.h>

/// Memory that is written to evict everything else from the caches.
typedef struct AsEviction {
  volatile char *memory; ///< NULL to leave the caches alone.
  size_t size;
} AsEviction;

/// Twice the last-level cache. It is never freed, as the process ends.
AsEviction asEvictionCreate(void);
void asEvict(const AsEviction *eviction);

/// A kernel and its buffers.
typedef struct AsHostCourse {
  const AsKernel *kernel;
  void **data;
  AsEviction eviction; ///< Before each batch.
  AsColdWeights cold;  ///< Flushed before each batch.
} AsHostCourse;

/// Seconds that this thread, the first of its process, has been ready to run
/// while another one had the core; 0 where nothing tells.
double asWaitedForCore(void);

/// The `run` of an AsTimed; its context is an AsHostCourse.
double asHostRun(void *context, long runs);

#endif // AS_MEASURE_CPU_TIMING_H
