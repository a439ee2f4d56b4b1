//===- entry-symbols.h - What the symbols of compiled code are called
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation writes these symbols, whoever calls compiled code looks them
// up, and the two know nothing else of each other.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_ENTRY_SYMBOLS_H
#define AS_SUPPORT_ENTRY_SYMBOLS_H

#include <string.h>

/// The uniform entry point of the function NAME:
/// `void as_entry_NAME(void **buffers)`, one pointer for each argument, then
/// one for each result (measure/entry-buffers.h).
#define AS_ENTRY_PREFIX "as_entry_"

/// Of a function with dynamic dimensions it is
/// `int as_entry_NAME(void **buffers, const int64_t *sizes)`, one size for each
/// symbol (graph/sizes/size-symbols.h). Not 0 if nothing was touched, since
/// sizes are refused, as by as_sizes_NAME, those of an array between operations
/// included, or since there is no memory for these: AS_SIZES_NO_MEMORY.
///
/// `int as_sizes_NAME(const int64_t *in, int64_t *out)`, which computes the
/// dynamic dimensions of results. AS_SIZES_REFUSED or AS_SIZES_DISAGREE if the
/// function cannot be called with these sizes; nothing is written then.
#define AS_SIZES_PREFIX "as_sizes_"

/// A size is negative, or an array does not fit in memory.
#define AS_SIZES_REFUSED 1
/// Sizes do not go together.
#define AS_SIZES_DISAGREE 2

/// There is no memory for arrays between operations.
#define AS_SIZES_NO_MEMORY 3

/// The private function that is called then: pointers, then sizes. It returns
/// what the entry point is to return.
#define AS_SIZED_PREFIX "as_sized_"

/// A constant of type char[]: the signature of NAME (lowering/lower.h).
#define AS_SIGNATURE_PREFIX "as_signature_"

/// `const char *as_missing_NAME(void)`: the features that NAME was compiled for
/// and the CPU lacks, as text; NULL if it has all of them. Objects and shared
/// objects have it.
#define AS_MISSING_PREFIX "as_missing_"

/// A function that computes what NAME needs of its constant arguments. It takes
/// the inputs that NAME takes, and returns nothing
/// (lowering/constants/constant-hoisting.h).
#define AS_LOAD_PREFIX "as_load_"

/// The entry point of that one.
#define AS_LOAD_ENTRY_PREFIX AS_ENTRY_PREFIX AS_LOAD_PREFIX

/// The function of a task in a module of its own, and its entry point.
#define AS_TASK_FUNCTION "task"
#define AS_TASK_ENTRY AS_ENTRY_PREFIX AS_TASK_FUNCTION

/// The NAME where `symbol` is `prefix` and a name; NULL otherwise.
static inline const char *asEntryName(const char *symbol, const char *prefix) {
  size_t length = strlen(prefix);
  return strncmp(symbol, prefix, length) == 0 ? symbol + length : NULL;
}

#endif // AS_SUPPORT_ENTRY_SYMBOLS_H
