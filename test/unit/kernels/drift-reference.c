//===- drift-reference.c - A program to time others beside
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It has the symbols of slow kernels in faults.c, and is not slow at all.
//
//===----------------------------------------------------------------------===//

#include <unistd.h>

#define QUICK(name)                                                            \
  void as_entry_##name(void **buffers);                                        \
  void as_entry_##name(void **buffers) {                                       \
    volatile float *result = buffers[2];                                       \
    result[0] = result[0] + 1;                                                 \
  }

QUICK(slow)
QUICK(starting)

/// What this one computes once takes longer than its runs.
QUICK(good)

void as_entry_as_load_good(void **buffers);
void as_entry_as_load_good(void **buffers) { usleep(2000000); }
