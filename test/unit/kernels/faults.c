//===- faults.c - Kernels that go wrong, each in its way
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled by test/unit/runner.c. The task is c[i] = 2 * a[i] + b[i] for N
// floats, N given by the compiler's command line.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE

#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KERNEL(name)                                                           \
  void as_entry_##name(void **buffers);                                        \
  void as_entry_##name(void **buffers)
#define OPERANDS                                                               \
  float *a = buffers[0], *b = buffers[1], *c = buffers[2];                     \
  (void)a, (void)b, (void)c

static void compute(const float *a, const float *b, float *c) {
  for (int i = 0; i < N; i++)
    c[i] = 2 * a[i] + b[i];
}

KERNEL(good) {
  OPERANDS;
  compute(a, b, c);
}

/// Whether the page is this process's own, or nothing tells. Bit 56 of a page
/// map entry.
static int ownsPage(const void *address) {
  uint64_t entry = 0;
  long page = sysconf(_SC_PAGESIZE);
  FILE *map = fopen("/proc/self/pagemap", "r");
  if (!map)
    return 1;
  if (fseek(map, (long)((uintptr_t)address / (uintptr_t)page * sizeof entry),
            SEEK_SET) ||
      fread(&entry, sizeof entry, 1, map) != 1)
    entry = (uint64_t)1 << 56;
  fclose(map);
  return (int)(entry >> 56 & 1);
}

/// Right if nobody copied the arguments for it.
KERNEL(shared) {
  OPERANDS;
  compute(a, b, c);
  volatile const float *first = a; // The page is there.
  (void)*first;
  if (ownsPage(a) || ownsPage(b))
    c[0] += 1;
}

/// Within the tolerance, but not equal.
KERNEL(rounded) {
  OPERANDS;
  compute(a, b, c);
  c[5] *= 1.0f + 0x1p-22f;
}

/// A result of a single element, which has the first argument's magnitude.
KERNEL(single) {
  OPERANDS;
  c[0] = a[0];
}

/// A rounding that is small beside the magnitude that it mostly has.
KERNEL(single_rounded) {
  OPERANDS;
  c[0] = a[0] + 0x1p-21f;
}

KERNEL(single_wrong) {
  OPERANDS;
  c[0] = a[0] + 0x1p-10f;
}

KERNEL(wrong) {
  OPERANDS;
  compute(a, b, c);
  c[17] += 1;
}

KERNEL(nan) {
  OPERANDS;
  compute(a, b, c);
  c[3] = NAN;
}

/// Leaves the last element as it was.
KERNEL(unwritten) {
  OPERANDS;
  float last = c[N - 1];
  compute(a, b, c);
  c[N - 1] = last;
}

KERNEL(crash) { *(volatile int *)8 = 1; }

static int sink(volatile char *above) {
  volatile char frame[4096];
  frame[0] = above ? above[0] : 1;
  return sink(frame) + frame[0];
}

KERNEL(overflow) { *(volatile int *)buffers[2] = sink(NULL); }

KERNEL(loop) {
  for (volatile int forever = 1; forever;)
    ;
}

KERNEL(exit) { exit(0); }

/// As by the system, where the machine has no memory left.
KERNEL(killed) { raise(SIGKILL); }

/// By mmap, not malloc, which a sanitizer would replace.
KERNEL(hog) {
  OPERANDS;
  compute(a, b, c);
  for (size_t size = 1 << 20;; size *= 2) {
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      abort();
    for (size_t i = 0; i < size; i += 4096)
      ((volatile char *)memory)[i] = 1;
  }
}

KERNEL(past) {
  OPERANDS;
  compute(a, b, c);
  ((volatile float *)c)[N] = 1;
}

KERNEL(before) {
  OPERANDS;
  compute(a, b, c);
  ((volatile float *)c)[-1] = 1;
}

/// Right once; wrong as soon as it sees what it left in its input.
KERNEL(overwriting) {
  OPERANDS;
  compute(a, b, c);
  for (int i = 0; i < N; i++)
    a[i] = 1000;
}

/// What kernels/parallel.c has to say of one or two pinned threads.
KERNEL(one) {
  OPERANDS;
  compute(a, b, c);
  c[N - 2] = c[N - 1] = 1;
}

KERNEL(two) {
  OPERANDS;
  compute(a, b, c);
  c[N - 2] = c[N - 1] = 2;
}

/// Leaves a process behind that keeps the group alive.
KERNEL(forking) {
  OPERANDS;
  if (fork() == 0)
    for (;;)
      pause();
  compute(a, b, c);
}

/// Waits for every line of its inputs, each load for the one before it.
KERNEL(chasing) {
  OPERANDS;
  int next = 0;
  for (int i = 0; i < N / 8; i++)
    next = (next + 16 * 29 + (a[next] > 2) + (b[next] > 2)) % N;
  compute(a, b, c);
  c[next] += 0;
}

static float packed[N];

/// Computes its result once.
KERNEL(as_load_packed) {
  OPERANDS;
  compute(a, b, packed);
}

KERNEL(packed) {
  OPERANDS;
  memcpy(c, packed, sizeof packed);
}

/// The same, and says where.
KERNEL(as_load_located) { as_entry_as_load_packed(buffers); }

KERNEL(located) {
  as_entry_packed(buffers);
  *(void **)buffers[3] = packed;
}

/// Slow enough to be given up on; the second run is as slow as the first.
KERNEL(slow) {
  OPERANDS;
  compute(a, b, c);
  usleep(20000);
}

/// What is computed once takes long, a run does not.
KERNEL(as_load_packing) { usleep(500000); }

KERNEL(packing) {
  OPERANDS;
  compute(a, b, c);
}

/// Slower than a test wants to run twice.
KERNEL(slower) {
  OPERANDS;
  compute(a, b, c);
  usleep(700000);
}

/// So slow the first time that one run tells enough, and quick from then on.
KERNEL(starting) {
  static int runs;
  OPERANDS;
  compute(a, b, c);
  if (runs++ == 0)
    usleep(200000);
}

/// Quick, but the first time something outside of this system has its core.
KERNEL(stolen) {
  static int runs;
  OPERANDS;
  compute(a, b, c);
  if (runs++ == 0)
    usleep(20000);
}

/// Quick, but the first time another process has its core.
KERNEL(disturbed) {
  static int runs;
  OPERANDS;
  compute(a, b, c);
  if (runs++)
    return;
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET((size_t)sched_getcpu(), &own);
  sched_setaffinity(0, sizeof own, &own);
  pid_t other = fork();
  for (clock_t start = clock(); other == 0;)
    if (clock() - start > CLOCKS_PER_SEC / 20)
      _exit(0);
  while (waitpid(other, NULL, WNOHANG) == 0)
    sched_yield();
}

/// Updates b in place, and has no use for a result; reads of a only.
KERNEL(inplace) {
  OPERANDS;
  for (int i = 0; i < N; i++)
    b[i] += a[i];
}

/// The same, with a for scratch, which is allowed.
KERNEL(scratch) {
  OPERANDS;
  for (int i = 0; i < N; i++) {
    a[i] *= 1;
    b[i] += a[i];
    a[i] = 0;
  }
}

KERNEL(misplaced) {
  OPERANDS;
  for (int i = 0; i < N; i++)
    a[i] += b[i];
}

KERNEL(nothing) {}

/// What a `memref.copy` between layouts becomes: c as a transposed matrix.
void memrefCopy(int64_t size, void *source, void *target);

KERNEL(copy) {
  OPERANDS;
  float transposed[N];
  for (int i = 0; i < N; i++)
    transposed[i % 2 * (N / 2) + i / 2] = 2 * a[i] + b[i];
  struct {
    void *allocated, *aligned;
    int64_t offset, sizes[2], strides[2];
  } from = {transposed, transposed, 0, {N / 2, 2}, {1, N / 2}},
    to = {c, c - 1, 1, {N / 2, 2}, {2, 1}};
  struct {
    int64_t rank;
    void *descriptor;
  } source = {2, &from}, target = {2, &to};
  memrefCopy(sizeof(float), &source, &target);
}
