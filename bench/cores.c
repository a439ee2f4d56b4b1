//===- cores.c - Which thread runs where
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/cores.h"
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

AsStatus asCoresChoose(int count, AsCores *cores, AsError *error) {
  *cores = (AsCores){0};
  if (sched_getaffinity(0, sizeof cores->inherited, &cores->inherited))
    return asFail(error, AS_IO, "cannot read the CPU affinity: %s",
                  strerror(errno));
  for (int core = 0; core < CPU_SETSIZE && cores->count < count; core++)
    if (CPU_ISSET(core, &cores->inherited))
      cores->cores[cores->count++] = core;
  if (cores->count < count)
    return asFail(error, AS_INVALID_INPUT,
                  "--threads=%d, but this process may use %d core%s only",
                  count, cores->count, cores->count == 1 ? "" : "s");
  return AS_OK;
}

void asCoresRelease(const AsCores *cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = 0; i < cores->count; i++)
    CPU_SET(cores->cores[i], &set);
  sched_setaffinity(0, sizeof set, &set);
}

static void pinThread(pid_t thread, int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(thread, sizeof set, &set); // It may have ended: no matter.
}

static bool isPinned(const AsCores *cores, pid_t thread) {
  for (int i = 0; i < cores->numPinned; i++)
    if (cores->pinned[i] == thread)
      return true;
  return false;
}

// Lists this process's threads but the caller, which is the main thread.
static AsStatus listWorkers(pid_t *workers, int *count, AsError *error) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder)
    return asFail(error, AS_IO, "cannot read /proc/self/task: %s",
                  strerror(errno));
  *count = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    pid_t thread = atoi(entry->d_name);
    if (thread > 0 && thread != getpid() && *count < AS_MAX_POOLED)
      workers[(*count)++] = thread;
  }
  closedir(folder);
  return AS_OK;
}

static int compareThreads(const void *a, const void *b) {
  return *(const pid_t *)a - *(const pid_t *)b;
}

AsStatus asCoresPin(AsCores *cores, AsError *error) {
  pid_t workers[AS_MAX_POOLED];
  int count;
  if (listWorkers(workers, &count, error))
    return error->status;
  // In the order of birth, so that a pool's workers are on different cores.
  qsort(workers, (size_t)count, sizeof *workers, compareThreads);
  int born = 0;
  for (int i = 0; i < count; i++) {
    if (isPinned(cores, workers[i]))
      continue;
    int core = cores->count > 1 ? 1 + born % (cores->count - 1) : 0;
    pinThread(workers[i], cores->cores[core]);
    born++;
  }
  memcpy(cores->pinned, workers, (size_t)count * sizeof *workers);
  cores->numPinned = count;
  pinThread(0, cores->cores[0]);
  return AS_OK;
}
