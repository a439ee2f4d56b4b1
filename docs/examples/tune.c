//===- tune.c - Tuning from a program of one's own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tune INPUT.mlir OUTPUT.so: parses a module with the MLIR C API, tunes it with
// libas-opt, and writes a shared object. It shows how far it is, and Ctrl-C
// ends the search with the best so far. docs/using.md says how to build it.
//
//===----------------------------------------------------------------------===//

#include <as/run.h>
#include <mlir-c/RegisterEverything.h>
#include <signal.h>
#include <stdio.h>

/// A context that can parse any module of upstream dialects.
static MlirContext createContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirContextLoadAllAvailableDialects(context);
  mlirDialectRegistryDestroy(registry);
  return context;
}

static AsRun *run; ///< While it may be cancelled.

static void onInterrupt(int number) {
  (void)number;
  asRunCancel(run);
}

static void show(const AsSnapshot *snapshot, void *userData) {
  (void)userData;
  fprintf(stderr, "%s: %d of %d trials\n", asSnapshotPhase(snapshot),
          asSnapshotTrialsDone(snapshot), asSnapshotTrialsTotal(snapshot));
}

static AsStatus setOptions(AsOptions *options, AsError *error) {
  static const char *const settings[][2] = {
      {"emit", "shared"}, {"trials", "32"}, {"records", "tune.db"}};
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    AsStatus status =
        asOptionsSet(options, settings[i][0], settings[i][1], error);
    if (status)
      return status;
  }
  return AS_OK;
}

/// Tunes `module` and leaves a shared object in `emission`.
static AsStatus tune(MlirModule module, AsEmission *emission, AsError *error) {
  AsOptions *options = asOptionsCreate();
  AsStatus status = setOptions(options, error);
  if (!status) {
    run = asRunCreate(module, options);
    asRunSetProgress(run, show, NULL);
    signal(SIGINT, onInterrupt);
    status = asRunExecute(run, emission, error);
    signal(SIGINT, SIG_DFL);
    asRunDestroy(run);
  }
  asOptionsDestroy(options);
  return status;
}

static int writeFile(const char *path, const AsEmission *emission) {
  FILE *file = fopen(path, "wb");
  size_t written = file ? fwrite(emission->data, 1, emission->length, file) : 0;
  int closed = file ? fclose(file) : EOF;
  if (written == emission->length && closed == 0)
    return 0;
  perror(path);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: tune INPUT.mlir OUTPUT.so\n");
    return 2;
  }
  MlirContext context = createContext();
  MlirModule module = mlirModuleCreateParseFromFile(
      context, mlirStringRefCreateFromCString(argv[1]));
  if (mlirModuleIsNull(module)) { // MLIR has said why.
    mlirContextDestroy(context);
    return 1;
  }
  AsEmission emission = {0};
  AsError error = {0};
  AsStatus status = tune(module, &emission, &error);
  for (size_t r = 0; r < emission.numRemarks; r++)
    fprintf(stderr, "%s: %s\n", emission.remarks[r].location,
            emission.remarks[r].message);
  if (status)
    fprintf(stderr, "tune: %s\n", error.message);
  int failed = status ? 1 : writeFile(argv[2], &emission);
  asEmissionDestroy(&emission);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return failed;
}
