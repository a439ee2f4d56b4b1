//===- plugin.c - The pass plugin for mlir-opt
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point that mlir-opt --load-pass-plugin=as-opt-plugin.so looks for.
// It is declared in C++ upstream (mlir/Tools/Plugins/PassPlugin.h), as a struct
// that C can spell as well.
//
//===----------------------------------------------------------------------===//

#include "as/passes.h"
#include "as/version.h"
#include <stddef.h>
#include <stdint.h>

typedef struct PassPluginInfo {
  uint32_t apiVersion;
  const char *name, *version;
  void (*registerPasses)(void);
} PassPluginInfo;

enum { PASS_PLUGIN_API_VERSION = 1 };

static void registerPasses(void) { asRegisterPasses(NULL); }

__attribute__((visibility("default"))) PassPluginInfo
mlirGetPassPluginInfo(void);

PassPluginInfo mlirGetPassPluginInfo(void) {
  return (PassPluginInfo){PASS_PLUGIN_API_VERSION, "as-opt", AS_VERSION,
                          registerPasses};
}
