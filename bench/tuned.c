//===- bench/tuned.c - as-opt as a contender -----------------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as-opt is run as a user runs it: the program, from MLIR text to a shared
// library, so that what is measured is what a user gets.
//
//===----------------------------------------------------------------------===//

#include "bench/tuned.h"
#include "support/arena.h"
#include "support/clock.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// The files of a workload.
typedef struct Files {
  char *input, *library, *records, *report, *log;
} Files;

static AsStatus writeInput(const AsTuner *tuner, const AsWorkload *workload,
                           const char *contender, AsArena *arena, Files *files,
                           AsError *error) {
  char *folder = asArenaFormat(arena, "%s/%s.%s", tuner->folder, workload->name,
                               contender);
  *files = (Files){
      .input = asArenaFormat(arena, "%s/in.mlir", folder),
      .library = asArenaFormat(arena, "%s/k.so", folder),
      .records = asArenaFormat(arena, "%s/records.db", folder),
      .report = asArenaFormat(arena, "%s/r.json", folder),
      .log = asArenaFormat(arena, "%s/as-opt.log", folder),
  };
  if (mkdir(folder, 0777))
    return asFail(error, AS_IO, "cannot create the folder '%s': %s", folder,
                  strerror(errno));
  AsText mlir = {0};
  asWorkloadProgram(workload, &mlir);
  AsStatus status =
      asWriteFile(files->input, asTextString(&mlir), mlir.length, error);
  asTextFree(&mlir);
  return status;
}

// In the forked child: becomes as-opt, with its output in the log.
static void becomeTool(const AsTuner *tuner, const Files *files,
                       char *const arguments[]) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sched_setaffinity(0, sizeof *tuner->affinity, tuner->affinity);
  int log = open(files->log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (log >= 0) {
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
  }
  execv(tuner->tool, arguments);
  dprintf(STDERR_FILENO, "cannot run '%s': %s\n", tuner->tool, strerror(errno));
  _exit(127);
}

// The last lines of the log, for the message of a failure.
static const char *logTail(const AsText *log) {
  const char *text = asTextString(log), *tail = text + log->length;
  for (int lines = 0; tail > text && log->length - (tail - text) < 1000; tail--)
    if (tail[-1] == '\n' && *tail && ++lines == 8)
      break;
  return tail;
}

static AsStatus failWithLog(const char *how, int code, const Files *files,
                            AsError *error) {
  AsText log = {0};
  AsError ignored;
  if (asReadFile(files->log, &log, &ignored))
    asTextClear(&log);
  AsStatus status = asFail(error, AS_CHILD, "as-opt %s %d; the end of %s:\n%s",
                           how, code, files->log, logTail(&log));
  asTextFree(&log);
  return status;
}

static AsStatus runTool(const AsTuner *tuner, int trials, const Files *files,
                        AsArena *arena, AsError *error) {
  char *const arguments[] = {
      (char *)tuner->tool,
      "--autoschedule",
      asArenaFormat(arena, "--trials=%d", trials),
      asArenaFormat(arena, "--threads=%d", tuner->threads),
      "--run-timeout=60", // What is not scheduled may take minutes.
      asArenaFormat(arena, "--records=%s", files->records),
      asArenaFormat(arena, "--report=%s", files->report),
      "--progress=none",
      "--emit=shared",
      "-o",
      files->library,
      files->input,
      NULL,
  };
  pid_t child = fork();
  if (child < 0)
    return asFail(error, AS_IO, "cannot start as-opt: %s", strerror(errno));
  if (child == 0)
    becomeTool(tuner, files, arguments);
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return asFail(error, AS_IO, "cannot wait for as-opt: %s",
                    strerror(errno));
  if (WIFSIGNALED(status))
    return failWithLog("was killed by signal", WTERMSIG(status), files, error);
  if (WEXITSTATUS(status))
    return failWithLog("ended with status", WEXITSTATUS(status), files, error);
  return AS_OK;
}

typedef void Entry(void **buffers);

typedef struct Tuned {
  Entry *entry;
  int numArguments;
  void *buffers[AS_MAX_TENSORS]; // Arguments (owned), then the result.
} Tuned;

static void runTuned(void *state) {
  Tuned *tuned = state;
  tuned->entry(tuned->buffers);
}

static void destroyTuned(void *state) {
  Tuned *tuned = state;
  for (int i = 0; i < tuned->numArguments; i++)
    free(tuned->buffers[i]);
  free(tuned);
}

// The library is never closed: workers of the OpenMP runtime that it brought
// along may still be running that runtime's code.
static AsStatus loadEntry(const Files *files, const AsWorkload *workload,
                          AsArena *arena, Entry **entry, AsError *error) {
  void *library = dlopen(files->library, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return asFail(error, AS_CHILD, "cannot load what as-opt wrote: %s",
                  dlerror());
  *entry = (Entry *)dlsym(
      library, asArenaFormat(arena, "as_entry_%s", workload->family->function));
  if (!*entry)
    return asFail(error, AS_CHILD, "what as-opt wrote lacks its entry: %s",
                  dlerror());
  return AS_OK;
}

// The contender gets arguments of its own: should its code write to one, the
// others must not see it, and the check after the timing will.
static void addContender(const AsWorkload *workload, const char *name,
                         Entry *entry, const AsOperands *operands,
                         AsLineup *lineup) {
  AsContender *contender = asLineupAdd(lineup, name, operands);
  Tuned *tuned = asAlloc(sizeof *tuned);
  tuned->entry = entry;
  tuned->numArguments = operands->count;
  for (int i = 0; i < operands->count; i++) {
    const AsBuffer buffer = asWorkloadBuffer(workload, i);
    tuned->buffers[i] = asMemoryCreate(&buffer);
    memcpy(tuned->buffers[i], operands->arguments[i], asBufferBytes(&buffer));
  }
  tuned->buffers[operands->count] = contender->result;
  contender->state = tuned;
  contender->run = runTuned;
  contender->destroy = destroyTuned;
}

static AsStatus enter(const AsTuner *tuner, const char *name, int trials,
                      const AsWorkload *workload, const AsOperands *operands,
                      AsLineup *lineup, AsError *error) {
  AsArena arena = {0};
  Files files;
  Entry *entry = NULL;
  AsStatus status = writeInput(tuner, workload, name, &arena, &files, error);
  if (!status)
    status = runTool(tuner, trials, &files, &arena, error);
  if (!status)
    status = loadEntry(&files, workload, &arena, &entry, error);
  if (!status)
    addContender(workload, name, entry, operands, lineup);
  asArenaDestroy(&arena);
  return status;
}

AsStatus asTunedEnter(const AsTuner *tuner, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup,
                      double *seconds, AsError *error) {
  double start = asClockNow();
  AsStatus status =
      enter(tuner, "as-opt", tuner->trials, workload, operands, lineup, error);
  *seconds = asClockNow() - start;
  return status;
}

AsStatus asTunedEnterStock(const AsTuner *tuner, const AsWorkload *workload,
                           const AsOperands *operands, AsLineup *lineup,
                           AsError *error) {
  // No trials and nothing known: nothing is scheduled.
  if (enter(tuner, "stock", 0, workload, operands, lineup, error))
    return error->status;
  lineup->contenders[lineup->count - 1].isStock = true;
  return AS_OK;
}
