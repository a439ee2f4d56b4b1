//===- folder.c - A folder for the time of a run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/folder.h"
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

AsStatus asFolderCreate(const char *name, char *path, size_t size,
                        AsError *error) {
  const char *base = getenv("TMPDIR");
  snprintf(path, size, "%s/%s.XXXXXX", base ? base : "/tmp", name);
  if (!mkdtemp(path))
    return asFail(error, AS_IO, "cannot create the folder '%s': %s", path,
                  strerror(errno));
  return AS_OK;
}

static int removeEntry(const char *path, const struct stat *status, int type,
                       struct FTW *position) {
  return remove(path);
}

void asFolderRemove(const char *path) {
  nftw(path, removeEntry, 16, FTW_DEPTH | FTW_PHYS);
}
