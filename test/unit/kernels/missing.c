//===- missing.c - A kernel that needs what nobody has
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

void no_such_function(void *buffer);

void as_entry_missing(void **buffers);
void as_entry_missing(void **buffers) { no_such_function(buffers[0]); }
