//===- parallel.c - A kernel with OpenMP threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last element tells how many threads took part, and the one before it
// how many different cores they were on.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <sched.h>

void as_entry_parallel(void **buffers);
void as_entry_parallel(void **buffers) {
  float *a = buffers[0], *b = buffers[1], *c = buffers[2];
  int threads = 0;
  unsigned long cores = 0;
#pragma omp parallel reduction(+ : threads) reduction(| : cores)
  {
    threads++;
    cpu_set_t mine;
    sched_getaffinity(0, sizeof mine, &mine);
    // Not pinned to one core: counts for none.
    if (CPU_COUNT(&mine) == 1)
      cores |= 1ul << sched_getcpu() % 64;
#pragma omp for
    for (int i = 0; i < N; i++)
      c[i] = 2 * a[i] + b[i];
  }
  c[N - 2] = (float)__builtin_popcountl(cores);
  c[N - 1] = (float)threads;
}
