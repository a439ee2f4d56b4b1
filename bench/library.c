//===- library.c - Loading the libraries to compare with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/library.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// The newest kernels of OpenBLAS that this processor can run, by its name for
// them; NULL to leave the choice to OpenBLAS.
static const char *openblasCore(void) {
  if (__builtin_cpu_is("sapphirerapids"))
    return "SapphireRapids";
  if (__builtin_cpu_supports("avx512bf16"))
    return "Cooperlake";
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return __builtin_cpu_is("amd") ? "Zen" : "Haswell";
  return NULL;
}

void asLibraryEnvironment(int threads) {
  const bool keep = false, replace = true; // What the user has set.
  const char *core = openblasCore();
  if (core)
    setenv("OPENBLAS_CORETYPE", core, keep);
  // BLIS takes a number; 0 is skx in every release so far. Its own detection
  // wants to know the number of FMA units, which a virtual machine hides.
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    setenv("BLIS_ARCH_TYPE", "0", keep);

  char count[16];
  snprintf(count, sizeof count, "%d", threads);
  setenv("OMP_NUM_THREADS", count, replace);
  setenv("OPENBLAS_NUM_THREADS", count, replace);
  setenv("BLIS_NUM_THREADS", count, replace);
  // An idle OpenMP worker spins for 200 ms by default, on the core that the
  // next contender needs (see measure.c).
  setenv("KMP_BLOCKTIME", "20", keep);
}

AsStatus asLibraryOpen(const char *soname, void **library, AsError *error) {
  *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  if (!*library)
    return asFail(error, AS_NOT_FOUND, "%s", dlerror());
  return AS_OK;
}

AsStatus asLibrarySymbol(void *library, const char *name, void **symbol,
                         AsError *error) {
  *symbol = dlsym(library, name);
  if (!*symbol)
    return asFail(error, AS_NOT_FOUND, "%s", dlerror());
  return AS_OK;
}

AsStatus asLibraryOpenblas(const char *file, void **library, char *description,
                           size_t size, AsError *error) {
  void *coreName, *config;
  if (asLibraryOpen(file ? file : "libopenblas.so.0", library, error) ||
      asLibrarySymbol(*library, "openblas_get_corename", &coreName, error) ||
      asLibrarySymbol(*library, "openblas_get_config", &config, error))
    return error->status;
  char version[32] = "";
  sscanf(((char *(*)(void))config)(), "OpenBLAS %31s", version);
  snprintf(description, size, "OpenBLAS %s (%s kernels)", version,
           ((char *(*)(void))coreName)());
  return AS_OK;
}
