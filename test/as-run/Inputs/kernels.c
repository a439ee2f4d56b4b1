//===- kernels.c - Functions to run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shared object as as-opt --emit=shared makes them, of functions that it
// does not make: most of them misbehave.
//
//===----------------------------------------------------------------------===//

#include <stdlib.h>

#define FUNCTION(name, signature)                                              \
  const char as_signature_##name[] = signature;                                \
  void as_entry_##name(void **buffers);                                        \
  void as_entry_##name(void **buffers)

FUNCTION(twice, "2xf32->2xf32") {
  const float *from = buffers[0];
  float *to = buffers[1];
  for (int i = 0; i < 2; i++)
    to[i] = 2 * from[i];
}

FUNCTION(thrice, "2xf32->2xf32") {
  const float *from = buffers[0];
  float *to = buffers[1];
  for (int i = 0; i < 2; i++)
    to[i] = 3 * from[i];
}

FUNCTION(crash, "f32->f32") { *(volatile int *)8 = 1; }

FUNCTION(leave, "f32->f32") { exit(0); }

/// Dies in a later run.
FUNCTION(late, "f32->f32") {
  static int runs;
  *(float *)buffers[1] = 0;
  if (++runs == 10)
    abort();
}

/// Into the guard page, and into the slack before it.
FUNCTION(far, "4xf32->4xf32") { ((volatile float *)buffers[1])[64] = 1; }
FUNCTION(near, "4xf32->4xf32") { ((volatile float *)buffers[1])[5] = 1; }

const char as_signature_bodiless[] = "f32->f32";
