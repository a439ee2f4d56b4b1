//===- find-worker.c - Where as-worker is
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See find-worker.h.
//
//===----------------------------------------------------------------------===//

#include "worker/find-worker.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The folder of the program or library that this code is in. A program that
/// was found by $PATH is known by its bare name only, which may be that of
/// something else in the current folder.
static bool ownFolder(char *folder, size_t size) {
  Dl_info info;
  char real[4096];
  if (!dladdr((void *)asWorkerFind, &info) || !info.dli_fname ||
      !strchr(info.dli_fname, '/') || !realpath(info.dli_fname, real)) {
    ssize_t length = readlink("/proc/self/exe", real, sizeof real - 1);
    if (length < 0)
      return false;
    real[length] = 0;
  }
  char *slash = strrchr(real, '/');
  if (!slash || (size_t)(slash - real) >= size)
    return false;
  memcpy(folder, real, (size_t)(slash - real));
  folder[slash - real] = 0;
  return true;
}

AsStatus asWorkerFind(char *path, size_t size, AsError *error) {
  const char *given = getenv("AS_WORKER");
  if (given && *given) {
    if (access(given, X_OK))
      return asFail(error, AS_NOT_FOUND,
                    "AS_WORKER=%s is no program that can be run", given);
    snprintf(path, size, "%s", given);
    return AS_OK;
  }
  char folder[4096] = "";
  static const char *const places[] = {"", "/../bin", "/../libexec/as-opt"};
  if (ownFolder(folder, sizeof folder))
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      int length = snprintf(path, size, "%s%s/as-worker", folder, places[i]);
      if (length > 0 && (size_t)length < size && access(path, X_OK) == 0)
        return AS_OK;
    }
  return asFail(error, AS_NOT_FOUND,
                "as-worker was not found beside '%s'; install it there or set "
                "AS_WORKER to its path",
                folder);
}
