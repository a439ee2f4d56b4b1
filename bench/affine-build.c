//===- affine-build.c - Kernels as people build them without as-opt
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/affine-build.h"
#include "bench/library.h"
#include "bench/python.h"
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
  void (*entry)(void **arguments);
} Entry;

void *asEntryState(void (*entry)(void **arguments)) {
  Entry *state = asAlloc(sizeof *state);
  state->entry = entry;
  return state;
}

void asEntryRun(void *state, void **arguments) {
  ((Entry *)state)->entry(arguments);
}

enum { maxOptions = 4 };

/// A way to build a kernel.
typedef struct Way {
  const char *name;
  bool isReassociated;             // Sums may be reordered.
  const char *options[maxOptions]; // Of opt.
} Way;

/// Runs the toolchain and loads what it makes; that stays loaded.
static AsStatus build(const char *python, const char *folder,
                      const AsKernel *kernel, const Way *way, const char *mlir,
                      void **library, AsError *error) {
  AsArena arena = {0};
  char *input = asArenaFormat(&arena, "%s/%s.mlir", folder, kernel->input.name);
  char *output = asArenaFormat(&arena, "%s/%s.%s.so", folder,
                               kernel->input.name, way->name);
  char *arguments[7 + maxOptions] = {AS_AFFINE_DIR "/toolchain.py",
                                     "--llvm=" AS_LLVM_TOOLS_DIR,
                                     "--cc=" AS_C_COMPILER, input, output};
  int count = 5;
  if (way->isReassociated)
    arguments[count++] = "--reassociate";
  for (int i = 0; i < maxOptions && way->options[i]; i++)
    arguments[count++] = asArenaFormat(&arena, "--opt=%s", way->options[i]);
  AsStatus status = asWriteFile(input, mlir, strlen(mlir), error);
  AsText ignored = {0};
  AsPython child;
  if (!status)
    status = asPythonStart(python, arguments, &child, error);
  if (!status)
    status = asPythonRead(&child, &ignored, error);
  if (!status)
    status = asLibraryOpen(output, library, error);
  asTextFree(&ignored);
  asArenaDestroy(&arena);
  return status;
}

/// The entry of the function that the kernel calls `prefix`_NAME.
static AsStatus findEntry(void *library, const AsKernel *kernel,
                          const char *prefix, void (**entry)(void **arguments),
                          AsError *error) {
  AsText name = {0};
  asTextAppendString(&name, "entry_");
  asKernelFunction(kernel, prefix, &name);
  AsStatus status = asLibrarySymbol(library, name.data, (void **)entry, error);
  asTextFree(&name);
  return status;
}

static AsStatus enter(const char *python, const char *folder, const Way *way,
                      const char *mlir, AsKernel *kernel, AsLineup *lineup,
                      void **library, AsError *error) {
  void (*entry)(void **);
  if (build(python, folder, kernel, way, mlir, library, error) ||
      findEntry(*library, kernel, "kernel", &entry, error))
    return error->status;
  asKernelEnter(kernel, way->name, asEntryRun, asEntryState(entry), lineup);
  return AS_OK;
}

AsStatus asStockEnter(const char *python, const char *folder, AsKernel *kernel,
                      AsLineup *lineup, AsError *error) {
  static const Way ways[] = {{.name = "stock"},
                             {"stock-reassociated", true, {0}}};
  void (*init)(void **);
  for (int i = 0; i < 2; i++) {
    void *library;
    if (enter(python, folder, &ways[i], kernel->module, kernel, lineup,
              &library, error) ||
        findEntry(library, kernel, "init", &init, error))
      return error->status;
    lineup->contenders[lineup->count - 1].isStock = true;
  }
  init(kernel->initial);
  for (int i = 0; i < kernel->operands.count; i++)
    memcpy(kernel->operands.arguments[i], kernel->initial[i],
           asBufferBytes(&kernel->operands.buffers[i]));
  return AS_OK;
}

void asPollyEnter(const char *python, const char *folder, int threads,
                  AsKernel *kernel, AsLineup *lineup) {
  char count[32];
  snprintf(count, sizeof count, "-polly-num-threads=%d", threads);
  const Way ways[] = {
      {"polly", true, {"-polly"}},
      {"polly-untiled", true, {"-polly", "-polly-tiling=false"}},
      {"polly-stripmine", true, {"-polly", "-polly-vectorizer=stripmine"}},
      {"polly-parallel",
       true,
       {"-polly", "-polly-parallel", "-polly-omp-backend=LLVM", count}},
  };
  const int numWays = threads > 1 ? 4 : 3;
  for (int i = 0; i < numWays; i++) {
    AsError error = {0};
    void *library;
    if (enter(python, folder, &ways[i], kernel->input.mlir, kernel, lineup,
              &library, &error))
      fprintf(stderr, "bench-affine: warning: %s without %s: %s\n",
              kernel->input.name, ways[i].name, error.message);
  }
}
