//===- ptxas.c - Assemble PTX with ptxas
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs ptxas on files in memory and parses what it prints.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/ptxas.h"
#include "support/run-program.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// Finds $AS_PTXAS, or ptxas in $CUDA_HOME/bin, the PATH, or
/// /usr/local/cuda/bin. AS_PTXAS=none means that there is none.
static bool find(AsText *path) {
  const char *given = getenv("AS_PTXAS"), *home = getenv("CUDA_HOME");
  if (given && *given) {
    asTextAppendString(path, given);
    return strcmp(given, "none") != 0;
  }
  if (home && *home) {
    asTextFormat(path, "%s/bin/ptxas", home);
    if (access(path->data, X_OK) == 0)
      return true;
    asTextClear(path);
  }
  const char *folders = getenv("PATH");
  while (folders && *folders) {
    size_t length = strcspn(folders, ":");
    asTextClear(path);
    asTextFormat(path, "%.*s/ptxas", (int)length, folders);
    if (access(path->data, X_OK) == 0)
      return true;
    folders += length + (folders[length] == ':');
  }
  asTextClear(path);
  asTextAppendString(path, "/usr/local/cuda/bin/ptxas");
  return access(path->data, X_OK) == 0;
}

void asPtxasRead(const char *printed, AsPtxasFigures *figures) {
  static const char used[] = "Used ", spilled[] = " bytes spill stores";
  for (const char *at = printed; (at = strstr(at, used)); at++) {
    int registers = atoi(at + strlen(used));
    if (registers > figures->registers)
      figures->registers = registers;
  }
  for (const char *at = printed; (at = strstr(at, spilled)); at++) {
    const char *number = at;
    while (number > printed && number[-1] >= '0' && number[-1] <= '9')
      number--;
    if (atoi(number) > figures->spilledBytes)
      figures->spilledBytes = atoi(number);
  }
}

/// Opens an anonymous file, which ends with the process.
static int openMemory(const char *name, AsError *error) {
  int file = memfd_create(name, 0); // ptxas inherits it.
  if (file < 0)
    asFail(error, AS_IO, "memfd_create: %s", strerror(errno));
  return file;
}

static AsStatus writeAll(int file, const AsText *text, AsError *error) {
  for (size_t done = 0; done < text->length;) {
    ssize_t count = write(file, text->data + done, text->length - done);
    if (count < 0 && errno != EINTR)
      return asFail(error, AS_IO, "cannot keep PTX in memory: %s",
                    strerror(errno));
    done += count > 0 ? (size_t)count : 0;
  }
  return AS_OK;
}

static AsStatus assemble(char *program, int input, int output, const char *chip,
                         AsPtxasFigures *figures, AsError *error) {
  char arch[32], from[32], to[32];
  snprintf(arch, sizeof arch, "-arch=%s", chip);
  snprintf(from, sizeof from, "/proc/self/fd/%d", input);
  snprintf(to, sizeof to, "/proc/self/fd/%d", output);
  char *arguments[] = {program, "-v", arch, "-o", to, from, NULL};
  bool succeeded = false;
  AsText printed = {0};
  AsStatus status = asProgramRun(arguments, &printed, &succeeded, error);
  if (!status && !succeeded)
    status =
        asFail(error, AS_INVALID_INPUT, "ptxas: %s", asTextString(&printed));
  if (!status) {
    figures->isKnown = true;
    asPtxasRead(asTextString(&printed), figures);
  }
  asTextFree(&printed);
  return status;
}

AsStatus asPtxasAssemble(const AsText *ptx, const char *chip,
                         AsPtxasFigures *figures, AsError *error) {
  enum { INPUT, OUTPUT, COUNT };
  *figures = (AsPtxasFigures){.isKnown = false};
  AsText program = {0};
  AsStatus status = AS_OK;
  if (find(&program)) {
    int files[COUNT];
    for (int f = 0; f < COUNT; f++) {
      files[f] = openMemory("ptxas", error);
      status = files[f] < 0 ? AS_IO : status;
    }
    if (!status)
      status = writeAll(files[INPUT], ptx, error);
    if (!status)
      status = assemble(program.data, files[INPUT], files[OUTPUT], chip,
                        figures, error);
    for (int f = 0; f < COUNT; f++)
      if (files[f] >= 0)
        close(files[f]);
  }
  asTextFree(&program);
  return status;
}
