//===- resident-memory.c - Peak memory of this process
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/resident-memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of `key` in /proc/self/status; negative if unknown.
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

void asResidentReset(void) {
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (!file)
    return;
  fputs("5", file);
  fclose(file);
}

double asResidentHighest(void) { return ownStatus("VmHWM:"); }
