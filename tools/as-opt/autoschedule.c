//===- autoschedule.c - as-opt --autoschedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --autoschedule is mlir-opt with one more pass at the end of its pipeline, so
// that everything else that mlir-opt does works with it.
//
//===----------------------------------------------------------------------===//

#include "as/passes.h"
#include "dialect-bridge/bridge.h"
#include "ir/describe.h"
#include "passes/module-pass.h"
#include "support/arena.h"
#include "support/memory-reserve.h"
#include "support/option-table.h"
#include "support/replace-file.h"
#include "tools/as-opt/driver.h"
#include "llvm-c/ErrorHandling.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Whether a file begins like one of a format that is not MLIR's. Pipes cannot
/// be read twice.
static bool isForeignBinary(const char *path) {
  char start[4096];
  FILE *file = asFileIsSpecial(path) ? NULL : fopen(path, "rb");
  if (!file)
    return false;
  size_t length = fread(start, 1, sizeof start, file);
  fclose(file);
  bool isBytecode = length >= 4 && memcmp(start, "ML\xefR", 4) == 0;
  return !isBytecode && memchr(start, 0, length);
}

/// mlir-opt would say of a file that it cannot open the same, but not who says
/// it.
static bool canRead(const char *path) {
  AsError error;
  struct stat state;
  if (strcmp(path, "-") == 0)
    return true;
  if (stat(path, &state) == 0 && S_ISDIR(state.st_mode))
    asFail(&error, AS_IO, "cannot open '%s': it is a folder, and no module",
           path);
  else if (access(path, R_OK))
    asFail(&error, AS_IO, "cannot open '%s': %s", path, strerror(errno));
  else if (isForeignBinary(path))
    asFail(&error, AS_INVALID_INPUT,
           "'%s' is neither text nor bytecode of MLIR; import the model into "
           "MLIR first",
           path);
  else
    return true;
  return asDriverFail(&error) == 0;
}

static void printMessage(const char *message) { fputs(message, stderr); }

/// Prints a diagnostic whose lines are long; MLIR prints others.
static MlirLogicalResult printWide(MlirDiagnostic diagnostic, void *source) {
  if (!asIrIsWide(diagnostic, source))
    return mlirLogicalResultFailure();
  AsText text = {0};
  asIrDescribe(diagnostic, source, &text);
  printMessage(asTextString(&text));
  asTextFree(&text);
  return mlirLogicalResultSuccess();
}

static void freeSource(void *source) {
  free((char *)((AsIrSource *)source)->name);
  free(source);
}

static void watchDiagnostics(MlirContext context, const char *name,
                             MlirStringRef text) {
  AsIrSource *source = asAlloc(sizeof *source);
  *source = (AsIrSource){
      .name = strdup(name), .data = text.data, .length = text.length};
  mlirContextAttachDiagnosticHandler(context, printWide, source, freeSource);
}

/// Whether the command line tells MLIR what to do with diagnostics.
static bool leavesDiagnostics(char **argv) {
  return asDriverHasFlag(argv, "verify-diagnostics") ||
         asDriverHasFlag(argv, "mlir-diagnostic-verbosity-level");
}

/// What MLIR needs to read and write a small program. It aborts without.
enum { LEAST_MEMORY = 64 << 20 };

int asDriverRunMlirOpt(int argc, char **argv, const AsOptions *defaults) {
  AsError error = {0};
  if (asMemoryFind(LEAST_MEMORY, &error))
    return asDriverFail(&error);
  size_t numOptions;
  const AsOption *table = asOptionTable(&numOptions);
  for (size_t i = 0; i < numOptions; i++)
    if (table[i].users & AS_BY_DRIVER)
      asBridgeDeclareOption(table[i].name, table[i].value, table[i].help);
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--help-mlir") == 0)
      argv[i] = "--help";
  asDriverWatchRuns();
  AsBridgeOptHooks hooks = {.checkInput = canRead};
  if (!leavesDiagnostics(argv)) {
    asPassSetPrinter(printMessage);
    if (!asDriverHasFlag(argv, "split-input-file"))
      hooks.beforeOperations = watchDiagnostics;
  }
  asRegisterPasses(defaults);
  return asBridgeOptMain(argc, argv, "as-opt: MLIR with an auto-scheduler\n",
                         &hooks);
}

//===----------------------------------------------------------------------===//
// The output file
//===----------------------------------------------------------------------===//

/// mlir-opt writes its output bit by bit, so it gets the name of the temporary
/// file. LLVM may call exit on its own, for one when the disk is full.
static AsReplacement replacement;
static const char *output; ///< The file that the user gave.

static void dropReplacement(void) { asReplacementDrop(&replacement); }

static AsStatus failWriting(AsError *error, const char *reason) {
  return strcmp(output, "-") == 0
             ? asFail(error, AS_IO, "cannot write to stdout: %s", reason)
             : asFail(error, AS_IO, "cannot write '%s': %s", output, reason);
}

/// LLVM, which exits when this returns, knows that a write failed, but not
/// where to.
static void onFatalError(const char *reason) {
  static const char stream[] = "IO failure on output stream: ";
  AsError error = {0};
  if (strncmp(reason, stream, strlen(stream)) == 0)
    failWriting(&error, reason + strlen(stream));
  else
    asFail(&error, AS_INTERNAL, "LLVM: %s", reason);
  asDriverFail(&error);
}

/// Where mlir-opt is to write what belongs in `output`: a borrowed path.
/// Devices and pipes are written to as they are.
static AsStatus choosePath(const char **path, AsError *error) {
  LLVMInstallFatalErrorHandler(onFatalError);
  *path = output;
  if (strcmp(output, "-") == 0 || asFileIsSpecial(output))
    return AS_OK;
  // Made here, for a message with the name that the user knows.
  AsStatus status = asReplacementBegin(output, &replacement, error);
  if (status)
    return status;
  atexit(dropReplacement);
  *path = replacement.temporary.data;
  return AS_OK;
}

static AsStatus publish(AsError *error) {
  return replacement.temporary.length
             ? asReplacementPublish(&replacement, error)
             : AS_OK;
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

/// LLVM IR, assembly, PTX, objects and shared objects are written by the pass.
static AsStatus checkFileEmission(const AsOptions *options, char **argv,
                                  const char *path, AsError *error) {
  if (asDriverHasFlag(argv, "split-input-file"))
    return asFail(error, AS_INVALID_INPUT,
                  "--split-input-file has several results, but --emit=llvm, "
                  "asm, ptx, object and shared write one file");
  if (options->emit == AS_EMIT_LLVM || options->emit == AS_EMIT_ASM ||
      options->emit == AS_EMIT_PTX)
    return AS_OK;
  if (!path)
    return asFail(error, AS_INVALID_INPUT,
                  "--emit=object and --emit=shared need -o FILE (or -o - for "
                  "stdout)");
  if (strcmp(path, "-") == 0 && isatty(STDOUT_FILENO))
    return asFail(error, AS_INVALID_INPUT,
                  "--emit=object and --emit=shared give bytes, which are not "
                  "for a terminal; use -o FILE");
  return AS_OK;
}

static AsStatus checkOutput(const AsOptions *options, const char *path,
                            AsError *error) {
  if (!*path)
    return asFail(error, AS_INVALID_INPUT, "-o needs the name of a file");
  if (strcmp(options->report, path) == 0 && !asFileIsSpecial(path))
    return asFail(error, AS_INVALID_INPUT,
                  "--report and -o would both go to %s",
                  strcmp(path, "-") == 0 ? "stdout" : path);
  return asCheckWritable(path, error);
}

/// Appends the argument that makes as-autoschedule the last pass of the user's
/// pipeline (NULL if there is none).
static AsStatus appendPass(const char *pipeline, AsText *argument,
                           AsError *error) {
  if (!pipeline) {
    asTextAppendString(argument, "--as-autoschedule");
    return AS_OK;
  }
  const char anchor[] = "builtin.module(";
  pipeline += strspn(pipeline, " \n");
  size_t length = strlen(pipeline), start = strlen(anchor);
  while (length && strchr(" \n", pipeline[length - 1]))
    length--;
  if (strncmp(pipeline, anchor, start) != 0 || pipeline[length - 1] != ')')
    return asFail(error, AS_INVALID_INPUT,
                  "--autoschedule adds a pass to --pass-pipeline, which must "
                  "be of the form builtin.module(...), not '%s'",
                  pipeline);
  bool isEmpty = start + strspn(pipeline + start, " \n") == length - 1;
  asTextFormat(argument, "--pass-pipeline=%.*s%sas-autoschedule)",
               (int)length - 1, pipeline, isEmpty ? "" : ",");
  return AS_OK;
}

/// Runs mlir-opt with the arguments in `extra` before a "--" in argv.
static int runWith(int argc, char **argv, char *const *extra, int numExtra,
                   const AsOptions *options) {
  char **all = asAlloc(sizeof *all * (size_t)(argc + numExtra + 1));
  int count = 0, next = 0;
  while (next < argc && strcmp(argv[next], "--") != 0)
    all[count++] = argv[next++];
  for (int i = 0; i < numExtra; i++)
    all[count++] = extra[i];
  while (next < argc)
    all[count++] = argv[next++];
  all[count] = NULL;
  int exitStatus = asDriverRunMlirOpt(count, all, options);
  free(all);
  return exitStatus;
}

int asDriverAutoschedule(int argc, char **argv, const AsOptions *options) {
  AsOptions defaults = *options;
  AsError error = {0};
  const char *path, *pipeline;
  bool isModule = asEmitIsModule(options->emit);
  if (asDriverTakeValue(&argc, argv, "o", &path, &error) ||
      asDriverTakeValue(&argc, argv, "pass-pipeline", &pipeline, &error) ||
      (!isModule && checkFileEmission(options, argv, path, &error)))
    return asDriverFail(&error);
  if (!path)
    path = "-";
  if (checkOutput(options, path, &error) ||
      asDriverCheckView(options, path,
                        &error)) // Rather now than after the search.
    return asDriverFail(&error);

  AsText pass = {0};
  if (appendPass(pipeline, &pass, &error)) {
    asTextFree(&pass);
    return asDriverFail(&error);
  }
  output = path;
  const char *mlirOutput = "/dev/null";
  if (!isModule) {
    defaults.output = path;
  } else if (choosePath(&mlirOutput, &error)) {
    asTextFree(&pass);
    return asDriverFail(&error);
  }
  char *extra[] = {pass.data, "-o", (char *)mlirOutput};
  int exitStatus = runWith(argc, argv, extra, 3, &defaults);
  if (!exitStatus && publish(&error))
    exitStatus = asDriverFail(&error);
  if (!exitStatus && asDriverViewStatus(&error))
    exitStatus = asDriverFail(&error);
  if (!exitStatus && asPassHadErrors())
    exitStatus = 1;
  asTextFree(&pass);
  return exitStatus;
}
