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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The first hardware thread of the core. No hwloc: bench-device is taken to
/// machines that have none.
static int numberOf(int cpu) {
  char path[96];
  int first = cpu;
  snprintf(path, sizeof path,
           "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
  FILE *file = fopen(path, "r");
  if (file && fscanf(file, "%d", &first) != 1)
    first = cpu;
  if (file)
    fclose(file);
  return first;
}

static bool holds(AsCoreSet set, int number) {
  for (int c = 0; c < set.count; c++)
    if (set.list[c].number == number)
      return true;
  return false;
}

AsStatus asCoresChoose(int count, AsCores *cores, AsError *error) {
  *cores = (AsCores){0};
  cores->inherited = asCoreSetAllowed(&cores->arena);
  AsCore *list = asArenaArray(&cores->arena, AsCore, count);
  cores->chosen.list = list;
  for (int c = 0; c < cores->inherited.count && cores->chosen.count < count;
       c++) {
    int cpu = cores->inherited.list[c].cpu, number = numberOf(cpu);
    if (!holds(cores->chosen, number))
      list[cores->chosen.count++] = (AsCore){.cpu = cpu, .number = number};
  }
  int found = cores->chosen.count;
  if (found < count)
    return asFail(error, AS_INVALID_INPUT,
                  "--threads=%d, but this process may use %d core%s only",
                  count, found, found == 1 ? "" : "s");
  return AS_OK;
}

void asCoresRelease(const AsCores *cores) { asCoreSetPin(cores->chosen, 0); }

static void pinThread(const AsCores *cores, pid_t thread, int core) {
  // It may have ended: no matter.
  asCoreSetPin(asCoreSetSlice(cores->chosen, core, 1), thread);
}

static bool isPinned(const AsCores *cores, pid_t thread) {
  for (int i = 0; i < cores->numPinned; i++)
    if (cores->pinned[i] == thread)
      return true;
  return false;
}

// Lists this process's threads but the caller, which is the main thread. The
// caller, who gives an empty list, frees *workers.
static AsStatus listWorkers(pid_t **workers, int *count, AsError *error) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder)
    return asFail(error, AS_IO, "cannot read /proc/self/task: %s",
                  strerror(errno));
  for (struct dirent *entry; (entry = readdir(folder));) {
    pid_t thread = atoi(entry->d_name);
    if (thread <= 0 || thread == getpid())
      continue;
    *workers = asRealloc(*workers, (size_t)(*count + 1) * sizeof **workers);
    (*workers)[(*count)++] = thread;
  }
  closedir(folder);
  return AS_OK;
}

static int compareThreads(const void *a, const void *b) {
  return *(const pid_t *)a - *(const pid_t *)b;
}

AsStatus asCoresPin(AsCores *cores, AsError *error) {
  pid_t *workers = NULL;
  int count = 0;
  if (listWorkers(&workers, &count, error))
    return error->status;
  // In the order of birth, so that a pool's workers are on different cores.
  if (count)
    qsort(workers, (size_t)count, sizeof *workers, compareThreads);
  int born = 0;
  for (int i = 0; i < count; i++) {
    if (isPinned(cores, workers[i]))
      continue;
    int others = cores->chosen.count - 1;
    pinThread(cores, workers[i], others ? 1 + born % others : 0);
    born++;
  }
  free(cores->pinned);
  cores->pinned = workers;
  cores->numPinned = count;
  pinThread(cores, 0, 0);
  return AS_OK;
}
