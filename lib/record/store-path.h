//===- store-path.h - Where a store lives
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_STORE_PATH_H
#define AS_RECORD_STORE_PATH_H

#include "as/error.h"

/// Makes the folders that lead to the default store, if `path` is that, where
/// they are missing. Of any other store the folder must be there: one that is
/// not is more likely misspelt.
AsStatus asStoreMakeFolder(const char *path, AsError *error);

#endif // AS_RECORD_STORE_PATH_H
