//===- store-path.c - Where a store lives
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The default path follows the XDG Base Directory Specification, by which a
// relative XDG_CACHE_HOME is to be ignored.
//
//===----------------------------------------------------------------------===//

#include "record/store-path.h"
#include "as/record.h"
#include "support/arena.h"
#include "support/make-folders.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

AsStatus asStoreDefaultPath(char *path, size_t size, AsError *error) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  int length;
  if (cache && cache[0] == '/')
    length = snprintf(path, size, "%s/as-opt/records.db", cache);
  else if (home && home[0])
    length = snprintf(path, size, "%s/.cache/as-opt/records.db", home);
  else
    return asFail(error, AS_NOT_FOUND,
                  "there is no place for the records, since neither "
                  "XDG_CACHE_HOME nor HOME is set; choose a file with "
                  "--records=FILE");
  if ((size_t)length >= size)
    return asFail(error, AS_INVALID_INPUT,
                  "the path of the records is too long (%d bytes); choose a "
                  "file with --records=FILE",
                  length);
  return AS_OK;
}

AsStatus asStoreMakeFolder(const char *path, AsError *error) {
  char standard[4096];
  bool isStandard = !asStoreDefaultPath(standard, sizeof standard, NULL) &&
                    strcmp(path, standard) == 0;
  char *folder = asCopyString(path), *slash = strrchr(folder, '/');
  if (slash)
    slash[slash == folder] = 0;
  AsStatus status =
      isStandard ? asMakeFolders(folder, error)
      : slash && access(folder, F_OK) != 0
          ? asFail(error, AS_IO, "cannot open '%s': its folder '%s': %s", path,
                   folder, strerror(errno))
          : AS_OK;
  free(folder);
  return status;
}
