//===- single.c - The one function of a library
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

const char as_signature_apply[] = "2xf32->2xf32";
void as_entry_apply(void **buffers);

void as_entry_apply(void **buffers) {
  const float *from = buffers[0];
  float *to = buffers[1];
  for (int i = 0; i < 2; i++)
    to[i] = from[i] + from[i];
}
