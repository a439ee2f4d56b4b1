//===- tuned.c - as-opt as a contender
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as-opt is run as a user runs it: the program, from MLIR text to a shared
// library, so that what is measured is what a user gets.
//
//===----------------------------------------------------------------------===//

#include "bench/tuned.h"
#include "bench/folder.h"
#include "launch/kernel-list.h"
#include "launch/launch-json.h"
#include "measure/shared-entries.h"
#include "support/arena.h"
#include "support/clock.h"
#include "support/entry-symbols.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

AsStatus asTunedFindTool(const char *given, char *path, size_t size,
                         AsError *error) {
  if (given) {
    snprintf(path, size, "%s", given);
  } else {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length < 0)
      return asFail(error, AS_IO, "cannot read /proc/self/exe: %s",
                    strerror(errno));
    path[length] = 0;
    char *name = strrchr(path, '/') + 1;
    snprintf(name, size - (size_t)(name - path), "as-opt");
  }
  if (access(path, X_OK))
    return asFail(error, AS_NOT_FOUND,
                  "cannot run '%s': %s; build as-opt, or give --as-opt=PATH",
                  path, strerror(errno));
  return AS_OK;
}

/// Takes the program.
static AsInput inputOf(const AsWorkload *workload, AsText *mlir) {
  AsInput input = {.name = asCopyString(workload->name),
                   .function = asCopyString(workload->family->function),
                   .mlir = asCopyString(asTextString(mlir))};
  asTextFree(mlir);
  return input;
}

AsInput asInputOfWorkload(const AsWorkload *workload, bool constantWeights) {
  AsText mlir = {0};
  asWorkloadProgram(workload, constantWeights, &mlir);
  return inputOf(workload, &mlir);
}

AsInput asInputOfDynamic(const AsWorkload *workload, const char *dynamic) {
  AsText mlir = {0};
  asWorkloadDynamicProgram(workload, dynamic, &mlir);
  return inputOf(workload, &mlir);
}

void asInputFree(AsInput *input) {
  free(input->name);
  free(input->function);
  free(input->mlir);
  *input = (AsInput){0};
}

static const char stockName[] = "stock";

// The files of a row.
typedef struct Files {
  char *folder, *input, *library, *schedule, *kernels, *launches, *report, *log;
  char *records, *objects;
} Files;

static const char *nameOf(const AsTuner *tuner) {
  return tuner->name ? tuner->name : "as-opt";
}

static Files filesOf(const AsTuner *tuner, const char *row, AsArena *arena) {
  char *folder =
      asArenaFormat(arena, "%s/%s.%s", tuner->folder, row, nameOf(tuner));
  return (Files){
      .folder = folder,
      .input = asArenaFormat(arena, "%s/in.mlir", folder),
      .library = asArenaFormat(arena, "%s/k.so", folder),
      .schedule = asArenaFormat(arena, "%s/k.mlir", folder),
      .kernels = asArenaFormat(arena, "%s/k.ptx", folder),
      .launches = asArenaFormat(arena, "%s/k.json", folder),
      .records = asArenaFormat(arena, "%s/records.db", folder),
      .objects = asArenaFormat(arena, "%s/records.db-objects", folder),
      .report = asArenaFormat(arena, "%s/r.json", folder),
      .log = asArenaFormat(arena, "%s/as-opt.log", folder),
  };
}

char *asTunedReport(const AsTuner *tuner, const char *row) {
  AsArena arena = {0};
  char *path = asCopyString(filesOf(tuner, row, &arena).report);
  asArenaDestroy(&arena);
  return path;
}

char *asTunedRecords(const AsTuner *tuner, const char *row) {
  AsArena arena = {0};
  char *path = asCopyString(filesOf(tuner, row, &arena).records);
  asArenaDestroy(&arena);
  return path;
}

char *asTunedLibrary(const AsTuner *tuner, const char *row) {
  AsArena arena = {0};
  char *path = asCopyString(filesOf(tuner, row, &arena).library);
  asArenaDestroy(&arena);
  return path;
}

AsStatus asTunedEffort(const AsTuner *tuner, const char *row, AsEffort *effort,
                       AsError *error) {
  char *path = asTunedReport(tuner, row);
  AsStatus status = asEffortRead(path, effort, error);
  free(path);
  return status;
}

void asTunedForget(const AsTuner *tuner, const char *row) {
  AsArena arena = {0};
  Files files = filesOf(tuner, row, &arena);
  unlink(files.library); // First: without it the others are half a run.
  unlink(files.records);
  asFolderRemove(files.objects);
  unlink(files.report);
  asArenaDestroy(&arena);
}

static bool isReused(const AsTuner *tuner, const Files *files) {
  return tuner->earlier == AS_EARLIER_REUSED && !access(files->library, R_OK);
}

static AsStatus writeInput(const AsTuner *tuner, const AsInput *input,
                           const Files *files, AsError *error) {
  if (mkdir(files->folder, 0777) &&
      (tuner->earlier == AS_EARLIER_REFUSED || errno != EEXIST))
    return asFail(error, AS_IO, "cannot create the folder '%s': %s",
                  files->folder, strerror(errno));
  return asWriteFile(files->input, input->mlir, strlen(input->mlir), error);
}

// In the forked child: becomes as-opt, with its output in the log.
static void becomeTool(const AsTuner *tuner, const Files *files,
                       char *const arguments[]) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  asCoreSetPin(tuner->affinity, 0);
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

enum { MOST_ARGUMENTS = 24 };

/// What as-opt is to write.
typedef enum Form { FORM_SHARED, FORM_SCHEDULE, FORM_PTX } Form;

// What as-opt is told besides what holds for both: fills in the end of the
// list.
static void addDestination(const AsTuner *tuner, const Files *files, Form form,
                           AsArena *arena, char **next) {
  if (form == FORM_PTX) {
    *next++ = asArenaFormat(arena, "--target=%s", tuner->device);
    *next++ = asArenaFormat(arena, "--launch=%s", files->launches);
    *next++ = "--emit=ptx";
  } else {
    *next++ = asArenaFormat(arena, "--threads=%d", tuner->threads);
    *next++ = form == FORM_SCHEDULE ? "--emit=schedule" : "--emit=shared";
  }
  *next++ = "-o";
  *next++ = form == FORM_PTX        ? files->kernels
            : form == FORM_SCHEDULE ? files->schedule
                                    : files->library;
  *next++ = files->input;
  *next = NULL;
}

static AsStatus runTool(const AsTuner *tuner, const Files *files, Form form,
                        AsArena *arena, AsError *error) {
  char *arguments[MOST_ARGUMENTS] = {
      (char *)tuner->tool,
      "--autoschedule",
      asArenaFormat(arena, "--trials=%d", tuner->trials),
      asArenaFormat(arena, "--untried=%s",
                    tuner->isPlain ? "plain" : "estimated"),
      asArenaFormat(arena, "--strategy=%s", tuner->strategy),
      asArenaFormat(arena, "--refine-after=%d", tuner->refineAfter),
      asArenaFormat(arena, "--seed=%d", tuner->seed),
      asArenaFormat(arena, "--time-limit=%d", tuner->seconds),
      "--run-timeout=60", // What is not scheduled may take minutes.
      asArenaFormat(arena, "--records=%s",
                    tuner->records ? tuner->records : files->records),
      asArenaFormat(arena, "--report=%s", files->report),
      "--progress=none",
  };
  int count = 0;
  while (arguments[count])
    count++;
  if (tuner->fp)
    arguments[count++] = asArenaFormat(arena, "--fp=%s", tuner->fp);
  if (tuner->sizes)
    arguments[count++] = asArenaFormat(arena, "--sizes=%s", tuner->sizes);
  if (tuner->transfer)
    arguments[count++] = asArenaFormat(arena, "--transfer=%s", tuner->transfer);
  if (tuner->donors)
    arguments[count++] =
        asArenaFormat(arena, "--transfer-from=%s", tuner->donors);
  if (tuner->model)
    arguments[count++] = asArenaFormat(arena, "--learn-from=%s", tuner->model);
  if (tuner->kernels)
    arguments[count++] =
        asArenaFormat(arena, "--kernels-from=%s", tuner->kernels);
  addDestination(tuner, files, form, arena, arguments + count);
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

// The library is never closed: workers of the OpenMP runtime that it brought
// along may still be running that runtime's code. What only other functions of
// the module call need not be there.
static AsStatus loadEntry(const Files *files, const AsInput *input,
                          AsArena *arena, AsTuned *tuned, AsError *error) {
  void *library = dlopen(files->library, RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    return asFail(error, AS_CHILD, "cannot load what as-opt wrote: %s",
                  dlerror());
  AsKernel kernel;
  if (asSharedEntries(library, input->function, &kernel, error))
    return asFailContext(error, "what as-opt wrote");
  *tuned = (AsTuned){.entry = kernel.run, .load = kernel.load};
  tuned->signature = dlsym(
      library, asArenaFormat(arena, AS_SIGNATURE_PREFIX "%s", input->function));
  if (!tuned->signature)
    return asFail(error, AS_CHILD, "what as-opt wrote has no signature of '%s'",
                  input->function);
  return AS_OK;
}

AsStatus asTunedBuild(const AsTuner *tuner, const AsInput *input,
                      AsTuned *tuned, double *seconds, AsError *error) {
  double start = asClockNow();
  AsArena arena = {0};
  Files files = filesOf(tuner, input->name, &arena);
  AsStatus status = writeInput(tuner, input, &files, error);
  if (!status && !isReused(tuner, &files)) {
    if (tuner->earlier == AS_EARLIER_REUSED) // What it left is half a run.
      asTunedForget(tuner, input->name);
    status = runTool(tuner, &files, FORM_SHARED, &arena, error);
  }
  if (!status)
    status = loadEntry(&files, input, &arena, tuned, error);
  asArenaDestroy(&arena);
  *seconds = asClockNow() - start;
  return status;
}

// Puts together what as-opt wrote: the image, and how it is launched.
static AsStatus loadKernels(const Files *files, AsArena *arena, AsText *kernels,
                            AsError *error) {
  AsText image = {0}, launches = {0};
  AsStatus status = asReadFile(files->kernels, &image, error);
  if (!status)
    status = asReadFile(files->launches, &launches, error);
  if (!status) {
    cJSON *json = cJSON_Parse(asTextString(&launches));
    const cJSON *list = cJSON_GetObjectItem(json, "kernels");
    AsKernels *all = asArenaArray(arena, AsKernels, 1);
    int count = cJSON_GetArraySize(list);
    bool isRead = count > 0 && count <= AS_MOST_LAUNCHES;
    for (int k = 0; k < count && isRead; k++)
      isRead = asLaunchReadJson(cJSON_GetArrayItem(list, k), arena,
                                &all->launches[k]);
    cJSON_Delete(json);
    all->count = count;
    all->image = asTextString(&image);
    all->imageLength = image.length;
    if (isRead)
      asKernelsPut(kernels, all);
    else
      status =
          asFail(error, AS_CHILD, "'%s' does not say how to launch kernels",
                 files->launches);
  }
  asTextFree(&image);
  asTextFree(&launches);
  return status;
}

AsStatus asTunedBuildKernels(const AsTuner *tuner, const AsInput *input,
                             AsText *kernels, double *seconds, AsError *error) {
  double start = asClockNow();
  AsArena arena = {0};
  Files files = filesOf(tuner, input->name, &arena);
  AsStatus status = writeInput(tuner, input, &files, error);
  if (!status)
    status = runTool(tuner, &files, FORM_PTX, &arena, error);
  if (!status)
    status = loadKernels(&files, &arena, kernels, error);
  asArenaDestroy(&arena);
  *seconds = asClockNow() - start;
  return status;
}

AsStatus asTunedSchedule(const AsTuner *tuner, const AsInput *input,
                         AsText *schedule, AsError *error) {
  AsArena arena = {0};
  Files files = filesOf(tuner, input->name, &arena);
  AsStatus status = writeInput(tuner, input, &files, error);
  if (!status)
    status = runTool(tuner, &files, FORM_SCHEDULE, &arena, error);
  if (!status)
    status = asReadFile(files.schedule, schedule, error);
  asArenaDestroy(&arena);
  return status;
}

AsStatus asTunedBuildStock(const AsTuner *tuner, const AsInput *input,
                           AsTuned *tuned, AsError *error) {
  AsTuner stock = *tuner;
  stock.name = stockName;
  stock.trials = 0;
  stock.isPlain = true;
  double seconds;
  return asTunedBuild(&stock, input, tuned, &seconds, error);
}

//===----------------------------------------------------------------------===//
// The contender
//===----------------------------------------------------------------------===//

typedef struct Runner {
  AsKernel kernel;
  void **buffers; // Arguments, then the result; only the list is owned.
} Runner;

static void runTuned(void *state) {
  Runner *runner = state;
  asKernelRun(&runner->kernel, runner->buffers);
}

static void destroyRunner(void *state) {
  Runner *runner = state;
  free(runner->buffers);
  free(runner);
}

AsContender *asTunedAdd(const AsTuned *tuned, const char *name,
                        const AsOperands *operands, AsLineup *lineup) {
  AsContender *contender = asLineupAdd(lineup, name, operands);
  Runner *runner = asAlloc(sizeof *runner);
  runner->kernel = (AsKernel){
      .run = tuned->entry, .load = tuned->load, .sizes = tuned->sizes};
  runner->buffers = asAlloc(sizeof(void *) * (size_t)(operands->count + 1));
  for (int i = 0; i < operands->count; i++)
    runner->buffers[i] = (void *)operands->arguments[i];
  runner->buffers[operands->count] = contender->result;
  const AsKernel *kernel = &runner->kernel;
  if (kernel->load) {
    asKernelCall(kernel, kernel->load, runner->buffers); // For the page faults.
    double start = asClockNow();
    asKernelCall(kernel, kernel->load, runner->buffers);
    contender->loadSeconds = asClockNow() - start;
  }
  contender->state = runner;
  contender->run = runTuned;
  contender->destroy = destroyRunner;
  return contender;
}

AsContender *asTunedAddStock(const AsTuned *tuned, const AsOperands *operands,
                             AsLineup *lineup) {
  AsContender *contender = asTunedAdd(tuned, stockName, operands, lineup);
  contender->isStock = true;
  return contender;
}

AsStatus asTunedEnter(const AsTuner *tuner, const AsInput *input,
                      const AsOperands *operands, AsLineup *lineup,
                      double *seconds, AsError *error) {
  AsTuned tuned;
  if (asTunedBuild(tuner, input, &tuned, seconds, error))
    return error->status;
  asTunedAdd(&tuned, nameOf(tuner), operands, lineup);
  return AS_OK;
}

AsStatus asTunedEnterStock(const AsTuner *tuner, const AsInput *input,
                           const AsOperands *operands, AsLineup *lineup,
                           AsError *error) {
  AsTuned tuned;
  if (asTunedBuildStock(tuner, input, &tuned, error))
    return error->status;
  asTunedAddStock(&tuned, operands, lineup);
  return AS_OK;
}
