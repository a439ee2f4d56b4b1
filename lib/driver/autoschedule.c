//===- autoschedule.c - From a module to a result
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run as a list of phases; see as/autoschedule.h and as/run.h for what they
// promise.
//
//===----------------------------------------------------------------------===//

#include "as/autoschedule.h"
#include "affine/schedule/reschedule-pass.h"
#include "dialect-bridge/bridge.h"
#include "driver/output/emission.h"
#include "driver/run.h"
#include "measure/entry-buffers.h"
#include "report/run-report.h"
#include "search/objective.h"
#include "sketch/rules.h"
#include "support/c-locale.h"
#include "support/memory-reserve.h"
#include "support/saturate.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The private copy
//===----------------------------------------------------------------------===//

/// Reads the tiles that `schedule` was made for.
static AsStatus readKernels(AsRun *run, const AsText *schedule,
                            const char *name, AsError *error) {
  MlirModule module;
  AsStatus status = asIrParse(run->context, schedule->data, schedule->length,
                              name, &module, error);
  if (status)
    return status;
  status = asKernelTableRead(module, &run->kernels, error);
  mlirModuleDestroy(module);
  return status;
}

/// `schedule` is the text of the schedule that says what tiles dynamic sizes
/// have, NULL if none does; `name` is what messages call it.
AsStatus asRunParse(AsRun *run, AsError *error) {
  AsText bytes = {0};
  asIrWriteBytecode(mlirModuleGetOperation(run->given), &bytes);
  AsStatus status = asIrParse(run->context, bytes.data, bytes.length,
                              "<module>", &run->module, error);
  asTextFree(&bytes);
  return status;
}

static AsStatus openRun(AsRun *run, const AsText *schedule, const char *name,
                        AsEmission *emission, AsError *error) {
  const AsOptions *options = run->options;
  run->emission = emission;
  asRescheduleRegister(); // Before there is a context that looks passes up.
  run->context = asIrContextCreate();
  asBridgeShareDialects(mlirModuleGetContext(run->given), run->context);
  if (!mlirDialectRegistryIsNull(run->registry))
    mlirContextAppendDialectRegistry(run->context, run->registry);
  AsStatus status = asRunParse(run, error);
  if (!status)
    status = asTargetCreate(options->target, (int)options->threads, &run->arena,
                            &run->target, error);
  if (!status && schedule)
    status = readKernels(run, schedule, name, error);
  if (!status)
    status = asRunPrepare(run, error);
  int unused = status ? 0 : asKernelTableUnused(&run->kernels);
  if (unused)
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  AS_KERNELS_ATTRIBUTE
                  " of %s has tiles for %d operation%s, "
                  "none of which is in this module: its tiles are chosen as "
                  "without them; give a schedule of this module, as "
                  "--emit=schedule writes it",
                  name, unused, unused == 1 ? "" : "s");
  return status;
}

static void closeRun(AsRun *run) {
  for (int t = 0; t < run->tasks.numTasks && run->tuned; t++)
    asTuneTaskFree(&run->tuned[t]);
  asTaskSetDestroy(&run->tasks);
  asObjectCacheClose(run->objects);
  asKernelTableFree(&run->kernels);
  asArenaDestroy(&run->arena);
  if (!mlirModuleIsNull(run->userSketches))
    mlirModuleDestroy(run->userSketches);
  if (!mlirModuleIsNull(run->module))
    mlirModuleDestroy(run->module);
  mlirContextDestroy(run->context);
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
// Tasks and sketches
//===----------------------------------------------------------------------===//

/// The deviation accepted of what the task writes to a buffer: that of the type
/// which rounds most on the way.
static double toleranceOf(const AsTaskBuffer *buffer) {
  AsBuffer own = {.element = buffer->element};
  double tolerance = asBufferTolerance(&own, 1);
  for (int e = 0; e < AS_NUM_ELEMENTS && asElementIsFloat(own.element); e++)
    if (buffer->roundings.steps[e])
      tolerance =
          fmax(tolerance, asBufferTolerance(&(AsBuffer){.element = e},
                                            buffer->roundings.steps[e]));
  return tolerance;
}

static void describeBuffers(AsRun *run, const AsTask *task, AsTuneTask *tuned) {
  AsBuffer *buffers = asArenaArray(&run->arena, AsBuffer, task->numBuffers);
  bool hasResults = false; // A task without any changes its arguments.
  for (int b = 0; b < task->numBuffers; b++)
    hasResults |= task->buffers[b].isResult;
  for (int b = 0; b < task->numBuffers; b++) {
    const AsTaskBuffer *from = &task->buffers[b];
    buffers[b] = (AsBuffer){.element = from->element,
                            .count = 1,
                            .isResult = from->isResult,
                            .isWeight = from->isWeight,
                            .extent = from->extent};
    for (int r = 0; r < from->rank; r++)
      buffers[b].count = asTimes(buffers[b].count, from->shape[r]);
    if (from->isResult == hasResults)
      buffers[b].tolerance = toleranceOf(from);
    tuned->tolerance = fmax(tuned->tolerance, buffers[b].tolerance);
  }
  tuned->buffers = buffers;
  tuned->numBuffers = task->numBuffers;
}

static int64_t bytesOfWeights(const AsTuneTask *task) {
  int64_t bytes = 0;
  for (int b = 0; b < task->numBuffers; b++)
    if (task->buffers[b].isWeight)
      bytes += (int64_t)asBufferBytes(&task->buffers[b]);
  return bytes;
}

/// Finds out which tasks are timed without their weights in the caches: in a
/// model whose weights do not fit there, those that have some. What the tiles
/// of a dynamic size read together counts once. Weights of a single task that
/// are far larger are not there anyway.
static void chooseCaches(AsRun *run) {
  enum { fewBytes = 64 << 10, farLarger = 2 };
  int64_t cache = run->target.cacheBytes[2];
  if (run->options->caches != AS_CACHES_AUTO || run->target.gpu)
    return;
  for (int m = 0; m < run->tasks.numModels; m++) {
    double bytes = 0;
    for (int t = 0; t < run->tasks.numTasks; t++) {
      const AsTuneTask *task = &run->tuned[t];
      bytes += fmin(task->runs[m] * (double)bytesOfWeights(task),
                    run->tasks.tasks[t].weightBytes);
    }
    run->coldWeights |= bytes > (double)cache;
  }
  for (int t = 0; t < run->tasks.numTasks && run->coldWeights; t++) {
    int64_t bytes = bytesOfWeights(&run->tuned[t]);
    run->tuned[t].coldWeights = bytes >= fewBytes && bytes <= farLarger * cache;
  }
}

/// Whether it may round as it does: in another order than the program, or
/// operands to tf32.
static bool mayRound(const AsSketch *sketch, AsFp fp) {
  return (fp != AS_FP_STRICT || !asSketchReorders(sketch)) &&
         (fp == AS_FP_FAST || asSketchOperandRoundoff(sketch) == 0);
}

int asRunKeepAllowed(AsSketch *sketches, int count, AsFp fp) {
  int kept = 0;
  for (int s = 0; s < count; s++)
    if (mayRound(&sketches[s], fp))
      sketches[kept++] = sketches[s];
  return kept;
}

/// What there is to tune.
static AsStatus taskPhase(AsRun *run, AsError *error) {
  int numModels = run->tasks.numModels;
  run->goals = asArenaArray(&run->arena, AsGoal, numModels);
  AsStatus status =
      asGoalsRead(run->options->functionWeights, run->options->latencyGoals,
                  run->tasks.models, numModels, run->goals, error);
  run->tuned = asArenaArray(&run->arena, AsTuneTask, run->tasks.numTasks);
  for (int t = 0; t < run->tasks.numTasks; t++) {
    const AsTask *task = &run->tasks.tasks[t];
    AsTuneTask *tuned = &run->tuned[t];
    tuned->hash = task->hash;
    tuned->label = task->label;
    tuned->text = task->text;
    tuned->runs = task->runs;
    for (int m = 0; m < numModels; m++)
      tuned->weight += run->goals[m].weight * task->runs[m];
    tuned->flops = task->flops;
    tuned->minBytes = task->minBytes;
    describeBuffers(run, task, tuned);
  }
  chooseCaches(run);
  asRunFindFamilies(run);
  if (run->tasks.numTasks)
    asRunSetTrials(run, asOptionsTrials(run->options, run->tasks.numTasks));
  return status;
}

static AsStatus sketchPhase(AsRun *run, AsError *error) {
  if (*run->options->sketches && mlirModuleIsNull(run->userSketches)) {
    AsStatus status = asUserSketchesRead(run, run->options->sketches, error);
    if (status)
      return status;
  }
  for (int t = 0; t < run->tasks.numTasks; t++) {
    const AsTask *task = &run->tasks.tasks[t];
    AsTuneTask *tuned = &run->tuned[t];
    AsText dropped = {0};
    AsSketch *sketches =
        asSketchDerive(&task->program, &run->target, &run->arena,
                       &tuned->numSketches, &dropped);
    if (dropped.length)
      asRemarkOnRun(run, AS_SEVERITY_WARNING, "task %d, %s: %s", t + 1,
                    task->label, dropped.data);
    asTextFree(&dropped);
    tuned->numSketches =
        asRunKeepAllowed(sketches, tuned->numSketches, run->options->fp);
    tuned->sketches =
        asUserSketchesAppend(run, task, sketches, &tuned->numSketches);
  }
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// The last phase before emission that there is any need for.
static AsPhase lastPhase(const AsOptions *options) {
  AsPhase needed = options->emit == AS_EMIT_TASKS      ? AS_PHASE_EXTRACT
                   : options->emit == AS_EMIT_SKETCHES ? AS_PHASE_SKETCH
                                                       : AS_PHASE_SEARCH;
  return options->stopAfter < needed ? options->stopAfter : needed;
}

/// Whether candidates can be exported.
static AsStatus checkExport(const AsRun *run, AsError *error) {
  const AsOptions *options = run->options;
  const char *option = "--export-batch";
  if (!run->target.gpu)
    return asFail(error, AS_INVALID_INPUT,
                  "%s is for a GPU, such as --target=cuda:sm_90", option);
  if (options->measure == AS_MEASURE_STATIC)
    return asFail(error, AS_INVALID_INPUT,
                  "%s has candidates measured elsewhere, --measure=static "
                  "nowhere; leave out one of them",
                  option);
  if (lastPhase(options) < AS_PHASE_SEARCH || options->trials == 0)
    return asFail(error, AS_INVALID_INPUT,
                  "%s takes a search, which --emit, --stop-after or --trials "
                  "leaves out",
                  option);
  return AS_OK;
}

/// Whether candidates are to run on this machine, beyond the store.
static bool measures(const AsOptions *options) {
  return options->measure == AS_MEASURE_RUN &&
         lastPhase(options) > AS_PHASE_BUILD &&
         asOptionsTrials(options, 1) != 0 && !*options->exportBatch;
}

/// Whether code for the target can be measured here.
static AsStatus checkHost(const AsRun *run, AsError *error) {
  static const char advice[] =
      "--trials=0 takes what the store and the estimate know, and "
      "--measure=static ranks candidates by the estimate";
  const AsTarget *target = &run->target;
  if (target->threads > target->cores.count)
    return asFail(error, AS_INVALID_INPUT,
                  "--threads=%d cannot be measured here, as this process may "
                  "use %d core%s only; %s",
                  target->threads, target->cores.count,
                  target->cores.count > 1 ? "s" : "", advice);
  AsText missing = {0};
  asTargetAppendMissing(target, &missing);
  AsStatus status =
      missing.length
          ? asFail(error, AS_INVALID_INPUT,
                   "--target=%s cannot be measured here, as this machine does "
                   "not have %s; %s",
                   run->options->target, missing.data, advice)
          : AS_OK;
  asTextFree(&missing);
  return status;
}

/// Whether what is asked for is there for the target.
static AsStatus checkTarget(AsRun *run, AsError *error) {
  const AsOptions *options = run->options;
  bool isGpu = run->target.gpu != NULL;
  bool isObject = options->emit == AS_EMIT_ASM ||
                  options->emit == AS_EMIT_OBJECT ||
                  options->emit == AS_EMIT_SHARED;
  if (isGpu && isObject)
    return asFail(error, AS_INVALID_INPUT,
                  "--target=%s has no objects; use --emit=ptx",
                  options->target);
  if (!isGpu && options->emit == AS_EMIT_PTX)
    return asFail(error, AS_INVALID_INPUT,
                  "--emit=ptx is for a GPU, such as --target=cuda:sm_90");
  if (isGpu && options->threads != asOptionsDefault().threads)
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "--threads=%lld is of no use with --target=%s: how many "
                  "threads a kernel has is for its schedule to say",
                  (long long)options->threads, options->target);
  if (*options->exportBatch)
    return checkExport(run, error);
  if (!isGpu)
    return measures(options) ? checkHost(run, error) : AS_OK;
  if (measures(options) && !run->target.device &&
      asTargetFindDevice(&run->target, &run->arena, error))
    return asFailContext(error,
                         "--target=%s cannot be measured on this machine, and "
                         "--measure=static would rank candidates by the "
                         "estimate",
                         options->target);
  return AS_OK;
}

AsStatus asRunDescribeTasks(AsRun *run, AsError *error) {
  AsStatus status = taskPhase(run, error);
  return status ? status : sketchPhase(run, error);
}

static AsStatus findPhases(AsRun *run, AsError *error) {
  AsPhase last = lastPhase(run->options);
  AsStatus status = taskPhase(run, error);
  if (!status)
    status = checkTarget(run, error);
  if (!status && run->options->stopAfter >= AS_PHASE_EMIT &&
      !*run->options->exportBatch)
    status = asEmissionCheck(run, error); // Better now than after the search.
  if (!status && last >= AS_PHASE_SKETCH)
    status = sketchPhase(run, error);
  if (!status && last >= AS_PHASE_SAMPLE)
    status = asRunSearch(run, error);
  if (!status && last >= AS_PHASE_SEARCH)
    status = asRunChooseMeasured(run, error);
  return status;
}

/// What was found is not to be lost with the report.
static void reportPhase(AsRun *run) {
  AsReport report = {.options = run->options,
                     .target = &run->target,
                     .tasks = run->tuned,
                     .numTasks = run->tasks.numTasks,
                     .goals = run->goals,
                     .numGoals = run->tasks.numModels,
                     .times = &run->times,
                     .remarks = run->emission->remarks,
                     .numRemarks = run->emission->numRemarks,
                     .interrupted = run->interrupted};
  AsError error = {0};
  if (*run->options->report &&
      asReportWrite(run->options->report, &report, &error))
    asRemarkOnRun(run, AS_SEVERITY_ERROR, "%s", error.message);
}

static AsStatus execute(AsRun *run, AsEmission *emission, AsError *error) {
  const AsOptions *options = run->options;
  const char *from = options->kernelsFrom;
  AsText schedule = {0};
  AsStatus status = *from ? asReadFile(from, &schedule, error) : AS_OK;
  if (status)
    return status; // Nothing is open.
  run->tunesSpare = measures(options) && options->kernelsPerTask > 1;
  status = openRun(run, *from ? &schedule : NULL, from, emission, error);
  asTextFree(&schedule);
  if (!status)
    status = asRunCheckFiles(options, error);
  if (!status)
    status = asMemoryCheck(error);
  if (!status)
    status = findPhases(run, error);
  if (!status)
    status = asMemoryCheck(error);
  if (!status)
    reportPhase(run);
  if (!status && options->stopAfter >= AS_PHASE_EMIT && !*options->exportBatch)
    status = asEmissionMake(run, error);
  closeRun(run);
  return status;
}

/// What was emitted while memory was short may be cut short as well.
static AsStatus endMemory(AsStatus status, AsEmission *emission,
                          AsError *error) {
  status = asMemoryEnd(status, error);
  if (status == AS_OUT_OF_MEMORY)
    asEmissionDestroy(emission);
  return status;
}

AsStatus asRunExecute(AsRun *run, AsEmission *emission, AsError *error) {
  *emission = (AsEmission){0};
  if (run->hasExecuted)
    return asFail(error, AS_INVALID_INPUT,
                  "this run has been executed; create another one");
  run->hasExecuted = true;
  AsStatus status = asMemoryBegin(error);
  if (status)
    return status;
  locale_t before = asLocaleEnter();
  status = execute(run, emission, error);
  asLocaleLeave(before);
  return endMemory(status, emission, error);
}

AsStatus asAutoschedule(MlirModule module, const AsOptions *options,
                        AsEmission *emission, AsError *error) {
  AsRun *run = asRunCreate(module, options);
  AsStatus status = asRunExecute(run, emission, error);
  asRunDestroy(run);
  return status;
}

static AsStatus apply(MlirModule module, const char *scriptPath,
                      AsEmission *emission, AsError *error) {
  AsOptions options = asOptionsDefault();
  AsText script = {0};
  AsStatus status = asReadFile(scriptPath, &script, error);
  if (status)
    return status;
  AsRun run = {.given = module, .options = &options};
  status = openRun(&run, &script, scriptPath, emission, error);
  int applied;
  if (!status)
    status = asEmissionApply(&run, &script, scriptPath, &applied, error);
  if (!status && !applied)
    status = asFail(error, AS_INVALID_INPUT,
                    "%s has no schedule for any of the %d tasks of this "
                    "module; was it made for another one?",
                    scriptPath, run.tasks.numTasks);
  if (!status)
    asEmissionGive(emission, run.module);
  closeRun(&run);
  asTextFree(&script);
  return status;
}

AsStatus asApplySchedule(MlirModule module, const char *scriptPath,
                         AsEmission *emission, AsError *error) {
  *emission = (AsEmission){0};
  AsStatus status = asMemoryBegin(error);
  if (status)
    return status;
  locale_t before = asLocaleEnter();
  status = apply(module, scriptPath, emission, error);
  asLocaleLeave(before);
  return endMemory(status, emission, error);
}
