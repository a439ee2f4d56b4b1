//===- plugin.c - The pass plugin for mlir-opt
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point that mlir-opt --load-pass-plugin=as-opt-plugin.so looks for.
// It is declared in C++ upstream (mlir/Tools/Plugins/PassPlugin.h), as a struct
// that C can spell as well.
//
// stderr and signals are mlir-opt's. So a pass is silent unless its own option
// progress= asks for lines or a table, and Ctrl-C ends mlir-opt, and with it
// the workers, as it would without the plugin.
//
//===----------------------------------------------------------------------===//

#include "as/passes.h"
#include "as/version.h"
#include "display/progress.h"
#include "passes/module-pass.h"

typedef struct PassPluginInfo {
  uint32_t apiVersion;
  const char *name, *version;
  void (*registerPasses)(void);
} PassPluginInfo;

enum { PASS_PLUGIN_API_VERSION = 1 };

static AsProgressView *view;

static void show(const AsSnapshot *snapshot, void *context) {
  asProgressShow(view, snapshot);
}

static void begin(AsRun *run, const AsOptions *options) {
  view = asProgressCreate(options->progress, stderr);
  asRunSetProgress(run, show, NULL);
}

static void end(void) {
  asProgressDestroy(view);
  view = NULL;
}

static void registerPasses(void) {
  static const AsPassWatcher watcher = {begin, end};
  asPassSetWatcher(&watcher);
  AsOptions defaults = asOptionsDefault();
  defaults.progress = AS_PROGRESS_NONE;
  asRegisterPasses(&defaults);
}

__attribute__((visibility("default"))) PassPluginInfo
mlirGetPassPluginInfo(void);

PassPluginInfo mlirGetPassPluginInfo(void) {
  return (PassPluginInfo){PASS_PLUGIN_API_VERSION, "as-opt", AS_VERSION,
                          registerPasses};
}
