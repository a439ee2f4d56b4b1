//===- sizes.c - The sizes that a function is called with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/entry-symbols.h"
#include "tools/as-run/runnable.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// What to write: "--sizes=n=8,m=8".
static void appendExample(const AsSignature *signature, AsText *text) {
  for (int s = 0; s < signature->numSymbols; s++)
    asTextFormat(text, "%s%s=8", s ? "," : "--sizes=", signature->symbols[s]);
}

/// Fails with a message, and says what the sizes are.
static AsStatus refuse(const AsRunnable *runnable, const char *what,
                       AsError *error) {
  AsText example = {0};
  appendExample(&runnable->signature, &example);
  AsStatus status =
      example.length
          ? asFail(error, AS_INVALID_INPUT,
                   "%s '%s' (%s); write for example %s", what, runnable->name,
                   runnable->signature.text, example.data)
          : asFail(error, AS_INVALID_INPUT,
                   "%s '%s' (%s), which takes none; leave out --sizes", what,
                   runnable->name, runnable->signature.text);
  asTextFree(&example);
  return status;
}

/// Reads "NAME=N" of `length` bytes. False if it is not that, or the function
/// has no such size.
static bool readSize(const char *text, size_t length,
                     const AsSignature *signature, int64_t *sizes) {
  const char *equals = memchr(text, '=', length);
  if (!equals)
    return false;
  for (int s = 0; s < signature->numSymbols; s++) {
    const char *name = signature->symbols[s];
    if (strlen(name) != (size_t)(equals - text) ||
        memcmp(name, text, strlen(name)) != 0)
      continue;
    char *end;
    errno = 0;
    sizes[s] = strtoll(equals + 1, &end, 10);
    return !errno && end == text + length && end > equals + 1 && sizes[s] >= 0;
  }
  return false;
}

static AsStatus readSizes(const AsRunnable *runnable, const char *text,
                          AsArena *arena, int64_t *sizes, AsError *error) {
  const AsSignature *signature = &runnable->signature;
  for (int s = 0; s < signature->numSymbols; s++)
    sizes[s] = -1;
  for (const char *next = text; *next;) {
    size_t length = strcspn(next, ",");
    if (!readSize(next, length, signature, sizes))
      return refuse(runnable,
                    asArenaFormat(arena,
                                  "--sizes has '%.*s': expected the name of a "
                                  "size and a number from 0 on, for",
                                  (int)length, next),
                    error);
    next += length;
    next += *next == ',';
  }
  for (int s = 0; s < signature->numSymbols; s++)
    if (sizes[s] < 0)
      return refuse(runnable,
                    asArenaFormat(arena, "--sizes lacks the size '%s' of",
                                  signature->symbols[s]),
                    error);
  return AS_OK;
}

AsStatus asRunnableSetSizes(const AsRunnableOptions *options, AsArena *arena,
                            AsRunnable *runnable, AsError *error) {
  AsSignature *signature = &runnable->signature;
  const char *text = options->sizes ? options->sizes : "";
  int64_t *sizes = asArenaArray(arena, int64_t, signature->numSymbols + 1);
  int64_t *results =
      asArenaArray(arena, int64_t, signature->numResultSizes + 1);
  if (readSizes(runnable, text, arena, sizes, error))
    return error->status;
  if (!signature->isSized)
    return AS_OK;
  if (!runnable->kernel.computeSizes)
    return asFail(error, AS_INVALID_INPUT, "has no symbol '%s%s'",
                  AS_SIZES_PREFIX, runnable->name);
  int refusal = runnable->kernel.computeSizes(sizes, results);
  if (refusal)
    return asFail(error, AS_INVALID_INPUT,
                  refusal == AS_SIZES_DISAGREE
                      ? "the sizes %s do not go together in '%s' (%s)"
                      : "with the sizes %s, an array of '%s' (%s) would be "
                        "too large, or of negative size",
                  text, runnable->name, signature->text);
  runnable->kernel.sizes = sizes;
  return asSignatureSetSizes(signature, sizes, results, error);
}
