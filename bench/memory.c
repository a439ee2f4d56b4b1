//===- bench/memory.c - What memory a run takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Bytes that /proc/self/status has for `key`; negative if none.
static double ownStatus(const char *key) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  double bytes = -1;
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, key, strlen(key)))
      bytes = 1024 * strtod(line + strlen(key), NULL);
  if (file)
    fclose(file);
  return bytes;
}

// From here on the highest is counted anew.
static void resetHighest(void) {
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (!file)
    return;
  fputs("5", file);
  fclose(file);
}

static double grownBy(const AsContender *contender) {
  resetHighest();
  double before = ownStatus("VmHWM:");
  contender->run(contender->state);
  double after = ownStatus("VmHWM:");
  return before < 0 || after < 0 ? -1 : after - before;
}

double asRunMemory(const AsContender *contender) {
  int ends[2];
  if (pipe(ends))
    return -1;
  double bytes = -1;
  pid_t child = fork();
  if (child == 0) {
    bytes = grownBy(contender);
    ssize_t written = write(ends[1], &bytes, sizeof bytes);
    _exit(written != sizeof bytes);
  }
  close(ends[1]);
  if (child > 0) {
    if (read(ends[0], &bytes, sizeof bytes) != sizeof bytes)
      bytes = -1;
    waitpid(child, NULL, 0);
  }
  close(ends[0]);
  return bytes;
}
