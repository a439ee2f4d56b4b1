//===- make-folders.c - A folder and those that lead to it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/make-folders.h"
#include "support/arena.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

AsStatus asMakeFolders(const char *path, AsError *error) {
  char *folder = asCopyString(path);
  AsStatus status = AS_OK;
  for (char *slash = folder; slash && !status;) {
    slash = strchr(slash + 1, '/');
    if (slash)
      *slash = 0;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
      status = asFail(error, AS_IO, "cannot make the folder '%s': %s", folder,
                      strerror(errno));
    if (slash)
      *slash = '/';
  }
  free(folder);
  return status;
}
