//===- cold-weights.c - Weights that are not in the caches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See cold-weights.h. A line is flushed by its address, which takes no longer
// than reading it, whereas emptying the caches by reading something else takes
// milliseconds.
//
// The linker puts the sections of an object next to each other, so what a
// kernel can write of them is found in the list of mappings, beside its code:
//
//   7f0000000000-7f0000001000 r-xp ...    the code
//   7f0000001000-7f0000002000 r--p ...    numbers
//   7f0000002000-7f0000c02000 rw-p ...    packed weights
//
//===----------------------------------------------------------------------===//

#include "measure/cold-weights.h"
#include "support/arena.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

enum { lineBytes = 64 };

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

static void add(AsColdWeights *weights, uintptr_t start, size_t size) {
  weights->ranges = asRealloc(weights->ranges, (size_t)(weights->count + 1) *
                                                   sizeof *weights->ranges);
  weights->ranges[weights->count++] = (AsMemoryRange){start, size};
}

typedef struct Mapping {
  uintptr_t start, end;
  bool isWritable;
  bool isOurs; ///< Memory of this process alone, and of no file.
} Mapping;

/// A line is "7f0000001000-7f0000002000 rw-p 00000000 00:00 0 name".
static bool readMapping(FILE *file, Mapping *mapping) {
  char line[512], flags[5];
  unsigned long inode;
  if (!fgets(line, sizeof line, file))
    return false;
  bool isRead = sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*x %*s %lu",
                       &mapping->start, &mapping->end, flags, &inode) == 4;
  mapping->isWritable = isRead && flags[1] == 'w';
  mapping->isOurs = isRead && flags[0] == 'r' && flags[3] == 'p' && inode == 0;
  while (!strchr(line, '\n') && fgets(line, sizeof line, file))
    ; // The name of a file may be long.
  return isRead;
}

/// Adds what is writable among the mappings around the code, up to a gap: what
/// is not mapped, a guard page of a buffer (guarded-buffers.h), or a file.
static void addLinked(AsColdWeights *weights, uintptr_t code) {
  FILE *file = fopen("/proc/self/maps", "r");
  int first = weights->count; // Of the mappings since the last gap.
  uintptr_t last = 0;
  bool isFound = false;
  for (Mapping mapping; file && readMapping(file, &mapping);
       last = mapping.end) {
    bool isGap = mapping.start != last || !mapping.isOurs;
    if (isGap && isFound)
      break;
    if (isGap)
      weights->count = first;
    isFound |= code >= mapping.start && code < mapping.end;
    if (mapping.isWritable && mapping.isOurs)
      add(weights, mapping.start, mapping.end - mapping.start);
  }
  if (!isFound)
    weights->count = first;
  if (file)
    fclose(file);
}

AsColdWeights asColdWeightsFind(const AsKernel *kernel, const AsBuffer *buffers,
                                int numBuffers, void *const *data) {
  AsColdWeights weights = {NULL, 0};
  for (int b = 0; b < numBuffers; b++)
    if (buffers[b].isWeight)
      add(&weights, (uintptr_t)data[b], asBufferBytes(&buffers[b]));
  if (kernel->load)
    addLinked(&weights, (uintptr_t)kernel->run);
  return weights;
}

//===----------------------------------------------------------------------===//
// Flushing
//===----------------------------------------------------------------------===//

#ifdef __x86_64__

/// Any number of lines at once, where the other flushes one after the other.
__attribute__((target("clflushopt"))) static void flushAtOnce(uintptr_t start,
                                                              size_t size) {
  for (size_t i = 0; i < size; i += lineBytes)
    _mm_clflushopt((void *)(start + i)); // NOLINT(performance-no-int-to-ptr)
}

static void flushInTurn(uintptr_t start, size_t size) {
  for (size_t i = 0; i < size; i += lineBytes)
    _mm_clflush((void *)(start + i)); // NOLINT(performance-no-int-to-ptr)
}

static bool hasFlushAtOnce(void) {
  unsigned a, b = 0, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 23 & 1);
}

void asColdWeightsFlush(const AsColdWeights *weights) {
  void (*flush)(uintptr_t, size_t) =
      hasFlushAtOnce() ? flushAtOnce : flushInTurn;
  for (int r = 0; r < weights->count; r++)
    flush(weights->ranges[r].start, weights->ranges[r].size);
  if (weights->count)
    _mm_mfence();
}

#elif defined __aarch64__

void asColdWeightsFlush(const AsColdWeights *weights) {
  for (int r = 0; r < weights->count; r++)
    for (size_t i = 0; i < weights->ranges[r].size; i += lineBytes)
      __asm__ volatile("dc civac, %0" ::"r"(weights->ranges[r].start + i)
                       : "memory");
  if (weights->count)
    __asm__ volatile("dsb sy" ::: "memory");
}

#else

void asColdWeightsFlush(const AsColdWeights *weights) {}

#endif
