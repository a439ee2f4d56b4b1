//===- main.c - The as-opt program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes our options out of the command line and decides which of its verbs
// as-opt is to be; what is left is for mlir-opt.
//
//===----------------------------------------------------------------------===//

#include "support/option-table.h"
#include "target/gpu-table.h"
#include "target/installed-gpus.h"
#include "tools/as-opt/driver.h"
#include "tools/programs.h"
#include <signal.h>

/// Prints `text`, which is freed, unless something has failed.
static int finishText(AsText *text, AsStatus status, AsError *error) {
  if (!status)
    status = asWriteFile("-", text->data, text->length, error);
  asTextFree(text);
  return status ? asDriverFail(error) : 0;
}

static int printText(void (*print)(AsText *text)) {
  AsText text = {0};
  AsError error = {0};
  print(&text);
  return finishText(&text, AS_OK, &error);
}

static int printCompletion(int argc, char **argv) {
  AsText text = {0};
  AsError error = {0};
  const char *shell;
  AsStatus status =
      asDriverTakeValue(&argc, argv, "help-completion", &shell, &error);
  if (!status)
    status = asDriverPrintCompletion(shell, &text, &error);
  return finishText(&text, status, &error);
}

static void printDevices(AsText *text) {
  asGpuAppendTable(text);
  asTextAppendString(text, "\n");
  asDeviceAppendTable(text);
}

/// What whoever started as-opt has it ignore, LLVM handles all the same, and
/// then removes the file that is being written. A blocked signal is never
/// handled.
static void blockIgnoredSignals(void) {
  const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
  sigset_t ignored;
  sigemptyset(&ignored);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction action;
    if (!sigaction(numbers[i], NULL, &action) && action.sa_handler == SIG_IGN)
      sigaddset(&ignored, numbers[i]);
  }
  sigprocmask(SIG_BLOCK, &ignored, NULL);
}

int asOptMain(int argc, char **argv) {
  blockIgnoredSignals();
  if (asDriverHasFlag(argv, "version"))
    return printText(asDriverPrintVersion);
  if (asDriverHasFlag(argv, "help") || asDriverHasFlag(argv, "h"))
    return printText(asDriverPrintHelp);
  if (asDriverHasFlag(argv, "help-markdown"))
    return printText(asDriverPrintMarkdown);
  if (asDriverHasFlag(argv, "help-man"))
    return printText(asDriverPrintPage);
  if (asDriverHasFlag(argv, "help-completion"))
    return printCompletion(argc, argv);

  AsOptions options = asOptionsDefault();
  AsError error = {0};
  const char *first;
  if (asOptionsTake(&argc, argv, &options, &first, &error))
    return asDriverFail(&error);
  if (options.listDevices)
    return printText(printDevices);
  if (options.save)
    return asDriverSave(argc, argv, &options);
  if (asDriverStoreJob(&options))
    return asDriverWorkOnStore(argc, argv, &options);
  if (options.autoschedule)
    return asDriverAutoschedule(argc, argv, &options);
  if (first) {
    asFail(&error, AS_INVALID_INPUT,
           "--%s says how to tune, but --autoschedule is missing; see --help",
           first);
    return asDriverFail(&error);
  }
  return asDriverRunMlirOpt(argc, argv, &options);
}
