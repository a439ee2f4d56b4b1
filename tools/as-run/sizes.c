//===- sizes.c - The sizes that a function is called with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/shared-entries.h"
#include "support/entry-symbols.h"
#include "tools/as-run/runnable.h"

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

AsStatus asRunnableReadSizes(const AsRunnable *runnable, const char *text,
                             AsArena *arena, AsSizeCombinations *sizes,
                             AsError *error) {
  const AsSignature *signature = &runnable->signature;
  AsSizeRanges ranges;
  AsError fault = {0};
  if (asSizeRangesRead(text, arena, &ranges, error))
    return error->status;
  if (asSizeCombinationsOf(&ranges, runnable->name, signature->symbols,
                           signature->numSymbols, arena, sizes, &fault))
    return refuse(runnable, fault.message, error);
  return AS_OK;
}

void asRunnablePrintSizes(const AsRunnable *runnable, const int64_t *sizes,
                          AsText *text) {
  asSignaturePrintSizes(&runnable->signature, sizes, text);
}

AsStatus asRunnableRefuse(const AsRunnable *runnable, const int64_t *sizes,
                          int refusal, AsError *error) {
  return asRefuseSizes(&runnable->signature, runnable->name, sizes, refusal,
                       error);
}

static AsStatus setSizes(const int64_t *sizes, AsArena *arena,
                         AsRunnable *runnable, AsError *error) {
  AsSignature *signature = &runnable->signature;
  int64_t *results =
      asArenaArray(arena, int64_t, signature->numResultSizes + 1);
  if (!runnable->kernel.computeSizes)
    return asFail(error, AS_INVALID_INPUT, "has no symbol '%s%s'",
                  AS_SIZES_PREFIX, runnable->name);
  int refusal = runnable->kernel.computeSizes(sizes, results);
  if (refusal)
    return asRunnableRefuse(runnable, sizes, refusal, error);
  runnable->kernel.sizes = sizes;
  // The sizes that were there before are no dynamic dimensions any more.
  AsStatus status =
      asSignatureParseSized(signature->text, arena, signature, error);
  return status ? status
                : asSignatureSetSizes(signature, sizes, results, error);
}

AsStatus asRunnableSetSizes(const int64_t *sizes, AsArena *arena,
                            AsRunnable *runnable, AsError *error) {
  AsStatus status = runnable->signature.isSized
                        ? setSizes(sizes, arena, runnable, error)
                        : AS_OK;
  if (status)
    return asFailContext(error, "%s", runnable->file);
  runnable->memory.buffers = 0;
  for (int b = 0; b < runnable->signature.numBuffers; b++)
    runnable->memory.buffers +=
        (double)asBufferBytes(&runnable->signature.buffers[b]);
  return AS_OK;
}
