//===- memory-limit.c - A limit on memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See memory-limit.h.
//
//===----------------------------------------------------------------------===//

#include "support/memory-limit.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

AsStatus asLimitMemory(size_t bytes, AsError *error) {
  if (bytes == 0)
    return AS_OK;
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  bool read = file && fscanf(file, "%lu", &pages) == 1;
  if (file)
    fclose(file);
  rlim_t wanted = pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
  struct rlimit limit;
  read = read && getrlimit(RLIMIT_AS, &limit) == 0;
  // Only root may raise a limit that the process was started with.
  if (read && limit.rlim_max > wanted)
    limit.rlim_max = wanted;
  limit.rlim_cur = limit.rlim_max;
  if (!read || setrlimit(RLIMIT_AS, &limit) != 0)
    return asFail(error, AS_IO, "cannot limit the memory of a process: %s",
                  strerror(errno));
  return AS_OK;
}
