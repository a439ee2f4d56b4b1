//===- folder.h - A folder for the time of a run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_FOLDER_H
#define AS_BENCH_FOLDER_H

#include "as/error.h"
#include <stddef.h>

/// Creates $TMPDIR/NAME.XXXXXX and gives its path.
AsStatus asFolderCreate(const char *name, char *path, size_t size,
                        AsError *error);

/// Removes it and all that is in it.
void asFolderRemove(const char *path);

#endif // AS_BENCH_FOLDER_H
