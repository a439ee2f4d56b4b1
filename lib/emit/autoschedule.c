//===- emit/autoschedule.c - From a module to a result
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// asAutoschedule as a list of phases; see as/autoschedule.h for what it
// promises.
//
//===----------------------------------------------------------------------===//

#include "as/autoschedule.h"
#include "build/codegen.h"
#include "build/lower.h"
#include "build/script.h"
#include "emit/progress.h"
#include "emit/report.h"
#include "emit/run.h"
#include "measure/buffer.h"
#include "sketch/rules.h"
#include "llvm-c/Core.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// The private copy
//===----------------------------------------------------------------------===//

static AsStatus openRun(AsRun *run, MlirModule module, const AsOptions *options,
                        AsError *error) {
  *run = (AsRun){.options = options};
  AsText bytes = {0};
  asIrWriteBytecode(mlirModuleGetOperation(module), &bytes);
  run->context = asIrContextCreate();
  AsStatus status = asIrParse(run->context, bytes.data, bytes.length,
                              "the module", &run->module, error);
  asTextFree(&bytes);
  if (!status)
    asTaskExtract(run->module, &run->tasks);
  return status;
}

static void closeRun(AsRun *run) {
  for (int t = 0; t < run->tasks.numTasks && run->tuned; t++)
    asTuneTaskFree(&run->tuned[t]);
  asTaskSetDestroy(&run->tasks);
  asArenaDestroy(&run->arena);
  if (!mlirModuleIsNull(run->userSketches))
    mlirModuleDestroy(run->userSketches);
  if (!mlirModuleIsNull(run->module))
    mlirModuleDestroy(run->module);
  mlirContextDestroy(run->context);
}

static void giveRemarks(const AsTaskSet *tasks, AsEmission *emission) {
  emission->remarks =
      asAlloc(sizeof(AsRemark) * (size_t)(tasks->numRemarks + 1));
  emission->numRemarks = (size_t)tasks->numRemarks;
  for (int r = 0; r < tasks->numRemarks; r++)
    emission->remarks[r] = (AsRemark){asCopyString(tasks->remarks[r].location),
                                      asCopyString(tasks->remarks[r].message)};
}

void asEmissionDestroy(AsEmission *emission) {
  for (size_t r = 0; r < emission->numRemarks; r++) {
    free(emission->remarks[r].location);
    free(emission->remarks[r].message);
  }
  free(emission->remarks);
  free(emission->data);
  *emission = (AsEmission){0};
}

//===----------------------------------------------------------------------===//
// Sketches
//===----------------------------------------------------------------------===//

static void describeBuffers(AsRun *run, const AsTask *task, AsTuneTask *tuned) {
  AsBuffer *buffers = asArenaArray(&run->arena, AsBuffer, task->numBuffers);
  for (int b = 0; b < task->numBuffers; b++) {
    const AsTaskBuffer *from = &task->buffers[b];
    buffers[b] = (AsBuffer){from->element, 1, from->isResult};
    for (int r = 0; r < from->rank; r++)
      buffers[b].count *= from->shape[r];
    double tolerance = asBufferTolerance(&buffers[b], task->reductionLength);
    if (from->isResult && tolerance > tuned->tolerance)
      tuned->tolerance = tolerance;
  }
  tuned->buffers = buffers;
  tuned->numBuffers = task->numBuffers;
}

/// Drops the sketches that round in another order than the program.
static int keepOrder(AsSketch *sketches, int count) {
  int kept = 0;
  for (int s = 0; s < count; s++)
    if (!asSketchReorders(&sketches[s]))
      sketches[kept++] = sketches[s];
  return kept;
}

static AsStatus sketchPhase(AsRun *run, AsError *error) {
  AsStatus status =
      asTargetCreate(run->options->target, (int)run->options->threads,
                     &run->arena, &run->target, error);
  if (!status && *run->options->sketches)
    status = asUserSketchesRead(run, run->options->sketches, error);
  if (status)
    return status;
  run->tuned = asArenaArray(&run->arena, AsTuneTask, run->tasks.numTasks);
  for (int t = 0; t < run->tasks.numTasks; t++) {
    const AsTask *task = &run->tasks.tasks[t];
    AsTuneTask *tuned = &run->tuned[t];
    tuned->hash = task->hash;
    tuned->label = task->label;
    tuned->text = task->text;
    tuned->weight = task->weight;
    tuned->flops = task->flops;
    tuned->minBytes = task->minBytes;
    describeBuffers(run, task, tuned);
    AsSketch *sketches = asSketchDerive(&task->program, &run->target,
                                        &run->arena, &tuned->numSketches);
    if (run->options->fp == AS_FP_STRICT)
      tuned->numSketches = keepOrder(sketches, tuned->numSketches);
    tuned->sketches =
        asUserSketchesAppend(run, task, sketches, &tuned->numSketches);
  }
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

static volatile sig_atomic_t interrupted;
static struct sigaction before;

/// The first Ctrl-C ends the search; the handler that was there before takes
/// the second.
static void onInterrupt(int signal) {
  interrupted = 1;
  sigaction(signal, &before, NULL);
}

static void catchInterrupts(void) {
  interrupted = 0;
  struct sigaction action = {.sa_handler = onInterrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before);
}

static AsStatus openStore(const char *records, AsStore **store,
                          AsError *error) {
  *store = NULL;
  char path[4096];
  if (strcmp(records, "none") == 0)
    return AS_OK;
  if (*records)
    return asStoreOpen(records, store, error);
  AsStatus status = asStoreDefaultPath(path, sizeof path, error);
  return status ? status : asStoreOpen(path, store, error);
}

static const char *compiler(AsRun *run) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  static const char *const modes[] = {"strict", "contract", "fast"};
  return asArenaFormat(&run->arena, "LLVM %u.%u.%u fp=%s", major, minor, patch,
                       modes[run->options->fp]);
}

static AsStatus searchPhase(AsRun *run, AsError *error) {
  char worker[4096];
  AsStatus status = asWorkerFind(worker, sizeof worker, error);
  AsStore *store = NULL;
  if (!status)
    status = openStore(run->options->records, &store, error);
  if (status)
    return status;
  AsProgressView *view = asProgressCreate(run->options->progress);
  AsTunerOptions tuner = {.options = run->options,
                          .target = &run->target,
                          .worker = worker,
                          .store = store,
                          .compiler = compiler(run),
                          .interrupted = &interrupted,
                          .progress = asProgressShow,
                          .context = view};
  catchInterrupts();
  status = asTune(&tuner, run->tuned, run->tasks.numTasks, &run->times, error);
  run->interrupted = interrupted;
  if (!interrupted)
    sigaction(SIGINT, &before, NULL);
  if (!status)
    asProgressFinish(view, run->tuned, run->tasks.numTasks, &run->times,
                     run->interrupted);
  asProgressDestroy(view);
  asStoreClose(store);
  if (!status && *run->options->report)
    status = asReportWrite(run->options->report, run->options, &run->target,
                           run->tuned, run->tasks.numTasks, &run->times,
                           run->interrupted, error);
  return status;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

static void give(AsEmission *emission, AsText *text, bool isModule) {
  emission->data = text->data;
  emission->length = text->length;
  emission->isModule = isModule;
  *text = (AsText){0};
}

static void giveModule(AsEmission *emission, MlirModule module) {
  AsText bytes = {0};
  asIrWriteBytecode(mlirModuleGetOperation(module), &bytes);
  give(emission, &bytes, true);
}

static AsStatus applyScript(AsRun *run, const char *script, size_t length,
                            const char *name, AsError *error) {
  MlirModule parsed;
  AsStatus status =
      asIrParse(run->context, script, length, name, &parsed, error);
  if (status)
    return status;
  status = asScriptApply(mlirModuleGetOperation(run->module), parsed, error);
  mlirModuleDestroy(parsed);
  return status;
}

static AsStatus linkShared(const AsText *object, AsText *shared,
                           AsError *error) {
  const char *folder = getenv("TMPDIR");
  AsText path = {0};
  asTextFormat(&path, "%s/as-opt-XXXXXX", folder && *folder ? folder : "/tmp");
  int file = mkstemp(path.data);
  AsStatus status = AS_OK;
  if (file < 0)
    status = asFail(error, AS_IO, "cannot make a file in '%s': %s",
                    folder && *folder ? folder : "/tmp", strerror(errno));
  else
    close(file);
  if (!status)
    status = asLinkShared(object, path.data, error);
  if (!status)
    status = asReadFile(path.data, shared, error);
  if (file >= 0)
    unlink(path.data);
  asTextFree(&path);
  return status;
}

/// The scheduled module as LLVM dialect, LLVM IR, object or shared object.
static AsStatus emitLowered(AsRun *run, AsEmission *emission, AsError *error) {
  AsLowerOptions lowering = {
      .threads = run->target.threads, .fp = run->options->fp, .verify = true};
  AsStatus status = asLowerModule(run->module, &lowering, error);
  AsEmit emit = run->options->emit;
  if (status || emit == AS_EMIT_LOWERED) {
    if (!status)
      giveModule(emission, run->module);
    return status;
  }
  AsMachine *machine = NULL;
  status = asMachineCreate(run->target.triple, run->target.cpu,
                           run->target.features, &machine, error);
  AsText object = {0}, llvm = {0}, shared = {0};
  if (!status)
    status = asCodegen(machine, run->module, &(AsCodegenOptions){0},
                       emit == AS_EMIT_LLVM ? NULL : &object,
                       emit == AS_EMIT_LLVM ? &llvm : NULL, error);
  if (!status && emit == AS_EMIT_SHARED)
    status = linkShared(&object, &shared, error);
  if (!status)
    give(emission,
         emit == AS_EMIT_LLVM     ? &llvm
         : emit == AS_EMIT_OBJECT ? &object
                                  : &shared,
         false);
  asMachineDestroy(machine);
  asTextFree(&object);
  asTextFree(&llvm);
  asTextFree(&shared);
  return status;
}

static AsStatus emitPhase(AsRun *run, AsEmission *emission, AsError *error) {
  AsText text = {0};
  if (run->options->emit == AS_EMIT_SKETCHES) {
    asSketchesPrint(run, &text);
    give(emission, &text, true);
    return AS_OK;
  }
  AsStatus status = asSchedulePrint(run, &text, error);
  if (!status && run->options->emit == AS_EMIT_SCHEDULE) {
    give(emission, &text, true);
    return AS_OK;
  }
  if (!status)
    status = applyScript(run, text.data, text.length, "the schedule", error);
  asTextFree(&text);
  if (status)
    return status;
  if (run->options->emit == AS_EMIT_SCHEDULED) {
    giveModule(emission, run->module);
    return AS_OK;
  }
  return emitLowered(run, emission, error);
}

static AsStatus runPhases(AsRun *run, AsEmission *emission, AsError *error) {
  AsEmit emit = run->options->emit;
  AsPhase last = run->options->stopAfter;
  if (emit == AS_EMIT_TASKS) {
    if (last >= AS_PHASE_EMIT)
      giveModule(emission, run->module);
    return AS_OK;
  }
  if (last <= AS_PHASE_EXTRACT)
    return AS_OK;
  AsStatus status = sketchPhase(run, error);
  if (!status && last >= AS_PHASE_BUILD && emit != AS_EMIT_SKETCHES)
    status = searchPhase(run, error);
  if (!status && last >= AS_PHASE_EMIT)
    status = emitPhase(run, emission, error);
  return status;
}

AsStatus asAutoschedule(MlirModule module, const AsOptions *options,
                        AsEmission *emission, AsError *error) {
  *emission = (AsEmission){0};
  AsRun run;
  AsStatus status = openRun(&run, module, options, error);
  if (!status) {
    giveRemarks(&run.tasks, emission);
    status = runPhases(&run, emission, error);
  }
  closeRun(&run);
  return status;
}

AsStatus asApplySchedule(MlirModule module, const char *scriptPath,
                         AsEmission *emission, AsError *error) {
  *emission = (AsEmission){0};
  AsOptions options = asOptionsDefault();
  AsText script = {0};
  AsStatus status = asReadFile(scriptPath, &script, error);
  if (status)
    return status;
  AsRun run;
  status = openRun(&run, module, &options, error);
  if (!status)
    giveRemarks(&run.tasks, emission);
  bool known = false;
  for (int t = 0; t < run.tasks.numTasks && !status; t++)
    known |= strstr(script.data, run.tasks.tasks[t].hash) != NULL;
  if (!status && !known)
    status = asFail(error, AS_INVALID_INPUT,
                    "%s has no schedule for any of the %d tasks of this "
                    "module; was it made for another one?",
                    scriptPath, run.tasks.numTasks);
  if (!status)
    status = applyScript(&run, script.data, script.length, scriptPath, error);
  if (!status)
    giveModule(emission, run.module);
  closeRun(&run);
  asTextFree(&script);
  return status;
}
