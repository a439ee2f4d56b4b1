//===- bfloat.c - Rounding to bf16 in software
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled for a CPU that cannot round to bf16, so that the kernels call
// __truncsfbf2 and __truncdfbf2. The references do it with integers.
//
//===----------------------------------------------------------------------===//

#include <string.h>

static unsigned bitsOf(float value) {
  unsigned bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// A hair above the middle between two neighbours in bf16, the lower of which
/// is in `bits`. As a float it is the middle itself.
static double aboveMiddle(unsigned bits) {
  bits = (bits & 0xffff0000) | 0x8000;
  float middle;
  memcpy(&middle, &bits, sizeof middle);
  return middle * (1 + 0x1p-40);
}

#define KERNEL(name, Type, expression)                                         \
  void as_entry_##name(void **buffers);                                        \
  void as_entry_##name(void **buffers) {                                       \
    const float *a = buffers[0];                                               \
    Type *c = buffers[2];                                                      \
    for (int i = 0; i < N; i++)                                                \
      c[i] = (Type)(expression);                                               \
  }

KERNEL(single, __bf16, a[i] * 3)
KERNEL(singleReference, unsigned short,
       (bitsOf(a[i] * 3) + 0x7fff + (bitsOf(a[i] * 3) >> 16 & 1)) >> 16)
KERNEL(twice, __bf16, aboveMiddle(bitsOf(a[i])))
KERNEL(twiceReference, unsigned short, (bitsOf(a[i]) >> 16) + 1)
