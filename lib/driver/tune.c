//===- tune.c - The part of a run that takes the time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets up what the tuner needs, shows what it does, and lets the user end it.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "lowering/lower.h"
#include "report/progress-lines.h"
#include "report/progress.h"
#include "search/scorer.h"
#include "llvm-c/Core.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// Being interrupted
//===----------------------------------------------------------------------===//

/// What a user, or a batch system, ends a run with.
static const int endings[] = {SIGINT, SIGTERM};
enum { NUM_ENDINGS = sizeof endings / sizeof endings[0] };

static volatile sig_atomic_t interrupted;
static struct sigaction before[NUM_ENDINGS];

static void releaseInterrupts(void) {
  for (int e = 0; e < NUM_ENDINGS; e++)
    sigaction(endings[e], &before[e], NULL);
}

/// The first one ends the search; the handlers that were there before take the
/// second.
static void onInterrupt(int signal) {
  interrupted = 1;
  releaseInterrupts();
}

static void catchInterrupts(void) {
  interrupted = 0;
  struct sigaction action = {.sa_handler = onInterrupt};
  sigemptyset(&action.sa_mask);
  for (int e = 0; e < NUM_ENDINGS; e++)
    sigaction(endings[e], NULL, &before[e]);
  // Whoever started the run with a signal ignored, as a shell does with what it
  // puts into the background, wants it to go on.
  for (int e = 0; e < NUM_ENDINGS; e++)
    if (before[e].sa_handler != SIG_IGN)
      sigaction(endings[e], &action, NULL);
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

static bool isSampling(const AsOptions *options) {
  return options->stopAfter == AS_PHASE_SAMPLE;
}

/// Whether the run measures nothing.
static bool onlyReads(const AsOptions *options) {
  return options->trials == 0 || options->stopAfter < AS_PHASE_MEASURE ||
         *options->exportBatch;
}

/// Gives the tuner the store that the options name. One that cannot be written
/// is read, and the standard one, which nobody asked for, may be missing: the
/// search can do without.
static AsStatus openStore(AsRun *run, AsTunerOptions *tuner, AsError *error) {
  const char *path = run->options->records;
  // Estimates are no measurements, neither to keep nor to compare with some.
  if (strcmp(path, "none") == 0 || run->options->measure == AS_MEASURE_STATIC)
    return AS_OK;
  bool isStandard = !*path;
  char standard[4096] = "";
  AsError problem = {0};
  AsStatus status = AS_OK;
  if (isStandard) {
    status = asStoreDefaultPath(standard, sizeof standard, &problem);
    path = standard;
  }
  if (!status)
    status = asStoreOpen(path, &tuner->store, &problem);
  if (!status)
    return AS_OK;
  bool exists = access(path, F_OK) == 0;
  if (exists ? asStoreOpenReadOnly(path, &tuner->store, NULL) != AS_OK
             : !isStandard)
    return asFail(error, status, "%s", problem.message);
  tuner->keepsNothing = true;
  asRemarkOnRun(run, AS_SEVERITY_WARNING, "nothing new is stored: %s",
                problem.message);
  return AS_OK;
}

/// All that makes code of a candidate, and times: records hold for no other.
static const char *compiler(AsRun *run) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  static const char *const modes[] = {"strict", "contract", "fast"};
  return asArenaFormat(
      &run->arena, "LLVM %u.%u.%u lowering=%d fp=%s%s", major, minor, patch,
      AS_LOWERING_VERSION, modes[run->options->fp],
      run->options->caches == AS_CACHES_COLD ? " caches=cold" : "");
}

static AsStatus createBatch(const AsRun *run, AsTunerOptions *tuner,
                            AsError *error) {
  const AsOptions *options = run->options;
  AsBatchSetting setting = {.target = run->target.key,
                            .runTimeout = options->runTimeout,
                            .isCold = options->caches == AS_CACHES_COLD};
  return *options->exportBatch ? asBatchCreate(options->exportBatch, &setting,
                                               &tuner->batch, error)
                               : AS_OK;
}

/// What a user asked for and did not get is a failure.
static AsStatus publishBatch(AsRun *run, AsBatchWriter *batch, AsError *error) {
  int size = batch ? asBatchSize(batch) : 0;
  if (!batch)
    return AS_OK;
  if (size == 0)
    return asFail(error, AS_NOT_FOUND,
                  "there is no candidate for '%s': none was left to try, or "
                  "none could be built",
                  run->options->exportBatch);
  AsStatus status = asBatchPublish(batch, error);
  if (!status)
    asRemarkOnRun(run, AS_SEVERITY_REMARK,
                  "%d candidates are in '%s', for as-run-batch to measure",
                  size, run->options->exportBatch);
  return status;
}

/// A search can do without the learned model, if not as well.
static void remarkOnModel(AsRun *run) {
  const AsOptions *options = run->options;
  AsError problem = {0};
  bool learns = !onlyReads(options) &&
                options->strategy == AS_STRATEGY_EVOLVE &&
                options->measure != AS_MEASURE_STATIC;
  if (learns && asCostScorerCanLearn(&problem))
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "the search goes by its estimate alone, without a learned "
                  "model: %s",
                  problem.message);
}

static void remarkOnStore(AsRun *run, const AsStoreNotes *notes) {
  if (notes->failure.status)
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "from some time on, nothing new was stored: %s",
                  notes->failure.message);
  if (notes->numStale)
    asRemarkOnRun(run, AS_SEVERITY_REMARK,
                  "the store has %d records of these tasks that do not count: "
                  "another version of LLVM, of as-opt's lowering or of a "
                  "sketch made them",
                  notes->numStale);
}

static AsStatus tune(AsRun *run, AsProgressView *view, AsError *error) {
  char worker[4096] = "";
  AsStatus status = AS_OK;
  AsStoreNotes notes = {0};
  if (!isSampling(run->options))
    status = asWorkerFind(worker, sizeof worker, error);
  AsTunerOptions tuner = {.options = run->options,
                          .target = &run->target,
                          .goals = run->goals,
                          .numGoals = run->tasks.numModels,
                          .worker = worker,
                          .storeNotes = &notes,
                          .compiler = compiler(run),
                          .interrupted = &interrupted,
                          .progress =
                              isSampling(run->options) ? NULL : asProgressShow,
                          .context = view};
  if (!status)
    status = createBatch(run, &tuner, error);
  if (!status)
    status = openStore(run, &tuner, error);
  if (!status) {
    remarkOnModel(run);
    catchInterrupts();
    status =
        asTune(&tuner, run->tuned, run->tasks.numTasks, &run->times, error);
    run->interrupted = interrupted;
    remarkOnStore(run, &notes);
    if (!interrupted)
      releaseInterrupts();
  }
  if (!status)
    status = publishBatch(run, tuner.batch, error);
  asBatchDestroy(tuner.batch);
  asStoreClose(tuner.store);
  return status;
}

//===----------------------------------------------------------------------===//
// What is said of it
//===----------------------------------------------------------------------===//

static void noteScheduled(MlirOperation function, void *found) {
  AsText hash = {0};
  *(bool *)found |= asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &hash);
  asTextFree(&hash);
}

static const char *whyNoTask(const AsRun *run) {
  bool isScheduled = false;
  asIrVisitFunctions(run->module, noteScheduled, &isScheduled);
  return isScheduled ? "the module's tasks have their schedules already"
                     : "the module has no linalg operation on tensors";
}

/// Says why there are no tasks.
static void sayNothingToTune(const AsRun *run, AsText *words) {
  int count = run->tasks.numRemarks;
  asTextFormat(words, "nothing to tune: %s",
               count ? run->tasks.remarks[0].message : whyNoTask(run));
  if (count > 1)
    asTextFormat(words, " (the first of %d remarks)", count);
  asTextAppendString(words, "\n");
}

bool asRunFoundNothing(const AsRun *run) {
  for (int t = 0; t < run->tasks.numTasks; t++)
    if (run->tuned[t].bestSeconds > 0)
      return false;
  return run->tasks.numTasks > 0;
}

AsStatus asRunSearch(AsRun *run, AsError *error) {
  AsProgressView *view = asProgressCreate(run->options->progress);
  int numTasks = run->tasks.numTasks;
  AsStatus status = numTasks ? tune(run, view, error) : AS_OK;
  AsText words = {0};
  if (!numTasks)
    sayNothingToTune(run, &words);
  else if (isSampling(run->options))
    asPlainSamplesAppend(&words, run->tuned, numTasks);
  if (!status && words.length)
    asProgressSay(view, run->tuned, numTasks, &run->times, words.data);
  else if (!status)
    asProgressFinish(view, run->tuned, numTasks, &run->times, run->interrupted);
  asTextFree(&words);
  asProgressDestroy(view);
  if (!status && numTasks && !onlyReads(run->options))
    asRemarkOnSearch(run);
  if (!status && !isSampling(run->options))
    asRemarkOnUntried(run);
  return status;
}
