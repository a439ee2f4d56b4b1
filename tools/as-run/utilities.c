//===- utilities.c - What programs for mlir-runner call
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/utilities.h"
#include <dlfcn.h>
#include <llvm/Config/llvm-config.h>
#include <stdio.h>

static bool load(const char *name) {
  static const char *const folders[] = {"", AS_LLVM_FOLDER "/lib/"};
  char path[128];
  bool isLoaded = false;
  for (size_t i = 0; i < 2 && !isLoaded; i++) {
    snprintf(path, sizeof path, "%s%s.so.%d.%d", folders[i], name,
             LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR);
    isLoaded = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  }
  return isLoaded;
}

bool asUtilitiesLoad(void) {
  static bool isDone;
  if (isDone)
    return false;
  isDone = true;
  bool isAnyLoaded = load("libmlir_c_runner_utils");
  return load("libmlir_runner_utils") || isAnyLoaded;
}
