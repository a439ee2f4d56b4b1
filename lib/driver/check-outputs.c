//===- check-outputs.c - Files that are written beside the result
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong with them is better found out now than after the search.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "support/text.h"
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The folder of `path` without links, and its name there; the caller frees it.
/// NULL where there is no such folder.
static char *canonical(const char *path) {
  char *forFolder = asCopyString(path), *forName = asCopyString(path);
  char *folder = realpath(dirname(forFolder), NULL);
  AsText text = {0};
  if (folder)
    asTextFormat(&text, "%s/%s", folder, basename(forName));
  free(folder);
  free(forFolder);
  free(forName);
  return text.data;
}

/// Whether what is written to the one replaces what is written to the other. A
/// device or a pipe takes both, one after the other.
static bool isSameFile(const char *one, const char *other) {
  struct stat first, second;
  if (strcmp(one, "-") == 0 || strcmp(other, "-") == 0)
    return strcmp(one, other) == 0;
  if (stat(one, &first) == 0 && stat(other, &second) == 0)
    return S_ISREG(first.st_mode) && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
  char *a = canonical(one), *b = canonical(other);
  bool isSame = a && b && strcmp(a, b) == 0;
  free(a);
  free(b);
  return isSame;
}

static AsStatus checkApart(const AsOptions *options, AsError *error) {
  const struct {
    const char *name, *path;
  } files[] = {{"-o", options->output},
               {"--report", options->report},
               {"--launch", options->launch},
               {"--header", options->header}};
  const int count = sizeof files / sizeof *files;
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      if (*files[i].path && *files[j].path &&
          isSameFile(files[i].path, files[j].path))
        return asFail(error, AS_INVALID_INPUT, "%s and %s would both go to %s",
                      files[j].name, files[i].name,
                      strcmp(files[i].path, "-") == 0 ? "stdout"
                                                      : files[i].path);
  return AS_OK;
}

AsStatus asRunCheckFiles(const AsOptions *options, AsError *error) {
  if (checkApart(options, error))
    return error->status;
  if (*options->report && asCheckWritable(options->report, error))
    return asFailContext(error, "the report");
  if (*options->launch && options->emit != AS_EMIT_PTX)
    return asFail(error, AS_INVALID_INPUT, "launch=%s goes with emit=ptx only",
                  options->launch);
  if (*options->launch && asCheckWritable(options->launch, error))
    return asFailContext(error, "the launch description");
  if (!*options->header)
    return AS_OK;
  if (options->emit != AS_EMIT_OBJECT && options->emit != AS_EMIT_SHARED &&
      options->emit != AS_EMIT_PTX)
    return asFail(error, AS_INVALID_INPUT,
                  "header=%s goes with emit=object, shared or ptx only",
                  options->header);
  return asCheckWritable(options->header, error)
             ? asFailContext(error, "the header")
             : AS_OK;
}
