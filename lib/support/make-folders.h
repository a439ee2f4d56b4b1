//===- make-folders.h - A folder and those that lead to it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_MAKE_FOLDERS_H
#define AS_SUPPORT_MAKE_FOLDERS_H

#include "as/error.h"

/// Makes the folder `path`, and those that lead to it, where they are missing.
AsStatus asMakeFolders(const char *path, AsError *error);

#endif // AS_SUPPORT_MAKE_FOLDERS_H
