//===- openmp.c - OpenMP threads for kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/openmp.h"
#include "support/text.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

bool asOpenMpNeeded(const void *object, size_t length) {
  // The string table of an object has the names of undefined symbols verbatim.
  static const char prefix[] = "__kmpc_";
  return length && memmem(object, length, prefix, sizeof prefix - 1);
}

AsStatus asOpenMpLoad(int threads, AsCoreSet cores, AsError *error) {
  AsText number = {0}, places = {0};
  asTextFormat(&number, "%d", threads);
  for (int c = 0; c < cores.count && c < threads; c++) // "{0},{2}"
    asTextFormat(&places, "%s{%d}", c ? "," : "", cores.list[c].cpu);
  // Settings of the user for other programs must not change measurements.
  unsetenv("KMP_AFFINITY");
  unsetenv("OMP_THREAD_LIMIT");
  setenv("OMP_NUM_THREADS", asTextString(&number), 1);
  setenv("OMP_DYNAMIC", "false", 1);
  setenv("OMP_PROC_BIND", "close", 1);
  setenv("OMP_PLACES", asTextString(&places), 1);
  asTextFree(&number);
  asTextFree(&places);
  // Global, so that the linker finds its symbols in this process.
  if (dlopen("libomp.so.5", RTLD_NOW | RTLD_GLOBAL) ||
      dlopen(AS_LLVM_FOLDER "/lib/libomp.so.5", RTLD_NOW | RTLD_GLOBAL))
    return AS_OK;
  return asFail(error, AS_NOT_FOUND, "needs OpenMP, but %s", dlerror());
}
