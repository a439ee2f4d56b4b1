//===- shared-entries.c - The entry points of a shared object
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/shared-entries.h"
#include "support/entry-symbols.h"
#include <dlfcn.h>
#include <inttypes.h>

static void *find(void *library, const char *prefix, const char *name) {
  AsText symbol = {0};
  asTextFormat(&symbol, "%s%s", prefix, name);
  void *found = dlsym(library, symbol.data);
  asTextFree(&symbol);
  return found;
}

/// Code for another CPU would end the process when it is called.
static AsStatus checkCpu(void *library, const char *name, AsError *error) {
  const char *(*ask)(void);
  *(void **)&ask = find(library, AS_MISSING_PREFIX, name);
  const char *missing = ask ? ask() : NULL;
  return missing ? asFail(error, AS_UNSUPPORTED,
                          "'%s' is for a CPU with features that this one "
                          "lacks: %s",
                          name, missing)
                 : AS_OK;
}

AsStatus asSharedEntries(void *library, const char *name, AsKernel *kernel,
                         AsError *error) {
  *kernel = (AsKernel){0};
  *(void **)&kernel->run = find(library, AS_ENTRY_PREFIX, name);
  *(void **)&kernel->load = find(library, AS_LOAD_ENTRY_PREFIX, name);
  *(void **)&kernel->computeSizes = find(library, AS_SIZES_PREFIX, name);
  return kernel->run ? checkCpu(library, name, error)
                     : asFail(error, AS_INVALID_INPUT, "has no symbol '%s%s'",
                              AS_ENTRY_PREFIX, name);
}

void asSignaturePrintSizes(const AsSignature *signature, const int64_t *sizes,
                           AsText *text) {
  for (int s = 0; s < signature->numSymbols; s++)
    asTextFormat(text, "%s%s=%" PRId64, s ? "," : "", signature->symbols[s],
                 sizes[s]);
}

AsStatus asRefuseSizes(const AsSignature *signature, const char *name,
                       const int64_t *sizes, int refusal, AsError *error) {
  AsText text = {0};
  asSignaturePrintSizes(signature, sizes, &text);
  bool lacksMemory = refusal == AS_SIZES_NO_MEMORY;
  AsStatus status = asFail(
      error, lacksMemory ? AS_OUT_OF_MEMORY : AS_INVALID_INPUT,
      refusal == AS_SIZES_DISAGREE
          ? "the sizes %s do not go together in '%s' (%s)"
      : lacksMemory
          ? "with the sizes %s there is no memory for the arrays between the "
            "operations of '%s' (%s)"
          : "with the sizes %s, an array of '%s' (%s) would be too large, or "
            "of negative size",
      asTextString(&text), name, signature->text);
  asTextFree(&text);
  return status;
}
