//===- main.c - The as-run program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a function of a module or of a shared object on given or random
// arguments, says how long it takes, and compares it with another.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "tools/as-run/isolate.h"
#include "tools/as-run/options.h"
#include "tools/as-run/report.h"
#include "tools/programs.h"
#include <errno.h>
#include <llvm-c/Core.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef enum ExitStatus {
  EXIT_FINE = 0,
  EXIT_DEVIATES = 1, ///< The results of --compare.
  EXIT_FAILED = 2,
} ExitStatus;

static int fail(const AsError *error) {
  fprintf(stderr, "as-run: error: %s\n", error->message);
  return EXIT_FAILED;
}

/// One invocation: the file, and the one it is compared with, if any.
typedef struct Run {
  const AsRunOptions *options;
  AsArena arena;
  AsRunnable runnables[AS_MAX_CONTENDERS];
  AsArrays arrays[AS_MAX_CONTENDERS]; ///< What each of them works on.
  int count;
  AsTarget target;
  AsCoreTurn turn;
} Run;

static AsStatus load(Run *run, AsError *error) {
  const AsRunOptions *options = run->options;
  AsStatus status = asTargetCreate(options->target, (int)options->threads,
                                   &run->arena, &run->target, error);
  const char *files[] = {options->file, options->compare};
  run->count = *options->compare ? 2 : 1;
  for (int i = 0; !status && i < run->count; i++) {
    AsRunnableOptions loading = {.name = options->entry,
                                 .isCompared = i > 0,
                                 .sizes = options->sizes,
                                 .target = &run->target,
                                 .fp = options->fp,
                                 .isStock = options->stock,
                                 .isProfiled = options->profile};
    status = asRunnableLoad(files[i], &loading, &run->arena, &run->runnables[i],
                            error);
  }
  if (status || run->count == 1)
    return status;
  const AsRunnable *ours = &run->runnables[0], *theirs = &run->runnables[1];
  if (strcmp(ours->signature.text, theirs->signature.text) != 0)
    return asFail(error, AS_INVALID_INPUT,
                  "cannot compare: '%s' of %s is %s, but '%s' of %s is %s",
                  ours->name, ours->file, ours->signature.text, theirs->name,
                  theirs->file, theirs->signature.text);
  return AS_OK;
}

/// Holds both against the program in f64, if there is one. What is near to that
/// is right, however far apart the two are.
static void judge(Run *run, const AsInputs *inputs,
                  const AsTolerance *tolerance, AsDeviation *deviation,
                  AsTruth *truth) {
  const AsSignature *signature = &run->runnables[0].signature;
  truth->isKnown = false;
  if (deviation->buffer < 0 || deviation->value == 0 ||
      !asElementIsFloat(signature->buffers[deviation->buffer].element))
    return;
  for (int i = run->count - 1; i >= 0 && !truth->isKnown; i--) {
    const AsRunnable *runnable = &run->runnables[i];
    AsRunnableOptions loading = {.name = runnable->name,
                                 .sizes = run->options->sizes,
                                 .target = &run->target};
    asTruthJudge(runnable->file, &loading, signature, inputs, run->arrays,
                 tolerance, &run->arena, truth);
  }
  deviation->isAccepted |= truth->isKnown && truth->areNear;
}

/// Runs each once, on the same inputs, and looks at the results.
static AsStatus check(Run *run, AsDeviation *deviation, AsTruth *truth,
                      AsError *error) {
  const AsRunOptions *options = run->options;
  const AsSignature *signature = &run->runnables[0].signature;
  AsInputsOptions from = {options->inputs, (uint64_t)options->seed,
                          options->modelInputs};
  AsInputs inputs;
  AsStatus status = asCheckInputs(run->runnables, run->count, &from,
                                  &run->arena, &inputs, error);
  for (int i = 0; !status && i < run->count; i++)
    status = asCheckRun(&run->runnables[i], &inputs, &run->arrays[i],
                        &run->runnables[i].memory.added, error);
  if (!status && *options->outputs)
    status = asCheckWrite(signature, &run->arrays[0], options->outputs, error);
  if (status || run->count == 1)
    return status;
  AsTolerance tolerance = {
      options->tolerance,
      fmax(run->runnables[0].roundoff, run->runnables[1].roundoff)};
  *deviation =
      asCheckCompare(signature, &run->arrays[0], &run->arrays[1], &tolerance);
  judge(run, &inputs, &tolerance, deviation, truth);
  return AS_OK;
}

static AsRoundsGoal goalOf(const AsRunOptions *options) {
  return (AsRoundsGoal){.minRounds = (int)options->runs,
                        .minSeconds = options->minTime,
                        .warmUp = (int)options->warmUp,
                        .isCold = options->cold};
}

/// Prepares to measure where nobody else does. What has threads may use all
/// cores.
static void openTurn(Run *run) {
  bool onAll = run->target.threads > 1;
  for (int i = 0; i < run->count; i++)
    onAll |= run->runnables[i].hasThreads;
  asCoreTurnOpen(run->options->share, run->target.cores, onAll, &run->arena,
                 &run->turn);
}

static void measure(Run *run, AsRounds *rounds) {
  const AsRunOptions *options = run->options;
  if (options->runs == 0 || options->profile)
    return;
  AsRoundsGoal goal = goalOf(options);
  AsContender contenders[AS_MAX_CONTENDERS];
  for (int i = 0; i < run->count; i++)
    contenders[i] = (AsContender){&run->runnables[i].kernel,
                                  run->arrays[i].data, run->runnables[i].file};
  asRoundsMeasure(contenders, run->count, &goal, &run->turn, rounds);
}

static AsStatus profile(Run *run, AsProfile *profile, AsError *error) {
  if (!run->options->profile)
    return AS_OK;
  AsRoundsGoal goal = goalOf(run->options);
  asProfileMeasure(&run->runnables[0], run->arrays[0].data, &goal, &run->turn,
                   &run->arena, profile);
  return asProfileRoofline(&run->target, &run->turn, profile, error);
}

static AsStatus report(const AsFindings *findings, const char *json,
                       AsError *error) {
  AsText text = {0};
  asReportTable(findings, &text);
  AsStatus status = asWriteFile("-", asTextString(&text), text.length, error);
  if (!status && *json) {
    asTextClear(&text);
    asReportJson(findings, &text);
    status = asWriteFile(json, text.data, text.length, error);
  }
  asTextFree(&text);
  return status;
}

static int work(void *context) {
  Run run = {.options = context};
  AsRounds rounds = {0};
  AsProfile profiled = {0};
  AsDeviation deviation = {.isAccepted = true};
  AsTruth truth = {.isKnown = false};
  AsError error = {0};
  AsStatus status = AS_OK;
  if (*run.options->json) // Better now than after the runs.
    status = asCheckWritable(run.options->json, &error);
  if (!status)
    status = load(&run, &error);
  if (!status)
    status = check(&run, &deviation, &truth, &error);
  if (!status && (run.options->profile || run.options->runs))
    openTurn(&run);
  if (!status)
    status = profile(&run, &profiled, &error);
  if (!status) {
    measure(&run, &rounds);
    AsFindings findings = {.runnables = run.runnables,
                           .numRunnables = run.count,
                           .rounds = &rounds,
                           .waited = run.turn.waited,
                           .profile = run.options->profile ? &profiled : NULL,
                           .deviation = run.count > 1 ? &deviation : NULL,
                           .truth = &truth};
    asIsolatedStage("reporting");
    status = report(&findings, run.options->json, &error);
  }
  asRoundsFree(&rounds);
  asCoreTurnClose(&run.turn);
  asArenaDestroy(&run.arena);
  if (status)
    return fail(&error);
  return deviation.isAccepted ? EXIT_FINE : EXIT_DEVIATES;
}

/// Goes on as the program that measures batches; returns only if it cannot.
static AsStatus becomeBatch(const AsRunOptions *options, AsError *error) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  AsText program = {0};
  if (length > 0) {
    path[length] = 0;
    asTextFormat(&program, "%.*s/as-run-batch",
                 (int)(strrchr(path, '/') - path), path);
    const char *output = *options->json ? options->json : "-";
    execl(program.data, "as-run-batch", "-o", output, "--", options->batch,
          (char *)NULL);
  }
  AsStatus status = asFail(error, AS_IO, "cannot start '%s': %s",
                           asTextString(&program), strerror(errno));
  asTextFree(&program);
  return status;
}

static void printVersion(AsText *text) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  asTextFormat(text, "as-run %s\nLLVM %u.%u.%u\n", AS_VERSION, major, minor,
               patch);
}

static AsStatus printHelp(const AsRunOptions *options, AsError *error) {
  AsText text = {0};
  AsStatus status = AS_OK;
  if (options->help)
    asRunOptionsHelp(&text);
  else if (options->helpMan)
    asRunOptionsPage(&text);
  else if (*options->helpCompletion)
    status = asRunOptionsCompletion(options->helpCompletion, &text, error);
  else
    printVersion(&text);
  if (!status)
    status = asWriteFile("-", text.data, text.length, error);
  asTextFree(&text);
  return status;
}

int asRunMain(int argc, char **argv) {
  AsRunOptions options;
  AsError error = {0};
  int result = EXIT_FINE;
  AsStatus status = asRunOptionsParse(argv, &options, &error);
  if (!status && asRunOptionsAskForHelp(&options))
    status = printHelp(&options, &error);
  else if (!status && *options.batch)
    status = becomeBatch(&options, &error);
  else if (!status)
    status = asIsolate(work, &options, &result, &error);
  return status ? fail(&error) : result;
}
