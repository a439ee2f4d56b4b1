//===- kernel-runtime.c - Functions that compiled kernels call
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/kernel-runtime.h"
#include "measure/profile-probes.h"
#include <math.h>
#include <string.h>

/// MLIR's UnrankedMemRefType.
typedef struct UnrankedMemRef {
  int64_t rank;
  void *descriptor; ///< A MemRef of that rank.
} UnrankedMemRef;

/// The descriptor of a strided memref.
typedef struct MemRef {
  void *allocated;
  char *aligned;
  int64_t offset;
  int64_t sizesAndStrides[]; ///< `rank` sizes, then `rank` strides.
} MemRef;

/// Copies `rank` dimensions; strides are in elements.
static void copyStrided(int64_t size, int64_t rank, const int64_t *sizes,
                        const char *from, const int64_t *fromStrides, char *to,
                        const int64_t *toStrides) {
  if (rank == 0) {
    memcpy(to, from, (size_t)size);
    return;
  }
  if (rank == 1 && fromStrides[0] == 1 && toStrides[0] == 1) {
    memcpy(to, from, (size_t)(sizes[0] * size));
    return;
  }
  for (int64_t i = 0; i < sizes[0]; i++)
    copyStrided(size, rank - 1, sizes + 1, from + i * fromStrides[0] * size,
                fromStrides + 1, to + i * toStrides[0] * size, toStrides + 1);
}

/// The call of a lowered memref.copy between different layouts. The shapes are
/// equal.
static void memrefCopy(int64_t elementSize, const UnrankedMemRef *source,
                       const UnrankedMemRef *target) {
  const MemRef *from = source->descriptor, *to = target->descriptor;
  int64_t rank = source->rank;
  copyStrided(
      elementSize, rank, from->sizesAndStrides,
      from->aligned + from->offset * elementSize, from->sizesAndStrides + rank,
      to->aligned + to->offset * elementSize, to->sizesAndStrides + rank);
}

#ifdef __x86_64__
/// LLVM calls these to round to bf16 on CPUs without an instruction for it, and
/// libgcc only has them since version 13. A bf16 is returned in xmm0, as a
/// _Float16 is.
static _Float16 truncateFloatToBfloat(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  // To nearest, ties to even; a NaN stays one.
  bits = isnan(value) ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1);
  uint16_t half = (uint16_t)(bits >> 16);
  _Float16 result;
  memcpy(&result, &half, sizeof result);
  return result;
}

static _Float16 truncateDoubleToBfloat(double value) {
  // Rounding twice is exact if the first rounding is to odd.
  float nearest = (float)value;
  uint32_t bits;
  memcpy(&bits, &nearest, sizeof bits);
  if (isfinite(value) && (double)nearest != value && !(bits & 1)) {
    bits = fabs((double)nearest) > fabs(value) ? bits - 1 : bits + 1;
    memcpy(&nearest, &bits, sizeof nearest);
  }
  return truncateFloatToBfloat(nearest);
}
#endif

const AsRuntimeFunction *asRuntimeFunctions(size_t *count) {
  static AsRuntimeFunction functions[] = {
      {"memrefCopy", 0},   {AS_PROBE_START, 0}, {AS_PROBE_STOP, 0},
#ifdef __x86_64__
      {"__truncsfbf2", 0}, {"__truncdfbf2", 0},
#endif
  };
  // A pointer converted to an integer is not a constant expression in C.
  functions[0].address = (uintptr_t)memrefCopy;
  functions[1].address = (uintptr_t)asProbeStart;
  functions[2].address = (uintptr_t)asProbeStop;
#ifdef __x86_64__
  functions[3].address = (uintptr_t)truncateFloatToBfloat;
  functions[4].address = (uintptr_t)truncateDoubleToBfloat;
#endif
  *count = sizeof functions / sizeof *functions;
  return functions;
}
